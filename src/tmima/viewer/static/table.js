// The same in words and numbers: for those who cannot see the plot, and for those who want figures.

import { make } from "./dom.js";
import { clock, number, percent, say, sayOr } from "./i18n.js";
import { placed } from "./levels.js";
import { nearest } from "./textpane.js";

const NEAREST = 12;

/** Return the tables of a text's segments and of its nearest other cuts. */
export function tables(model, cuts, { onSegment, onPlace }) {
  return [segmentTable(model, cuts, onSegment), ...nearTable(model, cuts, onPlace)];
}

// How fields are written that are not written as they are, and under which heads.
const WRITERS = {
  start_time: clock,
  pages: ([first, last]) => (first === last ? number(first) : `${number(first)}–${number(last)}`),
  probability: percent,
};
const HEADS = { start_time: "time", title: "segmentTitle", summary: "segmentSummary" };
// Where a segment lies is told in units; these say it otherwise, or are columns of their own.
const UNSAID = new Set(["start", "end", "first", "last", "units", "end_time", "origin_start", "origin_end", "sentences", "words", "density"]);

function segmentTable(model, cuts, onSegment) {
  const columns = [
    [say("from"), ({ first }) => number(first + 1)],
    [say("to"), ({ last }) => number(last)],
    [say("length"), ({ sentences }) => number(sentences)],
    [say("density"), ({ density }) => percent(density)],
    ...furtherColumns(cuts.segments),
  ];
  const heads = [say("segment"), ...columns.map(([head]) => head)];
  return make(
    "table",
    {},
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make(
      "tbody",
      {},
      ...cuts.segments.map((segment, index) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, link(placed(cuts, index).name, () => onSegment(index))),
          ...columns.map(([, write]) => make("td", {}, write(segment))),
        ),
      ),
    ),
  );
}

// A column for each other field that any segment has.
function furtherColumns(segments) {
  const has = (segment, name) => segment[name] !== null && segment[name] !== undefined && String(segment[name]) !== "";
  const names = Object.keys(segments[0]).filter((name) => !UNSAID.has(name) && segments.some((segment) => has(segment, name)));
  return names.map((name) => {
    const write = WRITERS[name] ?? ((value) => (Array.isArray(value) ? value.join(", ") : String(value)));
    return [sayOr(HEADS[name] ?? name, name), (segment) => (has(segment, name) ? write(segment[name]) : "")];
  });
}

function link(name, click) {
  return make("button", { type: "button", click }, name);
}

function nearTable(model, cuts, onPlace) {
  const places = nearest(cuts, NEAREST);
  const title = make("h2", {}, say("nearest"));
  if (!places.length) return [title, make("p", { class: "hint" }, say(cuts.near ? "nearestNowhere" : "nearestNone"))];
  const rows = places.map(({ place, cost }) =>
    make(
      "tr",
      {},
      make("td", {}, link(say(`one.${model.unit}`, { number: number(place + 1) }), () => onPlace(place))),
      make("td", {}, `+${number(cost, 3)}`),
      make("td", {}, model.unitText(place).slice(0, 80)),
    ),
  );
  const heads = [say("from"), say("cost"), say("text")];
  return [
    title,
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows),
    ),
  ];
}
