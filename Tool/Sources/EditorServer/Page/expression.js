// The automaton as an expression or as a grammar, and drawings of those that are typed.

import { make, field, setText } from "./dom.js";
import { texts, format } from "./texts.js";
import { Panel } from "./section.js";
import { copyButton, markField, work } from "./pieces.js";

const mostShown = 5000; // characters; laying out more would hold up the page

export class Notation extends Panel {
  /** @param {"expression"|"grammar"} name also the question's and the request's */
  constructor(name, parts, lines = 1) {
    super(name, parts);
    this.text = make("pre.notation", { tabindex: 0, role: "region", "aria-label": texts.panels[name] });
    this.whole = "";
    this.rest = make("p.hint");
    this.content.append(this.text, this.rest, make("div.actions", {}, copyButton(this.editor, () => this.whole)));
    const line = "error-" + name, labels = texts.notations[name];
    const properties = { id: "typed-" + name, placeholder: labels.hint, "aria-describedby": line, input: () => markField(this.input, this.error, "") };
    this.input = lines > 1 ? make("textarea", { rows: lines, spellcheck: "false", autocapitalize: "off", ...properties }) : field(properties);
    this.error = make("p.error", { id: line, role: "alert" });
    this.draw = make("button", { type: "submit" }, texts.newDrawing);
    this.form = make("form.typed", { submit: (event) => this.#submit(event) },
      make("label", { for: "typed-" + name }, labels.label), this.input, this.error, make("div.actions", {}, this.draw));
  }

  get bottom() { return [this.form]; }
  get question() { return { ask: this.name }; }

  show({ text }) {
    this.whole = text;
    const isLong = text.length > mostShown;
    setText(this.text, isLong ? text.slice(0, mostShown) + "…" : text);
    setText(this.rest, isLong ? format(texts.partShown, { count: text.length }) : "");
  }

  #submit(event) {
    event.preventDefault();
    work(this.draw, () => this.files.derive({ [this.name]: this.input.value }), (text) => {
      markField(this.input, this.error, text);
      this.input.focus();
    });
  }
}
