// The switch between the languages of the interface.

import { make } from "./dom.js";
import { language, setLanguage } from "./i18n.js";

const LANGUAGES = { el: "Ελληνικά", en: "English" };

/** Fill an element with a button for each language; `onChange` says everything again. */
export function makeLanguageSwitch(element, onChange) {
  const buttons = Object.entries(LANGUAGES).map(([code, name]) =>
    make("button", { type: "button", lang: code, "data-code": code, click: () => choose(code) }, name),
  );
  const show = () => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.code === language()));
  };
  const choose = (code) => {
    setLanguage(code);
    show();
    onChange();
  };
  element.replaceChildren(...buttons);
  show();
}
