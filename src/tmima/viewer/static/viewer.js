// The viewer: text, strip, plot, pair and tables of one text, each showing what the others point at.

import { afterPause, make } from "./dom.js";
import { languageName, number, percent, say, sayCount, sayScore, translate } from "./i18n.js";
import { outline, placed } from "./levels.js";
import { TextModel } from "./model.js";
import { describe, makePairPanel } from "./pair.js";
import { Plot } from "./plot.js";
import { Strip } from "./strip.js";
import { tables } from "./table.js";
import { TextPane } from "./textpane.js";

export class Viewer {
  /** Fill an element; `onSelect(index)` is called when the selected segment changes. */
  constructor(element, { onSelect = () => {} } = {}) {
    this.element = element;
    this.onSelect = onSelect;
    this.pane = new TextPane({
      onSegment: (index) => this.select(index),
      onUnit: (unit) => this.#pointAt(unit),
      onSight: (first, last) => this.strip.showSight(first, last),
    });
    this.onPlace = () => {}; // called with a place that was chosen beside the text
    this.strip = new Strip({ onPlace: (place) => this.#goTo(place) });
    this.plot = new Plot({
      onPair: (pair, byKeyboard) => this.#showPair(pair, byKeyboard),
      onSegment: (index) => this.select(index, { scroll: true }),
    });
    this.pairPanel = makePairPanel();
    this.summary = make("p", { class: "summary" });
    this.fitted = make("p", { class: "fitted" });
    this.warning = make("p", { class: "warning" });
    this.scores = make("p", { class: "scores" });
    this.table = make("div", { class: "tables" });
    const title = make("summary", { "data-say": "table" });
    this.tableRow = make("details", { class: "table-row", toggle: () => this.#showTables() }, title, this.table);
    this.tools = make("div"); // what the text can be edited with, on a page that can cut it anew
    this.live = make("p", { class: "unseen", "aria-live": "polite" });
    this.announce = afterPause(400, (text) => (this.live.textContent = text));
    element.replaceChildren(this.#textColumn(), this.#plotColumn(), this.tableRow, this.live);
    this.refresh();
  }

  /** Show another text, as the server or the report's data tells of it. */
  showText(data) {
    this.model = new TextModel(data);
    this.cuts = null;
    this.selected = null;
    for (const part of [this.pane, this.strip, this.plot]) part.showText(this.model);
    this.pairPanel.show(this.model, null);
    this.element.classList.add("filled");
  }

  /** Show other cuts of the text. */
  showCuts(told) {
    // JSON has no infinity: it is the cost of a cut that is not allowed.
    const near = told.near?.map((cost) => cost ?? Infinity);
    const cuts = { ...told, near, outline: outline(told.answers.levels) };
    this.cuts = cuts;
    for (const part of [this.pane, this.strip, this.plot]) part.showCuts(cuts);
    const kept = this.selected !== null && this.selected < cuts.segments.length ? this.selected : null;
    this.#showSelected(kept);
    this.#showFacts();
    this.announce(sayCount("segment", cuts.segments.length));
  }

  /** Select a segment everywhere, or none for null. */
  select(index, { scroll = false } = {}) {
    this.#showSelected(index);
    if (index !== null) {
      if (scroll) this.pane.scrollToSegment(index);
      const words = this.cuts.segments[index].title;
      this.announce(say("selected", { number: placed(this.cuts, index).name, words }));
    }
    this.onSelect(index);
  }

  /** Mark the unit that is heard at a time of the recording. */
  hear(seconds) {
    if (this.model?.times) this.pane.hear(this.model.unitAt(seconds));
  }

  /** Say everything again, in the language of the interface. */
  refresh() {
    translate(this.element);
    this.pairPanel.show(this.model, null);
    if (this.cuts) {
      this.pane.showCuts(this.cuts);
      this.#showSelected(this.selected);
      this.#showFacts();
    }
  }

  #textColumn() {
    const reading = make("div", { class: "reading" }, this.strip.element, this.pane.element);
    return make("div", { class: "text-column" }, this.summary, this.fitted, this.warning, this.scores, this.tools, reading);
  }

  #plotColumn() {
    const tool = (sign, name, click) => make("button", { type: "button", "data-say-label": name, click }, sign);
    const legend = (kind, name) => make("span", { class: `legend ${kind}`, "data-say": name });
    return make(
      "div",
      { class: "plot-column" },
      make(
        "div",
        { class: "plot-bar" },
        legend("found", "legendFound"),
        (this.trueLegend = legend("true", "legendTrue")),
        make(
          "span",
          { class: "tools" },
          tool("+", "zoomIn", () => this.model && this.plot.zoom(0.6)),
          tool("−", "zoomOut", () => this.model && this.plot.zoom(1 / 0.6)),
          tool("⤢", "zoomAll", () => this.model && this.plot.showAll()),
        ),
      ),
      this.plot.element,
      make("p", { class: "unseen", id: "plot-help", "data-say": "plotHelp" }),
      this.pairPanel.element,
    );
  }

  #showSelected(index) {
    this.selected = index;
    this.pane.select(index);
    this.plot.select(index);
  }

  #showFacts() {
    const { model, cuts } = this;
    const segments = sayCount("segment", cuts.segments.length);
    const units = sayCount(model.unit, model.size);
    const cost = cuts.cost === null ? "" : say("totalCost", { cost: number(cuts.cost, 2) });
    const facts = [`${segments}, ${units}`, languageName(model.language), cost];
    this.summary.replaceChildren(...facts.filter(Boolean).map((fact) => make("span", {}, fact)));
    this.#showFitted();
    this.#showScores();
    this.trueLegend.hidden = !model.truth;
    this.plot.element.setAttribute("aria-label", say("plotText", { segments, units }));
    this.#showTables();
  }

  // What the cuts were made with, and whether the text is probably one topic.
  #showFitted() {
    const { fitted, parameters } = this.cuts;
    this.fitted.hidden = !fitted;
    const { median, shares } = fitted?.number ?? {};
    // Who asks for it coarser has one topic for that.
    this.warning.hidden = median !== 1 || parameters.finer < 0;
    if (median === 1) this.warning.textContent = say("oneTopic", { share: percent(shares[0]) });
    if (!fitted) return;
    this.fitted.replaceChildren(make("span", {}, `${say("similarity")} `, make("b", {}, fitted.similarity)));
  }

  #showScores() {
    const { scores, score_labels: labels } = this.cuts;
    this.scores.hidden = !scores;
    if (!scores) return;
    const score = ([name, value]) => make("span", {}, `${sayScore(name, labels[name])} `, make("b", {}, percent(value, 1)));
    this.scores.replaceChildren(make("span", {}, say("scores")), ...Object.entries(scores).map(score));
  }

  // Tables that nobody looks at are not made anew at every move of a slider.
  #showTables() {
    if (!this.tableRow.open || !this.cuts) return;
    this.table.replaceChildren(
      ...tables(this.model, this.cuts, {
        onSegment: (index) => this.select(index, { scroll: true }),
        onPlace: (place) => this.#goTo(place),
      }),
    );
  }

  #goTo(place) {
    this.pane.scrollToUnit(place);
    this.onPlace(place);
  }

  #showPair(pair, byKeyboard) {
    this.pairPanel.show(this.model, pair);
    this.pane.light(pair ? [...new Set(pair)] : []);
    if (pair && byKeyboard) this.announce(describe(this.model, pair));
  }

  #pointAt(unit) {
    if (!this.cuts) return;
    this.plot.showPair(unit === null ? null : [unit, unit]);
  }
}
