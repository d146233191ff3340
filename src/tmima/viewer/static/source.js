// Where texts come from: pasted, dropped, opened, or an example.

import { make } from "./dom.js";
import { language, languageName, say, sayOr, translate } from "./i18n.js";
import { isRecording } from "./player.js";

export class SourceForm {
  /**
   * `onText({text, language, format})`, with the name and the content of a file in place of a text,
   * and `onExample(name)` are called when one is to be shown,
   * `onRecording(file)` when one is to be heard.
   */
  constructor(element, about, examples, { onText, onExample, onRecording, onProblem }) {
    this.about = about;
    this.examples = examples;
    this.onText = onText;
    this.onRecording = onRecording;
    this.onProblem = onProblem;
    const change = () => this.example.value && onExample(this.example.value);
    this.example = make("select", { id: "example", change });
    this.file = make("input", {
      type: "file",
      id: "file",
      class: "unseen",
      multiple: true,
      change: () => this.#readAll([...this.file.files]),
    });
    const told = { "data-say-placeholder": "paste", "data-say-label": "paste" };
    this.input = make("textarea", { id: "own", rows: 6, spellcheck: "false", ...told });
    this.language = make("select", { id: "language" });
    const formats = about.formats.map((name) => make("option", { value: name }));
    this.format = make("select", { id: "format" }, ...formats);
    this.own = make(
      "details",
      { class: "own" },
      make("summary", { "data-say": "ownText" }),
      make(
        "form",
        { submit: (event) => this.#submit(event) },
        this.input,
        choice("language", this.language),
        choice("format", this.format),
        make("button", { type: "submit", class: "primary", "data-say": "show" }),
      ),
    );
    const openFile = make("label", { for: "file", class: "button", "data-say": "openFile" });
    element.replaceChildren(choice("example", this.example), this.file, openFile, this.own);
    this.element = element;
    this.#acceptDrops();
    this.refresh();
  }

  /** Show which text is open. */
  set({ example = "", language: code = "", format = "auto" }) {
    this.example.value = example;
    this.language.value = this.about.languages.includes(code) || code === "und" ? code : "";
    this.format.value = this.about.formats.includes(format) ? format : "auto";
  }

  /** Return how the text is to be read. */
  reading() {
    return { language: this.language.value || null, format: this.format.value };
  }

  /** Say everything again, in the language of the interface. */
  refresh() {
    const { value } = this.example;
    const names = this.examples.map(({ name, title }) => make("option", { value: name }, title[language()]));
    this.example.replaceChildren(make("option", { value: "" }, say("choose")), ...names);
    this.example.value = value;
    const chosen = this.language.value;
    const codes = this.about.languages.map((code) => [languageName(code), code]);
    codes.sort(([one], [other]) => one.localeCompare(other, language()));
    this.language.replaceChildren(
      make("option", { value: "" }, say("found")),
      ...codes.map(([name, code]) => make("option", { value: code }, name)),
      make("option", { value: "und" }, say("undetermined")),
    );
    this.language.value = chosen;
    for (const option of this.format.options) option.textContent = sayOr(`format.${option.value}`, option.value);
    translate(this.element);
  }

  #submit(event) {
    event.preventDefault();
    if (this.input.value.trim()) this.#take(this.input.value);
  }

  #take(text) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > this.about.max_bytes) {
      this.onProblem(say("tooLarge", { size: bytes.length, limit: this.about.max_bytes }));
      return;
    }
    // Half a character, which a field may hold, has no form in what is sent.
    this.#show({ text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) });
  }

  #show(content) {
    this.own.open = false;
    this.example.value = "";
    this.onText({ ...content, ...this.reading() });
  }

  // A text and its recording may come together.
  #readAll(files) {
    const recording = files.find(isRecording);
    const text = files.find((file) => !isRecording(file));
    if (recording) this.onRecording(recording);
    if (text) this.#read(text);
    this.file.value = "";
  }

  async #read(file) {
    if (file.size > this.about.max_bytes) {
      this.onProblem(say("tooLarge", { size: file.size, limit: this.about.max_bytes }));
      return;
    }
    // As it is: what a file is and in which letters it is written, the server tells by its name and its bytes.
    this.#show({ name: file.name, content: await base64Of(file) });
  }

  #acceptDrops() {
    const dragging = (yes) => document.body.classList.toggle("dragging", yes);
    addEventListener("dragover", (event) => {
      event.preventDefault();
      dragging(true);
    });
    addEventListener("dragleave", () => dragging(false));
    addEventListener("drop", (event) => {
      event.preventDefault();
      dragging(false);
      const text = event.dataTransfer.getData("text/plain");
      if (event.dataTransfer.files.length) this.#readAll([...event.dataTransfer.files]);
      else if (text) this.#take(text);
    });
  }
}

function base64Of(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

function choice(name, control) {
  return make("div", { class: "field" }, make("label", { for: control.id, "data-say": name }), control);
}
