// The viewer: what was found, contents, text, plot and details of one text, each showing what the others point at.

import { Contents } from "./contents.js";
import { numberIn } from "./curve.js";
import { Details } from "./details.js";
import { afterPause, make } from "./dom.js";
import { say, sayCount, translate } from "./i18n.js";
import { outline, placed } from "./levels.js";
import { TextModel } from "./model.js";
import { describe, makePairPanel } from "./pair.js";
import { Plot } from "./plot.js";
import { Result } from "./result.js";
import { Strip } from "./strip.js";
import { TextPane } from "./textpane.js";

export class Viewer {
  /** Fill an element; `onSelect(index)` is called when the selected segment changes. */
  constructor(element, { onSelect = () => {}, summaryOf = () => "" } = {}) {
    this.element = element;
    this.onSelect = onSelect;
    this.summaryOf = summaryOf; // what one of the methods or of the similarities is, in English
    this.onPlace = () => {}; // called with a place that was chosen beside the text
    this.onRename = () => {}; // called with a segment whose name is to be written
    this.result = new Result();
    this.contents = new Contents({
      onSegment: (index) => this.goToSegment(index),
      onSection: (unit) => this.goToSection(unit),
      onRename: (index) => this.onRename(index),
    });
    this.pane = new TextPane({
      onSegment: (index) => this.select(index),
      onUnit: (unit) => this.#pointAt(unit),
      onSight: (first, last, index) => {
        this.strip.showSight(first, last);
        this.contents.mark(index);
      },
    });
    this.strip = new Strip({ onPlace: (place) => this.#goTo(place) });
    this.plot = new Plot({
      onPair: (pair, byKeyboard) => this.#showPair(pair, byKeyboard),
      onSegment: (index) => this.select(index, { scroll: true }),
    });
    this.pairPanel = makePairPanel();
    this.details = new Details({
      onSegment: (index) => this.select(index, { scroll: true }),
      onPlace: (place) => this.#goTo(place),
    });
    this.side = make("div", { class: "side" }); // settings and files, below the contents
    this.tools = make("div"); // what the text can be edited with, on a page that can cut it anew
    this.live = make("p", { class: "unseen", "aria-live": "polite" });
    this.announce = afterPause(400, (text) => (this.live.textContent = text));
    element.replaceChildren(
      this.result.element,
      make("div", { class: "columns" }, this.#contentsColumn(), this.#textColumn(), this.#plotColumn()),
      this.details.element,
      this.live,
    );
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

  /**
   * Show other cuts of the text, with what is known of the number of topics and, of cuts set by hand, of what was
   * found before. `told` are the cuts as they were answered, which is what can be copied.
   */
  showCuts(shown, { number = numberIn(shown), told = shown } = {}) {
    const cuts = { ...shown, outline: outline(shown.answers.levels) };
    const before = this.cuts?.segments.length;
    this.cuts = cuts;
    this.number = number;
    this.told = { ...told, outline: cuts.outline };
    for (const part of [this.pane, this.strip, this.plot]) part.showCuts(cuts);
    const kept = this.selected !== null && this.selected < cuts.segments.length ? this.selected : null;
    this.#showSelected(kept);
    this.#showFacts();
    if (before !== cuts.segments.length) this.announce(this.result.lead.textContent);
  }

  /** Say more of the number of topics, which was not known when the cuts were shown. */
  showNumber(number) {
    this.number = number;
    if (this.cuts) this.#showFacts();
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

  /** Go to a segment from the contents: the text is brought into sight, and the focus to its heading. */
  goToSegment(index) {
    this.#bringText();
    this.select(index, { scroll: true });
    this.pane.heading(index).firstChild.focus({ preventScroll: true });
  }

  /** Go to a section of the author's from the contents: its heading is pointed at, and the focus is in the text. */
  goToSection(unit) {
    this.#bringText();
    this.pane.scrollToUnit(unit, 0);
    this.pane.element.focus({ preventScroll: true });
    this.onPlace(unit);
    this.announce(this.model.unitText(unit));
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

  #contentsColumn() {
    return make("div", { class: "contents-column" }, this.contents.element, this.side);
  }

  #textColumn() {
    const reading = make("div", { class: "reading" }, this.strip.element, this.pane.element);
    return make("div", { class: "text-column" }, this.tools, reading);
  }

  #plotColumn() {
    const tool = (sign, name, click) => make("button", { type: "button", "data-say-label": name, click }, sign);
    const legend = (kind, name) => make("span", { class: `legend ${kind}`, "data-say": name });
    return make(
      "section",
      { class: "plot-column", "data-say-label": "plot" },
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
    this.result.show(model, cuts, this.number);
    this.contents.show(model, cuts);
    this.trueLegend.hidden = !model.truth;
    const said = { topics: sayCount("topic", cuts.segments.length), units: sayCount(model.unit, model.size) };
    this.plot.element.setAttribute("aria-label", say("plotText", said));
    this.details.show(model, cuts, this.summaryOf);
  }

  #bringText() {
    const { top, bottom } = this.pane.element.getBoundingClientRect();
    if (top > 0.6 * innerHeight || bottom < 0) this.pane.element.scrollIntoView({ block: "start" });
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
    // While keys move over the plot, a mouse that happens to lie on the text says nothing.
    if (!this.cuts || this.plot.element.matches(":focus-visible")) return;
    this.plot.showPair(unit === null ? null : [unit, unit]);
  }
}
