// A chain of operations on the drawing: its stages, what each gives, and the same as a command.

import { make, button, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";
import { Panel } from "./section.js";
import { Picture } from "./picture.js";
import { copyButton, deriveButton, fillSelect, wordLine } from "./pieces.js";

const withOne = ["remove-epsilon", "determinize", "minimize", "complement", "reverse", "complete", "trim", "star"];
const withTwo = ["union", "intersection", "difference", "concatenate", "compare"];
const operations = [...withOne, ...withTwo].map((name) => [name, texts.stages[name]]);

export class Chain extends Panel {
  constructor(parts) {
    super("chain", parts);
    this.sent = null; // stages that are on their way
    this.list = make("ol.stages", { "aria-label": texts.panels.chain });
    this.results = [];
    this.command = make("pre.notation", { tabindex: 0, role: "region", "aria-label": texts.command });
    this.reads = make("p.hint");
    this.content.append(make("h3", {}, texts.command), this.command, this.reads, make("div.actions", {}, copyButton(this.editor, () => this.command.textContent)));
    this.addButton = make("button", { click: () => this.#add() }, texts.addStage);
    for (const name of ["change", "documents"]) this.editor.on(name, () => this.editor.model && this.#draw());
  }

  get top() { return [this.list, make("div.actions", {}, this.addButton)]; }
  get question() { return this.editor.model.chain.length ? { ask: "chain" } : null; }

  isAbout({ changed }) {
    const name = this.files.documents.find(({ id }) => id === changed)?.name;
    return name !== undefined && this.stages.some((stage) => stage.with === name);
  }

  markStale(isStale) {
    super.markStale(isStale);
    this.list.classList.toggle("stale", isStale);
  }

  withdraw() {
    this.results = [];
    this.#drawResults();
  }

  leave() {
    this.sent = null;
    this.results = [];
    this.list.replaceChildren();
  }

  /** The stages as they are, or as they will be when what was sent is news. */
  get stages() { return this.sent ?? this.editor.model?.chain ?? []; }

  // MARK: Editing

  async #set(stages) {
    this.sent = stages;
    this.#draw();
    const { model } = this.editor, { revision } = model;
    const { changed } = await this.editor.send({ do: "setChain", stages });
    if (changed && model.revision === revision) await new Promise((resolve) => model.addEventListener("change", resolve, { once: true }));
    if (this.sent !== stages) return;
    this.sent = null;
    this.#draw();
  }

  /** A stage for an operation; one with two operands gets the first of the other drawings, unless it has one. */
  #stage(name, other) {
    if (!withTwo.includes(name)) return { do: name };
    return { do: name, with: other ?? (this.files.others[0] ?? this.files.current)?.name ?? null };
  }

  async #add() {
    this.#set([...this.stages, this.#stage(this.stages.length ? "minimize" : "determinize")]);
    this.list.lastChild.querySelector("select").focus();
  }

  #change(index, stage) { this.#set(this.stages.map((each, at) => (at === index ? stage : each))); }

  #remove(index) {
    this.#set(this.stages.filter((_, at) => at !== index));
    (this.list.children[Math.min(index, this.stages.length - 1)]?.querySelector(".remove") ?? this.addButton).focus();
  }

  #move(index, by) {
    const stages = [...this.stages], [stage] = stages.splice(index, 1);
    if (!(index + by in this.stages)) return;
    stages.splice(index + by, 0, stage);
    this.#set(stages);
    this.list.children[index + by].querySelector(by < 0 ? ".up" : ".down").focus();
    this.editor.say(format(texts.stageMoved, { number: index + by + 1 }));
  }

  // MARK: Drawing

  #draw() {
    const { stages } = this;
    while (this.list.childElementCount > stages.length) this.list.lastChild.remove();
    stages.forEach((stage, index) => {
      const item = this.list.children[index] ?? this.list.appendChild(this.#makeStage(index));
      this.#fillStage(item, stage, index);
    });
    this.#drawResults();
    if (!stages.length) {
      this.content.hidden = true;
      this.results = [];
    }
  }

  #makeStage(index) {
    const number = index + 1;
    const operation = make("select.operation", {
      "aria-label": format(texts.stage, { number }), change: () => this.#change(index, this.#stage(operation.value, this.stages[index].with)),
    });
    const other = make("select.other", {
      "aria-label": format(texts.stageWith, { number }), change: () => this.#change(index, this.#stage(operation.value, other.value)),
    });
    const tool = (name, sign, click) => {
      const title = format(texts[name + "Stage"], { number });
      return make(`button.plain.${name}`, { "aria-label": title, title, click }, sign);
    };
    return make("li.stage", {}, make("div.entry", {}, operation, make("span.tools", {},
      tool("up", "↑", () => this.#move(index, -1)), tool("down", "↓", () => this.#move(index, 1)),
      tool("remove", "×", () => this.#remove(index))), other), make("div.result"));
  }

  #fillStage(item, stage, index) {
    const [operation, other] = item.querySelectorAll("select");
    fillSelect(operation, operations, stage.do);
    other.hidden = !withTwo.includes(stage.do);
    const choices = this.files.documents.map(({ name }) => [name, name]), chosen = stage.with ?? "";
    const isOpen = choices.some(([name]) => name === chosen);
    fillSelect(other, isOpen ? choices : [[chosen, format(texts.notOpen, { name: chosen || "–" })], ...choices], chosen);
    set(item.querySelector(".up"), "aria-disabled", index === 0 ? "true" : null);
    set(item.querySelector(".down"), "aria-disabled", index === this.stages.length - 1 ? "true" : null);
  }

  show({ stages, command, unsaved }) {
    setText(this.command, command);
    setText(this.reads, unsaved.length ? format(texts.commandReads, { names: unsaved.join(", ") }) : "");
    const before = this.results;
    this.results = this.stages.map((_, index) => stages[index]);
    const last = stages.at(-1);
    if (last?.isLimit) this.#keep(before, stages.length - 1, last.error);
    this.#drawResults();
  }

  /** Keeps what was found before, marked as outdated, from the stage on that is too much work now. */
  #keep(before, first, error) {
    for (let index = first; index < this.stages.length; index += 1) {
      if (!this.#isOf(before, index) || !(before[index].isKept || !before[index].error)) return;
      this.results[index] = { ...before[index], isKept: true, error: index === first ? error : undefined };
    }
  }

  /** Whether there are results of the stages up to this one. */
  #isOf(results, index) {
    return this.stages.slice(0, index + 1).every((stage, at) => results[at]?.do === stage.do && (results[at].with ?? null) === (stage.with ?? null));
  }

  /** Shows what the stages give, as far as they are those that were asked about. */
  #drawResults() {
    [...this.list.children].forEach((item, index) => {
      const result = this.#isOf(this.results, index) ? this.results[index] : null, box = item.lastChild;
      if (box.result === result) return;
      box.result = result;
      box.replaceChildren(...(result ? this.#result(result, index) : []));
    });
  }

  #result({ error, isKept, ...result }, index) {
    const message = error ? [make("p.error", {}, error)] : [];
    if (isKept) return [...message, make("div.stale", {}, make("p.hint", {}, texts.outdated), ...this.#found(result, index))];
    return error ? message : this.#found(result, index);
  }

  #found(result, index) {
    if (result.do === "compare") return this.#verdict(result);
    const { states, arrows, scene } = result;
    return [
      ...(scene ? [new Picture(scene.elements).svg] : []),
      make("p.entry", {}, make("span.hint", {}, format(scene ? texts.resultSize : texts.tooManyStates, { states, arrows })),
        deriveButton(this, () => ({ chain: index }), format(texts.newFromStage, { number: index + 1 }))),
    ];
  }

  #verdict({ equal, missing, extra }) {
    return [
      make(equal ? "p.right" : "p.wrong", {}, equal ? `✓ ${texts.equal}` : `✗ ${texts.different}`),
      ...(missing ? [wordLine(this, texts.missing, missing)] : []), ...(extra ? [wordLine(this, texts.extra, extra)] : []),
    ];
  }
}
