// The curve of evidence: what speaks for each number of segments, which is found, and how sure that is.

import { make, shape } from "./dom.js";
import { number, say, sayCount } from "./i18n.js";

// The drawing's own measures; it grows with its place.
const WIDTH = 264;
const BASE = 84;
const HEIGHT = 100;
const MARGIN = { side: 12, top: 20 };
// What the evidence speaks for so much less than for the best is out of the question, and not drawn to scale.
const DEPTH = 1;
// At least so many numbers are drawn, and twice as many as are likely.
const FEWEST = 12;

const MOVES = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5, Home: -Infinity, End: Infinity };

/** Return what cuts tell of the number of segments, for numbers that can be had; null if nothing. */
export function evidenceIn({ fitted, segments, boundaries }) {
  const size = boundaries.at(-1);
  if (!fitted?.evidence || size < 2) return null;
  const { interval, scores } = fitted.evidence;
  // Between paragraphs there may be fewer places to cut than the sentences speak for.
  const [low, high] = interval.map((each) => Math.min(each, size));
  return { found: segments.length, low, high, scores: scores.slice(0, size) };
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
    this.axis = make("div", { "data-say-label": "evidence", ...(onNumber ? chosen : { role: "img" }) }, this.drawing);
    this.caption = make("small");
    this.element = make("div", { class: "curve", hidden: true }, this.axis, this.caption);
  }

  /** Show the evidence with the number that was found, and the one that was told if there is one; nothing without evidence. */
  show(evidence, told = null) {
    this.element.hidden = !evidence;
    if (!evidence) return;
    this.evidence = evidence;
    this.told = told;
    const most = Math.max(FEWEST, 2 * evidence.high, 2 * evidence.found);
    this.scores = evidence.scores.slice(0, most);
    this.#draw();
    this.#say();
  }

  #say() {
    const { found, low, high } = this.evidence;
    const likely = low === high ? say("veryLikely", { low }) : say("probably", { low, high });
    const parts = [say("foundNumber", { number: number(found) }), likely];
    if (this.told !== null) parts.unshift(say("toldNumber", { number: number(this.told) }));
    const facts = parts.join(", ");
    // Where a number can be told, its control stands above.
    this.caption.textContent = this.onNumber ? facts : `${say("n_segments")}: ${facts}`;
    if (!this.onNumber) {
      this.axis.setAttribute("aria-label", `${say("evidence")}: ${facts}`);
      return;
    }
    const now = this.told ?? found;
    this.axis.setAttribute("aria-valuemax", this.scores.length);
    this.axis.setAttribute("aria-valuenow", Math.min(now, this.scores.length));
    this.axis.setAttribute("aria-valuetext", `${sayCount("segment", now)}: ${facts}`);
  }

  #draw() {
    const { found } = this.evidence;
    const { scores, told } = this;
    const [low, high] = [this.#x(this.evidence.low), this.#x(this.evidence.high)];
    const half = Math.min(this.#x(2) - this.#x(1), 2 * MARGIN.side) / 2;
    const points = scores.map((_, index) => `${this.#x(index + 1)},${this.#y(index + 1)}`);
    this.pointed = shape("g", { class: "pointed" });
    this.drawing.replaceChildren(
      shape("rect", { class: "likely", x: low - half, y: 0, width: high - low + 2 * half, height: BASE }),
      shape("line", { class: "base", x1: 0, x2: WIDTH, y1: BASE, y2: BASE }),
      shape("polyline", { points: points.join(" ") }),
      ...[1, scores.length].map((each) => this.#label(each, HEIGHT - 3, "end")),
      ...this.#mark(found, "found"),
      ...this.#mark(told ?? found, "shown"),
      this.pointed,
    );
  }

  // A dot on the curve; the number that is shown stands above its own.
  #mark(each, kind) {
    if (each > this.scores.length) return [];
    const [x, y] = [this.#x(each), this.#y(each)];
    const dot = shape("circle", { class: kind, cx: x, cy: y, r: 4.5 });
    return kind === "shown" ? [dot, this.#label(each, y - 8, kind)] : [dot];
  }

  #label(each, y, kind) {
    return shape("text", { class: kind, x: this.#x(each), y }, number(each));
  }

  // Show which number a click would choose.
  #point(each) {
    if (each === null) this.pointed.replaceChildren();
    else {
      const x = this.#x(each);
      const line = shape("line", { x1: x, x2: x, y1: this.#y(each), y2: BASE });
      this.pointed.replaceChildren(line, this.#label(each, HEIGHT - 3, "foot"));
    }
  }

  #x(each) {
    return MARGIN.side + ((each - 1) / (this.scores.length - 1)) * (WIDTH - 2 * MARGIN.side);
  }

  #y(each) {
    const depth = (Math.max(...this.scores) - this.scores[each - 1]) / DEPTH;
    return MARGIN.top + Math.min(1, depth) * (BASE - MARGIN.top);
  }

  #numberAt(event) {
    const box = this.drawing.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH - MARGIN.side;
    return this.#within(Math.round(1 + (share / (WIDTH - 2 * MARGIN.side)) * (this.scores.length - 1)));
  }

  #within(each) {
    return Math.min(this.scores.length, Math.max(1, each));
  }

  #press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") this.onNumber(null);
    else if (event.key in MOVES) this.onNumber(this.#within((this.told ?? this.evidence.found) + MOVES[event.key]));
    else return;
    event.preventDefault();
  }
}
