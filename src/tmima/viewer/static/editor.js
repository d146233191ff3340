// Editing by hand: cuts are added, removed and moved, and titles written, with the mouse or the keyboard.

import { make } from "./dom.js";
import { History, regrouped, UNTOUCHED, withCut, withMove, withoutCut, withTitle } from "./edits.js";
import { clock, number, say, translate } from "./i18n.js";
import { segmentOf } from "./model.js";

const LONGEST_TITLE = 200;
// How near to the edge of the text a cut is dragged for it to scroll, and by how much, in pixels.
const EDGE = 30;

export class Editor {
  /** `onChange()` is called when the text is to be cut anew; `player` plays what it is asked to. */
  constructor(viewer, player, onChange) {
    this.viewer = viewer;
    this.pane = viewer.pane;
    this.player = player;
    this.onChange = onChange;
    this.history = new History();
    this.cursor = null;
    this.free = true; // whether the method heeds what is set by hand
    this.#makeTools();
    this.pane.headTools = (index) => this.#headTools(index);
    viewer.onPlace = (place) => this.#point(place);
    this.pane.element.setAttribute("aria-describedby", "edit-help");
    const { element } = this.pane;
    element.addEventListener("click", (event) => this.#choose(event));
    element.addEventListener("dblclick", (event) => this.pane.unitOf(event.target) !== null && this.toggleCut());
    element.addEventListener("keydown", (event) => this.#press(event));
    addEventListener("keydown", (event) => this.#pressAnywhere(event));
    this.refresh();
  }

  /** Begin anew with another text, or with what a view says of this one. */
  start(edits = UNTOUCHED) {
    this.history.start(edits);
    this.cursor = null;
  }

  /** Return what is set by hand as part of a request, without cuts for a method that is not free to heed them. */
  request(free) {
    this.free = free;
    const { cuts, joins, titles } = this.history.present;
    return {
      ...(free && { cut_at: cuts, no_cut_at: joins }),
      titles: Object.entries(titles).map(([first, title]) => ({ first: Number(first), title })),
    };
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

  /** Say everything again, in the language of the interface. */
  refresh() {
    translate(this.tools);
    this.#tell();
  }

  /** Cut before the sentence that is pointed at, or remove the cut there. */
  toggleCut() {
    if (!this.cursor || !this.free) return;
    const { present } = this.history;
    this.#edit(this.#isCut(this.cursor) ? withoutCut(present, this.cursor) : withCut(present, this.cursor));
  }

  /** Move the cut at which a segment begins by some sentences, not beyond its neighbours. */
  moveCut(from, to) {
    const { segments } = this.viewer.cuts;
    const index = segments.findIndex(({ first }) => first === from);
    if (index < 1 || !this.free) return;
    const place = Math.min(segments[index].last - 1, Math.max(segments[index - 1].first + 1, to));
    this.cursor = place;
    if (place !== from) this.#edit(withMove(this.history.present, from, place));
  }

  /** Write the title of the segment that begins with a unit. */
  editTitle(first) {
    const index = this.viewer.cuts.segments.findIndex((segment) => segment.first === first);
    const { title } = this.viewer.cuts.segments[index];
    const end = (take) => {
      if (ended) return;
      ended = true;
      const changed = take && input.value.trim() !== title;
      if (changed) this.#edit(withTitle(this.history.present, first, input.value));
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
    if (this.history[name]()) this.#changed();
  }

  #edit(edits) {
    this.history.push(edits);
    this.#changed();
  }

  // What the hand did is seen at once; what follows from it when the server has answered.
  #changed() {
    const { viewer, history } = this;
    const heeded = this.free ? history.present : { ...history.present, cuts: [], joins: [] };
    viewer.showCuts(regrouped(viewer.cuts, viewer.model, heeded));
    this.show();
    this.onChange();
  }

  #makeTools() {
    const tool = (sign, name, click) => make("button", { type: "button", "data-say-label": name, click }, sign);
    const moved = (by) => () => this.moveCut(this.#begin(), this.#begin() + by);
    this.where = make("span", { class: "where" });
    this.byHand = make("span", { class: "by-hand" });
    this.tools = make(
      "div",
      { class: "edit", role: "toolbar", "data-say-label": "editing" },
      make("p", {}, this.where, this.byHand),
      (this.cutTool = make("button", { type: "button", id: "cut", click: () => this.toggleCut() })),
      (this.upTool = tool("↑", "moveUp", moved(-1))),
      (this.downTool = tool("↓", "moveDown", moved(1))),
      (this.titleTool = tool("✎", "editTitle", () => this.editTitle(this.#begin()))),
      (this.undoTool = tool("↶", "undo", () => this.step("undo"))),
      (this.redoTool = tool("↷", "redo", () => this.step("redo"))),
      (this.resetTool = make("button", { type: "button", "data-say": "startOver", click: () => this.#edit(UNTOUCHED) })),
      make("span", { class: "unseen", id: "edit-help", "data-say": "editHelp" }),
    );
    this.viewer.tools.replaceChildren(this.tools);
  }

  // Beside each heading: hear it, move its cut, write its title, remove its cut.
  #headTools(index) {
    const { first, start_time: time } = this.viewer.cuts.segments[index];
    const tool = (sign, name, more) =>
      make("button", { type: "button", "aria-label": say(name), title: say(name), ...more }, sign);
    const { cuts, titles } = this.history.present;
    const set = cuts.includes(first) || first in titles;
    const inside = index > 0 && this.free;
    return [
      set ? make("span", { class: "by-hand" }, say("byHand")) : null,
      this.player.media && time !== null ? tool("▶", "hear", { click: () => this.player.play(time) }) : null,
      inside ? tool("↕", "dragCut", { class: "grip", pointerdown: (event) => this.#drag(event, first), keydown: (event) => this.#pressGrip(event, first) }) : null,
      tool("✎", "editTitle", { click: () => this.editTitle(first) }),
      inside ? tool("×", "removeCut", { click: () => this.#edit(withoutCut(this.history.present, first)) }) : null,
    ];
  }

  // The first unit of the segment that holds the sentence pointed at.
  #begin() {
    const { boundaries, segments } = this.viewer.cuts;
    return segments[segmentOf(boundaries, this.cursor ?? 0)].first;
  }

  #isCut(place) {
    return this.viewer.cuts.boundaries.includes(place);
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
    this.#tell();
  }

  #tell() {
    const { cuts, model } = this.viewer;
    if (!cuts) return;
    const { cursor, history, free } = this;
    const set = history.present.cuts.length + history.present.joins.length + Object.keys(history.present.titles).length;
    const movable = cursor !== null && free && this.#begin() > 0;
    this.where.textContent = cursor === null ? say("editHint") : whereIs(model, cursor);
    this.cutTool.textContent = say(cursor !== null && this.#isCut(cursor) ? "removeCut" : "addCut");
    this.cutTool.disabled = !cursor || !free;
    this.upTool.disabled = this.downTool.disabled = !movable;
    this.titleTool.disabled = cursor === null;
    this.undoTool.disabled = !history.past.length;
    this.redoTool.disabled = !history.future.length;
    this.resetTool.disabled = !set;
    const heeded = free ? say("setByHand", { count: number(set) }) : say("notByHand");
    this.byHand.textContent = set ? heeded : "";
  }

  // Only the text itself has keys, not the buttons in it.
  #press(event) {
    const { cuts, model } = this.viewer;
    if (event.target !== this.pane.element || !cuts || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowUp: -1, ArrowDown: 1 };
    const at = this.cursor ?? -1;
    if (event.key in steps && event.altKey) this.moveCut(this.#begin(), this.#begin() + steps[event.key]);
    else if (event.altKey) return;
    else if (event.key in steps) this.#walk(at + steps[event.key] * (event.shiftKey ? 10 : 1));
    else if (event.key === "PageDown") this.#walk(cuts.boundaries.find((place) => place > at) ?? model.size - 1);
    else if (event.key === "PageUp") this.#walk(cuts.segments.findLast(({ first }) => first < at)?.first ?? 0);
    else if (event.key === "Enter") this.toggleCut();
    else if (event.key === "F2") this.editTitle(this.#begin());
    else if (event.key === " " && this.player.media && model.times) this.player.toggle(model.times[this.cursor ?? 0]);
    else return;
    event.preventDefault();
    if (this.cursor !== null) this.pane.bringIntoSight(this.cursor);
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

function whereIs(model, unit) {
  const place = say(`one.${model.unit}`, { number: number(unit + 1) });
  return [place, model.times && clock(model.times[unit]), model.speakers?.[unit]].filter(Boolean).join(" · ");
}
