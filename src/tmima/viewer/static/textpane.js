// The text beside the plot: a section for each segment, its facts in the heading.

import { make } from "./dom.js";
import { number, percent, say, sayCount } from "./i18n.js";

// Near cuts that are shown inside the text: no more than this many times the cuts themselves.
const NEAR_SHARE = 1.5;
const LEAPS = 10;
// What a section takes that is not laid out yet: so much, and so much for each of its characters.
const HEAD_PIXELS = 50;
const CHARACTER_PIXELS = 0.45;

export class TextPane {
  /**
   * `onSegment(index)` is called when a heading is pressed, `onUnit(unit)` when one is pointed at,
   * `onSight(first, last)` when other segments come into sight, with their units.
   */
  constructor({ onSegment, onUnit, onSight }) {
    this.onSegment = onSegment;
    this.onSight = onSight;
    this.element = make("div", {
      class: "text",
      id: "text",
      tabindex: "0",
      role: "region",
      "data-say-label": "text",
      pointerover: (event) => onUnit(this.#unitOf(event.target)),
      pointerleave: () => onUnit(null),
      scroll: () => this.#look(),
    });
  }

  /** Take another text; it is laid out when its cuts are known. */
  showText(model) {
    this.model = model;
    this.sections = new Map();
    this.lit = [];
    this.selected = null;
    this.element.lang = model.language === "und" ? "" : model.language;
    this.units = Array.from({ length: model.size }, (_, unit) =>
      make("span", { class: "unit", "data-unit": unit }, model.unitText(unit)),
    );
    this.element.replaceChildren();
  }

  /** Show other cuts; sections that stay the same are kept. */
  showCuts(cuts) {
    this.cuts = cuts;
    const sections = new Map();
    cuts.segments.forEach((segment) => {
      const name = `${segment.first}-${segment.last}`;
      sections.set(name, this.sections.get(name) ?? this.#section(segment));
    });
    this.sections = sections;
    const ordered = [...sections.values()];
    ordered.forEach((section, index) => this.#head(section, index));
    this.element.replaceChildren(...ordered);
    this.#showNear();
    this.select(null);
    this.#look();
  }

  /** Light up a segment, or none for null. */
  select(index) {
    const sections = [...this.sections.values()];
    for (const section of sections) section.classList.remove("selected");
    for (const section of sections) section.querySelector("button")?.setAttribute("aria-pressed", "false");
    this.selected = index;
    if (index === null) return;
    sections[index].classList.add("selected");
    sections[index].querySelector("button").setAttribute("aria-pressed", "true");
  }

  /** Light up some units. */
  light(units) {
    for (const unit of this.lit) this.units[unit].classList.remove("lit");
    this.lit = units;
    for (const unit of units) this.units[unit].classList.add("lit");
  }

  /** Scroll a segment to the top. */
  scrollToSegment(index) {
    this.#scrollTo([...this.sections.values()][index], 0);
  }

  /** Scroll a unit to the middle. */
  scrollToUnit(unit) {
    this.#scrollTo(this.units[unit], 0.5);
  }

  // Tell which units are in sight, once a frame.
  #look() {
    if (this.looking || !this.cuts) return;
    this.looking = requestAnimationFrame(() => {
      this.looking = 0;
      const pane = this.element.getBoundingClientRect();
      const sections = [...this.sections.values()];
      const above = sections.filter((section) => section.getBoundingClientRect().bottom <= pane.top).length;
      const begun = sections.filter((section) => section.getBoundingClientRect().top < pane.bottom).length;
      const { segments } = this.cuts;
      if (above < begun) this.onSight(segments[above].first, segments[begun - 1].last);
    });
  }

  // Only the pane scrolls, never the page around it. What lies far away has not been laid out yet and
  // its place is a guess, so for some frames the pane leaps to where the place turns out to be.
  #scrollTo(element, share, leaps = LEAPS) {
    const pane = this.element.getBoundingClientRect();
    const target = element.getBoundingClientRect();
    this.element.scrollTop += target.top - pane.top - share * Math.max(0, pane.height - target.height);
    if (leaps > 0) requestAnimationFrame(() => this.#scrollTo(element, share, leaps - 1));
  }

  #unitOf(target) {
    const unit = target.closest?.(".unit");
    return unit ? Number(unit.dataset.unit) : null;
  }

  #section({ first, last }) {
    const paragraphs = [];
    for (let unit = first; unit < last; unit++) {
      if (unit === first || this.model.beginsParagraph(unit)) paragraphs.push(make("p"));
      paragraphs.at(-1).append(this.units[unit], " ");
    }
    const section = make("section", {}, make("h2"), ...paragraphs);
    const characters = this.model.edges[last] - this.model.edges[first];
    section.style.containIntrinsicBlockSize = `auto ${HEAD_PIXELS + CHARACTER_PIXELS * characters}px`;
    return section;
  }

  #head(section, index) {
    const { first, sentences, density, title, keywords } = this.cuts.segments[index];
    const facts = `${sayCount("sentences", sentences)}, ${say("dense", { share: percent(density) })}`;
    const click = () => this.onSegment(this.selected === index ? null : index);
    section.firstChild.replaceChildren(
      make(
        "button",
        { type: "button", "aria-pressed": "false", click },
        make("span", { class: "number" }, number(index + 1)),
        make("span", { class: "title" }, title),
        make("span", { class: "keywords" }, keywords.join(" · ")),
        this.model.truth?.includes(first) ? make("span", { class: "true-cut" }, say("trueCut")) : null,
        make("span", { class: "facts" }, facts),
      ),
    );
  }

  // Mark where it nearly cut, and where it should have.
  #showNear() {
    for (const unit of this.marked ?? []) {
      delete unit.dataset.near;
      unit.classList.remove("true");
    }
    const { near, boundaries } = this.cuts;
    const places = nearest(this.cuts, Math.ceil(NEAR_SHARE * boundaries.length));
    for (const { place, cost } of places) {
      this.units[place].dataset.near = say("nearInText", { cost: number(cost, 2) });
    }
    const missed = (this.model.truth ?? []).slice(0, -1).filter((place) => !boundaries.includes(place));
    for (const place of missed) {
      this.units[place].dataset.near = near ? say("trueCutAt", { cost: number(near[place - 1], 2) }) : say("trueCut");
      this.units[place].classList.add("true");
    }
    this.marked = [...places.map(({ place }) => place), ...missed].map((place) => this.units[place]);
  }
}

/** Return the places at which a cut would cost least, apart from the cuts: [{place, cost}]. */
export function nearest(cuts, count) {
  const taken = new Set(cuts.boundaries);
  return (cuts.near ?? [])
    .map((cost, index) => ({ place: index + 1, cost }))
    .filter(({ place, cost }) => !taken.has(place) && Number.isFinite(cost))
    .sort((one, other) => one.cost - other.cost || one.place - other.place)
    .slice(0, count);
}
