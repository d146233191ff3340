// Two sentences of the plot, with the words that they share marked.

import { make } from "./dom.js";
import { number, say } from "./i18n.js";

/** Return the panel and a function that shows a pair of units of a text in it, or a hint for null. */
export function makePairPanel() {
  const element = make("div", { class: "pair" });
  const show = (model, pair) => {
    if (!model || !pair) {
      element.replaceChildren(make("p", { class: "hint" }, say("pairEmpty")));
      return;
    }
    const units = pair[0] === pair[1] ? [pair[0]] : [...pair].sort((one, other) => one - other);
    const marked = units.length > 1 ? model.shared(...pair) : [];
    element.replaceChildren(
      make("p", { class: "hint" }, describe(model, pair)),
      ...units.map((unit) =>
        make(
          "p",
          { lang: model.language === "und" ? null : model.language },
          make("span", { class: "number" }, number(unit + 1)),
          ...model.pieces(unit, marked).map(([text, isMarked]) => (isMarked ? make("mark", {}, text) : text)),
        ),
      ),
    );
  };
  return { element, show };
}

/** Return in a line what a pair of units has in common. */
export function describe(model, pair) {
  if (pair[0] === pair[1]) return say(`one.${model.unit}`, { number: number(pair[0] + 1) });
  const names = pair.map((unit) => number(unit + 1)).join(" × ");
  const shared = model.shared(...pair).map((term) => model.terms[term]);
  if (!shared.length) return `${names}: ${say("pairNone")}`;
  return `${names}: ${say("pairShared", { count: number(shared.length), words: shared.join(", ") })}`;
}
