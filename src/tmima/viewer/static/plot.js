// The dotplot on the page: drawn in steps, zoomed, pointed at, moved over with the keyboard.

import { make } from "./dom.js";
import { segmentOf } from "./model.js";
import { dotsPicture, onDarkness, paintBlocks, paintDots, paintPair, palette } from "./painting.js";
import { counting, tiling } from "./raster.js";

const FRAME = 8; // milliseconds of counting between two frames
const CLOSEST = 8; // units across at the closest zoom
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class Plot {
  /** `onPair(pair, byKeyboard)` is called with [row, column] or null, `onSegment(index)` on a choice. */
  constructor({ onPair, onSegment }) {
    this.onPair = onPair;
    this.onSegment = onSegment;
    this.dots = make("canvas", { "aria-hidden": "true" });
    this.blocks = make("canvas", { "aria-hidden": "true" });
    this.element = make(
      "div",
      {
        class: "plot",
        tabindex: "0",
        role: "application",
        "aria-describedby": "plot-help",
        pointermove: (event) => this.#point(event),
        click: (event) => this.#choose(event),
        keydown: (event) => this.#press(event),
      },
      this.dots,
      this.blocks,
    );
    this.element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.#resize()).observe(this.element);
    onDarkness(() => this.#count());
  }

  /** Show another text. */
  showText(model) {
    this.model = model;
    this.cuts = null;
    this.selected = null;
    this.pair = null;
    this.showAll();
  }

  /** Show other cuts of the text. */
  showCuts(cuts) {
    this.cuts = cuts;
    this.#paintBlocks();
  }

  /** Light up a segment, or none for null. */
  select(index) {
    if (index === this.selected) return;
    this.selected = index;
    this.#paintBlocks();
  }

  /** Mark the row and column of a pair of units and tell about it; null for none. */
  showPair(pair, byKeyboard = false) {
    if (String(pair) === String(this.pair)) return;
    this.pair = pair;
    this.#paintBlocks();
    this.onPair(pair, byKeyboard);
  }

  /** Show the whole of D. */
  showAll() {
    this.#look({ x: 0, y: 0, span: this.model.size });
  }

  /** Zoom about the pair that is marked, or about the middle. */
  zoom(factor, centre = this.pair && [this.pair[0] + 0.5, this.pair[1] + 0.5]) {
    const { x, y, span } = this.window;
    const [row, column] = centre ?? [y + span / 2, x + span / 2];
    const size = this.model.size;
    const next = Math.min(size, Math.max(Math.min(CLOSEST, size), span * factor));
    const place = (start, at) => Math.min(size - next, Math.max(0, at - ((at - start) * next) / span));
    this.#look({ x: place(x, column), y: place(y, row), span: next });
  }

  #look(window) {
    this.window = window;
    this.#count();
  }

  #resize() {
    const ratio = window.devicePixelRatio || 1;
    const pixels = Math.round(this.element.clientWidth * ratio);
    if (!pixels || pixels === this.pixels) return;
    this.ratio = ratio;
    this.pixels = pixels;
    for (const canvas of [this.dots, this.blocks]) canvas.width = canvas.height = pixels;
    this.#count();
  }

  // Count the dots in slices of a frame, and draw what there is after each.
  #count() {
    if (!this.model || !this.pixels) return;
    const tiles = tiling(this.model.size, this.window, this.pixels);
    this.tile = tiles.tile;
    const counts = new Float32Array(tiles.side * tiles.side);
    const work = counting(this.model, tiles, counts);
    this.work = work;
    this.element.dataset.drawn = "";
    const slice = () => {
      if (this.work !== work) return;
      const end = performance.now() + FRAME;
      let finished = false;
      while (!finished && performance.now() < end) finished = work.next().done;
      this.#paintDots(tiles, counts);
      if (finished) this.element.dataset.drawn = String(tiles.side);
      else requestAnimationFrame(slice);
    };
    slice();
    this.#paintBlocks();
  }

  #paintDots(tiles, counts) {
    const context = this.dots.getContext("2d");
    context.clearRect(0, 0, this.pixels, this.pixels);
    const picture = dotsPicture(counts, tiles, palette().dot);
    paintDots(context, this.pixels, this.window, tiles, picture);
  }

  #paintBlocks() {
    if (!this.model || !this.pixels) return;
    const context = this.blocks.getContext("2d");
    const colours = palette();
    context.clearRect(0, 0, this.pixels, this.pixels);
    if (this.pair) paintPair(context, this.pixels, this.window, this.pair, colours, this.ratio);
    if (!this.cuts) return;
    const { cuts, selected, ratio } = this;
    paintBlocks(context, this.pixels, this.window, { cuts, truth: this.model.truth, selected, colours, ratio });
  }

  #place(event) {
    const box = this.element.getBoundingClientRect();
    const scale = this.window.span / box.width;
    return [this.window.y + (event.clientY - box.top) * scale, this.window.x + (event.clientX - box.left) * scale];
  }

  #unitsAt(event) {
    return this.#place(event).map((at) => Math.min(this.model.size - 1, Math.max(0, Math.floor(at))));
  }

  #point(event) {
    // A dot may stand for many pairs of units: one of those that are similar is meant.
    if (this.model) this.showPair(this.model.similarPair(...this.#unitsAt(event), this.tile));
  }

  #choose(event) {
    if (!this.cuts) return;
    const [row, column] = this.#unitsAt(event);
    const index = segmentOf(this.cuts.boundaries, row);
    // Beside the blocks there is no segment to choose, only two sentences of different ones.
    this.onSegment(index === segmentOf(this.cuts.boundaries, column) ? index : null);
  }

  #wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.#place(event));
  }

  #press(event) {
    if (!this.model || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = this.pair ?? [0, 0];
    if (event.key in STEPS) {
      const far = event.shiftKey ? 10 : 1;
      this.#move(from.map((at, axis) => at + far * STEPS[event.key][axis]));
    } else if (event.key === "Home") this.#move([0, 0]);
    else if (event.key === "End") this.#move([this.model.size - 1, this.model.size - 1]);
    else if (event.key === "PageDown") this.#toBlock(from[0], 1);
    else if (event.key === "PageUp") this.#toBlock(from[0], -1);
    else if (event.key === "Enter" && this.cuts) this.onSegment(segmentOf(this.cuts.boundaries, from[0]));
    else if (event.key === "Escape") this.onSegment(null);
    else if (event.key === "+" || event.key === "=") this.zoom(0.7);
    else if (event.key === "-") this.zoom(1 / 0.7);
    else if (event.key === "0") this.showAll();
    else return;
    event.preventDefault();
  }

  #move(to) {
    const pair = to.map((at) => Math.min(this.model.size - 1, Math.max(0, at)));
    this.#reveal(pair);
    this.showPair(pair, true);
  }

  #toBlock(unit, step) {
    if (!this.cuts) return;
    const index = segmentOf(this.cuts.boundaries, unit) + step;
    const { first } = this.cuts.segments[Math.min(this.cuts.segments.length - 1, Math.max(0, index))];
    this.#move([first, first]);
  }

  #reveal([row, column]) {
    const { x, y, span } = this.window;
    const fit = (start, at) => Math.min(at, Math.max(start, at + 1 - span));
    const window = { x: fit(x, column), y: fit(y, row), span };
    if (window.x !== x || window.y !== y) this.#look(window);
  }
}
