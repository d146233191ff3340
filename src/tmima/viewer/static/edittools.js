// The buttons above the text that edit it: each does one thing, and says which.

import { make } from "./dom.js";
import { clock, number, say, translate } from "./i18n.js";

export class EditTools {
  /** Press what an editor can do. */
  constructor(editor) {
    this.editor = editor;
    const sign = (text, name, click) => make("button", { type: "button", "data-say-label": name, click }, text);
    const named = (name, click) => make("button", { type: "button", "data-say": name, click });
    const moved = (by) => () => editor.moveCut(editor.begin, editor.begin + by);
    this.where = make("span", { class: "where" });
    this.byHand = make("span", { class: "by-hand" });
    this.element = make(
      "div",
      { class: "edit", role: "toolbar", "data-say-label": "editing" },
      make("p", {}, this.where, this.byHand, (this.anew = named("findAnew", () => editor.findAnew()))),
      (this.cut = named("addCut", () => this.#cut())),
      (this.uncut = named("removeCut", () => editor.uncut())),
      (this.up = sign("↑", "moveUp", moved(-1))),
      (this.down = sign("↓", "moveDown", moved(1))),
      (this.title = sign("✎", "editTitle", () => editor.editTitle(editor.begin))),
      (this.undo = sign("↶", "undo", () => this.#step("undo"))),
      (this.redo = sign("↷", "redo", () => this.#step("redo"))),
      (this.reset = named("startOver", () => editor.startOver())),
      make("span", { class: "unseen", id: "edit-help", "data-say": "editHelp" }),
    );
  }

  /** Say everything again, in the language of the interface. */
  refresh() {
    translate(this.element);
    this.show();
  }

  /** Show what can be done where the editor points. */
  show() {
    const { cursor, history, free, viewer } = this.editor;
    if (!viewer.cuts) return;
    const { cuts, joins, titles, kept } = history.present;
    const set = cuts.length + joins.length + Object.keys(titles).length;
    const movable = cursor !== null && free && this.editor.begin > 0;
    this.where.textContent = cursor === null ? say("editHint") : whereIs(viewer.model, cursor);
    this.cut.disabled = !cursor || !free || this.editor.isCut;
    this.uncut.disabled = !cursor || !free || !this.editor.isCut;
    this.up.disabled = this.down.disabled = !movable;
    this.title.disabled = cursor === null;
    this.undo.disabled = !history.past.length;
    this.redo.disabled = !history.future.length;
    this.reset.disabled = !set;
    this.anew.hidden = !kept || !free;
    const heeded = free ? say("setByHand", { count: number(set) }) : say("notByHand");
    this.byHand.textContent = set ? heeded : "";
  }

  // The button has done what it says: the focus goes on to the text, where the next key belongs.
  #cut() {
    this.editor.cut();
    this.editor.pane.element.focus({ preventScroll: true });
  }

  #step(name) {
    const pressed = this[name];
    this.editor.step(name);
    if (pressed.disabled) this.editor.pane.element.focus({ preventScroll: true });
  }
}

/** Return in words which unit of a text is meant, with its time and who speaks. */
export function whereIs(model, unit) {
  const place = say(`one.${model.unit}`, { number: number(unit + 1) });
  return [place, model.times && clock(model.times[unit]), model.speakers?.[unit]].filter(Boolean).join(" · ");
}
