// The report: the same viewer, with its data in the file and nothing to ask.

import { Curve, numberIn } from "./curve.js";
import { makeFileMenu } from "./files.js";
import { say, setLanguage, translate } from "./i18n.js";
import { makeLanguageSwitch } from "./languages.js";
import { Viewer } from "./viewer.js";

const data = JSON.parse(document.getElementById("data").textContent);
setLanguage(new URLSearchParams(location.hash.slice(1)).get("ui"));
const viewer = new Viewer(document.getElementById("viewer"), { summaryOf: (kind) => data.summaries[kind] });
const curve = new Curve();
viewer.result.numberPlace.replaceChildren(curve.element);
viewer.side.replaceChildren(makeFileMenu(viewer));
viewer.showText(data.text);
viewer.showCuts(data.cuts);
makeLanguageSwitch(document.getElementById("languages"), sayAll);
sayAll();
document.documentElement.dataset.ready = "yes";

function sayAll() {
  document.title = say("title");
  translate(document);
  viewer.refresh();
  curve.show(numberIn(data.cuts));
}
