// The list of contents: what each segment is called, where it is, how long it is, how sure its beginning is.

import { make } from "./dom.js";
import { clock, duration, number, say, sayCount } from "./i18n.js";
import { placed } from "./levels.js";

export class Contents {
  /** `onSegment(index)` is called when one is chosen, `onRename(index)` when its name is to be written. */
  constructor({ onSegment, onRename }) {
    this.onSegment = onSegment;
    this.onRename = onRename;
    this.list = make("ol", { keydown: (event) => this.#press(event) });
    this.element = make("nav", { class: "contents", "data-say-label": "contents" }, make("h2", { "data-say": "contents" }), this.list);
  }

  /** Show the segments of a text. */
  show(model, cuts) {
    const focused = this.buttons?.indexOf(document.activeElement) ?? -1;
    this.buttons = cuts.segments.map((segment, index) => this.#entry(model, cuts, segment, index));
    this.list.replaceChildren(...this.buttons.map((button) => make("li", {}, button)));
    this.list.lang = model.language === "und" ? "" : model.language;
    if (focused >= 0) this.buttons[Math.min(focused, this.buttons.length - 1)].focus();
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

  #entry(model, cuts, segment, index) {
    // A sentence of its own, if one was found; else the words that its name does not have.
    const name = segment.title.toLowerCase();
    const gist = segment.summary || segment.keywords.filter((word) => !name.includes(word.toLowerCase())).join(", ");
    return make(
      "button",
      { type: "button", click: () => this.onSegment(index) },
      make("span", { class: "number" }, placed(cuts, index).name),
      make("span", { class: "title" }, segment.title),
      gist ? make("span", { class: "gist" }, gist) : null,
      meta(model, segment),
    );
  }

  #press(event) {
    const at = this.buttons.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const last = this.buttons.length - 1;
    const to = { ArrowDown: Math.min(last, at + 1), ArrowUp: Math.max(0, at - 1), Home: 0, End: last }[event.key];
    if (to !== undefined) this.buttons[to].focus();
    else if (event.key === "F2") this.onRename(at);
    else return;
    event.preventDefault();
  }
}

/** Return a line of where a segment is, how long it is, and how sure its beginning is. */
export function meta(model, segment, ...more) {
  const { certainty, by_hand: byHand } = segment;
  return make(
    "span",
    { class: "meta", lang: document.documentElement.lang },
    ...sayWhere(model, segment).map((said) => make("span", { class: "place" }, said)),
    make("span", {}, sayLength(model, segment)),
    ...more,
    certainty && !byHand ? make("span", { class: "certainty", "data-certainty": certainty }, say(`certainty.${certainty}`)) : null,
    byHand ? make("span", { class: "by-hand" }, say("byHand")) : null,
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
