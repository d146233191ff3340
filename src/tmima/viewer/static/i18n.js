// The language of the interface: which it is, and the words in it.

// Written from the table that the command line reads too: src/tmima/wording/words.json.
import { PAGE_WORDS } from "./words.js";

const SPOKEN = ["en", "el"];
let current = "en";

/** Return the language of the interface. */
export function language() {
  return current;
}

/** Choose the language of the interface: the one asked for, or the browser's, or English. */
export function setLanguage(asked) {
  const wanted = [asked, ...navigator.languages.map((code) => code.slice(0, 2))];
  current = wanted.find((code) => SPOKEN.includes(code)) ?? "en";
  document.documentElement.lang = current;
}

/** Return a text of the interface with its {names} filled in. */
export function say(key, values = {}) {
  return PAGE_WORDS[key][current].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** Return how many there are of something: topics, sentences, paragraphs. */
export function sayCount(thing, count) {
  return say(count === 1 ? `count.${thing}.one` : `count.${thing}`, { count: number(count) });
}

/** Return the name of a language; nothing for one that is not known. */
export function languageName(code) {
  return code === "und" ? "" : new Intl.DisplayNames([current], { type: "language" }).of(code);
}

/** Return what a method is called. */
export function sayMethodName(name) {
  return sayOr(`method.${name}`, name);
}

/** Return what a method does, in a line, given its own summary in English. */
export function sayMethod(name, summary) {
  return sayOr(`method.${name}.help`, summary);
}

/** Return what a similarity is called and what it is, given its own summary in English. */
export function saySimilarity(name, summary) {
  return [sayOr(`similarity.${name}`, name), sayOr(`similarity.${name}.help`, summary)];
}

/** Return what a score is called and what it is, given its own words in English. */
export function sayScore(name, label, help) {
  return [sayOr(`score.${name}`, label), sayOr(`score.${name}.help`, help)];
}

/** Return a text of the interface, or something else where it has none: others may have added to what is there. */
export function sayOr(key, otherwise) {
  return (Object.hasOwn(PAGE_WORDS, key) && PAGE_WORDS[key][current]) || otherwise;
}

/** Return a time of a recording as people write it: 0:09, 1:02:03. */
export function clock(seconds) {
  const whole = Math.floor(Math.round(1000 * seconds) / 1000);
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
  return parts.map((part, index) => String(part).padStart(index ? 2 : 1, "0")).join(":");
}

/** Return how long something takes, as people say it: seconds below a minute, then minutes. */
export function duration(seconds) {
  const whole = Math.round(seconds);
  if (whole < 60) return say("seconds", { count: number(whole) });
  const minutes = whole / 60;
  return say("minutes", { count: number(minutes, minutes < 10 && Math.round(10 * minutes) % 10 ? 1 : 0) });
}

/** Return a number as this language writes it. */
export function number(value, digits = 0) {
  return formatter("decimal", digits).format(value);
}

/** Return a share as a percentage. */
export function percent(value, digits = 0) {
  return formatter("percent", digits).format(value);
}

// Making a formatter takes far longer than using it.
const formatters = new Map();

function formatter(style, digits) {
  const name = `${current} ${style} ${digits}`;
  if (!formatters.has(name)) {
    const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    formatters.set(name, new Intl.NumberFormat(current, { style, ...exactly }));
  }
  return formatters.get(name);
}

/** Fill in the texts of all elements below one that name theirs. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of root.querySelectorAll("[data-say-label]")) {
    element.setAttribute("aria-label", say(element.dataset.sayLabel));
    if (element.matches("button")) element.title = say(element.dataset.sayLabel); // its sign alone says little
  }
  for (const element of root.querySelectorAll("[data-say-placeholder]")) {
    element.placeholder = say(element.dataset.sayPlaceholder);
  }
}
