// Whether another open drawing has the same language, with the shortest words that tell them apart.

import { make } from "./dom.js";
import { texts, format } from "./texts.js";
import { Panel } from "./section.js";
import { fillSelect, wordLine } from "./pieces.js";

export class Compare extends Panel {
  constructor(parts) {
    super("compare", parts);
    this.chosen = new Map(); // the other document of each
    this.select = make("select", { id: "other", change: () => this.#choose(Number(this.select.value)) });
    this.none = make("p.hint", {}, texts.noOther);
    this.row = make("div.entry", {}, make("label", { for: "other" }, texts.compareWith), this.select);
    for (const name of ["documents", "document"]) this.editor.on(name, () => this.#fill());
    this.#fill();
  }

  get top() { return [this.row, this.none]; }
  get question() { return this.other === undefined ? null : { ask: "compare", with: this.other }; }
  isAbout({ changed }) { return changed !== undefined && changed === this.other; }

  get other() {
    const others = this.files.others, chosen = this.chosen.get(this.editor.model?.document);
    return (others.find(({ id }) => id === chosen) ?? others[0])?.id;
  }

  #choose(id) {
    this.chosen.set(this.editor.model.document, id);
    this.isChosen = true; // by hand, so that the verdict is said
    this.changed();
  }

  #fill() {
    const { others } = this.files;
    this.row.hidden = !others.length;
    this.none.hidden = others.length > 0;
    if (!others.length) this.content.hidden = true;
    fillSelect(this.select, others.map(({ id, name }) => [String(id), name]), String(this.other ?? ""));
    this.changed?.();
  }

  show({ equal, missing, extra }) {
    const name = this.select.selectedOptions[0]?.textContent ?? "";
    const verdict = equal ? make("p.large.right", {}, `✓ ${texts.equal}`) : make("p.large.wrong", {}, `✗ ${texts.different}`);
    this.content.replaceChildren(verdict,
      ...(missing ? [wordLine(this, format(texts.onlyOther, { name }), missing)] : []),
      ...(extra ? [wordLine(this, texts.onlyThis, extra)] : []));
    if (this.isChosen) this.editor.say(this.content.textContent);
    this.isChosen = false;
  }
}
