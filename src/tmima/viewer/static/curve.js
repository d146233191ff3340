// How probable each number of segments is, which is found, and how sure that is.

import { make, shape } from "./dom.js";
import { number, percent, say, sayCount } from "./i18n.js";
import { sayLikely } from "./result.js";

// The drawing's own measures; it grows with its place.
const WIDTH = 264;
const BASE = 62;
const HEIGHT = 78;
const MARGIN = { side: 12, top: 20 };
// At least so many numbers are drawn, and twice as many as are likely.
const FEWEST = 12;

const MOVES = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5, Home: -Infinity, End: Infinity };

/** Return what cuts tell of the number of topics, for numbers that can be had; null if nothing. */
export function numberIn({ fitted, segments, boundaries }) {
  const size = boundaries.at(-1);
  if (!fitted?.number || size < 2) return null;
  const [low, high] = fitted.number.interval;
  return { found: segments.length, low, high, size, first: fitted.number.first, shares: fitted.number.shares };
}

export class Curve {
  /** `onNumber(number)` is called when one is chosen, with null for the one that is found; without it, none can be. */
  constructor(onNumber = null) {
    this.onNumber = onNumber;
    this.drawing = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
    const chosen = {
      role: "slider",
      tabindex: 0,
      "aria-valuemin": 1,
      click: (event) => onNumber(this.#numberAt(event)),
      pointermove: (event) => this.#point(this.#numberAt(event)),
      pointerleave: () => this.#point(null),
      keydown: (event) => this.#press(event),
    };
    this.axis = make("div", { "data-say-label": "shares", ...(onNumber ? chosen : { role: "img" }) }, this.drawing);
    this.element = make("div", { class: "curve", hidden: true }, this.axis);
  }

  /** Show how probable each number is, the one that was found, and the one at hand if that is another; nothing for null. */
  show(told, wanted = null) {
    this.element.hidden = !told;
    if (!told) return;
    this.number = told;
    this.wanted = wanted;
    this.most = Math.min(told.size, Math.max(FEWEST, 2 * told.high, 2 * told.found));
    this.#draw();
    this.#say();
  }

  #say() {
    const { found } = this.number;
    const now = this.wanted ?? found;
    const facts = [say("foundNumber", { number: number(found) }), sayLikely(this.number)].join(", ");
    if (!this.onNumber) {
      this.axis.setAttribute("aria-label", `${say("shares")}: ${facts}`);
      return;
    }
    this.axis.setAttribute("aria-valuemax", this.most);
    this.axis.setAttribute("aria-valuenow", Math.min(now, this.most));
    this.axis.setAttribute("aria-valuetext", `${sayCount("topic", now)}: ${facts}`);
  }

  #draw() {
    const { found } = this.number;
    const [low, high] = [this.#x(this.number.low), this.#x(this.number.high)];
    const half = Math.min(this.#step(), 2 * MARGIN.side) / 2;
    // Between bars that are wide enough some room is left.
    const wide = Math.max(0.5, half > 2 ? half - 1.5 : half);
    const bars = Array.from({ length: this.most }, (_, index) => index + 1)
      .filter((each) => this.#share(each) > 0)
      .map((each) => `M${this.#x(each) - wide},${BASE}V${this.#y(each)}h${2 * wide}V${BASE}z`);
    this.pointed = shape("g", { class: "pointed" });
    this.drawing.replaceChildren(
      shape("rect", { class: "likely", x: low - half, y: 0, width: high - low + 2 * half, height: BASE }),
      shape("path", { class: "bars", d: bars.join("") }),
      shape("line", { class: "base", x1: 0, x2: WIDTH, y1: BASE, y2: BASE }),
      ...[1, this.most].map((each) => this.#label(each, HEIGHT - 3, "end")),
      ...this.#mark(found, "found"),
      ...this.#mark(this.wanted ?? found, "shown"),
      this.pointed,
    );
  }

  // A dot on its bar; the number that is shown stands above its own.
  #mark(each, kind) {
    if (each > this.most) return [];
    const [x, y] = [this.#x(each), this.#y(each)];
    const dot = shape("circle", { class: kind, cx: x, cy: y, r: 4.5 });
    return kind === "shown" ? [dot, this.#label(each, y - 8, kind)] : [dot];
  }

  #label(each, y, kind, more = "") {
    return shape("text", { class: kind, x: this.#x(each), y }, number(each) + more);
  }

  // Show which number a click would choose, and how probable it is.
  #point(each) {
    if (each === null) this.pointed.replaceChildren();
    else {
      const x = this.#x(each);
      const line = shape("line", { x1: x, x2: x, y1: this.#y(each), y2: BASE });
      const label = this.#label(each, HEIGHT - 3, "foot", ` (${percent(this.#share(each))})`);
      label.setAttribute("x", Math.min(WIDTH - 2 * MARGIN.side, Math.max(2 * MARGIN.side, x)));
      this.pointed.replaceChildren(line, label);
    }
  }

  #share(each) {
    return this.number.shares[each - this.number.first] ?? 0;
  }

  #step() {
    return (WIDTH - 2 * MARGIN.side) / Math.max(1, this.most - 1);
  }

  #x(each) {
    return MARGIN.side + (each - 1) * this.#step();
  }

  #y(each) {
    return BASE - (this.#share(each) / Math.max(...this.number.shares)) * (BASE - MARGIN.top);
  }

  #numberAt(event) {
    const box = this.drawing.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * WIDTH - MARGIN.side;
    return this.#within(Math.round(1 + place / this.#step()));
  }

  #within(each) {
    return Math.min(this.most, Math.max(1, each));
  }

  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") this.onNumber(null);
    else if (event.key in MOVES) this.onNumber(this.#within((this.wanted ?? this.number.found) + MOVES[event.key]));
    else return;
    event.preventDefault();
  }
}
