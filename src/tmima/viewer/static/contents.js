// The list of contents: what each segment is called, where it is, how long it is, how sure its beginning is.

import { nameOf } from "./blocks.js";
import { make } from "./dom.js";
import { clock, duration, number, say, sayCount } from "./i18n.js";
import { placed } from "./levels.js";

export class Contents {
  /**
   * `onSegment(index)` is called when a segment is chosen, `onSection(unit)` when a section of the author's is,
   * `onRename(index)` when the name of a segment is to be written.
   */
  constructor({ onSegment, onSection, onRename }) {
    this.chosen = { onSegment, onSection };
    this.onRename = onRename;
    this.list = make("ol", { keydown: (event) => this.#press(event) });
    this.element = make("nav", { class: "contents", "data-say-label": "contents" }, make("h2", { "data-say": "contents" }), this.list);
  }

  /** Show the segments of a text, among the author's sections where it has some. */
  show(model, cuts) {
    const focused = this.order?.indexOf(document.activeElement) ?? -1;
    this.buttons = []; // of the segments, by their index
    this.order = []; // all of them, from above to below
    this.list.replaceChildren(...contentsTree(model.sections, cuts.segments).map((entry) => this.#entry(model, cuts, entry)));
    this.list.lang = model.language === "und" ? "" : model.language;
    if (focused >= 0) this.order[Math.min(focused, this.order.length - 1)].focus();
  }

  /** Mark the segment that is read. */
  mark(index) {
    this.buttons?.forEach((button, at) => {
      if (at === index) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    // Only the list scrolls, never the page around it.
    const [list, button] = [this.list, this.buttons?.[index]];
    if (!button || list.scrollHeight <= list.clientHeight) return;
    const [around, { top, bottom }] = [list, button].map((one) => one.getBoundingClientRect());
    if (top < around.top) list.scrollTop += top - around.top;
    else if (bottom > around.bottom) list.scrollTop += bottom - around.bottom;
  }

  #entry(model, cuts, { index, section, held, children }) {
    const click = () => (index === undefined ? this.chosen.onSection(section.unit) : this.chosen.onSegment(index));
    const said = index === undefined ? [make("span", { class: "heading" }, section.heading)] : this.#segment(model, cuts, index, children);
    const button = make("button", { type: "button", class: index === undefined ? "section" : null, click }, ...said);
    if (index !== undefined) this.buttons[index] = button;
    this.order.push(button);
    const below = children.map((child) => this.#entry(model, cuts, child));
    return make("li", { class: held ? "held" : null }, button, below.length ? make("ol", {}, ...below) : null);
  }

  #segment(model, cuts, index, children) {
    const segment = cuts.segments[index];
    const gist = children.length ? "" : gistOf(model, segment);
    return [
      make("span", { class: "number" }, placed(cuts, index).name),
      make("span", { class: "title" }, nameOf(model, segment)),
      gist ? make("span", { class: "gist" }, gist) : null,
      meta(model, segment),
    ];
  }

  #press(event) {
    const at = this.order.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const last = this.order.length - 1;
    const to = { ArrowDown: Math.min(last, at + 1), ArrowUp: Math.max(0, at - 1), Home: 0, End: last }[event.key];
    const index = this.buttons.indexOf(document.activeElement);
    if (to !== undefined) this.order[to].focus();
    else if (event.key === "F2" && index >= 0) this.onRename(index);
    else return;
    event.preventDefault();
  }
}

/**
 * Return segments and the author's sections as one tree: what lies in another is below it. A segment that is a
 * section, or begins it and has its name, is one entry with it; a section that goes beyond its segment ends with it.
 */
export function contentsTree(sections, segments) {
  const spans = [
    ...sections.map((section) => ({ first: section.first, last: section.last, section, children: [] })),
    ...segments.map(({ first, last }, index) => ({ first, last, index, children: [] })),
  ];
  // Of those that begin together the longer is first, and a section before the segment that it is.
  spans.sort((one, other) => one.first - other.first || other.last - one.last);
  const top = { first: 0, last: Infinity, children: [] };
  const open = [top];
  for (const span of spans) {
    while (span.first >= open.at(-1).last) open.pop();
    const around = open.at(-1);
    span.last = Math.min(span.last, around.last);
    const begins = span.index !== undefined && around.section && around.index === undefined && around.first === span.first;
    if (begins && (around.last === span.last || around.section.heading === segments[span.index].title)) around.index = span.index;
    else {
      // A section without a segment of its own lies in one, or holds some.
      span.held = span.index === undefined && around.index !== undefined && span.first < segments[around.index].last;
      around.children.push(span);
      open.push(span);
    }
  }
  return top.children;
}

// A sentence of its own, if one was found, as it is read; else the words that its name does not have.
function gistOf(model, { first, last, title, summary, keywords }) {
  const name = title.toLowerCase();
  return model.asRead(summary, first, last) || keywords.filter((word) => !name.includes(word.toLowerCase())).join(", ");
}

/** Return a line of where a segment is, how long it is, and how sure its beginning is. */
export function meta(model, segment, ...more) {
  const { certainty, by_hand: byHand, forced } = segment;
  return make(
    "span",
    { class: "meta", lang: document.documentElement.lang },
    ...sayWhere(model, segment).map((said) => make("span", { class: "place" }, said)),
    make("span", {}, sayLength(model, segment)),
    ...more,
    certainty && !byHand ? make("span", { class: "certainty", "data-certainty": certainty }, say(`certainty.${certainty}`)) : null,
    byHand ? make("span", { class: "by-hand" }, say("byHand")) : null,
    forced && !byHand ? make("span", { class: "forced" }, say("forced")) : null,
  );
}

// Of a transcript its time, of a document its pages; other texts have no places.
function sayWhere(model, { start_time: time, pages }) {
  if (model.times) return [clock(time)];
  if (!pages) return [];
  const [first, last] = pages;
  return [first === last ? say("page", { first: number(first) }) : say("pages", { first: number(first), last: number(last) })];
}

function sayLength(model, { start_time: from, end_time: to, sentences }) {
  return model.times ? duration(to - from) : sayCount("sentences", sentences);
}
