// A document as its reader knows it: headings, lists, quotations, tables and code made of the units of its text.

import { make } from "./dom.js";
import { say } from "./i18n.js";

// Headings of the document stand below those of the segments.
const ABOVE = 3;
const DEEPEST = 6;
const RULE = /^[\s|:+=-]*$/;

/** Return the characters of a range as nodes: what is hidden stays in its place, unseen. */
export function written(model, start, end) {
  return model.fragments(start, end).map(([text, name]) => {
    if (!name) return text;
    if (name === "hidden") return make("span", { hidden: true }, text);
    if (name === "break") return make("span", {}, make("br"), make("span", { hidden: true }, text));
    return make("span", { class: name }, text);
  });
}

/** Return the element of a unit. */
export function unitElement(model, unit) {
  const [start, end] = model.span(unit);
  const table = model.blockOf(unit)?.kind === "table" ? tableOf(model, start, end) : null;
  return make("span", { class: table ? "unit whole" : "unit", "data-unit": unit }, ...(table ? [table] : written(model, start, end)));
}

/** Return what a segment is called; one that only programs read is called so. */
export function nameOf(model, { first, last, title, by_hand: byHand }) {
  for (let unit = first; unit < last; unit++) if (model.blockOf(unit)?.kind !== "program") return title;
  return byHand ? title : say("program");
}

/** Puts the units of a segment into the blocks that they belong to, one after the other. */
export class BlockBuilder {
  constructor(model) {
    this.model = model;
    this.parts = []; // of the segment, in order
    this.levels = []; // of the headings that are open
  }

  /** Add a unit; `begins` says whether it begins a paragraph, `before` is what stands before it then. */
  add(unit, element, begins, before) {
    const block = this.model.blockOf(unit);
    if (begins || block !== this.block || !this.parts.length) this.#begin(block, before);
    this.block = block;
    this.holder.append(element, " ");
  }

  #begin(block, before) {
    const { kind = "prose", level = 0 } = block ?? {};
    const deep = level && kind !== "heading" ? { class: `depth-${Math.min(level, 5)}` } : {};
    if (kind === "heading") this.#put(make(`h${this.#heading(level)}`, { class: `level-${level}` }));
    else if (kind === "item") this.#putItem(make("li", deep));
    else if (kind === "quote") this.#put(make("blockquote", {}, make("p")), "p");
    else if (kind === "code") this.#put(make("pre"));
    else if (kind === "table") this.#put(make("div", { class: "table" }));
    else if (kind === "program") this.#put(make("details", { class: "program" }, make("summary", { "data-say": "program" }, say("program")), make("pre")), "pre");
    else this.#put(make("p", kind === "aside" ? { class: "aside" } : deep, before ?? null));
  }

  #put(part, inside = null) {
    this.parts.push(part);
    this.holder = inside ? part.querySelector(inside) : part;
  }

  #putItem(item) {
    if (this.parts.at(-1)?.localName !== "ul") this.parts.push(make("ul"));
    this.parts.at(-1).append(item);
    this.holder = item;
  }

  // However its levels jump, no heading is more than one below the one above it.
  #heading(level) {
    while (this.levels.at(-1) >= level) this.levels.pop();
    this.levels.push(level);
    return Math.min(DEEPEST, ABOVE + this.levels.length);
  }
}

// A table of lines whose cells are parted by bars; null where there are none. All characters stay in it.
function tableOf(model, start, end) {
  const rows = [];
  let place = start;
  for (const line of model.text.slice(start, end).split(/(?<=\n)/)) {
    rows.push({ start: place, end: place + line.length, isRule: RULE.test(line), cells: cellsOf(line, place) });
    place += line.length;
  }
  if (!rows.some(({ isRule, cells }) => !isRule && cells.length > 1)) return null;
  const body = make("tbody");
  rows.forEach(({ isRule, cells, start: first, end: last }, index) => {
    if (isRule) body.append(make("tr", { hidden: true }, make("td", {}, model.text.slice(first, last))));
    else {
      const tag = rows[index + 1]?.isRule && index === 0 ? "th" : "td";
      body.append(make("tr", {}, ...cells.map(([from, begin, to, behind]) => make(tag, tag === "th" ? { scope: "col" } : {}, unseen(model, from, begin), ...written(model, begin, to), unseen(model, to, behind)))));
    }
  });
  return make("table", {}, body);
}

// The cells of a line: where each begins with the bar before it, where its text does, where that ends, and the cell.
function cellsOf(line, place) {
  const cells = [];
  for (const { index, 0: cell } of line.matchAll(/\|?(?:\\[^]|[^|\\])*/g)) {
    if (!cell) continue;
    const from = place + index;
    const begin = from + (cell.startsWith("|") ? 1 : 0);
    const end = from + cell.length;
    // Behind the last bar there is no cell.
    if (cells.length && index + cell.length === line.length && !cell.slice(1).trim()) cells.at(-1)[3] = end;
    else cells.push([from, begin, end, end]);
  }
  return cells;
}

function unseen(model, start, end) {
  return start < end ? make("span", { hidden: true }, model.text.slice(start, end)) : null;
}
