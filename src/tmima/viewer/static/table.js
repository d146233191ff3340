// The same in words and numbers: for those who cannot see the plot, and for those who want figures.

import { make } from "./dom.js";
import { clock, number, percent, say } from "./i18n.js";
import { placed } from "./levels.js";
import { nearest } from "./textpane.js";

const NEAREST = 12;

/** Return the tables of a text's segments and of its nearest other cuts. */
export function tables(model, cuts, { onSegment, onPlace }) {
  return [segmentTable(model, cuts, onSegment), ...nearTable(model, cuts, onPlace)];
}

function segmentTable(model, cuts, onSegment) {
  const talk = model.times ? ["time", "speakers"] : [];
  const heads = ["segment", "from", "to", "length", "density", ...talk, "segmentTitle", "keywords"];
  return make(
    "table",
    {},
    make("thead", {}, make("tr", {}, ...heads.map((name) => make("th", { scope: "col" }, say(name))))),
    make(
      "tbody",
      {},
      ...cuts.segments.map((segment, index) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, link(placed(cuts, index).name, () => onSegment(index))),
          make("td", {}, number(segment.first + 1)),
          make("td", {}, number(segment.last)),
          make("td", {}, number(segment.sentences)),
          make("td", {}, percent(segment.density)),
          ...(model.times ? [clock(segment.start_time), segment.speakers.join(", ")] : []).map((said) => make("td", {}, said)),
          make("td", {}, segment.title),
          make("td", {}, segment.keywords.join(", ")),
        ),
      ),
    ),
  );
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
