// The report: the same viewer, with its data in the file and nothing to ask.

import { Curve, numberIn } from "./curve.js";
import { sayFiner } from "./dial.js";
import { make } from "./dom.js";
import { makeFileMenu } from "./files.js";
import { language, say, sayMethod, setLanguage, translate } from "./i18n.js";
import { makeLanguageSwitch } from "./languages.js";
import { Viewer } from "./viewer.js";

// The parameters that the interface has a name for.
const SAID = ["mean_length", "std_length", "gamma", "r", "n_segments"];

const data = JSON.parse(document.getElementById("data").textContent);
setLanguage(new URLSearchParams(location.hash.slice(1)).get("ui"));
const viewer = new Viewer(document.getElementById("viewer"));
viewer.showText(data.text);
viewer.showCuts(data.cuts);
const curve = new Curve();
document.getElementById("number").replaceChildren(curve.element);
document.getElementById("files").replaceChildren(makeFileMenu(viewer));
makeLanguageSwitch(document.getElementById("languages"), sayAll);
sayAll();
document.documentElement.dataset.ready = "yes";

function sayAll() {
  document.title = say("title");
  translate(document);
  viewer.refresh();
  curve.show(numberIn(data.cuts));
  document.getElementById("facts").replaceChildren(
    make("span", {}, make("b", {}, data.cuts.method), ` ${sayMethod(data.cuts.method, data.summary)}`),
    ...Object.entries(data.cuts.parameters)
      // Lengths are counted in sentences unless told otherwise.
      .filter(([, value]) => value !== "sentences")
      .map(([name, value]) => make("span", {}, sayParameter(name, value))),
  );
}

function sayParameter(name, value) {
  if (name === "finer") return sayFiner(value);
  return `${SAID.includes(name) ? say(name) : name} ${value.toLocaleString(language())}`;
}
