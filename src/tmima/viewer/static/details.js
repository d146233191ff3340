// The figures behind the cuts, each with a sentence on what it is, and the segments as a table.

import { nameOf } from "./blocks.js";
import { sayFiner } from "./dial.js";
import { make } from "./dom.js";
import { clock, language, number, percent, say, sayMethod, sayMethodName, sayOr, sayScore, saySimilarity } from "./i18n.js";
import { placed } from "./levels.js";

const MOST_PLACES = 12;

export class Details {
  /** `onSegment(index)` and `onPlace(place)` are called when one is chosen from a table. */
  constructor({ onSegment, onPlace }) {
    this.chosen = { onSegment, onPlace };
    this.body = make("div", { class: "figures" });
    const title = make("summary", { "data-say": "details" });
    this.element = make("details", { class: "details", toggle: () => this.#fill() }, title, this.body);
  }

  /** Show the figures of cuts; `summaryOf(kind, name)` says in English what a method or a similarity is. */
  show(model, cuts, summaryOf) {
    this.shown = [model, cuts, summaryOf];
    this.#fill();
  }

  // What nobody looks at is not made anew at every move of the dial.
  #fill() {
    if (!this.element.open || !this.shown) return;
    const [model, cuts, summaryOf] = this.shown;
    this.body.replaceChildren(
      figures(cuts, summaryOf),
      segmentTable(model, cuts, this.chosen.onSegment),
      ...elsewhereTable(model, cuts, this.chosen.onPlace),
    );
  }
}

// Names, values and what they mean.
function figures({ method, fitted, parameters, cost, scores, score_labels: labels, score_helps: helps }, summaryOf) {
  const rows = [[say("method"), sayMethodName(method), sayMethod(method, summaryOf("methods", method))]];
  if (fitted?.similarity) rows.push([say("similarity"), ...saySimilarity(fitted.similarity, summaryOf("similarities", fitted.similarity))]);
  for (const [name, value] of Object.entries(parameters)) {
    // Lengths are counted in sentences unless told otherwise.
    if (value !== "sentences") rows.push([sayOr(name, name), sayParameter(name, value), sayOr(`${name}.help`, "")]);
  }
  if (cost !== null) rows.push([say("cost"), number(cost, 2), say("cost.help")]);
  for (const [name, value] of Object.entries(scores ?? {})) {
    const [label, help] = sayScore(name, labels[name], helps[name]);
    rows.push([label, percent(value, 1), help]);
  }
  const list = rows.map(([name, value, help]) =>
    make("div", {}, make("dt", {}, `${name} `, make("b", {}, value)), make("dd", {}, help)),
  );
  return make("dl", {}, ...list);
}

function sayParameter(name, value) {
  if (name === "finer") return sayFiner(value);
  return typeof value === "number" ? value.toLocaleString(language(), { maximumSignificantDigits: 4 }) : String(value);
}

// How fields are written that are not written as they are, and under which heads.
const WRITERS = {
  start_time: clock,
  pages: ([first, last]) => (first === last ? number(first) : `${number(first)}–${number(last)}`),
  probability: (share) => percent(share),
  certainty: (word) => say(`certainty.${word}`),
  path: (headings) => headings.join(" › "),
  forced: () => say("forced"),
};
const HEADS = { start_time: "time", title: "segmentTitle", pages: "pagesColumn", forced: "limitColumn" };
// Where a segment lies is told in units; these say it otherwise, are columns of their own, or stand in the contents.
const UNSAID = new Set(["start", "end", "first", "last", "units", "end_time", "origin_start", "origin_end", "sentences", "words", "density", "summary", "by_hand", "page", "id"]);

function segmentTable(model, cuts, onSegment) {
  const columns = [
    [say("from"), ({ first }) => number(first + 1)],
    [say("to"), ({ last }) => number(last)],
    [say("length"), ({ sentences }) => number(sentences)],
    [say("density"), ({ density }) => percent(density)],
    ...furtherColumns(model, cuts.segments),
  ];
  const rows = cuts.segments.map((segment, index) => [
    link(placed(cuts, index).name, () => onSegment(index)),
    ...columns.map(([, write]) => write(segment)),
  ]);
  return table("table", "density.help", [say("topic"), ...columns.map(([head]) => head)], rows);
}

// A column for each other field that any segment has.
function furtherColumns(model, segments) {
  const has = (segment, name) => isTold(segment[name]);
  const names = Object.keys(segments[0]).filter((name) => !UNSAID.has(name) && segments.some((segment) => has(segment, name)));
  return names.map((name) => {
    const write = WRITERS[name] ?? ((value) => (Array.isArray(value) ? value.join(", ") : String(value)));
    const value = (segment) => (name === "title" ? nameOf(model, segment) : segment[name]);
    return [sayOr(HEADS[name] ?? name, name), (segment) => (has(segment, name) ? write(value(segment)) : "")];
  });
}

function isTold(value) {
  return value !== null && value !== undefined && value !== false && String(value) !== "";
}

function elsewhereTable(model, cuts, onPlace) {
  if (!cuts.probabilities) return [];
  const rows = cuts.elsewhere
    .slice(0, MOST_PLACES)
    .map(({ place, belief }) => [
      link(say(`before.${model.unit}`, { number: number(place + 1) }), () => onPlace(place)),
      percent(belief),
      model.unitText(place).slice(0, 80),
    ]);
  return [table("elsewhere", "elsewhere.help", ["placeColumn", "belief", "text"].map((name) => say(name)), rows)];
}

// A table below its title and a sentence on what it shows; a wide one scrolls by itself.
function table(title, help, heads, rows) {
  const head = make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)));
  const body = rows.map(([first, ...others]) =>
    make("tr", {}, make("th", { scope: "row" }, first), ...others.map((value) => make("td", {}, value))),
  );
  return make(
    "section",
    { class: "tables" },
    make("h3", {}, say(title)),
    make("p", {}, say(help)),
    make(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": say(title) },
      make("table", {}, make("thead", {}, head), make("tbody", {}, ...body)),
    ),
  );
}

function link(name, click) {
  return make("button", { type: "button", click }, name);
}
