// The page: a viewer, and the server that cuts what it shows.

import { editsInAddress, readAddress, writeAddress } from "./address.js";
import { get, post, postForText, ServerError } from "./api.js";
import { ChaptersForm } from "./chapters.js";
import { Controls } from "./controls.js";
import { make } from "./dom.js";
import { Editor } from "./editor.js";
import { withFound } from "./edits.js";
import { makeFileMenu } from "./files.js";
import { language, say, setLanguage, translate } from "./i18n.js";
import { makeLanguageSwitch } from "./languages.js";
import { Player } from "./player.js";
import { SourceForm } from "./source.js";
import { Viewer } from "./viewer.js";

class Page {
  constructor(about, examples) {
    this.source = {}; // how the open text is named in the address
    this.viewer = new Viewer(document.getElementById("viewer"), {
      onSelect: () => this.#remember(),
      summaryOf: (kind, name) => about[kind].find((one) => one.name === name)?.summary ?? "",
    });
    const [settings, chapters] = [make("form", { id: "controls" }), make("div", { id: "chapters", hidden: true })];
    // Who sets something wants the text cut by it, also where cuts were kept.
    const cutAnew = () => {
      this.editor.release();
      this.#cut();
    };
    this.controls = new Controls(this.viewer.result.numberPlace, settings, about, {
      onCut: cutAnew,
      onUnit: () => this.#readAgain(),
    });
    this.player = new Player(document.getElementById("player"), {
      onTime: (seconds) => this.viewer.hear(seconds),
      onProblem: () => {
        this.viewer.refresh();
        this.#tell(say("notPlayable"));
      },
    });
    this.editor = new Editor(this.viewer, this.player, {
      onShow: (cuts) => this.#showCuts(cuts, this.#base(), this.#wanted(), this.viewer.told),
      onChange: () => this.#cut(),
    });
    this.chapters = new ChaptersForm(chapters, about.forms, {
      onForm: cutAnew,
      write: (form) => postForText(`api/texts/${this.key}/chapters`, { ...this.#wanted(), form }),
    });
    this.form = new SourceForm(document.getElementById("source"), about, examples, {
      onText: (text) => this.#attempt(() => this.#open(text)),
      onExample: (name) => this.#attempt(() => this.#openExample(name)),
      onRecording: (file) => this.#hear(file),
      onProblem: (message) => this.#tell(message),
    });
    this.files = makeFileMenu(this.viewer, {
      write: (kind) => postForText(`api/texts/${this.key}/${kind}`, this.#wanted()),
      link: () => location.href,
    });
    const folded = make("details", { id: "settings" }, make("summary", { "data-say": "settings" }), settings);
    this.viewer.side.replaceChildren(chapters, folded, this.files);
    makeLanguageSwitch(document.getElementById("languages"), () => this.#sayAgain());
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault(); // the address is the view's
      this.viewer.pane.element.focus();
    });
    addEventListener("hashchange", () => this.#attempt(() => this.#followAddress()));
    this.#sayAgain();
  }

  /** Show what the address says, or the first example. */
  start(firstExample) {
    return this.#attempt(() => this.#followAddress(firstExample));
  }

  async #followAddress(otherwise = null) {
    const view = readAddress();
    this.controls.set(view);
    this.form.set(view);
    this.chapters.set(view);
    if (view.text) await this.#openKey(view);
    else if (view.example ?? otherwise) await this.#openExample(view.example ?? otherwise, view.edits);
    if (view.segment && this.viewer.cuts && view.segment <= this.viewer.cuts.segments.length) {
      this.viewer.select(view.segment - 1, { scroll: true });
    }
  }

  async #openKey(view) {
    const turn = this.#turn();
    try {
      const data = await get(`api/texts/${encodeURIComponent(view.text)}`);
      if (!turn()) return;
      this.reading = { ...(data.file ?? { text: data.source ?? data.text }), ...this.form.reading() };
      await this.#show(data, { text: view.text }, view.edits);
    } catch (error) {
      if (!(error instanceof ServerError) || ![404, 422].includes(error.status)) throw error;
      this.#tell(say("gone"));
    }
  }

  async #openExample(name, edits) {
    const turn = this.#turn();
    const { text } = await get(`api/examples/${encodeURIComponent(name)}`);
    if (turn()) await this.#open({ text, ...this.form.reading() }, { example: name }, edits);
  }

  async #open(reading, source = null, edits = undefined) {
    const turn = this.#turn();
    const data = await this.#send(reading);
    if (!turn()) return;
    this.reading = reading;
    await this.#show(data, source ?? { text: data.key }, edits);
  }

  #send(reading) {
    const path = reading.text === undefined ? "api/files" : "api/texts";
    return post(path, { ...reading, unit: this.controls.unit.value });
  }

  async #show(data, source, edits) {
    this.key = data.key;
    this.source = source;
    this.controls.unit.value = data.unit;
    this.form.set({ ...this.form.reading(), example: source.example });
    this.controls.offer(data.similarities, data.sections);
    this.chapters.show(data.times !== null);
    this.found = null; // what was found before the hand changed it, and what was asked for it
    this.editor.start(edits);
    this.viewer.showText(data);
    await this.#cutNow();
    if (data.faults.length) this.#tell(say("faults", { count: data.faults.length, first: data.faults[0] }));
  }

  // Play a recording; nothing of it is sent.
  #hear(file) {
    this.player.open(file);
    this.viewer.refresh();
  }

  // How the text is to be cut: what is set, and what was done by hand.
  #wanted() {
    const request = this.controls.request();
    const { levels, cut_at: headings } = request;
    const byHand = this.editor.request(this.controls.takes("constraints"), { levels, headings, size: this.viewer.model.size });
    return { ...request, ...byHand, form: this.chapters.request() };
  }

  // How the text was to be cut when the cuts that are kept were found; null where none are.
  #base() {
    const request = this.controls.request();
    const base = this.editor.base(this.controls.takes("constraints"), request.cut_at);
    return base && { ...request, ...base, form: this.chapters.request() };
  }

  // Return a function that tells whether no other text has been asked for since.
  #turn() {
    const mine = {};
    this.turn = mine;
    return () => this.turn === mine;
  }

  // While an answer is on its way, only the latest wish is remembered.
  async #cut() {
    this.wish = true;
    if (this.cutting || !this.key || !this.controls.ready()) return;
    this.cutting = true;
    await this.#attempt(async () => {
      while (this.wish) await this.#cutNow();
    }, false);
    this.cutting = false;
  }

  async #cutNow() {
    this.wish = false;
    if (!this.controls.ready()) return;
    const { key, said } = this;
    const request = this.#wanted();
    this.request = request;
    this.chapters.explain();
    const cuts = await this.#cutsOf(key, request).catch((error) => this.#refuse(error));
    // Of two requests on their way at once, the later one is meant.
    if (key !== this.key || request !== this.request) return;
    this.controls.showFitted(cuts);
    const base = this.#base();
    if (!base) this.found = { asked: JSON.stringify({ ...request, titles: [] }), cuts };
    this.good = { cuts, edits: this.editor.history.present };
    let open = this.#showCuts(cuts, base, request);
    this.#unsay(said);
    this.#remember();
    while (open) open = await this.#ask(key, request, open);
  }

  // Show cuts with what was found before the hand changed them; return a request that asks what is not known of that.
  #showCuts(cuts, base, request, told = cuts) {
    const found = base && this.found?.asked === JSON.stringify(base) ? this.found.cuts : null;
    const known = base ? found : cuts;
    const free = known && this.controls.showNumber(known, base ?? request, base && cuts.segments.length);
    const shown = withFound(cuts, { kept: Boolean(base), found }, this.editor.history.present);
    this.viewer.showCuts(shown, { number: this.controls.number, told });
    this.editor.show();
    return known ? free : base;
  }

  // An edit that cannot be is taken back, and the page shows what it did before.
  #refuse(error) {
    if (error.status === 422 && this.good && this.editor.history.past.at(-1) === this.good.edits) {
      this.editor.refuse();
      this.#showCuts(this.good.cuts, this.#base(), this.#wanted());
    }
    throw error;
  }

  // Ask once what the answer for cuts that were told leaves open; return what is still open then.
  async #ask(key, request, asked) {
    const cuts = await this.#cutsOf(key, asked);
    if (key !== this.key || request !== this.request) return null;
    const base = this.#base();
    if (JSON.stringify(asked) === JSON.stringify(base)) this.found = { asked: JSON.stringify(base), cuts };
    else this.controls.showNumber(cuts, asked);
    return this.#showCuts(this.good.cuts, base, request);
  }

  async #cutsOf(key, request) {
    try {
      return await post(`api/texts/${key}/cuts`, request);
    } catch (error) {
      if (error.status !== 404) throw error;
      // The server has forgotten the text; it is still here.
      await this.#send(this.reading);
      return post(`api/texts/${key}/cuts`, request);
    }
  }

  #readAgain() {
    if (!this.reading) return;
    const { example } = this.source;
    this.#attempt(() => this.#open(this.reading, example ? { example } : null));
  }

  #remember() {
    const { method, similarity, parameters, n_segments, finer, levels, cut_at: headings, outline } = this.controls.request();
    const { language: code, format } = this.form.reading();
    const heeded = { similarity, ...parameters, n_segments, finer: finer || null, levels: levels > 1 ? levels : null, cut_at: headings[0], outline };
    const segment = this.viewer.selected === null ? null : this.viewer.selected + 1;
    const read = { language: code, format: format === "auto" ? null : format, unit: this.controls.unit.value };
    const hand = { form: this.chapters.chosen(), edits: editsInAddress(this.editor.history.present) };
    writeAddress({ ...this.source, ...read, method, ...heeded, ...hand, segment, ui: language() });
  }

  #sayAgain() {
    document.title = say("title");
    translate(document);
    for (const part of [this.viewer, this.controls, this.chapters, this.editor, this.form]) part.refresh();
    if (this.key) this.#remember();
  }

  // Do something that may fail and tell why; meanwhile the page says that it is busy.
  async #attempt(work, busy = true) {
    if (busy) this.#tell(say("working"));
    const { said } = this;
    try {
      await work();
      if (busy) this.#unsay(said);
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.#tell(error.message);
    }
  }

  #tell(message) {
    this.said = { message };
    document.getElementById("status").textContent = message;
  }

  // Take back what was said, unless something else has been said since.
  #unsay(said) {
    if (this.said === said) this.#tell("");
  }
}

setLanguage(readAddress().ui);
const [about, examples] = await Promise.all([get("api/about"), get("api/examples")]);
const wanted = examples.find(({ name }) => name.startsWith(language())) ?? examples[0];
await new Page(about, examples).start(wanted.name);
document.documentElement.dataset.ready = "yes";
