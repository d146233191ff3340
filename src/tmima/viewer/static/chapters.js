// Chapters of a transcript: the form that they are wanted in, whose rules the cuts then keep.

import { make } from "./dom.js";
import { button, copy, done, download } from "./files.js";
import { say, sayOr, translate } from "./i18n.js";

// What `tmima chapters` writes if nothing is said: a platform's rules are not kept until its form is chosen.
const FREE = "json";

export class ChaptersForm {
  /** `onForm()` is called when another form is chosen; `write(form)` promises the chapters in it. */
  constructor(element, forms, { onForm, write }) {
    this.forms = forms;
    this.element = element;
    this.choice = make("select", { id: "form", "aria-describedby": "form-help", change: onForm });
    this.help = make("small", { id: "form-help" });
    const blob = async () => new Blob([await write(this.choice.value)], { type: "text/plain" });
    element.replaceChildren(
      make("div", { class: "field" }, make("label", { for: "form", "data-say": "chaptersFor" }), this.choice, this.help),
      button("copy", "chapters", async (pressed) => done(pressed, copy(await blob()))),
      button("download", "chapters", async () => download(await blob(), `chapters${this.#form().suffix}`)),
    );
    this.set({});
    this.refresh();
  }

  /** Choose what a view says. */
  set({ form = FREE }) {
    this.wanted = this.forms.some(({ name }) => name === form) ? form : FREE;
    this.choice.value = this.wanted;
  }

  /** Be there for a transcript only. */
  show(isTranscript) {
    this.element.hidden = !isTranscript;
  }

  /** Return the form for a request, null but for a transcript. */
  request() {
    return this.element.hidden ? null : this.choice.value;
  }

  /** Return the form that somebody chose, nothing for the usual one. */
  chosen() {
    return this.choice.value === FREE ? null : this.request();
  }

  /** Say everything again, in the language of the interface. */
  refresh() {
    const { value } = this.choice;
    const said = ({ name, summary }) => sayOr(`form.${name}`, `${name}: ${summary}`);
    const options = this.forms.map((form) => make("option", { value: form.name }, said(form)));
    this.choice.replaceChildren(...options);
    this.choice.value = value || this.wanted;
    this.explain();
    translate(this.element);
  }

  /** Say the rules of the form. */
  explain() {
    const { least_chapters: count, least_seconds: seconds } = this.#form();
    this.help.textContent = count > 1 ? say("rules", { count, seconds }) : say("usualLength");
  }

  #form() {
    return this.forms.find(({ name }) => name === this.choice.value);
  }
}
