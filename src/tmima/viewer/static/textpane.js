// The text: a section for each segment, below a heading with its name.

import { BlockBuilder, nameOf, unitElement } from "./blocks.js";
import { meta } from "./contents.js";
import { make } from "./dom.js";
import { clock, say } from "./i18n.js";
import { placed } from "./levels.js";

// A belief in a cut from which on its place is marked.
const LEAST_BELIEF = 0.25;
const LEAPS = 10;
// What a section takes that is not laid out yet: so much, and so much for each of its characters.
const HEAD_PIXELS = 50;
// The line above a segment, and what it has more for each level that begins there.
const LINE_PIXELS = 2;
const CHARACTER_PIXELS = 0.45;

export class TextPane {
  /**
   * `onSegment(index)` is called when a heading is pressed, `onUnit(unit)` when one is pointed at,
   * `onSight(first, last, index)` when other segments come into sight, with their units and the one that is read.
   */
  constructor({ onSegment, onUnit, onSight }) {
    this.onSegment = onSegment;
    this.onSight = onSight;
    this.headTools = () => []; // what stands beside the heading of a segment, by its index
    this.element = make("div", {
      class: "text",
      id: "text",
      tabindex: "0",
      role: "region",
      "data-say-label": "text",
      pointerover: (event) => onUnit(this.unitOf(event.target)),
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
    this.units = Array.from({ length: model.size }, (_, unit) => unitElement(model, unit));
    this.element.replaceChildren();
  }

  /** Show other cuts; sections that stay the same are kept. */
  showCuts(cuts) {
    this.cuts = cuts;
    const held = this.#held();
    const sections = new Map();
    cuts.segments.forEach((segment) => {
      const name = `${segment.first}-${segment.last}`;
      sections.set(name, this.sections.get(name) ?? this.#section(segment));
    });
    this.sections = sections;
    const ordered = [...sections.values()];
    ordered.forEach((section, index) => this.#head(section, index));
    this.element.replaceChildren(...ordered);
    if (held) ordered[cuts.segments.findIndex(({ first }) => first === held.first)]?.querySelector(held.button)?.focus();
    this.#showElsewhere();
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

  /** Mark the unit that is being heard. */
  hear(unit) {
    this.heard?.classList.remove("heard");
    this.heard = this.units[unit];
    this.heard.classList.add("heard");
  }

  /** Scroll a segment to the top. */
  scrollToSegment(index) {
    this.#scrollTo([...this.sections.values()][index], 0);
  }

  /** Scroll a unit to the middle, or to another share of the height. */
  scrollToUnit(unit, share = 0.5) {
    this.#scrollTo(this.units[unit], share);
  }

  /** Scroll so far that a unit can be seen, if it cannot. */
  bringIntoSight(unit) {
    this.units[unit].closest("details")?.setAttribute("open", "");
    const [pane, { top, bottom }] = [this.element, this.units[unit]].map((one) => one.getBoundingClientRect());
    if (top < pane.top || bottom > pane.bottom) this.scrollToUnit(unit);
  }

  /** Return the heading of a segment. */
  heading(index) {
    return [...this.sections.values()][index]?.firstChild;
  }

  /** Return the unit that an element is part of, or null. */
  unitOf(element) {
    const unit = element.closest?.(".unit");
    return unit ? Number(unit.dataset.unit) : null;
  }

  // The button of a heading that has the focus: the headings are made anew, and it must not get lost.
  #held() {
    const button = this.element.contains(document.activeElement) && document.activeElement.closest("h3 button");
    if (!button) return null;
    const [name] = [...this.sections].find(([, section]) => section.contains(button));
    const kind = button.matches(":first-child") ? "h3 > :first-child" : `[aria-label="${button.ariaLabel}"]`;
    return { first: parseInt(name), button: kind };
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
      if (above < begun) this.onSight(segments[above].first, segments[begun - 1].last, above);
    });
  }

  // Only the pane scrolls, never the page around it. What lies far away has not been laid out yet and
  // its place is a guess, so for some frames the pane leaps to where the place turns out to be.
  #scrollTo(element, share, leaps = LEAPS) {
    element.closest("details")?.setAttribute("open", "");
    const pane = this.element.getBoundingClientRect();
    const target = element.getBoundingClientRect();
    this.element.scrollTop += target.top - pane.top - share * Math.max(0, pane.height - target.height);
    if (leaps > 0) requestAnimationFrame(() => this.#scrollTo(element, share, leaps - 1));
  }

  #section({ first, last }) {
    const blocks = new BlockBuilder(this.model);
    for (let unit = first; unit < last; unit++) {
      const begins = unit === first || this.model.beginsParagraph(unit);
      blocks.add(unit, this.units[unit], begins, begins ? this.#spoken(unit) : null);
    }
    const section = make("section", {}, make("h3"), ...blocks.parts);
    const characters = this.model.edges[last] - this.model.edges[first];
    section.style.containIntrinsicBlockSize = `auto ${HEAD_PIXELS + CHARACTER_PIXELS * characters}px`;
    return section;
  }

  // When a paragraph of a transcript is spoken, and by whom.
  #spoken(unit) {
    const { times, speakers } = this.model;
    if (!times) return null;
    const speaker = speakers[unit] === null ? null : make("b", {}, speakers[unit]);
    return make("span", { class: "spoken" }, `${clock(times[unit])} `, speaker, " ");
  }

  #head(section, index) {
    const segment = this.cuts.segments[index];
    const { first, title, speakers } = segment;
    const click = () => this.onSegment(this.selected === index ? null : index);
    const { name, begun } = placed(this.cuts, index);
    section.classList.toggle("echoed", this.model.beginsWithHeading(segment, title));
    section.firstChild.style.borderTopWidth = `${LINE_PIXELS * (1 + begun)}px`;
    section.firstChild.replaceChildren(
      make(
        "button",
        { type: "button", "aria-pressed": "false", click },
        make("span", { class: "number" }, name),
        make("span", { class: "title" }, nameOf(this.model, segment)),
        meta(
          this.model,
          segment,
          speakers?.length ? make("span", { class: "speakers" }, speakers.join(", ")) : null,
          this.model.truth?.includes(first) ? make("span", { class: "true-cut" }, say("trueCut")) : null,
        ),
      ),
      ...this.headTools(index).filter(Boolean),
    );
  }

  // Mark where there could be a cut too, and where there should be.
  #showElsewhere() {
    for (const unit of this.marked ?? []) {
      delete unit.dataset.perhaps;
      unit.classList.remove("true");
    }
    const { elsewhere, boundaries } = this.cuts;
    // No more than there are cuts, and only what is likely enough to be worth a look.
    const places = elsewhere.filter(({ belief }) => belief >= LEAST_BELIEF).slice(0, boundaries.length);
    for (const { place } of places) this.units[place].dataset.perhaps = say("perhaps");
    const missed = (this.model.truth ?? []).slice(0, -1).filter((place) => !boundaries.includes(place));
    for (const place of missed) {
      this.units[place].dataset.perhaps = say("trueCut");
      this.units[place].classList.add("true");
    }
    this.marked = [...places.map(({ place }) => place), ...missed].map((place) => this.units[place]);
  }
}
