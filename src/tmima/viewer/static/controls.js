// How to cut: the number of topics and the dial in sight; method, levels, similarity, parameters and unit folded.

import { Curve, numberIn } from "./curve.js";
import { Dial } from "./dial.js";
import { make } from "./dom.js";
import { say, sayMethod, sayMethodName, saySimilarity, translate } from "./i18n.js";

// The parameters of equation (1): the ends of each slider, and of what can be typed beside it.
const SLIDERS = {
  mean_length: { min: 1, max: 60, step: 0.5, least: 0, most: 1000 },
  std_length: { min: 0.5, max: 30, step: 0.5, least: 0.001, most: 1000 },
  gamma: { min: 0, max: 1, step: 0.01, least: 0, most: 1 },
  r: { min: 0, max: 2, step: 0.01, least: 0, most: 100 },
};

// The method whose parameters they are.
const PAPER_METHOD = "density";
// The method that follows the author's headings unless it is told not to, and what it can be told.
const LEARNT = "learnt";
const OUTLINE_WAYS = ["follow", "ignore"];
// What can be told; the server takes what suits where it is not told.
const FITTED = ["similarity", ...Object.keys(SLIDERS)];
// As many digits of what suits as there is room for.
const DIGITS = 4;

// On how many levels a text can be cut.
const LEVELS = [1, 2, 3, 4];

// The number of segments for a method that must be told one, until one is told.
const FIRST_GUESS = 5;

export class Controls {
  /**
   * Fill a place beside what was found, and one for what is folded. `onCut()` is called when the text is to be cut
   * again, `onUnit()` when it is to be read again.
   */
  constructor(numberPlace, element, about, { onCut, onUnit }) {
    this.numberPlace = numberPlace;
    this.element = element;
    this.about = about;
    const tell = (names) => {
      this.told = new Set(names);
      this.#fit();
      onCut();
    };
    // From the first move on all is as the hand has left it; before anything was found, only what it has moved.
    const moved = (name) => tell(this.suited ? FITTED : [...this.told, name]);
    const sliders = Object.entries(SLIDERS).map(([name, range]) => [name, slider(name, range, () => moved(name))]);
    this.sliders = Object.fromEntries(sliders);
    const changed = () => {
      this.suited = false;
      this.#fit();
      onCut();
    };
    const methodChanged = () => {
      this.outline.value = this.#usualOutline();
      changed();
    };
    const methods = about.methods.map(({ name }) => make("option", { value: name }));
    this.method = make("select", { id: "method", change: methodChanged }, ...methods);
    this.methodHelp = make("small", { id: "method-help" });
    this.method.setAttribute("aria-describedby", "method-help");
    const similarities = about.similarities.map(({ name }) => make("option", { value: name }));
    // The weights that suit one similarity do not suit another.
    const suit = () => {
      this.suited = false;
      tell(["similarity"]);
    };
    this.similarity = make("select", { id: "similarity", change: suit }, ...similarities);
    this.similarityHelp = make("small", { id: "similarity-help" });
    this.similarity.setAttribute("aria-describedby", "similarity-help");
    const countChanged = () => {
      this.#showNumber();
      onCut();
    };
    this.segments = make("input", { id: "segments", type: "number", min: 1, max: 1000000, step: 1, input: countChanged });
    this.segmentsHelp = make("small");
    this.numbers = new Map(); // by request, how probable each number of segments is
    this.suited = false; // whether the sliders show what a text was cut with
    this.number = null; // that of what is shown
    this.count = null; // how many topics are shown, where cuts were set by hand
    const tellNumber = (wanted) => {
      this.segments.value = wanted ?? "";
      countChanged();
    };
    this.curve = new Curve(tellNumber);
    this.findNumber = make("button", { type: "button", "data-say": "findNumber", click: () => tellNumber(null) });
    this.segmentsField = field("n_segments", this.segments, this.segmentsHelp);
    const levels = LEVELS.map((count) => make("option", { value: count }, count));
    this.levels = make("select", { id: "levels", change: onCut }, ...levels);
    this.levelsField = field("levels", this.levels, make("small", { "data-say": "levels.help" }));
    // Where the author's headings are to be cut at and nowhere else, there is no number to choose.
    const headingsChanged = () => {
      this.segments.value = "";
      this.#fit();
      onCut();
    };
    this.headings = make("select", { id: "cut_at", change: headingsChanged });
    this.headingsField = make("div", { class: "field headings" }, make("label", { for: "cut_at", "data-say": "cutAt" }), this.headings);
    this.headingsWanted = ""; // by the address, until the text is there
    this.headingLevels = [];
    const ways = OUTLINE_WAYS.map((way) => make("option", { value: way, "data-say": `outline.${way}` }));
    this.outline = make("select", { id: "outline", change: changed }, ...ways);
    this.outlineField = field("outline", this.outline, make("small", { "data-say": "outline.help" }));
    // Who wants it finer does not want a certain number.
    this.dial = new Dial(() => tellNumber(null));
    const units = about.units.map((name) => make("option", { value: name, "data-say": `unit.${name}` }));
    this.unit = make("select", { id: "unit", change: onUnit }, ...units);
    this.similarityField = field("similarity", this.similarity, this.similarityHelp);
    this.parameterFields = make(
      "div",
      { class: "parameter-fields" },
      make("div", { class: "field" }, make("button", { type: "button", "data-say": "suit", click: suit })),
      ...Object.values(this.sliders).map(({ field }) => field),
    );
    numberPlace.replaceChildren(this.curve.element, this.dial.element, this.findNumber, this.headingsField);
    element.replaceChildren(
      field("method", this.method, this.methodHelp),
      this.segmentsField,
      this.levelsField,
      this.outlineField,
      this.similarityField,
      this.parameterFields,
      field("unit", this.unit),
    );
    element.addEventListener("submit", (event) => event.preventDefault()); // Enter in a field
    this.set({});
    this.refresh();
  }

  /** Set what a view says; what it leaves out is found when the text is cut. */
  set(view) {
    // Parameters without a method are those of equation (1), as everywhere.
    const wanted = view.method ?? (Object.keys(SLIDERS).some((name) => name in view) ? PAPER_METHOD : null);
    const known = this.about.methods.some(({ name }) => name === wanted);
    this.method.value = known ? wanted : this.about.methods[0].name;
    this.unit.value = this.about.units.includes(view.unit) ? view.unit : this.about.units[0];
    this.segments.value = view.n_segments ?? "";
    this.dial.value = view.finer ?? 0;
    this.levels.value = LEVELS.includes(view.levels) ? view.levels : LEVELS[0];
    this.headingsWanted = view.cut_at ?? "";
    this.outline.value = OUTLINE_WAYS.includes(view.outline) ? view.outline : this.#usualOutline();
    const similar = this.about.similarities.some(({ name }) => name === view.similarity);
    this.told = new Set(FITTED.filter((name) => (name === "similarity" ? similar : name in view)));
    this.#setFitted(view, (name) => this.told.has(name));
    this.#fit();
  }

  /**
   * Offer the similarities that another text can be cut with, and the levels of its headings; if it cannot with the
   * one told, none is told.
   */
  offer(names, sections) {
    this.suited = false;
    const wanted = this.headingsWanted || this.headings.value;
    this.headingsWanted = "";
    // A heading at the very beginning is no place to cut.
    const levels = new Set(sections.filter(({ first }) => first > 0).map(({ level }) => level));
    this.headingLevels = [...levels].sort((one, other) => one - other);
    this.#sayHeadings();
    this.headings.value = wanted;
    if (this.headings.selectedIndex < 0) this.headings.value = "";
    this.numbers.clear();
    this.number = null;
    this.count = null;
    for (const option of this.similarity.options) option.disabled = !names.includes(option.value);
    if (this.told.has("similarity") && !names.includes(this.similarity.value)) this.told.clear();
  }

  /** Show what a text was cut with, where that was not told. */
  showFitted({ fitted, parameters }) {
    if (!fitted) return;
    const found = { similarity: fitted.similarity };
    for (const name of Object.keys(SLIDERS)) if (name in parameters) found[name] = Number(parameters[name].toPrecision(DIGITS));
    this.#setFitted(found, (name) => name in found && !this.told.has(name));
    this.suited = "mean_length" in found;
    this.#fit();
  }

  /**
   * Show what the answer to a request says of the number of topics. Where a number was told the answer leaves
   * open how probable the others are: then return the request that asks it, unless that is known already. `count` is
   * the number that is shown, where that is another one.
   */
  showNumber(cuts, request, count = null) {
    const free = { ...request, n_segments: null, titles: [] };
    const key = JSON.stringify(free);
    const told = numberIn(cuts);
    if (request.n_segments === null) this.numbers.set(key, told && { ...told, finer: request.finer });
    const known = this.numbers.has(key) || this.#atHeadings();
    this.number = this.#atHeadings() ? null : (this.numbers.get(key) ?? null);
    this.count = count;
    this.#fit();
    return this.takes("finer") && !known ? free : null;
  }

  /** Return the body of a request to cut. */
  request() {
    const counted = this.#count() !== "ignored" && this.segments.value !== "";
    const told = Object.entries(this.sliders).filter(([name]) => this.told.has(name));
    return {
      method: this.method.value,
      similarity: this.takes("similarity") && this.told.has("similarity") ? this.similarity.value : null,
      parameters: this.takes("parameters") ? Object.fromEntries(told.map(([name, { get }]) => [name, get()])) : {},
      n_segments: counted ? Number(this.segments.value) : null,
      finer: this.takes("finer") && !this.#atHeadings() ? this.dial.value : 0,
      levels: this.takes("questions") ? Number(this.levels.value) : LEVELS[0],
      cut_at: this.#atHeadings() ? [this.headings.value] : [],
      outline: this.takes("constraints") && this.headingLevels.length && this.outline.value !== this.#usualOutline() ? this.outline.value : null,
    };
  }

  /** Tell whether the method heeds a setting. */
  takes(setting) {
    return this.#chosen().settings.includes(setting);
  }

  /** Tell whether there is enough to cut with: some methods must be told a number. */
  ready() {
    return this.#count() !== "required" || this.segments.value !== "";
  }

  /** Say everything again, in the language of the interface. */
  refresh() {
    translate(this.numberPlace);
    translate(this.element);
    this.#sayHeadings();
    for (const option of this.method.options) option.textContent = sayMethodName(option.value);
    for (const option of this.similarity.options) [option.textContent] = saySimilarity(option.value, "");
    this.#fit();
  }

  // The levels of headings that the text can be cut at.
  #sayHeadings() {
    const { value } = this.headings;
    const [lowest] = this.headingLevels;
    const said = (level) => (level === lowest ? say("headings", { level }) : say("headingsTo", { first: lowest, last: level }));
    const options = this.headingLevels.map((level) => make("option", { value: `headings:${level}` }, said(level)));
    this.headings.replaceChildren(make("option", { value: "" }, say("atTopics")), ...options);
    this.headings.value = value;
  }

  #atHeadings() {
    return this.takes("constraints") && this.headings.value !== "";
  }

  // What a method does with headings if nothing is said.
  #usualOutline() {
    return OUTLINE_WAYS[this.method.value === LEARNT ? 0 : 1];
  }

  #chosen() {
    return this.about.methods.find(({ name }) => name === this.method.value);
  }

  #count() {
    return this.#chosen().count;
  }

  // Show the number among all that could be, and the way back to the one that is found.
  #showNumber() {
    const told = this.segments.value === "" ? null : Number(this.segments.value);
    this.curve.show(this.takes("finer") && !this.#atHeadings() ? this.number : null, this.count ?? told);
    // Where cuts are kept, the dial does not lead to what is shown.
    const led = this.number?.finer === this.dial.value && this.count === null;
    this.dial.say(led ? this.number.found : null);
    this.findNumber.hidden = told === null || this.#count() !== "optional";
  }

  // Show the controls that the method heeds.
  #fit() {
    const count = this.#count();
    this.methodHelp.textContent = sayMethod(this.method.value, this.#chosen().summary);
    const similarity = this.about.similarities.find(({ name }) => name === this.similarity.value);
    [, this.similarityHelp.textContent] = saySimilarity(similarity.name, similarity.summary);
    this.dial.element.hidden = !this.takes("finer") || this.#atHeadings();
    const follows = this.takes("constraints") && this.headingLevels.length > 0;
    this.headingsField.hidden = this.outlineField.hidden = !follows;
    this.levelsField.hidden = !this.takes("questions");
    this.similarityField.hidden = !this.takes("similarity");
    this.parameterFields.hidden = !this.takes("parameters");
    this.segmentsField.hidden = count === "ignored" || this.#atHeadings();
    if (count === "required" && this.segments.value === "") this.segments.value = FIRST_GUESS;
    this.segmentsHelp.textContent = count === "ignored" ? "" : say(`segments.${count}`);
    this.#showNumber();
  }

  #setFitted(values, wanted) {
    if (wanted("similarity")) this.similarity.value = values.similarity;
    for (const [name, { set }] of Object.entries(this.sliders)) if (wanted(name)) set(values[name]);
  }
}

function field(name, control, ...more) {
  return make("div", { class: "field" }, make("label", { for: control.id, "data-say": name }), control, ...more);
}

// A slider and a number that move each other; the number may go beyond the slider's ends.
function slider(name, { min, max, step, least, most }, onChange) {
  const told = { "data-say-label": name, "aria-describedby": `${name}-help` };
  const range = make("input", { type: "range", min, max, step, id: `${name}-slider`, ...told });
  const exact = make("input", { type: "number", min: least, max: most, step: "any", id: name });
  const set = (value) => (range.value = exact.value = value);
  set(range.value);
  const moved = (one, other) => () => {
    if (!one.validity.valid || one.value === "") return;
    other.value = one.value;
    onChange();
  };
  range.addEventListener("input", moved(range, exact));
  exact.addEventListener("input", moved(exact, range));
  const help = make("small", { id: `${name}-help`, "data-say": `${name}.help` });
  const label = make("label", { for: name, "data-say": name });
  const field = make("div", { class: "field slider" }, label, exact, range, help);
  return { field, set, get: () => Number(exact.value) };
}
