// The strip along the text: every place where it was or might have been cut, and at what cost.

import { make } from "./dom.js";
import { number, say } from "./i18n.js";
import { onDarkness, palette } from "./painting.js";

export class Strip {
  /** `onPlace(place)` is called when a place is chosen. */
  constructor({ onPlace }) {
    this.canvas = make("canvas");
    this.tip = make("span", { class: "tip", hidden: true });
    this.element = make(
      "div",
      {
        class: "strip",
        role: "img",
        "data-say-label": "strip",
        pointermove: (event) => this.#point(event),
        pointerleave: () => (this.tip.hidden = true),
        click: (event) => this.cuts && onPlace(this.#placeAt(event)),
      },
      this.canvas,
      this.tip,
    );
    new ResizeObserver(() => this.#resize()).observe(this.element);
    onDarkness(() => this.#paint());
  }

  /** Show another text. */
  showText(model) {
    this.model = model;
    this.cuts = null;
    this.#paint();
  }

  /** Show other cuts of the text. */
  showCuts(cuts) {
    this.cuts = cuts;
    this.scale = usual(cuts.near ?? []);
    this.#paint();
  }

  #resize() {
    this.ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.element.clientWidth * this.ratio);
    this.canvas.height = Math.round(this.element.clientHeight * this.ratio);
    this.#paint();
  }

  #paint() {
    const context = this.canvas.getContext("2d");
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (this.cuts && this.ratio) this.#paintPlaces(context, palette(), this.ratio);
  }

  #paintPlaces(context, colours, ratio) {
    const { width, height } = this.canvas;
    const bar = (place, share, thick) => {
      const middle = Math.round((place / this.model.size) * height);
      context.fillRect(0, middle - thick / 2, width * share, thick);
    };
    context.fillStyle = colours.ink;
    context.globalAlpha = 0.55;
    const thick = Math.max(0.5, Math.min(3 * ratio, (0.6 * height) / this.model.size));
    (this.cuts.near ?? []).forEach((cost, index) => bar(index + 1, 0.9 * Math.exp(-cost / this.scale), thick));
    context.globalAlpha = 1;
    context.fillStyle = colours.found;
    const line = Math.max(0.5, Math.min(2.5 * ratio, (0.4 * height) / this.cuts.boundaries.length));
    for (const cut of this.cuts.boundaries.slice(0, -1)) bar(cut, 1, line);
    context.fillStyle = colours.true;
    for (const cut of this.model.truth?.slice(0, -1) ?? []) {
      const y = (cut / this.model.size) * height;
      context.beginPath();
      context.moveTo(width, y - 4 * ratio);
      context.lineTo(width - 7 * ratio, y);
      context.lineTo(width, y + 4 * ratio);
      context.fill();
    }
  }

  #placeAt(event) {
    const box = this.element.getBoundingClientRect();
    const place = Math.round(((event.clientY - box.top) / box.height) * this.model.size);
    return Math.min(this.model.size - 1, Math.max(1, place));
  }

  #point(event) {
    if (!this.cuts || this.model.size < 2) return;
    const place = this.#placeAt(event);
    const cost = this.cuts.near?.[place - 1];
    const cut = this.cuts.boundaries.includes(place);
    const name = say(`before.${this.model.unit}`, { number: number(place + 1) });
    this.tip.hidden = !cut && cost === undefined;
    if (this.tip.hidden) return;
    this.tip.textContent = cut
      ? say("cutHere", { place: name })
      : say("nearHere", { place: name, cost: number(cost, 2) });
    const box = this.element.getBoundingClientRect();
    this.tip.style.top = `${event.clientY - box.top}px`;
  }
}

/** Return a cost that is small for this text, against which others are seen. */
function usual(near) {
  const sorted = near.filter((cost) => cost > 0).sort((one, other) => one - other);
  return sorted.length ? sorted[Math.floor(sorted.length / 4)] || 1 : 1;
}
