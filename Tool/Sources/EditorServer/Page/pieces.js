// What several panels are made of: words to try, texts to copy, new drawings.

import { make, icon, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";
import { Refusal } from "./connection.js";

/** A word that the server named, as people read it. */
export const wordText = ({ text, symbols }) => (text ?? symbols.join(" ")) || "ε";

/** A button with a word, which runs it on the drawing. */
export function wordButton({ tape, editor }, word) {
  if (word.text === null) return make("span.number", {}, wordText(word)); // no text spells it on the tape
  const title = format(texts.runWord, { word: word.text || texts.emptyWord });
  return make("button.try", {
    title, "aria-label": title,
    click() {
      tape.put(word.text);
      editor.say(format(texts.onTape, { word: word.text || texts.emptyWord }));
    },
  }, icon("step"), make("span", {}, wordText(word)));
}

/** A line that says something of a word. */
export const wordLine = (parts, said, word) => make("p.entry", {}, make("span", {}, said), wordButton(parts, word));

/** A button that copies a text. */
export function copyButton(editor, text, word = texts.copy) {
  return make("button", {
    async click() {
      try {
        await navigator.clipboard.writeText(text());
        editor.toast(texts.copied);
      } catch {
        editor.toast(texts.notCopied, "error");
      }
    },
  }, word);
}

/** A button that opens something as a new drawing. What the server refuses is said. */
export function deriveButton({ editor, files }, request, name = texts.newDrawing) {
  const button = make("button", {
    "aria-label": name,
    click: () => work(button, () => files.derive(request()), (text) => editor.toast(text, "error")),
  }, texts.newDrawing);
  return button;
}

/** Does what a button is for, once at a time. Why it failed is told to `fail`, for people. */
export async function work(button, action, fail) {
  if (button.getAttribute("aria-disabled")) return;
  set(button, "aria-disabled", "true");
  try {
    await action();
  } catch (error) {
    fail(failure(error));
  } finally {
    set(button, "aria-disabled", null);
  }
}

/** Why a request failed, for people. */
export const failure = (error) => (error instanceof Refusal ? error.message : texts.lost);

/** Fills a select with choices, [value, text], and chooses one. */
export function fillSelect(select, choices, value) {
  const key = JSON.stringify(choices);
  if (select.dataset.key !== key) {
    select.dataset.key = key;
    select.replaceChildren(...choices.map(([each, text]) => make("option", { value: each }, text)));
  }
  select.value = value;
}

/** Says something at a field, and marks it as wrong; an empty text takes that back. */
export function markField(input, line, text) {
  set(input, "aria-invalid", text ? "true" : null);
  setText(line, text);
}
