// Editing by hand: cuts are added, removed and moved, and titles written, with the mouse or the keyboard.

import { make } from "./dom.js";
import { EditTools, whereIs } from "./edittools.js";
import { History, keeping, regrouped, released, UNTOUCHED, withCut, withMove, withoutCut, withTitle } from "./edits.js";
import { number, say, sayCount } from "./i18n.js";
import { segmentOf } from "./model.js";

const LONGEST_TITLE = 200;
// How near to the edge of the text a cut is dragged for it to scroll, and by how much, in pixels.
const EDGE = 30;

export class Editor {
  /**
   * `onShow(cuts)` is called with cuts as the hand has left them, `onChange()` when the text is to be cut anew;
   * `player` plays what it is asked to.
   */
  constructor(viewer, player, { onShow, onChange }) {
    this.viewer = viewer;
    this.pane = viewer.pane;
    this.player = player;
    this.onShow = onShow;
    this.onChange = onChange;
    this.history = new History();
    this.cursor = null;
    this.free = true; // whether the method heeds what is set by hand
    this.tools = new EditTools(this);
    viewer.tools.replaceChildren(this.tools.element);
    this.pane.headTools = (index) => this.#headTools(index);
    viewer.onPlace = (place) => this.#point(place);
    viewer.onRename = (index) => this.editTitle(viewer.cuts.segments[index].first);
    this.pane.element.setAttribute("aria-describedby", "edit-help");
    const { element } = this.pane;
    element.addEventListener("click", (event) => this.#choose(event));
    element.addEventListener("dblclick", (event) => this.pane.unitOf(event.target) !== null && this.cut());
    element.addEventListener("keydown", (event) => this.#press(event));
    addEventListener("keydown", (event) => this.#pressAnywhere(event));
    this.refresh();
  }

  /** Begin anew with another text, or with what a view says of this one. */
  start(edits = UNTOUCHED) {
    this.history.start(edits);
    this.cursor = null;
  }

  /**
   * Return what is set by hand as part of a request, without cuts for a method that is not free to heed them.
   * Cuts that are kept are all told, so that none is found anew; else the author's `headings` are cut at too.
   */
  request(free, { levels, size, headings }) {
    this.free = free;
    const { cuts, joins, titles, kept } = this.history.present;
    const written = Object.entries(titles).map(([first, title]) => ({ first: Number(first), title }));
    if (!free) return { titles: written };
    if (!kept) return { cut_at: [...headings, ...cuts], no_cut_at: joins, titles: written };
    const told = { n_segments: kept.length + 1, titles: written };
    // What must be cut is cut on every level: where there are several, all other places are closed instead.
    return levels > 1 ? { ...told, cut_at: cuts, no_cut_at: others(kept, size) } : { ...told, cut_at: kept };
  }

  /** Return what was set by hand when the cuts that are kept were found; nothing where none are kept. */
  base(free, headings) {
    const { kept, base } = this.history.present;
    return kept && free ? { cut_at: [...headings, ...base.cuts], no_cut_at: base.joins, titles: [] } : null;
  }

  /** Mark what was set by hand, once cuts are shown. */
  show() {
    const { joins } = this.history.present;
    for (const unit of this.joined ?? []) unit.classList.remove("joined");
    this.joined = joins.filter((place) => place < this.pane.units.length).map((place) => this.pane.units[place]);
    for (const unit of this.joined) unit.classList.add("joined");
    this.#point(this.cursor);
  }

  /** Take back the last edit, which cannot be had. */
  refuse() {
    this.history.undo({ forget: true });
  }

  /** Let all that was not set by hand be found anew, where other cuts were kept. */
  release() {
    if (this.history.present.kept) this.history.push(released(this.history.present));
  }

  /** Find the rest anew around what was set by hand. */
  findAnew() {
    if (!this.history.present.kept) return;
    this.release();
    this.pane.element.focus({ preventScroll: true });
    this.onChange();
  }

  /** Say everything again, in the language of the interface. */
  refresh() {
    this.tools.refresh();
  }

  /** Cut before the sentence that is pointed at, if there is no cut yet. */
  cut() {
    if (!this.cursor || !this.free) return;
    if (this.isCut) this.viewer.announce(say("isCut"));
    else this.#edit(withCut(this.history.present, this.cursor), "saidCut", this.cursor);
  }

  /** Remove the cut at a place, if there is one. */
  uncut(place = this.cursor) {
    if (!place || !this.free || !this.viewer.cuts.boundaries.includes(place)) return;
    this.#edit(withoutCut(this.history.present, place), "saidUncut", place);
    this.pane.element.focus({ preventScroll: true });
  }

  /** Move the cut at which a segment begins, not beyond its neighbours. */
  moveCut(from, to) {
    const { segments } = this.viewer.cuts;
    const index = segments.findIndex(({ first }) => first === from);
    if (index < 1 || !this.free) return;
    const place = Math.min(segments[index].last - 1, Math.max(segments[index - 1].first + 1, to));
    this.cursor = place;
    if (place !== from) this.#edit(withMove(this.history.present, from, place), "saidMoved", place);
  }

  /** Write the title of the segment that begins with a unit. */
  editTitle(first) {
    const index = this.viewer.cuts.segments.findIndex((segment) => segment.first === first);
    const { title } = this.viewer.cuts.segments[index];
    this.pane.scrollToSegment(index);
    const end = (take) => {
      if (ended) return;
      ended = true;
      const changed = take && input.value.trim() !== title;
      if (changed) this.#edit(withTitle(this.history.present, first, input.value), "saidTitle", first);
      else this.viewer.refresh();
      this.pane.element.focus({ preventScroll: true });
    };
    let ended = false;
    const input = make("input", {
      type: "text",
      class: "title-input",
      maxlength: LONGEST_TITLE,
      "aria-label": say("segmentTitle"),
      keydown: (event) => {
        event.stopPropagation();
        if (event.key === "Enter" || event.key === "Escape") end(event.key === "Enter");
      },
      blur: () => end(true),
    });
    input.value = title;
    this.pane.heading(index).replaceChildren(input);
    input.select();
  }

  /** Go back or forward through what was set by hand. */
  step(name) {
    if (!this.history[name]()) return;
    this.#changed();
    this.announce(say(name === "undo" ? "saidUndone" : "saidRedone"));
  }

  /** Undo everything. */
  startOver() {
    this.history.push(UNTOUCHED);
    this.#changed();
    this.announce(say("saidStartedOver"));
    this.pane.element.focus({ preventScroll: true });
  }

  /** Tell those who do not see it what has changed, and how many topics there are now. */
  announce(said) {
    this.viewer.announce(`${said} ${sayCount("topic", this.viewer.cuts.segments.length)}.`);
  }

  /** Whether there is a cut before the sentence that is pointed at. */
  get isCut() {
    return this.viewer.cuts.boundaries.includes(this.cursor);
  }

  /** The first unit of the segment that holds the sentence pointed at. */
  get begin() {
    const { boundaries, segments } = this.viewer.cuts;
    return segments[segmentOf(boundaries, this.cursor ?? 0)].first;
  }

  #edit(edits, said, place) {
    const { kept, base, cuts, joins } = this.history.present;
    const { boundaries } = this.viewer.cuts;
    // From now on the other cuts stay where they are.
    const next = this.free ? { ...keeping(edits, boundaries), base: kept ? base : { cuts, joins } } : edits;
    this.history.push(next);
    this.#changed();
    const name = say(`before.${this.viewer.model.unit}`, { number: number(place + 1) });
    this.announce(say(said, { place: name, title: next.titles[place] ?? "" }));
  }

  // What the hand did is seen at once; the names of what it made when the server has answered.
  #changed() {
    const { viewer, history, free } = this;
    const { kept, titles } = history.present;
    this.onShow(regrouped(viewer.cuts, viewer.model, { kept: free ? kept : null, titles }));
    this.onChange();
  }

  // Beside each heading: hear it, move its cut, write its title, remove its cut.
  #headTools(index) {
    const { first, start_time: time } = this.viewer.cuts.segments[index];
    const tool = (sign, name, more) =>
      make("button", { type: "button", "aria-label": say(name), title: say(name), ...more }, sign);
    const inside = index > 0 && this.free;
    return [
      this.player.media && time !== null ? tool("▶", "hear", { click: () => this.player.play(time) }) : null,
      inside ? tool("↕", "dragCut", { class: "grip", pointerdown: (event) => this.#drag(event, first), keydown: (event) => this.#pressGrip(event, first) }) : null,
      tool("✎", "editTitle", { click: () => this.editTitle(first) }),
      inside ? tool("×", "removeCut", { click: () => this.uncut(first) }) : null,
    ];
  }

  #choose(event) {
    const unit = this.pane.unitOf(event.target);
    if (unit !== null && this.viewer.cuts) this.#point(unit);
  }

  // Point at a sentence, or at none for null.
  #point(unit) {
    this.pointed?.classList.remove("cursor");
    this.cursor = unit;
    this.pointed = unit === null ? null : this.pane.units[unit];
    this.pointed?.classList.add("cursor");
    this.tools.show();
  }

  // Only the text itself has keys, not the buttons in it.
  #press(event) {
    const { cuts, model } = this.viewer;
    if (event.target !== this.pane.element || !cuts || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowUp: -1, ArrowDown: 1 };
    const at = this.cursor ?? -1;
    if (event.key in steps && event.altKey) this.moveCut(this.begin, this.begin + steps[event.key]);
    else if (event.altKey) return;
    else if (event.key in steps) this.#walk(at + steps[event.key] * (event.shiftKey ? 10 : 1));
    else if (event.key === "PageDown") this.#walk(cuts.boundaries.find((place) => place > at) ?? model.size - 1);
    else if (event.key === "PageUp") this.#walk(cuts.segments.findLast(({ first }) => first < at)?.first ?? 0);
    else if (event.key === "Enter") this.cut();
    else if (event.key === "Delete" || event.key === "Backspace") this.uncut();
    else if (event.key === "F2") this.editTitle(this.begin);
    else if (event.key === "Escape") this.#leave();
    else if (event.key === " " && this.player.media && model.times) this.player.toggle(model.times[this.cursor ?? 0]);
    else return;
    event.preventDefault();
    if (this.cursor !== null) this.pane.bringIntoSight(this.cursor);
  }

  // Point at nothing, and select nothing.
  #leave() {
    this.#point(null);
    if (this.viewer.selected !== null) this.viewer.select(null);
  }

  #pressAnywhere(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches?.("input, textarea, select")) return;
    if (key === "z" && !event.shiftKey) this.step("undo");
    else if (key === "y" || key === "z") this.step("redo");
    else return;
    event.preventDefault();
  }

  #walk(unit) {
    const { model } = this.viewer;
    this.#point(Math.min(model.size - 1, Math.max(0, unit)));
    this.viewer.announce(`${whereIs(model, this.cursor)}: ${model.unitText(this.cursor)}`);
  }

  #pressGrip(event, first) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.moveCut(first, first + by);
    const index = this.viewer.cuts.segments.findIndex((segment) => segment.first === this.cursor);
    this.pane.heading(index)?.querySelector(".grip")?.focus();
  }

  #drag(event, first) {
    const grip = event.currentTarget;
    const { element } = this.pane;
    grip.setPointerCapture(event.pointerId);
    const over = (moved) => {
      const box = element.getBoundingClientRect();
      if (moved.clientY < box.top + EDGE) element.scrollTop -= EDGE;
      if (moved.clientY > box.bottom - EDGE) element.scrollTop += EDGE;
      const unit = this.pane.unitOf(document.elementFromPoint(moved.clientX, moved.clientY) ?? element);
      if (unit !== null) this.#point(unit);
    };
    this.cursor = first;
    grip.addEventListener("pointermove", over);
    grip.addEventListener(
      "lostpointercapture",
      () => {
        grip.removeEventListener("pointermove", over);
        this.moveCut(first, this.cursor);
      },
      { once: true },
    );
  }
}

// All places of a text but some.
function others(places, size) {
  const taken = new Set(places);
  return Array.from({ length: size - 1 }, (_, index) => index + 1).filter((place) => !taken.has(place));
}
