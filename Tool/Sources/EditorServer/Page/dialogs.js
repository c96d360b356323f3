// Dialogs: a question, and the list of gestures and keys.

import { make, button } from "./dom.js";
import { texts } from "./texts.js";

/** Shows a dialog with a heading, and removes it when it is closed. @returns {HTMLDialogElement} */
export function showDialog(name, heading, ...content) {
  const dialog = make(`dialog.${name}`, { "aria-labelledby": "heading", close: () => dialog.remove() },
    make("div.title", {}, make("h2", { id: "heading" }, heading), button({ icon: "close", word: texts.cancel, click: () => dialog.close() })),
    ...content);
  // A click beside the dialog closes it; the dialog's own box is filled by its children.
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.querySelector("main").append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks before something that can't be taken back. Returns whether it was allowed. */
export async function ask(question, details, action) { return (await choose(question, details, [action])) === 0; }

/** Asks which of some actions to take. Returns its index, or -1. */
export function choose(question, details, actions) {
  return new Promise((resolve) => {
    let answer = -1;
    const take = (value) => () => {
      answer = value;
      dialog.close();
    };
    const dialog = showDialog("ask", question,
      ...(details.length ? [make("ul", {}, ...details.map((detail) => make("li", {}, detail)))] : []),
      make("div.choice", {},
        make("button", { click: take(-1) }, texts.cancel),
        ...actions.map((action, index) => make(index ? "button" : "button.primary", { click: take(index) }, action))));
    dialog.querySelector(".primary").focus();
    dialog.addEventListener("close", () => resolve(answer));
  });
}

/** All gestures and keys. */
export const help = {
  show() {
    if (document.querySelector("dialog[open]")) return;
    const sections = texts.helpSections.map(([heading, rows]) => make("section", {}, make("h3", {}, heading),
      make("dl", {}, ...rows.flatMap(([gesture, meaning]) => [make("dt", {}, gesture), make("dd", {}, meaning)]))));
    showDialog("help", texts.helpHeading, make("p.hint", {}, texts.helpKeysNote),
      make("div.sections", { tabindex: 0, role: "region", "aria-label": texts.helpHeading }, ...sections));
  },
};
