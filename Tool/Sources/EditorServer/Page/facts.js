// Facts about the language: properties, numbers of words, an ambiguous word, and what has changed.

import { make, set } from "./dom.js";
import { texts, format } from "./texts.js";
import { Panel } from "./section.js";
import { wordButton, wordLine } from "./pieces.js";

export class Facts extends Panel {
  constructor(parts) {
    super("facts", parts);
    this.runs = [];
    this.editor.on("change", () => this.#release());
  }

  get question() { return { ask: "facts" }; }
  isAbout({ saved }) { return saved !== undefined && saved === this.editor.model?.document; }
  leave() { this.#release(); }

  show(answer) {
    const { states, arrows, symbols, facts } = answer;
    this.runs = [];
    this.content.replaceChildren(
      make("p.hint", {}, format(texts.size, { states, arrows, symbols })),
      make("ul.facts", {}, ...facts.map(factLine)),
      ...[this.#words(answer), this.#counts(answer), this.#ambiguous(answer.ambiguous), this.#change(answer.change)].filter(Boolean));
  }

  #words({ shortest, longest, total }) {
    const line = (said, word) => make("p.entry", {}, make("span", {}, said), word ? wordButton(this, word) : make("span", {}, texts.noWord));
    return make("div.group", {}, line(texts.shortest, shortest), ...(longest ? [line(texts.longest, longest)] : []),
      make("p.entry", {}, make("span", {}, texts.total), make("span.number", {}, total === "infinite" ? texts.infinite : total ?? texts.unknown)));
  }

  #counts({ counts }) {
    return make("div.group", {}, make("h3", {}, texts.counts), make("dl.counts", {}, ...counts.map((count, length) =>
      make("div", {}, make("dt", {}, make("span.unseen", {}, texts.length), String(length)), make("dd.number", {}, count ?? texts.unknown)))));
  }

  // MARK: Runs on the drawing

  #ambiguous(ambiguous) {
    if (!ambiguous) return null;
    return make("div.group", {}, make("h3", {}, texts.ambiguous), wordLine(this, texts.ambiguousWord, ambiguous.word),
      ...ambiguous.runs.map((run, index) => this.#run(run, index + 1)));
  }

  #run(states, number) {
    const button = make("button", { "aria-pressed": "false", click: () => this.#toggle(button, states) }, format(texts.showRun, { number }));
    this.runs.push(button);
    const names = states.map((id) => this.editor.element(id)?.name ?? "?");
    return make("p.entry", {}, button, make("span", {}, names.join(" → ")));
  }

  /** Highlights a run's states and the arrows between them, or takes that back. */
  #toggle(button, states) {
    const isOn = button.getAttribute("aria-pressed") === "true";
    this.tape.leave();
    this.#release();
    if (isOn) return;
    set(button, "aria-pressed", "true");
    const steps = new Set(states.slice(1).map((to, index) => `${states[index]} ${to}`));
    const taken = [...this.editor.model.elements.values()].filter(({ kind, from, to }) => kind === "arrow" && steps.has(`${from} ${to}`));
    this.editor.scene.mark("active", states);
    this.editor.scene.mark("taken", taken.map((arrow) => arrow.id));
    this.editor.say(button.nextSibling.textContent);
  }

  #release() { for (const button of this.runs) set(button, "aria-pressed", "false"); }

  // MARK: What has changed

  #change(change) {
    if (!change) return null;
    const { since, equal, gained, lost, problems, error } = change;
    const said = (text) => make("p", {}, format(text, { since: texts.since[since] ?? since }));
    const lines = error ? [make("p.error", {}, error)] : problems ? [said(texts.changeUnknown)] : equal ? [said(texts.unchanged)] : [
      ...(gained ? [wordLine(this, texts.gained, gained)] : []),
      ...(lost ? [wordLine(this, texts.lostWord, lost)] : []),
    ];
    return make("div.group", {}, make("h3", {}, format(texts.change, { since: texts.since[since] ?? since })), ...lines);
  }
}

const answers = { true: texts.yes, false: texts.no, null: texts.unknown };

function factLine({ name, is, why }) {
  return make("li", {}, make("span", {}, texts.facts[name] ?? name), make(`strong.${is}`, {}, answers[is]),
    ...(why ? [make("small", {}, why)] : []));
}
