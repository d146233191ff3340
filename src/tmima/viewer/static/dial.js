// The dial: coarser or finer than usual, in words with the number of topics it leads to.

import { make } from "./dom.js";
import { language, say, sayCount } from "./i18n.js";

const RANGE = { min: -4, max: 4, step: 0.25 };
// From here on it is not a little any more, and from here on it is much.
const LITTLE = 1;
const MUCH = 2.5;

export class Dial {
  /** `onMove()` is called when the dial is moved. */
  constructor(onMove) {
    this.range = make("input", { type: "range", id: "finer", ...RANGE, "aria-describedby": "finer-help", input: onMove });
    this.said = make("output", { for: "finer" });
    const ends = ["coarser", "finer"].map((name) => make("span", { "data-say": name }));
    this.element = make(
      "div",
      { class: "field dial" },
      make("label", { for: "finer", "data-say": "dial" }),
      this.range,
      make("div", { class: "ends", "aria-hidden": "true" }, ...ends),
      this.said,
      make("span", { class: "unseen", id: "finer-help", "data-say": "dial.help" }),
    );
  }

  /** How much finer than usual it stands. */
  get value() {
    return Number(this.range.value);
  }

  set value(finer) {
    this.range.value = finer;
  }

  /** Say where the dial stands, and to how many topics that leads, if that is known. */
  say(found = null) {
    const parts = [sayFiner(this.value), found === null ? "" : sayCount("topic", found)];
    this.said.textContent = parts.filter(Boolean).join(": ");
    this.range.setAttribute("aria-valuetext", this.said.textContent);
  }
}

/** Return in words how much coarser or finer than usual it is, with the number that means. */
export function sayFiner(finer) {
  if (!finer) return say("usual");
  const size = Math.abs(finer);
  const word = size < LITTLE ? "little" : size < MUCH ? "plain" : "much";
  const exactly = new Intl.NumberFormat(language(), { signDisplay: "always" }).format(finer);
  return `${say(`${finer > 0 ? "finer" : "coarser"}.${word}`)} (${exactly})`;
}
