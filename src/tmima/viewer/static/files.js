// What can be taken away: the segmentation as JSON and in Choi's format, as `tmima segment` writes them.

import { make } from "./dom.js";
import { say, translate } from "./i18n.js";
import { pngOf, svgOf } from "./picture.js";

const SEPARATOR = "==========";
// White space as the command has it: `\s` here lacks some that end a line there.
const BLANKS = /[\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
const NAMES = {
  json: "segments.json",
  choi: "segments.ref",
  markdown: "segments.md",
  outline: "outline.md",
  html: "report.html",
  png: "dotplot.png",
  svg: "dotplot.svg",
};

/** Return the object that `tmima segment --format json` prints. Offsets count characters. */
export function jsonOf(model, cuts) {
  const { format } = model.data;
  return {
    ...(format && { format }),
    language: model.language,
    method: cuts.method,
    unit: model.unit,
    units: model.size,
    parameters: cuts.parameters,
    cost: cuts.cost,
    boundaries: cuts.boundaries,
    // All fields of a segment but the text, and a few of the page alone.
    segments: cuts.segments.map(({ sentences, words, density, probability, certainty, ...told }) => ({
      ...Object.fromEntries(Object.entries(told).filter(([name, value]) => applies(name, value))),
      text: model.text.slice(model.edges[told.first], model.edges[told.last]),
    })),
    ...cuts.fitted,
    ...cuts.answers,
  };
}

// A segment without a name has empty ones here, and none in JSON; that nobody is known to speak is told.
function applies(name, value) {
  return value !== null && value !== "" && (name !== "keywords" || value.length > 0);
}

/** Return the segments in Choi's format, one sentence a line. */
export function choiOf(model, cuts) {
  const lines = [SEPARATOR];
  for (const { first, last } of cuts.segments) {
    for (let index = model.firstSentences[first]; index < model.firstSentences[last]; index++) {
      const line = model.text.slice(model.starts[index], model.ends[index]).split(BLANKS).filter(Boolean).join(" ");
      // A sentence that looks like the separator would be read back as one.
      lines.push(line === SEPARATOR ? `${line}=` : line);
    }
    lines.push(SEPARATOR);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Return the menu of what can be copied or downloaded; `write(kind)` promises what a server alone writes: Markdown,
 * the outline, the HTML report.
 */
export function makeFileMenu(viewer, { write = null, link = null } = {}) {
  const text = (type, made) => async () => new Blob([await made(viewer.model, viewer.told)], { type });
  const kinds = {
    json: text("application/json", (model, cuts) => `${JSON.stringify(jsonOf(model, cuts))}\n`),
    choi: text("text/plain", choiOf),
    ...(write && {
      markdown: text("text/markdown", () => write("markdown")),
      outline: text("text/plain", () => write("outline")),
      html: text("text/html", () => write("report")),
    }),
    png: () => pngOf(viewer.model, viewer.told),
    svg: text("image/svg+xml", svgOf),
  };
  const rows = Object.entries(kinds).map(([kind, blob]) =>
    make(
      "li",
      {},
      make("span", { "data-say": `file.${kind}` }),
      button("copy", kind, async (pressed) => done(pressed, copy(await blob()))),
      button("download", kind, async () => download(await blob(), NAMES[kind])),
    ),
  );
  if (link) {
    const copyLink = button("copy", "link", (pressed) => done(pressed, navigator.clipboard.writeText(link())));
    rows.push(make("li", {}, make("span", { "data-say": "link" }), copyLink));
  }
  const menu = make("details", { class: "menu" }, make("summary", { "data-say": "save" }), make("ul", {}, ...rows));
  translate(menu);
  return menu;
}

/** Return a button of a kind of file; `run(pressed)` is called when it is pressed. */
export function button(name, kind, run) {
  const click = (event) => run(event.currentTarget);
  return make("button", { type: "button", "data-say": name, "data-kind": `${name}-${kind}`, click });
}

/** Copy what can be copied. */
export async function copy(blob) {
  if (blob.type === "image/png") await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
  else await navigator.clipboard.writeText(await blob.text());
}

/** Say on a button that its work is done. */
export async function done(pressed, work) {
  await work;
  pressed.textContent = say("copied");
  setTimeout(() => (pressed.textContent = say("copy")), 1500);
}

/** Have the browser save something under a name. */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
