// What was found, in words: how many topics, how sure that is, what was changed by hand.

import { make } from "./dom.js";
import { languageName, number, percent, say, sayCount } from "./i18n.js";

const CERTAINTIES = ["certain", "likely", "could be elsewhere"];

export class Result {
  constructor() {
    this.lead = make("h2");
    this.notes = make("p", { class: "notes" });
    this.numberPlace = make("div", { class: "number-place" }); // how probable each number is, and the dial
    this.element = make("section", { class: "result", "data-say-label": "result" }, make("div", {}, this.lead, this.notes), this.numberPlace);
  }

  /** Say what cuts of a text are, `number` being how probable each number of topics is, if that is known. */
  show(model, cuts, number) {
    this.lead.textContent = sayLead(cuts, number);
    const notes = [sayEdits(cuts), sayOneTopic(cuts, number), saySize(model), sayCertainties(cuts)];
    this.notes.replaceChildren(...notes.filter(Boolean).map((note) => make("span", {}, `${note} `)));
  }
}

// 7 topics, probably 5 to 9.
function sayLead(cuts, found) {
  const topics = sayCount("topic", cuts.segments.length);
  const asked = cuts.parameters.n_segments !== undefined && !cuts.edited;
  if (asked) return say("asAsked", { topics });
  return found && !cuts.edited ? `${topics}, ${sayLikely(found)}` : topics;
}

/** Return in words which numbers of topics are likely. */
export function sayLikely({ low, high }) {
  return low === high ? say("veryLikely") : say("probably", { low: number(low), high: number(high) });
}

// Where cuts were set by hand: how many there were before.
function sayEdits({ edited }) {
  if (!edited) return "";
  const { found, added, removed } = edited;
  if (!found) return "";
  const before = say("wereFound", { topics: sayCount("topic", found) });
  const changes = [added && say("addedByHand", { count: number(added) }), removed && say("removedByHand", { count: number(removed) })];
  return `${[before, ...changes.filter(Boolean)].join(", ")}.`;
}

function sayOneTopic({ parameters, fitted, edited }, found) {
  const told = parameters.n_segments !== undefined && !edited;
  if (told) return found ? say("byItself", { likely: sayLikely(found), topics: sayCount("topic", found.found) }) : "";
  const { median, shares } = fitted?.number ?? {};
  // With `finer` below 0, a single topic needs no explanation.
  return median === 1 && !(parameters.finer < 0) ? say("oneTopic", { share: percent(shares[0]) }) : "";
}

function saySize(model) {
  const units = sayCount(model.unit, model.size);
  const name = languageName(model.language);
  return `${name ? `${units}, ${name}` : units}.`;
}

// How many of the cuts are certain, likely, or could be elsewhere.
function sayCertainties({ segments }) {
  const counts = CERTAINTIES.map((word) => [word, segments.filter(({ certainty }) => certainty === word).length]);
  const said = counts.filter(([, count]) => count).map(([word, count]) => `${number(count)} ${say(`${count === 1 ? "certainty" : "certainties"}.${word}`)}`);
  return said.length ? say("ofTheCuts", { said: said.join(", ") }) : "";
}
