// The strip along the text: every place where it was or might have been cut, and how probable that is.

import { make } from "./dom.js";
import { number, percent, say } from "./i18n.js";
import { onDarkness, palette } from "./painting.js";

// A text of so many units is shown whole; of a longer one at least so many.
const WHOLE = 200;
// The longest bar is that of the likeliest place, if it is at all likely.
const LEAST = 0.1;

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
    this.sight = [0, 0];
    this.#paint();
  }

  /** Show other cuts of the text. */
  showCuts(cuts) {
    this.cuts = cuts;
    this.most = Math.max(LEAST, ...(cuts.probabilities ?? []));
    this.#paint();
  }

  /** Show where the units in sight are; of a long text, only what lies around them is shown. */
  showSight(first, last) {
    this.sight = [first, last];
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

  // The first place that is shown, and how many.
  #shown() {
    const { size } = this.model;
    if (size <= WHOLE) return [0, size];
    const [first, last] = this.sight;
    const span = Math.min(size, Math.max(WHOLE, 1.5 * (last - first)));
    return [Math.max(0, Math.min(size - span, (first + last - span) / 2)), span];
  }

  #paintPlaces(context, colours, ratio) {
    const { width, height } = this.canvas;
    const [from, span] = this.#shown();
    const at = (place) => Math.round(((place - from) / span) * height);
    const bar = (place, share, thick) => context.fillRect(0, at(place) - thick / 2, width * share, thick);
    const [first, last] = this.sight;
    context.fillStyle = colours["found-soft"];
    context.fillRect(0, at(first), width, at(last) - at(first));
    context.fillStyle = colours.ink;
    context.globalAlpha = 0.55;
    const thick = Math.max(1, Math.min(3 * ratio, (0.6 * height) / span));
    const { probabilities, boundaries } = this.cuts;
    for (let place = Math.ceil(from) || 1; probabilities && place < from + span && place <= probabilities.length; place++) {
      bar(place, (0.9 * probabilities[place - 1]) / this.most, thick);
    }
    context.globalAlpha = 1;
    context.fillStyle = colours.found;
    for (const cut of boundaries.slice(0, -1)) bar(cut, 1, 2.5 * ratio);
    context.fillStyle = colours.true;
    for (const cut of this.model.truth?.slice(0, -1) ?? []) {
      context.beginPath();
      context.moveTo(width, at(cut) - 4 * ratio);
      context.lineTo(width - 7 * ratio, at(cut));
      context.lineTo(width, at(cut) + 4 * ratio);
      context.fill();
    }
  }

  #placeAt(event) {
    const box = this.element.getBoundingClientRect();
    const [from, span] = this.#shown();
    const place = Math.round(from + ((event.clientY - box.top) / box.height) * span);
    return Math.min(this.model.size - 1, Math.max(1, place));
  }

  #point(event) {
    if (!this.cuts || this.model.size < 2) return;
    const place = this.#placeAt(event);
    const probability = this.cuts.probabilities?.[place - 1];
    const cut = this.cuts.boundaries.includes(place);
    const name = say(`before.${this.model.unit}`, { number: number(place + 1) });
    this.tip.hidden = !cut && probability === undefined;
    if (this.tip.hidden) return;
    this.tip.textContent = cut
      ? say("cutHere", { place: name })
      : say("cutChance", { place: name, share: percent(probability) });
    const box = this.element.getBoundingClientRect();
    this.tip.style.top = `${event.clientY - box.top}px`;
  }
}
