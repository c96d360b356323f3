// swift-format-ignore-file
// Written by `Scripts/page`; don't edit.

/// The files of the editor's page.
public enum PageFiles {
    /// The texts of the files by their names.
    public static let all: [String: String] = [
"asking.js": ##"""
// Questions to the server about a document: two at a time, and none whose answer nobody waits for.

const mostAtOnce = 2;

export class Asker {
  constructor(editor) {
    this.editor = editor;
    this.waiting = [];
    this.running = 0;
  }

  /**
   * Asks a question when its turn comes, and returns the answer.
   * @param {number} document
   * @param {{ask: string}} question
   * @param {AbortSignal} [signal] takes the question back, which stops the server's work
   */
  ask(document, question, signal) {
    return new Promise((resolve, reject) => {
      const item = { document, question, signal, resolve, reject };
      signal?.addEventListener("abort", () => {
        this.waiting = this.waiting.filter((each) => each !== item);
        reject(signal.reason);
      }, { once: true });
      this.waiting.push(item);
      this.#next();
    });
  }

  async #next() {
    if (this.running === mostAtOnce || !this.waiting.length) return;
    const { document, question, signal, resolve, reject } = this.waiting.shift();
    this.running += 1;
    try {
      resolve(await this.editor.connection.request("POST", `documents/${document}/ask`, JSON.stringify(question), { signal }));
    } catch (error) {
      reject(error);
    }
    this.running -= 1;
    this.#next();
  }
}

"""##,
"bars.js": ##"""
// The strip of tools, the bar for what is selected, and the line that says how ink was read.

import { make, button, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";

const tools = ["draw", "select", "state", "arrow", "note", "erase", "hand"];

/** The tools, each with its word. */
export function toolStrip(editor, nav) {
  set(nav, "aria-label", texts.tools);
  const buttons = tools.map((tool) => button({
    icon: tool, word: texts[tool], title: texts[tool + "Title"], shown: true, "data-tool": tool,
    click() {
      editor.use(tool);
      editor.focus();
    },
  }));
  const pen = button({
    icon: "ink", word: texts.penMode, title: texts.penModeTitle, shown: true, "aria-pressed": "true",
    click() {
      editor.isPenMode = false;
      editor.tell("penMode");
    },
  });
  const ink = button({
    icon: "ink", word: texts.showInk, title: texts.showInkTitle, shown: true, "aria-pressed": "false",
    click() { set(ink, "aria-pressed", String(editor.canvas.classList.toggle("show-ink"))); },
  });
  const layOut = button({
    icon: "layout", word: texts.layOut, title: texts.layOutTitle, shown: true,
    async click() {
      if (!(await editor.send({ do: "layOut" })).changed) return;
      editor.say(texts.laidOut);
      editor.view.fit();
    },
  });
  nav.append(...buttons, make("hr"), layOut, ink, pen);
  const update = () => {
    for (const each of buttons) set(each, "aria-pressed", String(each.dataset.tool === editor.tool));
    pen.hidden = !editor.isPenMode;
  };
  editor.on("tool", update);
  editor.on("penMode", update);
  update();
}

/** Lets a press of a button leave the keyboard where it is; whoever walks to the button has it there. */
export function keepFocus(element) {
  element.addEventListener("mousedown", (event) => { if (event.target.closest("button")) event.preventDefault(); });
}

/** The commands for what is selected. They stand at the edge, so that they cover no other element's rim. */
export function selectionBar(editor, layer, commands) {
  const bar = make("div.bar", { role: "toolbar", "aria-label": texts.selection });
  layer.append(bar);
  keepFocus(bar);
  const item = (word, action, isOn) => button({
    word: texts[word], title: texts[word + "Title"], shown: true,
    "aria-pressed": isOn === undefined ? null : String(isOn), click: action,
  });
  const actions = {
    rename: () => commands.edit(), symbols: () => commands.edit(),
    connect: () => commands.connect(), loop: () => commands.loop(),
    final: () => commands.setFinal(), initial: () => commands.setInitial(),
    duplicate: () => commands.duplicate(), delete: () => commands.delete(),
  };
  const contents = () => {
    const { only, selected } = editor;
    const act = (word, isOn) => item(word, actions[word], isOn);
    if (only?.kind === "state") {
      return [act("rename"), act("initial", only.initial), act("final", only.final), act("loop"), act("connect"), act("delete")];
    }
    if (only?.kind === "arrow") return only.mark ? [act("delete")] : [act("symbols"), act("delete")];
    if (only?.kind === "note") return [act("rename"), act("delete")];
    if (only?.kind === "ink") return [act("delete")];
    const states = editor.selectedStates;
    const isAll = (member) => states.every((state) => state[member]);
    return [
      make("span.count", {}, format(texts.selected, { count: selected.length })),
      ...(states.length ? [act("final", isAll("final"))] : []), act("duplicate"), act("delete"),
    ];
  };
  let shown = "";
  const update = () => {
    // The buttons stay as long as they are the same, so that they keep the focus.
    const key = JSON.stringify(editor.selected.map(({ id, kind, initial, final, mark }) => [id, kind, initial, final, mark]));
    if (key !== shown && editor.selection.size) {
      const held = bar.contains(document.activeElement) ? [...bar.children].indexOf(document.activeElement) : -1;
      bar.replaceChildren(...contents());
      bar.children[held]?.focus?.();
    }
    shown = key;
    bar.hidden = !editor.selection.size;
  };
  editor.on("selection", update);
  editor.on("change", update);
  update();
}

/** Says how ink was read, and offers the other readings. */
export function readingLine(editor, layer) {
  const said = make("span");
  const choices = make("span.choices");
  const line = make("div.reading", { role: "group", "aria-label": texts.readInk }, said, choices,
    button({ icon: "close", word: texts.dismiss, click: () => hide() }));
  line.hidden = true;
  layer.append(line);
  let current = null;
  const hide = () => {
    current = null;
    line.hidden = true;
  };
  const show = ({ ink, reading, probability, reason, alternatives = [] }, isNew) => {
    current = ink;
    line.hidden = false;
    const values = { reading: texts.reading[reading] ?? reading, percent: Math.round(100 * probability) };
    // A probability says nothing about a reading that a person chose.
    const isChosen = probability === undefined || alternatives.some((each) => each.probability > probability);
    setText(said, format(isChosen ? texts.readAs : texts.readAsSure, values));
    set(said, "title", reason);
    const others = [...new Set([...alternatives.map((each) => each.reading), "none"])].filter((each) => each !== reading);
    choices.replaceChildren(make("span.hint", {}, texts.readAsInstead), ...others.map((as) => make("button", {
      async click() {
        const answer = await editor.send({ do: "reinterpret", ink, as });
        if (answer.understanding) editor.tell("understood", answer.understanding);
        editor.focus();
      },
    }, texts.readingShort[as] ?? as)));
    if (isNew) editor.say(said.textContent);
  };
  editor.on("understood", (understanding) => show(understanding, true));
  editor.on("document", hide);
  editor.on("dismiss", hide);
  editor.on("change", () => { if (current && !editor.model.elements.has(current)) hide(); });
  // Old ink can be mended too: selecting its element shows the reading again.
  editor.on("selection", async () => {
    const { only, model } = editor;
    if (!only || editor.isPointing) return;
    const isItsInk = (element) => element.kind === "ink" && element.element === only.id;
    const ink = only.kind === "ink" ? only : [...model.elements.values()].find(isItsInk);
    if (!ink) return hide();
    if (ink.id === current) return;
    const { understanding } = await editor.send({ do: "understanding", ink: ink.id }, model);
    if (understanding && editor.only?.id === only.id) show(understanding, false);
  });
}

"""##,
"chain.js": ##"""
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

"""##,
"column.js": ##"""
// The column beside the drawing, with all panels. It is loaded when a document is shown.

import { Asker } from "./asking.js";
import { Panels } from "./panels.js";
import { Exercise } from "./exercise.js";
import { Words } from "./words.js";
import { Facts } from "./facts.js";
import { Table } from "./table.js";
import { Notation } from "./expression.js";
import { Steps } from "./steps.js";
import { Compare } from "./compare.js";
import { Chain } from "./chain.js";

export function makeColumn({ editor, tape, files, commands }, element) {
  const parts = { editor, tape, files, commands, asker: new Asker(editor) };
  const exercise = new Exercise(parts, (names, hasExercise) => panels.offer(names, hasExercise));
  const panels = new Panels(parts, element, [
    exercise, new Words(parts), new Facts(parts), new Table(parts), new Notation("expression", parts), new Notation("grammar", parts, 4),
    new Steps(parts), new Compare(parts), new Chain(parts),
  ]);
  commands.check = () => {
    if (exercise.entry) panels.open("exercise");
    exercise.check();
  };
}

"""##,
"compare.js": ##"""
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

"""##,
"connection.js": ##"""
// The connection to the server: requests, an ordered queue of commands, and one stream of news.

const silenceLimit = 12_000; // the server says something every 5 s
const largestBatch = 500; // of the 1000 commands that a request may have

/** A refusal of the server, with a sentence for people. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Takes the token off the address, where it might be seen or copied, and keeps it over reloads. */
export function takeToken() {
  const token = location.hash.slice(1);
  if (token) {
    sessionStorage.setItem("token", token);
    history.replaceState(null, "", location.pathname);
  }
  return token || sessionStorage.getItem("token") || "";
}

export class Connection {
  /**
   * @param {string} token
   * @param {{news: function(Object): void, connected: function(): void, state: function(string): void, aside: function(): void}} listener
   *   `state` is told "open", "lost", or "refused", and `aside` that commands wait for a document that isn't open.
   */
  constructor(token, listener) {
    this.token = token;
    this.listener = listener;
    this.page = "p" + crypto.randomUUID();
    this.queue = [];
    /** @type {Map<number, Object[]>} Commands for documents that aren't open, by document. */
    this.aside = new Map();
    this.isSending = false;
  }

  /** Asks the server and returns its answer. Throws a Refusal, or a TypeError if there is no server. */
  async request(method, path, body, options = {}) {
    const response = await fetch("/api/" + path, {
      method, body, cache: "no-store", ...options,
      headers: { Authorization: "Bearer " + this.token, ...(typeof body === "string" ? { "Content-Type": "application/json" } : {}) },
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return answer;
    if (response.status === 401) this.listener.state("refused");
    throw new Refusal(answer.error || response.statusText, response.status);
  }

  // MARK: Commands

  /**
   * Sends a command after all earlier ones and returns its answer.
   * A preview takes the place of one that still waits, whose promise then gives null.
   */
  send(document, command) {
    return new Promise((resolve, reject) => {
      const last = this.queue.at(-1);
      if (last?.command.preview && last.document === document) this.queue.pop().resolve(null);
      this.queue.push({ document, command, resolve, reject });
      this.#work();
    });
  }

  /** Keeps commands for a document that the server doesn't have. What waited for their answers goes on. */
  #setAside(batch) {
    const { document } = batch[0];
    const kept = batch.filter((item) => !item.command.preview).map(({ command }) => ({ document, command, resolve() {}, reject() {} }));
    for (const item of batch) item.resolve(null);
    if (!kept.length) return;
    this.aside.set(document, [...(this.aside.get(document) ?? []), ...kept]);
    this.listener.aside();
  }

  /** Sends what waited for documents that are open again. */
  resume(documents) {
    const open = documents.filter((document) => this.aside.has(document));
    for (const document of open) {
      this.queue.unshift(...this.aside.get(document));
      this.aside.delete(document);
    }
    if (!open.length) return;
    this.listener.aside();
    this.#work();
  }

  /** Forgets what waits for a document. */
  forget(document) { if (this.aside.delete(document)) this.listener.aside(); }

  async #work() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.queue.length) await this.#sendBatch();
    this.isSending = false;
  }

  /** Takes commands at the front that are for the same document. */
  #nextBatch() {
    const { document } = this.queue[0];
    const end = this.queue.findIndex((item) => item.document !== document);
    return this.queue.splice(0, Math.min(end < 0 ? this.queue.length : end, largestBatch));
  }

  /** Commands reach the server even if the page ends meanwhile, for which browsers allow 64 KB. */
  #post(batch) {
    const body = JSON.stringify({ page: this.page, commands: batch.map((item) => item.command) });
    return this.request("POST", `documents/${batch[0].document}/commands`, body, { keepalive: body.length < 16_000 });
  }

  /** Sends what still waits as the page ends, when there is no time for one after the other. */
  #sendRest() {
    while (this.queue.length) this.#post(this.#nextBatch()).catch(() => {});
  }

  async #sendBatch() {
    const batch = this.#nextBatch();
    try {
      const { answers } = await this.#post(batch);
      batch.forEach((item, index) => settle(item, answers[index]));
    } catch (error) {
      if (error.status === 410) return this.#setAside(batch);
      if (error instanceof Refusal && error.status !== 401) {
        for (const item of batch) item.reject(error);
        return;
      }
      // Without a server nothing is lost: what isn't a preview waits until it is back, or until
      // a new address brings the token of a new server.
      this.listener.state("lost");
      for (const item of batch.filter((each) => each.command.preview)) item.resolve(null);
      this.queue.unshift(...batch.filter((each) => !each.command.preview));
      if (this.queue.length) await pause(1000);
    }
  }

  // MARK: News

  /**
   * Listens to news until the page ends. Of all tabs one reads the stream and tells the others,
   * as browsers allow few connections to a host.
   */
  listen() {
    window.addEventListener("pagehide", () => this.#sendRest());
    this.channel = new BroadcastChannel("news " + this.token);
    this.channel.onmessage = ({ data }) => this.#take(data);
    // Until this tab is the reader, another one is, so that there is a stream already.
    navigator.locks.query().then(({ held }) => {
      if (held.some((lock) => lock.name === this.channel.name)) this.#take({ stream: "open" });
    });
    navigator.locks.request(this.channel.name, () => this.#readForEver());
  }

  async #readForEver() {
    for (let wait = 250; ; wait = Math.min(wait * 2, 4000)) {
      try {
        if (await this.#read()) wait = 250;
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) this.#tell({ stream: "refused" });
      }
      this.#tell({ stream: "lost" });
      await pause(wait);
    }
  }

  /** Reads one stream to its end. Returns whether there was one. */
  async #read() {
    const abort = new AbortController();
    let timer = setTimeout(() => abort.abort(), silenceLimit);
    try {
      const response = await fetch("/api/news?page=" + this.page, {
        headers: { Authorization: "Bearer " + this.token }, signal: abort.signal, cache: "no-store",
      });
      if (!response.ok) throw new Refusal(response.statusText, response.status);
      this.#tell({ stream: "open" });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return true;
        clearTimeout(timer);
        timer = setTimeout(() => abort.abort(), silenceLimit);
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const line of lines) if (line.trim()) this.#tell(JSON.parse(line));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #tell(message) {
    this.channel.postMessage(message);
    this.#take(message);
  }

  #take(message) {
    if (!message.stream) return this.listener.news(message);
    this.listener.state(message.stream);
    if (message.stream === "open") this.listener.connected();
  }
}

function settle(item, answer) {
  if (answer?.error) item.reject(new Refusal(answer.error, 200));
  else item.resolve(answer ?? {});
}

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

"""##,
"dialogs.js": ##"""
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

"""##,
"dom.js": ##"""
// Elements made by code: the page sets no markup from text, so that no label can become markup.

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * Makes an HTML element.
 * @param {string} name "tag", or "tag.class.class"
 * @param {Object} properties attributes; functions become listeners, `true` an empty attribute, null and false nothing
 * @param {...(Node|string|null)} children
 * @returns {HTMLElement}
 */
export function make(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  // A button sends no form unless it says so.
  return fill(document.createElement(tag), classes, tag === "button" ? { type: "button", ...properties } : properties, children);
}

/** Makes a field that takes text as it is typed. @returns {HTMLInputElement} */
export const field = (properties) => make("input", { autocomplete: "off", autocapitalize: "off", spellcheck: "false", ...properties });

/** Makes an SVG element; otherwise as `make`. @returns {SVGElement} */
export function draw(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return fill(document.createElementNS(svgSpace, tag), classes, properties, children);
}

function fill(element, classes, properties, children) {
  if (classes.length) element.classList.add(...classes);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else set(element, name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets an attribute if it changes; null and false remove it. */
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Sets the text of an element if it changes, which keeps a caret and spares a layout. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The drawings of the buttons: strokes on a field of 20 by 20. */
const icons = {
  draw: "M4 16l1-4L14 3l3 3-9 9zM12 5l3 3",
  select: "M5 3l11 7-5 1-3 5z",
  state: "M17 10a7 7 0 1 1-14 0a7 7 0 1 1 14 0",
  arrow: "M3 10h13M11.5 5.5L16 10l-4.5 4.5",
  note: "M4 5V4h12v1M10 4v12M8 16h4",
  erase: "M8 16l-4.5-4.5 8-8 5 5-7.5 7.5zM8 16h9M7 8l5 5",
  hand: "M10 3v14M3 10h14M10 3L8 5M10 3l2 2M10 17l-2-2M10 17l2-2M3 10l2-2M3 10l2 2M17 10l-2-2M17 10l-2 2",
  undo: "M7 4L3.5 7.5 7 11M3.5 7.5H12a4.5 4.5 0 0 1 0 9H8",
  redo: "M13 4l3.5 3.5L13 11M16.5 7.5H8a4.5 4.5 0 0 0 0 9h4",
  open: "M3 16V5h5l2 2h7v9z",
  save: "M4 4h10l2 2v10H4zM7 4v4h5V4M7 16v-5h6v5",
  share: "M10 3v10M6 9l4 4 4-4M4 16h12",
  theme: "M16 12A7 7 0 1 1 8 4a5.5 5.5 0 0 0 8 8z",
  help: "M7.5 7.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M10 14.5v.5",
  fit: "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4",
  add: "M10 4v12M4 10h12",
  close: "M5.5 5.5l9 9M14.5 5.5l-9 9",
  first: "M5 4v12M15 4.5L8 10l7 5.5z",
  back: "M13 4.5L6 10l7 5.5z",
  step: "M7 4.5L14 10l-7 5.5z",
  last: "M15 4v12M5 4.5L12 10l-7 5.5z",
  play: "M3.5 5l6 5-6 5zM10.5 5l6 5-6 5z",
  pause: "M7 5v10M13 5v10",
  layout: "M8 5a2.5 2.5 0 1 1-5 0a2.5 2.5 0 1 1 5 0M17 5a2.5 2.5 0 1 1-5 0a2.5 2.5 0 1 1 5 0M12.5 15a2.5 2.5 0 1 1-5 0a2.5 2.5 0 1 1 5 0M8 5h4M6.5 7l2 6M13.5 7l-2 6",
  words: "M3 5h14M3 10h9M3 15h11",
  problem: "M10 3.5L17.5 16.5h-15zM10 8.5v4M10 14.3v.4",
  ink: "M3 12c3-9 5-7 4-1s2 5 4 0 3-3 2 1 2 4 4 1",
};

/** Makes the drawing of a button. @returns {SVGElement} */
export function icon(name) {
  return draw("svg.icon", { viewBox: "0 0 20 20", "aria-hidden": "true" }, draw("path", { d: icons[name] }));
}

/** Makes a button with an icon, and its word shown or only spoken. @returns {HTMLButtonElement} */
export function button({ icon: name, word, title, shown = false, click, ...rest }) {
  const properties = { title: title || word, "aria-label": shown ? null : word, click, ...rest };
  return make(shown ? "button.worded" : "button.plain", properties,
    name ? icon(name) : null, shown ? make("span", {}, word) : null);
}

"""##,
"editor.css": ##"""
/* Colors are named by their use, each with its value in the light and in the dark. */
:root {
  color-scheme: light dark;
  --paper: light-dark(#fff, #14171d); --desk: light-dark(#f4f5f7, #1b1f27); --raised: light-dark(#fff, #252a34);
  --line: light-dark(#d9dce3, #3a414e); --text: light-dark(#1b1f29, #e9ecf2); --quiet: light-dark(#5b6474, #a7b0c0);
  --ink: light-dark(#1f2430, #e4e8f0); --accent: light-dark(#2f5bd7, #8fb0ff); --accent-soft: light-dark(#e4ebfd, #27345a);
  --on-accent: light-dark(#fff, #10182c); --good: light-dark(#11723c, #7fdca0); --good-soft: light-dark(#def3e5, #17382a);
  --bad: light-dark(#b3261e, #ff9d94); --bad-soft: light-dark(#fce5e3, #46211f);
  --warn: light-dark(#7a5000, #f2c666); --warn-soft: light-dark(#fff1d0, #3d3113);
  --shadow: 0 1px 2px light-dark(rgb(20 25 40 / .08), rgb(0 0 0 / .4)), 0 5px 18px light-dark(rgb(20 25 40 / .1), rgb(0 0 0 / .4));
  --sans: system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, "Cascadia Code", Menlo, "Noto Sans Mono", monospace;
  font: clamp(15px, .7vw, 24px)/1.45 var(--sans);
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
@media (prefers-contrast: more) {
  :root { --line: currentcolor; --quiet: var(--text); }
}

* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; overflow: hidden; overscroll-behavior: none; }
body { display: flex; flex-direction: column; background: var(--desk); color: var(--text); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h2 { font-size: 1.05rem; font-weight: 650; }
h3 { font-size: .8rem; font-weight: 650; color: var(--quiet); }
small, .hint { color: var(--quiet); font-size: .85rem; }

button, input { font: inherit; color: inherit; }
button {
  display: inline-flex; align-items: center; justify-content: center; gap: 6px; min-height: 2.27rem; padding: 4px 10px;
  border: 1px solid transparent; border-radius: 8px; background: none; cursor: pointer; touch-action: manipulation;
}
button:hover { background: color-mix(in srgb, var(--text) 8%, transparent); }
button[aria-pressed="true"] { background: var(--accent-soft); color: var(--accent); }
button:disabled, button[aria-disabled="true"] { opacity: .4; cursor: default; background: none; }
button.plain { width: 2.27rem; padding: 0; flex: none; }
button.primary { background: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
input { min-width: 0; padding: 5px 9px; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); }
input::placeholder { color: var(--quiet); opacity: 1; }
.icon { width: 1.33rem; height: 1.33rem; flex: none; fill: none; stroke: currentcolor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }

/* The frame */
#header, #tools, #panel, #footer { background: var(--raised); }
#header { display: flex; align-items: center; gap: 6px; padding: 6px 10px; border-bottom: 1px solid var(--line); }
#header h1 { display: flex; color: var(--accent); padding: 0 4px; }
#header .group { display: flex; align-items: center; flex: none; padding-left: 6px; border-left: 1px solid var(--line); }
#header .zoom { min-width: 3.9rem; padding: 0; font-variant-numeric: tabular-nums; color: var(--quiet); }
.minus, .plus { font-size: 1.15rem; }
.documents { display: flex; align-items: center; flex: 1; min-width: 0; gap: 2px; }
.tabs { position: relative; display: flex; gap: 2px; min-width: 0; overflow-x: auto; scrollbar-width: none; padding: 3px; }
.tab { flex: none; max-width: 15rem; padding-right: 4px; color: var(--quiet); }
.tab > span:first-child { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.tab[aria-selected="true"] { background: var(--desk); color: var(--text); font-weight: 550; }
.tab .dot { width: 7px; height: 7px; border-radius: 50%; background: var(--accent); flex: none; overflow: hidden; }
.tab .shut { display: flex; padding: 4px; border-radius: 6px; opacity: .6; }
.tab .shut:hover { opacity: 1; background: color-mix(in srgb, var(--text) 10%, transparent); }
.tab .shut .icon { width: 12px; height: 12px; }
#main { display: flex; flex: 1; min-height: 0; }
#tools { display: flex; flex-direction: column; gap: 2px; padding: 8px 6px; border-right: 1px solid var(--line); overflow-y: auto; scrollbar-width: none; }
#tools button { flex: none; flex-direction: column; gap: 1px; width: 4.53rem; min-height: 3.47rem; padding: 4px 2px; font-size: .74rem; color: var(--quiet); }
#tools button[aria-pressed="true"] { color: var(--accent); }
#tools hr { width: 100%; border: 0; border-top: 1px solid var(--line); margin: 6px 0; }
#stage { position: relative; flex: 1; min-width: 0; overflow: hidden; background: var(--paper); }

/* The drawing */
.canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none; user-select: none; -webkit-user-select: none; cursor: crosshair; outline: none; }
.canvas:focus-visible { outline: 2px solid color-mix(in srgb, var(--accent) 55%, transparent); outline-offset: -2px; }
.canvas[data-tool="select"] { cursor: default; }
.canvas[data-tool="hand"], .canvas.grab { cursor: grab; }
.canvas.panning { cursor: grabbing; }
.canvas[data-tool="note"] { cursor: text; }
.canvas text { fill: var(--ink); text-anchor: middle; font-family: var(--sans); paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; }
.state text { stroke: none; pointer-events: none; }
.canvas g:focus { outline: none; }
.body { fill: var(--paper); stroke: var(--ink); stroke-width: 1.8; }
.ring { fill: none; stroke: var(--ink); stroke-width: 1.8; pointer-events: none; }
.rim { fill: none; stroke: transparent; stroke-width: 11px; vector-effect: non-scaling-stroke; pointer-events: stroke; }
.line { fill: none; stroke: var(--ink); stroke-width: 1.8; pointer-events: none; }
.head { fill: var(--ink); stroke: var(--ink); stroke-width: 1; stroke-linejoin: round; pointer-events: none; }
.hit { fill: none; stroke: transparent; stroke-width: 16px; vector-effect: non-scaling-stroke; pointer-events: stroke; }
.stroke { fill: none; stroke: var(--ink); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; pointer-events: none; }
.ink.read { display: none; }
.show-ink .ink.read { display: inline; }
.show-ink .ink.read .stroke { stroke: var(--accent); opacity: .35; }
@media (pointer: coarse) { .rim { stroke-width: 20px; } .hit { stroke-width: 28px; } }
[data-tool="select"] .state .body, [data-tool="select"] .note text, [data-tool="select"] .arrow { cursor: move; }
[data-tool="select"] .rim, [data-tool="arrow"] .state { cursor: alias; }
[data-tool="select"] .rim:hover { stroke: color-mix(in srgb, var(--accent) 22%, transparent); }
.active .body { fill: var(--good-soft); stroke: var(--good); }
.active .ring { stroke: var(--good); }
.taken .line { stroke: var(--good); stroke-width: 3; }
.taken .head { fill: var(--good); stroke: var(--good); }
.target .body { fill: var(--accent-soft); stroke: var(--accent); }
.selected .body, .selected .ring, .selected .line { stroke: var(--accent); stroke-width: 2.4; }
.selected .head { fill: var(--accent); stroke: var(--accent); }
.selected .body { fill: var(--accent-soft); }
.selected.active .body { fill: var(--good-soft); }
.arrow.selected text, .note.selected text { fill: var(--accent); }
.selected .stroke { stroke: var(--accent); }
g:focus-visible > .rim, g:focus-visible > .hit { stroke: color-mix(in srgb, var(--accent) 30%, transparent); }
.note:focus-visible text { text-decoration: underline; }
.handle { cursor: grab; }
.handle .touch { fill: transparent; }
.handle .knob { fill: var(--paper); stroke: var(--accent); stroke-width: 2px; vector-effect: non-scaling-stroke; }
.wet { fill: none; stroke: var(--accent); stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; pointer-events: none; }
.wet.eraser { stroke: var(--bad); stroke-width: 14px; vector-effect: non-scaling-stroke; opacity: .22; }
.marquee { fill: color-mix(in srgb, var(--accent) 10%, transparent); stroke: var(--accent); stroke-width: 1px; vector-effect: non-scaling-stroke; pointer-events: none; }

/* What floats over it */
.floating { position: absolute; inset: 0; overflow: hidden; pointer-events: none; }
.floating > * { pointer-events: auto; }
.bar, .field, .reading, dialog { border: 1px solid var(--line); background: var(--raised); box-shadow: var(--shadow); }
.bar, .field { position: absolute; border-radius: 10px; }
.bar { inset: 10px 8px auto; display: flex; flex-wrap: wrap; max-width: max-content; margin: 0 auto; padding: 3px; }
.bar button { padding: 4px 9px; font-size: .87rem; }
.bar .count { padding: 7px 9px; font-size: .87rem; color: var(--quiet); }
.field { left: 0; top: 0; display: grid; gap: 3px; padding: 5px; width: max-content; max-width: min(340px, 96%); z-index: 2; }
.field .row { display: flex; flex-wrap: wrap; align-items: center; gap: 5px; }
.field input { padding: 4px 7px; }
.field small { padding: 0 4px; font-size: .75rem; }
.chips { display: contents; }
.chip { min-height: 30px; padding: 2px 4px 2px 10px; background: var(--accent-soft); color: var(--accent); gap: 2px; max-width: 200px; }
.chip span { overflow: hidden; text-overflow: ellipsis; white-space: pre; }
.chip .icon { width: 14px; height: 14px; }
.epsilon { min-height: 30px; border-color: var(--line); font-style: italic; }
.messages { position: absolute; inset: auto 12px 12px; display: flex; flex-direction: column; align-items: flex-start; gap: 8px; pointer-events: none !important; }
.messages > * { pointer-events: auto; }
.reading { align-self: center; display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 2px 6px; padding: 4px 4px 4px 14px; border-radius: 20px; font-size: .9rem; }
.reading .choices { display: flex; flex-wrap: wrap; align-items: center; gap: 4px; }
.reading .choices button { min-height: 28px; padding: 1px 10px; border-color: var(--line); border-radius: 14px; }
.reading button.plain { width: 28px; min-height: 28px; border-radius: 50%; }
.reading .icon { width: 14px; height: 14px; }
.problems { display: flex; flex-wrap: wrap; gap: 6px; max-height: 96px; overflow-y: auto; }
.problems button { min-height: 30px; padding: 2px 12px 2px 8px; background: var(--warn-soft); color: var(--warn); font-size: .87rem; text-align: left; }
.problems .icon { width: 17px; height: 17px; }
.connection, .conflict { align-self: center; padding: 8px 16px; border-radius: 20px; box-shadow: var(--shadow); }
.connection { background: var(--bad-soft); color: var(--bad); font-weight: 550; }
.conflict { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; background: var(--warn-soft); color: var(--warn); }
.conflict button { min-height: 30px; border-color: currentcolor; border-radius: 15px; }
.empty { position: absolute; inset: 0; display: grid; place-content: center; gap: 14px; padding: 20px; pointer-events: none; color: var(--quiet); }
.empty h2 { font-size: 1.5rem; font-weight: 600; color: var(--text); }
.empty ul { display: grid; gap: 10px; }
.empty li { display: grid; grid-template-columns: 20px 8.7rem 1fr; gap: 12px; align-items: center; }
.empty strong { color: var(--text); font-weight: 550; }

/* Words */
#panel { display: flex; flex-direction: column; gap: 12px; width: 21.3rem; flex: none; padding: 16px; border-left: 1px solid var(--line); overflow: hidden; }
#panel .title { display: flex; align-items: baseline; justify-content: space-between; gap: 8px; }
.tally { font-size: .87rem; font-weight: 550; }
.tally.right, .is.accept { color: var(--good); }
.tally.wrong, .is.reject { color: var(--bad); }
.add { display: flex; gap: 4px; }
.add input { flex: 1; }
#panel .scroll { position: relative; flex: 1; min-height: 0; overflow-y: auto; margin: 0 -6px; padding: 0 6px; }
table { width: 100%; border-collapse: collapse; }
th { position: sticky; top: 0; z-index: 1; padding: 4px 6px; background: var(--raised); font-size: .8rem; font-weight: 550; text-align: left; color: var(--quiet); }
td { padding: 1px 2px; }
td input { width: 100%; border-color: transparent; background: none; font-family: var(--mono); font-size: .93rem; }
td input::placeholder { font: .78rem var(--sans); }
td input:hover, td input:focus { border-color: var(--line); background: var(--paper); }
tr.wrong { background: var(--bad-soft); }
.wish { width: 2.6rem; padding: 0; border-color: var(--line); font-weight: 700; }
.wish[data-want="accept"] { color: var(--good); }
.wish[data-want="reject"] { color: var(--bad); }
.is { width: 2.4rem; padding-left: 8px; font-weight: 700; white-space: nowrap; }
.is.none { color: var(--quiet); }
td.tools { width: 4.2rem; white-space: nowrap; text-align: right; }
td.tools button { width: 28px; min-height: 28px; color: var(--quiet); }
td.tools .icon { width: 14px; height: 14px; }
.actions { display: flex; flex-wrap: wrap; gap: 4px; }
.actions button { border-color: var(--line); font-size: .87rem; }

/* The tape */
#footer { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; min-height: 68px; padding: 4px 12px; border-top: 1px solid var(--line); }
#footer label { font-weight: 550; }
#footer > input { width: 12rem; font-family: var(--mono); }
.player { display: flex; }
.cells { position: relative; display: flex; max-width: 36%; overflow-x: auto; scrollbar-width: thin; padding: 8px 2px; }
.cells li { position: relative; flex: none; min-width: 30px; padding: 3px 7px; border: 1px solid var(--line); margin-left: -1px; text-align: center; font-family: var(--mono); white-space: pre; }
.cells.empty-word::before { content: "ε"; padding: 3px 9px; border: 1px dashed var(--line); color: var(--quiet); font-family: var(--mono); }
.cells li.read { background: var(--desk); color: var(--quiet); }
.cells li.next { border-color: var(--accent); background: var(--accent-soft); color: var(--accent); z-index: 1; }
.cells li.next::before { content: ""; position: absolute; left: calc(50% - 5px); top: -7px; border: 5px solid transparent; border-top-color: var(--accent); border-bottom: 0; }
.outcome { display: flex; align-items: center; gap: 12px; flex: 1; min-width: 200px; }
.verdict { display: flex; align-items: center; gap: 8px; padding: 4px 16px 4px 10px; border-radius: 22px; font-size: 1.15rem; font-weight: 650; white-space: nowrap; }
.verdict .sign { font-size: 1.5rem; line-height: 1; }
.verdict.accepted { background: var(--good-soft); color: var(--good); }
.verdict.rejected { background: var(--bad-soft); color: var(--bad); }
.verdict.none { background: var(--desk); color: var(--quiet); }
.where { color: var(--quiet); font-size: .9rem; }

/* Dialogs, toasts, drops */
dialog { width: min(560px, calc(100vw - 24px)); max-height: calc(100dvh - 24px); padding: 20px; border-radius: 14px; color: var(--text); }
dialog[open] { display: flex; flex-direction: column; gap: 14px; }
dialog::backdrop { background: rgb(10 14 24 / .4); }
dialog > .title { display: flex; align-items: flex-start; justify-content: space-between; gap: 12px; }
dialog ul { list-style: disc; padding-left: 20px; }
.choice { display: flex; justify-content: flex-end; gap: 8px; }
.choice button { border-color: var(--line); padding: 6px 16px; }
.help { width: min(1020px, calc(100vw - 24px)); }
.help .sections { columns: 3 270px; column-gap: 32px; overflow-y: auto; }
.help section { break-inside: avoid; margin-bottom: 18px; }
.help dl { display: grid; grid-template-columns: auto 1fr; font-size: .9rem; }
.help dt, .help dd { padding: 3px 0; border-bottom: 1px solid color-mix(in srgb, var(--line) 60%, transparent); }
.help dt { font-weight: 550; }
.help dd { padding-left: 12px; color: var(--quiet); text-align: right; }
.export section { display: grid; gap: 6px; }
.export .list { display: grid; grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); gap: 6px; }
.export .list button { flex-direction: column; align-items: flex-start; gap: 0; padding: 8px 12px; border-color: var(--line); text-align: left; }
#toasts { position: fixed; inset: 112px 0 auto; display: grid; justify-items: center; gap: 6px; pointer-events: none; z-index: 5; }
.toast { max-width: min(520px, calc(100vw - 24px)); padding: 8px 16px; border-radius: 20px; background: var(--text); color: var(--paper); box-shadow: var(--shadow); animation: appear .15s; }
.toast.error { background: var(--bad); color: var(--paper); }
@keyframes appear { from { opacity: 0; transform: translateY(-6px); } }
.drop { position: fixed; inset: 10px; display: grid; place-content: center; border: 3px dashed var(--accent); border-radius: 16px; background: color-mix(in srgb, var(--accent-soft) 88%, transparent); color: var(--accent); font-size: 1.4rem; font-weight: 600; z-index: 9; pointer-events: none; }

/* Narrow, still, forced colors, print */
@media (max-width: 1080px) { #footer .cells { max-width: 100%; } }
@media (max-width: 900px) { .zooming .minus, .zooming .plus { display: none; } #panel { width: 280px; padding: 12px; } }
@media (max-width: 760px) {
  #header { flex-wrap: wrap; gap: 2px; padding: 4px; }
  #header h1 .icon, #header .zoom { display: none; }
  #header .documents { flex: 1 0 100%; }
  #header .group { padding-left: 0; border-left: 0; }
  #header { justify-content: space-between; gap: 2px 0; }
  #main { position: relative; flex-direction: column-reverse; }
  #tools { flex-direction: row; padding: 4px; border-right: 0; border-top: 1px solid var(--line); overflow-x: auto; }
  #tools button { width: 56px; min-height: 46px; }
  #tools hr { width: auto; height: auto; border: 0; border-left: 1px solid var(--line); margin: 4px; }
  #panel { position: absolute; inset: 0 0 55px; width: auto; border-left: 0; z-index: 3; }
  .empty { padding: 12px; }
  .empty h2 { font-size: 1.2rem; }
  .empty li { grid-template-columns: 20px 1fr; gap: 2px 10px; }
  .empty li span { grid-column: 2; font-size: .87rem; }
  #footer { padding: 6px; gap: 4px 6px; }
  #footer label { display: none; }
  #footer > input { flex: 1; width: 90px; }
  .verdict { padding: 2px 12px 2px 8px; font-size: 1rem; }
  .outcome { min-width: 100%; min-height: 42px; }
}
@media (prefers-reduced-motion: reduce) { * { animation: none !important; scroll-behavior: auto !important; } }
@media (forced-colors: active) {
  .canvas { forced-color-adjust: none; --paper: Canvas; --ink: CanvasText; --accent: Highlight; --accent-soft: Canvas; --good: LinkText; --good-soft: Canvas; }
  button[aria-pressed="true"], .tab[aria-selected="true"] { border-color: Highlight; box-shadow: none; outline: 2px solid Highlight; }
}
@media print {
  :root, :root[data-theme] { color-scheme: light; --paper: #fff; --ink: #000; --accent: #000; --accent-soft: #fff; --good: #000; --good-soft: #fff; }
  html, body { height: auto; overflow: visible; background: #fff; }
  #header, #tools, #panel, #footer, #toasts, .floating, .handles, .overlay { display: none !important; }
  #main, #stage { display: block; height: 96vh; overflow: visible; }
  .canvas { position: static; width: 100%; height: 96vh; outline: none !important; }
  .canvas .body, .canvas .ring, .canvas .line { stroke-width: 1.8 !important; stroke: #000; fill: none; }
  .rim, .hit { display: none; }
}

"""##,
"editor.js": ##"""
// The state of the page that its parts share: document, tool, selection, and what is said.

import { make, setText } from "./dom.js";
import { texts } from "./texts.js";
import { Refusal } from "./connection.js";

const toastTime = 6000;

export class Editor extends EventTarget {
  constructor({ canvas, view, scene }) {
    super();
    Object.assign(this, { canvas, view, scene });
    this.connection = null;
    /** @type {import("./model.js").Model|null} */
    this.model = null;
    this.tool = "draw";
    this.selection = new Set();
    this.isPenMode = false;
    this.late = null; // who began to listen while a document was shown
    this.live = document.getElementById("live");
    this.toasts = document.getElementById("toasts");
  }

  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  /** Listens. Who comes late hears of the document that is shown. */
  on(name, listener) {
    this.addEventListener(name, ({ detail }) => listener(detail));
    if (!this.model || !["document", "change"].includes(name)) return;
    // After all that listen now, and in the order of the events.
    this.late ??= (queueMicrotask(() => this.#tellLate()), []);
    this.late.push({ name, listener });
  }

  #tellLate() {
    const all = this.late;
    this.late = null;
    for (const each of all) if (each.name === "document") each.listener();
    for (const each of all) if (each.name === "change") each.listener(this.#everything);
  }

  /** What a change of all that is shown touches. */
  get #everything() { return { touched: new Set(this.model.elements.keys()), isWhole: true }; }

  // MARK: Commands

  /** Sends a command. What was refused is said, and the answer then is empty. */
  async send(command, model = this.model) {
    if (!model) return {};
    try {
      const answer = (await this.connection.send(model.document, command)) ?? {};
      if (answer.notice && !command.preview) this.toast(answer.notice);
      return answer;
    } catch (error) {
      this.fail(error);
      return {};
    }
  }

  /** Sends a command that inserts one element, and returns that element when it is here. */
  async insert(command) {
    const { model } = this;
    const { inserted = [] } = await this.send(command, model);
    const element = await model.whenPresent(inserted[0]);
    if (element && model === this.model) this.select([element.id], { focus: true });
    return element;
  }

  fail(error) {
    if (!(error instanceof Refusal)) console.warn(error);
    this.toast(error instanceof Refusal ? error.message : texts.lost, "error");
  }

  element(id) { return this.model?.shown(id); }
  get selected() { return [...this.selection].map((id) => this.element(id)).filter(Boolean); }
  get only() { return this.selection.size === 1 ? this.selected[0] : undefined; }
  get selectedStates() { return this.selected.filter((element) => element.kind === "state"); }

  // MARK: Document, tool and selection

  show(model) {
    this.tell("leave");
    this.model = model;
    this.selection = new Set();
    this.scene.attach(model);
    this.scene.select(this.selection);
    model.addEventListener("change", ({ detail }) => {
      if (this.model !== model) return;
      const kept = [...this.selection].filter((id) => model.elements.has(id));
      if (kept.length < this.selection.size) this.select(kept);
      this.tell("change", detail);
    });
    this.tell("document");
    this.tell("change", this.#everything);
    this.tell("selection");
  }

  use(tool) {
    this.tell("leave");
    this.tool = tool;
    this.canvas.dataset.tool = tool;
    this.say(texts[tool]);
    this.tell("tool");
  }

  /**
   * Selects elements; with `toggle` each is added or taken out.
   * With `focus` the keyboard goes to the first, which is then spoken.
   */
  select(ids, { toggle = false, focus = false } = {}) {
    const selection = new Set(toggle ? this.selection : []);
    for (const id of ids) {
      if (toggle && selection.has(id)) selection.delete(id);
      else selection.add(id);
    }
    const hadFocus = this.canvas.contains(document.activeElement);
    this.selection = selection;
    this.scene.select(selection);
    if (focus && ids.length) this.scene.group(ids[0])?.focus({ preventScroll: true });
    else if (hadFocus && !selection.size && document.activeElement !== this.canvas) this.focus();
    this.tell("selection");
  }

  /** Gives the keyboard to the drawing, where single keys are commands. */
  focus() { (this.only && this.scene.group(this.only.id) || this.canvas).focus({ preventScroll: true }); }

  // MARK: Telling people

  /** Says something to those who listen instead of looking. */
  say(text) {
    // The same words twice are only said again if the text changes in between.
    setText(this.live, this.live.textContent === text ? text + "\u00a0" : text);
  }

  /** Shows and says something for some seconds. */
  toast(text, kind = "notice") {
    this.say(text);
    for (const other of [...this.toasts.children]) if (other.textContent === text) other.remove();
    const toast = make(`div.toast.${kind}`, {}, text);
    this.toasts.append(toast);
    while (this.toasts.childElementCount > 3) this.toasts.firstChild.remove();
    setTimeout(() => toast.remove(), toastTime);
  }
}

/** A drag: previews on its way, and one command, which is one step of undo, at its end. */
export class Drag {
  constructor(editor) {
    this.editor = editor;
    this.model = editor.model;
    this.isOver = false;
  }

  async show(command) {
    const { scene } = await this.editor.send({ ...command, preview: true }, this.model);
    if (scene && !this.isOver) this.model.preview(scene);
  }

  /** Ends the drag. What was previewed stays until the news says what became of it. */
  async finish(command) {
    this.isOver = true;
    const answer = await this.editor.send(command, this.model);
    if (!answer.changed) this.model.preview(null);
    return answer;
  }

  cancel() {
    this.isOver = true;
    this.model.preview(null);
  }
}

"""##,
"exercise.js": ##"""
// The exercise that a drawing solves: its task, the check, and what the check says.

import { make, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";
import { Panel, problemList } from "./section.js";
import { failure, wordLine, work } from "./pieces.js";

export class Exercise extends Panel {
  /** @param {function(string[]|null, boolean): void} offer is told which panels the exercise allows */
  constructor(parts, offer) {
    super("exercise", parts);
    this.offer = offer;
    this.title = make("h3");
    this.task = make("p.task");
    this.demands = make("ul.demands");
    this.checkButton = make("button.primary", { title: texts.checkTitle, click: () => this.check() }, texts.check);
    this.tries = make("span.hint");
    this.outdated = make("p.hint", { hidden: true }, texts.outdatedCheck);
    this.feedback = make("div.feedback", { role: "status" });
    this.box = make("div.exercise", {}, this.title, this.task, this.demands,
      make("p.entry", {}, this.checkButton, this.tries), this.outdated, this.feedback);
    this.editor.on("document", () => this.#load());
    this.editor.on("documents", () => this.#update());
    this.editor.on("change", () => this.#expire());
  }

  get top() { return [this.box]; }
  get entry() { return this.files.current?.exercise ?? null; }

  leave() {
    this.feedback.replaceChildren();
    this.#expire();
  }

  /** Fetches the task. Until it is here no panel is offered that it might forbid. */
  async #load() {
    const { document } = this.editor.model;
    this.hasExercise = Boolean(this.entry);
    if (!this.entry) return this.offer(null, false);
    this.offer([], true);
    try {
      const exercise = await this.editor.connection.request("GET", `documents/${document}/exercise`);
      if (this.editor.model.document !== document) return;
      setText(this.title, exercise.title ?? "");
      setText(this.task, exercise.task ?? "");
      this.demands.replaceChildren(...(exercise.demands ?? []).map((demand) => make("li", {}, demand)));
      this.offer(exercise.panels ?? null, true);
      this.#showTries(exercise);
    } catch (error) {
      this.#showVerdict({ error: failure(error) });
    }
  }

  #update() {
    if (this.editor.model && Boolean(this.entry) !== this.hasExercise) this.#load();
    if (this.entry) this.#showTries(this.entry);
  }

  #showTries({ tries = 0, solved }) {
    setText(this.tries, [tries ? format(tries === 1 ? texts.oneTry : texts.tries, { tries }) : "", solved ? texts.isSolved : ""].filter(Boolean).join(" · "));
  }

  #expire() {
    const isOld = this.feedback.childElementCount > 0;
    this.outdated.hidden = !isOld;
    this.feedback.classList.toggle("stale", isOld);
  }

  // MARK: Checking

  check() {
    if (!this.entry) return;
    work(this.checkButton, async () => {
      const { document } = this.editor.model;
      const answer = await this.editor.connection.request("POST", `documents/${document}/check`, "{}");
      if (this.editor.model.document === document) this.#showVerdict(answer);
    }, (error) => this.#showVerdict({ error }));
  }

  #showVerdict(answer) {
    const { right, verdict, missing, extra, words, unmet = [] } = answer;
    this.outdated.hidden = true;
    this.feedback.classList.remove("stale");
    set(this.feedback, "data-solved", right ? "true" : null);
    if (answer.problems) return this.feedback.replaceChildren(problemList(answer.problems));
    if (answer.error) return this.feedback.replaceChildren(make("p.error", {}, answer.error));
    this.feedback.replaceChildren(
      make(right ? "p.large.right" : "p.verdict-line", {}, right ? `✓ ${texts.solved}` : verdict),
      ...(right && verdict ? [make("p", {}, verdict)] : []),
      ...(words ? [make("p", {}, format(texts.wordsRight, words))] : []),
      ...(missing ? [wordLine(this, texts.missingWord, missing)] : []),
      ...(extra ? [wordLine(this, texts.extraWord, extra)] : []),
      ...(unmet.length ? [make("ul.demands", {}, ...unmet.map((each) => make("li", {}, each)))] : []));
    this.#showTries(answer);
  }
}

"""##,
"exports.js": ##"""
// Exports: downloads in every format, pictures, a web page, and print.

import { make, button } from "./dom.js";
import { texts, format } from "./texts.js";
import { ask, showDialog } from "./dialogs.js";
import { Refusal } from "./connection.js";

const pictures = ["svg", "png", "print", "tikz", "html"];
const formats = ["sketch", "jff", "mata", "json", "att", "dot", "ba"];
const madeFromPicture = ["png", "html"];
const pngScale = 3;

/** Downloads a blob as a file. */
export function saveBlob(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const saveText = (text, name, type = "text/plain") => saveBlob(new Blob([text], { type }), name);

export class Exports {
  constructor(editor) {
    this.editor = editor;
    let place = null;
    window.addEventListener("beforeprint", () => { place = this.#frameAll(); });
    window.addEventListener("afterprint", () => {
      editor.canvas.removeAttribute("viewBox");
      editor.view.show(place);
    });
  }

  /** Lets people choose what to make. */
  show(name) {
    if (!this.editor.model) return;
    const item = (as) => button({
      word: texts[as], shown: true, title: texts[as + "What"],
      click: async () => {
        dialog.close();
        await this.#run(as, name);
      },
    });
    const list = (heading, names) => make("section", {}, make("h3", {}, heading), make("div.list", {}, ...names.map((as) => {
      const entry = item(as);
      entry.append(make("small", {}, texts[as + "What"]));
      return entry;
    })));
    const dialog = showDialog("export", format(texts.exports, { name }), list(texts.pictures, pictures), list(texts.files, formats));
  }

  print() { window.print(); }

  async #run(as, document) {
    if (as === "print") return this.print();
    const { editor } = this, { model } = editor;
    if (as === "html" && !(await this.#canRun())) return;
    const answer = await editor.send({ do: "export", as: madeFromPicture.includes(as) ? "svg" : as }, model);
    if (answer.text === undefined) return;
    if (answer.notes?.length && !(await ask(texts.lossNotes, answer.notes, texts.download))) return;
    const title = document.replace(/\.\w+$/, ""), name = `${title}.${madeFromPicture.includes(as) ? as : answer.extension}`;
    try {
      if (as === "png") saveBlob(await drawPicture(answer.text), name);
      else if (as === "html") saveText(await makePage(title, answer.text, [...model.elements.values()]), name, "text/html");
      else saveText(answer.text, name, as === "svg" ? "image/svg+xml" : "text/plain");
    } catch (error) {
      editor.fail(error);
    }
  }

  /** Asks whether there is an automaton already, and says what is missing. */
  async #canRun() {
    const { problems = [] } = await this.editor.send({ do: "run", word: "" });
    if (problems.length) {
      const dialog = showDialog("ask", texts.notYet, make("ul", {}, ...problems.map((problem) => make("li", {}, problem))),
        make("div.choice", {}, make("button.primary", { click: () => dialog.close() }, texts.ok)));
    }
    return !problems.length;
  }

  /** Shows everything in a frame that a sheet of any size can scale. Returns where the view was. */
  #frameAll() {
    const { canvas, view } = this.editor;
    const place = view.place;
    view.show({ x: 0, y: 0, scale: 1 });
    const { x, y, width, height } = view.world.getBBox();
    const margin = 16;
    canvas.setAttribute("viewBox", `${x - margin} ${y - margin} ${width + 2 * margin} ${height + 2 * margin}`);
    return place;
  }
}

/** Draws a picture in SVG as PNG, on white. */
async function drawPicture(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = make("canvas", { width: Math.ceil(image.naturalWidth * pngScale), height: Math.ceil(image.naturalHeight * pngScale) });
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

// MARK: Web page

/**
 * Makes a page that runs words by itself, from everywhere and without a connection.
 * Its policy allows its own script and no request. All texts of people are escaped.
 * @param {string} title
 * @param {string} picture SVG
 * @param {import("./model.js").Element[]} elements
 */
async function makePage(title, picture, elements) {
  const response = await fetch("/offline.js");
  if (!response.ok) throw new Refusal(texts.lost);
  const script = await response.text();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script)));
  const source = `'sha256-${btoa(String.fromCharCode(...hash))}'`;
  const parts = elements.filter(({ kind }) => kind === "state" || kind === "arrow");
  const data = JSON.stringify(parts).replace(/</g, "\\u003c");
  const safe = escapeText(title);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${source}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe}</title>
<style>${pageStyle}</style>
<h1>${safe}</h1>
<main>
${picture}
<form id="player">
<label for="word">Word</label> <input id="word" autocomplete="off" autocapitalize="off" spellcheck="false">
<button type="button" id="first">Start</button> <button type="button" id="back">Back</button> <button type="button" id="step">Step</button> <button id="run">Run</button>
</form>
<ol id="cells"></ol>
<div role="status"><strong id="verdict"></strong> <span id="where"></span></div>
</main>
<script type="application/json" id="automaton">${data}</script>
<script>${script}</script>
</html>
`;
}

const escapeText = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const pageStyle = `
:root { color-scheme: light dark; --good: light-dark(#11723c, #7fdca0); --line: light-dark(#c4c9d4, #4a5160); font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: auto; padding: 1rem; background: light-dark(#fff, #111); color: light-dark(#111, #eee); }
h1 { font-size: 1.2rem; }
svg { display: block; width: 100%; height: auto; max-height: 60vh; margin: 0 auto 1rem; }
.marks * { visibility: hidden; fill: none; stroke: var(--good); stroke-width: 3; }
.marks .on, .marks .on * { visibility: visible; }
.marks .head { fill: var(--good); stroke-width: 1; }
.marks circle { fill: var(--good); fill-opacity: .18; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
button, input { padding: .4rem .8rem; border: 1px solid var(--line); border-radius: 8px; background: none; color: inherit; font: inherit; }
input { flex: 1; min-width: 8rem; }
button:disabled, .read { opacity: .5; }
ol { display: flex; min-height: 2.2rem; padding: 0; overflow-x: auto; list-style: none; }
li { flex: none; padding: .2rem .6rem; border: 1px solid var(--line); white-space: pre; }
input, li { font-family: ui-monospace, monospace; }
.next { outline: 2px solid var(--good); outline-offset: -2px; }
strong { margin-right: .5rem; color: light-dark(#b3261e, #ff9d94); font-size: 1.15rem; }
.accepted { color: var(--good); }
@media print { :root { color-scheme: light; } form { display: none; } }
`;

"""##,
"expression.js": ##"""
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

"""##,
"facts.js": ##"""
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

"""##,
"fields.js": ##"""
// The fields on the drawing: symbols as chips, names, notes, and where an arrow leads to.
// They are real inputs, so that handwriting of the system, dictation and screen readers work.

import { make, field, icon, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";
import { splitSymbols } from "./symbols.js";
import { Drag } from "./editor.js";
import { clamp } from "./view.js";

export class Fields {
  constructor(editor, layer) {
    Object.assign(this, { editor, layer });
    this.open = null;
    editor.on("edit", (element) => this.edit(element));
    editor.on("addNote", (at) => this.addNote(at));
    editor.on("leave", () => this.close());
    editor.on("change", () => this.#update());
    editor.view.addEventListener("change", () => this.#place());
  }

  edit(element) {
    if (element.kind === "state") this.#name(element);
    else if (element.kind === "arrow") this.#symbols(element);
    else if (element.kind === "note") this.#note([element.x, element.y], element);
  }

  addNote(at) { this.#note(at, null); }

  // MARK: Opening and closing

  /**
   * Shows a field at a place of the diagram.
   * @param {{box: HTMLElement, input: HTMLInputElement, anchor: function(): ([number, number]|null),
   *   gap?: number, close: function(boolean): void, update?: function(): void}} field with a `gap` (in the diagram) it stands above its place instead of upon it;
   *   `close` is told whether what was typed counts
   */
  #show(field) {
    this.close();
    this.open = field;
    field.box.addEventListener("focusout", ({ relatedTarget }) => {
      if (this.open === field && !field.box.contains(relatedTarget)) this.close();
    });
    field.box.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") this.#finish(event, false);
    });
    this.layer.append(field.box);
    const anchor = field.anchor();
    if (anchor) this.editor.view.reveal(anchor);
    this.#place();
    field.input.focus({ preventScroll: true });
    field.input.select();
  }

  close(counts = true) {
    const field = this.open;
    if (!field) return;
    this.open = null;
    field.close(counts);
    field.box.remove();
  }

  /** Closes by a key, after which the keyboard goes back to the drawing. */
  #finish(event, counts = true) {
    event.preventDefault();
    this.close(counts);
    this.editor.focus();
  }

  #place() {
    const anchor = this.open?.anchor();
    if (!anchor) return;
    const { box, gap } = this.open;
    const { scale, canvas } = this.editor.view;
    const [x, y] = this.editor.view.pixel(anchor);
    const above = y - box.offsetHeight - gap * scale;
    const top = gap === undefined ? y - box.offsetHeight / 2 : above >= 4 ? above : y + gap * scale;
    const left = clamp(x - box.offsetWidth / 2, 4, Math.max(4, canvas.clientWidth - box.offsetWidth - 4));
    box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  #update() {
    if (!this.open) return;
    if (!this.open.anchor()) return this.close(false);
    this.open.update?.();
    this.#place();
  }

  #finishOnEnter(input) {
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) this.#finish(event);
    });
  }

  // MARK: Names and notes

  #name(state) {
    const { id } = state;
    const input = textInput(texts.nameField, texts.nameHint, state.name);
    this.#finishOnEnter(input);
    this.#show({
      box: make("div.field", {}, input), input,
      anchor: () => place(this.editor.element(id)),
      close: (counts) => { if (counts && input.value !== state.name) this.editor.send({ do: "rename", element: id, name: input.value }); },
    });
  }

  #note(at, note) {
    const input = textInput(texts.noteField, texts.noteHint, note?.text, 16);
    this.#finishOnEnter(input);
    this.#show({
      box: make("div.field", {}, input), input, anchor: () => at,
      close: (counts) => {
        const text = input.value.trim();
        if (!counts || text === (note?.text ?? "")) return;
        if (!note) this.editor.send({ do: "addNote", text, at });
        else this.editor.send(text ? { do: "rewrite", element: note.id, text } : { do: "delete", elements: [note.id] });
      },
    });
  }

  // MARK: Symbols

  #symbols({ id }) {
    const { editor } = this;
    const arrow = () => editor.model.elements.get(id);
    let { symbols, epsilon } = arrow();
    let pending = 0; // what is on its way counts more than what the news says meanwhile
    const input = textInput(texts.symbolField, texts.symbolHint);
    const chips = make("span.chips");

    const show = () => {
      const chip = (text, spoken, remove) => make("button.chip", {
        "aria-label": format(texts.removeSymbol, { symbol: spoken }), title: format(texts.removeSymbol, { symbol: spoken }),
        click() { remove(); input.focus(); },
      }, make("span", {}, text), icon("close"));
      chips.replaceChildren(
        ...symbols.map((symbol) => chip(symbol, symbol, () => change(symbols.filter((each) => each !== symbol), epsilon))),
        ...(epsilon ? [chip("ε", texts.epsilon, () => change(symbols, false))] : []));
      set(epsilonButton, "aria-pressed", String(epsilon));
      this.#place(); // more chips make the field wider
    };
    const change = async (newSymbols, newEpsilon) => {
      [symbols, epsilon] = [[...new Set(newSymbols)], newEpsilon];
      show();
      const said = [...symbols, ...(epsilon ? [texts.epsilon] : [])].join(", ");
      editor.say(format(texts.labelSaid, { symbols: said || texts.noSymbols }));
      pending += 1;
      await editor.send({ do: "setSymbols", element: id, symbols, epsilon });
      pending -= 1;
    };
    const add = (text) => {
      const more = splitSymbols(text);
      input.value = more.rest;
      const isNew = more.symbols.some((symbol) => !symbols.includes(symbol)) || (more.epsilon && !epsilon);
      if (isNew) change([...symbols, ...more.symbols], epsilon || more.epsilon);
    };
    const epsilonButton = make("button.epsilon", {
      title: texts.addEpsilonTitle, "aria-label": texts.addEpsilonTitle,
      click() { change(symbols, !epsilon); input.focus(); },
    }, texts.addEpsilon);

    // Pens and dictation type whole texts, so separators are looked for in what was typed.
    input.addEventListener("input", (event) => { if (!event.isComposing) add(input.value); });
    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && !input.value.trim()) this.#finish(event);
      else if (event.key === "Enter") {
        event.preventDefault();
        add(input.value + ",");
      } else if (event.key === "Backspace" && !input.value && (symbols.length || epsilon)) {
        event.preventDefault();
        change(epsilon ? symbols : symbols.slice(0, -1), false);
      }
    });
    show();
    this.#show({
      box: make("div.field.symbols", { role: "group", "aria-label": texts.symbolField },
        make("div.row", {}, chips, input, epsilonButton), make("small", {}, texts.symbolHelp)),
      input, gap: 14,
      anchor() {
        const element = editor.element(id);
        return element && (element.label ? [element.label.x, element.label.y] : element.middle);
      },
      update() {
        if (pending || !arrow()) return;
        ({ symbols, epsilon } = arrow());
        show();
      },
      close: (counts) => { if (counts) add(input.value + ","); },
    });
  }

  // MARK: Where an arrow leads to

  /** Lets a state be named or walked to, and connects to it. */
  connect(from) {
    const { editor } = this;
    const { states } = editor.model;
    const drag = new Drag(editor);
    let target = null;
    const input = textInput(texts.connectField, texts.connectHint);
    const hint = make("small", {}, texts.connectHelp);
    const choose = (state) => {
      target = state;
      editor.scene.mark("target", state ? [state.id] : []);
      setText(hint, state ? format(texts.connectTo, { name: state.name }) : texts.connectHelp);
      editor.say(hint.textContent);
      if (state) drag.show({ do: "addTransition", from: from.id, to: state.id });
      else editor.model.preview(null);
    };
    const walk = (step) => {
      const at = states.findIndex((state) => state.id === (target ?? from).id);
      choose(states[(at + step + states.length) % states.length]);
      input.value = "";
    };
    input.addEventListener("input", () => {
      const text = input.value.trim();
      choose(text ? states.find((state) => state.name === text) ?? states.find((state) => state.name.startsWith(text)) ?? null : null);
    });
    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (step && (!input.value || event.key === "ArrowDown" || event.key === "ArrowUp")) {
        event.preventDefault();
        walk(step);
      } else if (event.key === "Enter") {
        const to = target;
        drag.isOver = true;
        this.#finish(event, false);
        if (to) this.#add(from, to);
      }
    });
    this.#show({
      box: make("div.field", {}, input, hint), input, anchor: () => place(editor.element(from.id)), gap: from.r + 10,
      close() {
        editor.scene.mark("target", []);
        drag.cancel();
      },
    });
  }

  async #add(from, to) {
    const arrow = await this.editor.insert({ do: "addTransition", from: from.id, to: to.id });
    if (arrow) this.edit(arrow);
  }
}

function textInput(label, hint, value = "", size = 6) {
  return field({ "aria-label": label, placeholder: hint, value, size });
}

const place = (element) => (element ? [element.x, element.y] : null);

"""##,
"files.js": ##"""
// The documents: their tabs, and how they are opened, saved and closed.

import { make, button, icon, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";
import { Model } from "./model.js";
import { Refusal } from "./connection.js";
import { ask, choose } from "./dialogs.js";

const largestFile = 8 * 1024 * 1024;

export class Files {
  /** @param {{exports: import("./exports.js").Exports}} parts */
  constructor(editor, { exports }) {
    Object.assign(this, { editor, exports });
    this.documents = [];
    this.names = new Map(); // of all documents that were open
    /** @type {Map<number, Model>} */
    this.models = new Map();
    this.places = new Map(); // where each document was looked at
    this.changedBehind = new Map(); // what is said of files that another program changed
    this.tabs = make("div.tabs", { role: "tablist", "aria-label": texts.documents, keydown: (event) => this.#walk(event) });
    this.input = make("input", { type: "file", multiple: true, hidden: true, change: () => this.#openAll(this.input.files) });
    this.solved = make("span.solved.hint");
    this.bar = make("div.documents", {}, this.tabs, this.solved,
      button({ icon: "add", word: texts.newDocument, click: () => this.add() }), this.input);
    this.saveButton = button({ icon: "save", word: texts.save, title: texts.saveTitle, click: () => this.save() });
    this.actions = [
      button({ icon: "open", word: texts.open, title: texts.openTitle, click: () => this.input.click() }), this.saveButton,
      button({ icon: "share", word: texts.export, title: texts.exportTitle, click: () => this.current && exports.show(this.current.name) }),
    ];
    this.#acceptDrops();
  }

  get connection() { return this.editor.connection; }
  /** The open documents without the one on the page. */
  get others() { return this.documents.filter((each) => each.id !== this.editor.model?.document); }
  get current() { return this.documents.find((each) => each.id === this.editor.model?.document); }

  // MARK: What the server tells

  /** Asks for everything, as news may have been missed. */
  async reload() {
    try {
      const { documents } = await this.connection.request("GET", "documents");
      const shown = [this.editor.model?.document, this.coming];
      for (const id of this.models.keys()) if (!shown.includes(id)) this.models.delete(id);
      const known = [...this.models.values()];
      this.take(documents);
      const open = known.filter((model) => this.models.has(model.document));
      await Promise.all(open.map((model) => this.#load(model)));
    } catch (error) {
      if (error instanceof Refusal) this.editor.fail(error);
    }
  }

  take(documents) {
    const wasSaved = (id) => this.documents.find((each) => each.id === id)?.isSaved;
    const justSaved = documents.filter(({ id, isSaved }) => isSaved && wasSaved(id) === false);
    this.documents = documents;
    for (const { id, name } of documents) this.names.set(id, name);
    this.connection.resume(documents.map(({ id }) => id));
    for (const { id } of justSaved) {
      this.#noteChange(id, null);
      this.editor.tell("beside", { saved: id });
    }
    for (const id of this.models.keys()) if (!documents.some((each) => each.id === id)) this.models.delete(id);
    const last = documents.find((each) => String(each.id) === sessionStorage.getItem("document")) ?? (documents[0]?.isUntitled ? documents.at(-1) : documents[0]);
    if (!this.current && last) this.show(last.id);
    else if (!documents.length) this.add();
    this.#draw();
  }

  /** Scenes of other documents are fetched when they are looked at. */
  takeScene(id, scene) {
    const model = this.models.get(id);
    this.editor.tell("beside", { changed: id });
    if (!scene.whole) return model?.take(scene);
    // The file was read anew: its revisions aren't those of before.
    this.#noteChange(id, null);
    if (model) this.#load(model).catch((error) => this.editor.fail(error));
  }

  takeMessage({ document, message, isChangedBehind }) {
    if (isChangedBehind) this.#noteChange(document, message);
    else this.editor.toast(message);
  }

  #noteChange(id, message) {
    if (message) this.changedBehind.set(id, message);
    else this.changedBehind.delete(id);
    this.editor.tell("changedBehind");
  }

  /** What is said if the file of the document on the page was changed by another program. */
  get conflict() { return this.changedBehind.get(this.editor.model?.document); }

  /** Takes the file as the other program left it. */
  async reopen() {
    const id = this.editor.model.document;
    try {
      await this.connection.request("POST", `documents/${id}/reload`);
      this.#noteChange(id, null);
    } catch (error) {
      this.editor.fail(error);
    }
  }

  /** Writes the document over what the other program left. */
  keepMine() { return this.#write({ id: this.editor.model.document }, true); }

  #load(model) { return model.load(() => this.connection.request("GET", `documents/${model.document}/scene`)); }

  // MARK: Documents

  async show(id) {
    const { editor } = this;
    if (this.coming === id) return;
    this.coming = id;
    try {
      await this.#show(id);
    } catch (error) {
      this.models.delete(id);
      editor.fail(error);
    }
    if (this.coming === id) this.coming = null;
  }

  async #show(id) {
    const { editor } = this;
    if (editor.model) this.places.set(editor.model.document, editor.view.place);
    let model = this.models.get(id);
    if (!model) {
      model = new Model(id);
      this.models.set(id, model);
      await this.#load(model);
    }
    if (this.coming !== id) return; // another one was asked for meanwhile
    editor.show(model);
    if (this.places.has(id)) editor.view.show(this.places.get(id));
    else editor.view.fit(1);
    this.#draw();
    sessionStorage.setItem("document", id);
  }

  async add(name, body) {
    if (this.isAdding) return;
    this.isAdding = !name;
    try {
      await this.#showNew(await this.connection.request("POST", "documents" + (name ? "?name=" + encodeURIComponent(name) : ""), body));
      if (name) this.editor.say(format(texts.opened, { name }));
    } catch (error) {
      this.editor.fail(error);
    }
    this.isAdding = false;
  }

  /** Shows a new drawing that the server makes of the one on the page. Throws a Refusal if it can't be made. */
  async derive(request) {
    await this.#showNew(await this.connection.request("POST", `documents/${this.editor.model.document}/derive`, JSON.stringify(request)));
    this.editor.say(format(texts.opened, this.current ?? {}));
  }

  async #showNew({ id }) {
    this.documents = (await this.connection.request("GET", "documents")).documents;
    await this.show(id);
  }

  async #openAll(files) {
    for (const file of files) {
      if (file.size > largestFile) this.editor.toast(format(texts.tooLarge, { name: file.name }), "error");
      else await this.add(file.name, await file.arrayBuffer());
    }
    this.input.value = "";
  }

  #acceptDrops() {
    const over = make("div.drop", { hidden: true }, texts.dropHere);
    document.body.append(over);
    let depth = 0;
    const show = (change) => {
      depth = Math.max(0, depth + change);
      over.hidden = !depth;
    };
    const isFile = (event) => event.dataTransfer?.types.includes("Files");
    window.addEventListener("dragenter", (event) => { if (isFile(event)) show(1); });
    window.addEventListener("dragleave", (event) => { if (isFile(event)) show(-1); });
    window.addEventListener("dragover", (event) => { if (isFile(event)) event.preventDefault(); });
    window.addEventListener("drop", (event) => {
      if (!isFile(event)) return;
      event.preventDefault();
      show(-depth);
      this.#openAll([...event.dataTransfer.files]);
    });
  }

  /** Saves to the file. Before something is left out, or another's change overwritten, it is asked. */
  async save() {
    const { current: file, editor } = this;
    if (!file) return;
    if (file.isUntitled) return this.exports.show(file.name);
    if (file.format !== "sketch" && !file.isSaved) {
      const { notes = [] } = await editor.send({ do: "export", as: file.format });
      const key = JSON.stringify([file.id, notes]);
      if (notes.length && this.accepted !== key && !(await ask(format(texts.lossAsk, file), notes, texts.saveAnyway))) return;
      this.accepted = key;
    }
    await this.#write(file, false);
  }

  async #write(file, force) {
    try {
      await this.connection.request("POST", `documents/${file.id}/save?force=${force}`);
      this.editor.toast(texts.saved);
      this.#noteChange(file.id, null);
    } catch (error) {
      if (error.status !== 409) return this.editor.fail(error);
      if (await ask(format(texts.overwriteAsk, file), [error.message], texts.overwrite)) await this.#write(file, true);
    }
  }

  /** Closes a document; if something may be lost, or come back, it is asked. */
  async close(file, as) {
    try {
      await this.connection.request("POST", `documents/${file.id}/close${as ? "?as=" + as : ""}`, "{}");
      this.connection.forget(file.id);
    } catch (error) {
      if (error.status !== 409) return this.editor.fail(error);
      const [said, ...actions] = texts.closeAsk[error.message];
      const answer = ["kept", "discarded"][await choose(format(said, file), [], actions)];
      if (answer) await this.close(file, answer);
    }
  }

  /** What is said of changes to documents that aren't open, or null. */
  get waiting() {
    const names = [...this.connection?.aside.keys() ?? []].map((id) => this.names.get(id) ?? "?");
    return names.length ? format(texts.waiting, { names: names.join(", ") }) : null;
  }

  forgetWaiting() { for (const id of [...this.connection.aside.keys()]) this.connection.forget(id); }

  // MARK: Tabs

  #draw() {
    const { current } = this;
    const hadFocus = this.tabs.contains(document.activeElement);
    this.tabs.replaceChildren(...this.documents.map((file) => {
      const isCurrent = file === current;
      const tab = make("button.tab", {
        role: "tab", "aria-selected": String(isCurrent), tabindex: isCurrent ? 0 : -1, "data-document": file.id,
        click: () => isCurrent || this.show(file.id),
        keydown: (event) => { if (event.key === "Delete") this.close(file); },
        auxclick: (event) => { if (event.button === 1) this.close(file); },
      }, make("span", {}, make("bdi", {}, file.name)));
      if (!file.isSaved) tab.append(make("span.dot", { title: texts.unsaved }, make("span.unseen", {}, texts.unsaved)));
      // The keyboard closes a tab by Delete, as a button in a button can't be reached.
      tab.append(make("span.shut", {
        "aria-hidden": "true", title: format(texts.close, file),
        click: (event) => { event.stopPropagation(); this.close(file); },
      }, icon("close")));
      return tab;
    }));
    if (hadFocus) this.tabs.querySelector("[aria-selected=true]")?.focus();
    this.tabs.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const exercises = this.documents.filter((file) => file.exercise);
    const count = exercises.filter((file) => file.exercise.solved).length;
    setText(this.solved, exercises.length > 1 ? format(texts.solvedOf, { count, all: exercises.length }) : "");
    this.editor.tell("documents");
    set(this.saveButton, "aria-disabled", current?.isSaved && !current.isUntitled ? "true" : null);
    document.title = current ? `${current.isSaved ? "" : "• "}${current.name} – ${texts.product}` : texts.product;
  }

  async #walk(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = this.documents.indexOf(this.current);
    const next = this.documents[(at + step + this.documents.length) % this.documents.length];
    if (next) await this.show(next.id);
    this.tabs.querySelector("[aria-selected=true]")?.focus();
  }
}

"""##,
"gestures.js": ##"""
// The gestures of the tools that don't draw, by mouse, finger or pen.

import { draw, set } from "./dom.js";
import { Drag } from "./editor.js";
import { tap, partAt, stateAt } from "./taps.js";
import { clamp } from "./view.js";

export const radii = [8, 400]; // to which states are drawn
const threshold = 5; // px before a press becomes a drag

/** Waits until a press is a drag, and takes it for a tap otherwise. */
function pressed(editor, event, begin, click = () => tap(editor, event)) {
  let gesture = null;
  return {
    move(events, last) {
      if (!gesture && Math.hypot(last.clientX - event.clientX, last.clientY - event.clientY) < threshold) return;
      gesture ??= begin();
      gesture?.move(last);
    },
    end: (last) => (gesture ? gesture.end(last) : click()),
    cancel: () => gesture?.cancel(),
  };
}

/** A drag whose command depends on where the pointer is. */
function follow(editor, command, finished = () => {}) {
  const drag = new Drag(editor);
  return {
    move: (event) => drag.show(command(event)),
    async end(event) { finished(await drag.finish(command(event))); },
    cancel: () => drag.cancel(),
  };
}

/** Selects, moves, bends, turns, attaches and connects: whatever is pressed says which. */
export function selectTool(editor) {
  return (event) => {
    const { id, part } = partAt(event);
    return pressed(editor, event, () => {
      const element = editor.element(id);
      if (!element) return event.shiftKey ? connect(editor, event, null) : marquee(editor, event);
      if (part === "radius") return resize(editor, element);
      if (part === "rim") return connect(editor, event, id);
      if (part === "tail" || part === "tip") return attach(editor, id, part);
      if (!editor.selection.has(id)) editor.select([id], { focus: true });
      if (element.kind === "arrow" && editor.selection.size === 1) return bend(editor, element);
      return move(editor, event);
    });
  };
}

/** Adds a state at each click. */
export function stateTool(editor) {
  return (event) => pressed(editor, event, () => null, () => editor.insert({ do: "addState", at: editor.view.point(event) }));
}

/** Connects whatever it is dragged between. */
export function arrowTool(editor) {
  return (event) => pressed(editor, event, () => connect(editor, event, stateAt(event)));
}

/** Opens a field for a note where it is clicked. */
export function noteTool(editor) {
  return (event) => pressed(editor, event, () => null, () => editor.tell("addNote", editor.view.point(event)));
}

// MARK: Drags

function move(editor, event) {
  const [x, y] = editor.view.point(event);
  const elements = [...editor.selection];
  return follow(editor, (now) => {
    const [nx, ny] = editor.view.point(now);
    return { do: "move", elements, by: [nx - x, ny - y] };
  });
}

/** Makes a state larger or smaller. */
function resize(editor, { id, x, y }) {
  const gap = editor.scene.radiusGap;
  return follow(editor, (event) => {
    const [px, py] = editor.view.point(event);
    return { do: "resize", element: id, radius: clamp(Math.hypot(px - x, py - y) - gap, ...radii) };
  });
}

/** Bends an arrow, turns a loop, or moves the free end of an arrow that has one. */
function bend(editor, { id, loop, from, to }) {
  if (!from || !to) return attach(editor, id, from ? "tip" : "tail", () => null);
  if (!loop) return follow(editor, (event) => ({ do: "bend", element: id, through: editor.view.point(event) }));
  const state = editor.element(from);
  return follow(editor, (event) => {
    const [x, y] = editor.view.point(event);
    return { do: "turn", element: id, angle: Math.atan2(y - state.y, x - state.x) };
  });
}

function attach(editor, id, end, target = stateAt) {
  return follow(editor, (event) => ({ do: "attach", element: id, end, to: target(event), at: editor.view.point(event) }));
}

/** An arrow from a state, or from an empty place, which marks an initial state. */
function connect(editor, event, from) {
  const tail = editor.view.point(event);
  const command = (now) => ({ do: "addTransition", from, to: stateAt(now), ...(from ? {} : { tail }), tip: editor.view.point(now) });
  const { model } = editor;
  const gesture = follow(editor, command, async ({ inserted = [] }) => {
    const arrow = await model.whenPresent(inserted[0]);
    // It isn't selected, as its handles would lie where the next arrow may begin.
    if (arrow && !arrow.mark && model === editor.model && !editor.isPointing) editor.tell("edit", arrow);
  });
  const end = gesture.end;
  // An arrow from nowhere to nowhere says nothing.
  gesture.end = (now) => (from || stateAt(now) ? end(now) : gesture.cancel());
  return gesture;
}

/** Selects what a frame is dragged around. */
function marquee(editor, event) {
  const frame = draw("rect.marquee");
  editor.scene.overlay.append(frame);
  const [x, y] = editor.view.point(event);
  return {
    move(now) {
      const [nx, ny] = editor.view.point(now);
      const box = { x: Math.min(x, nx), y: Math.min(y, ny), width: Math.abs(nx - x), height: Math.abs(ny - y) };
      for (const [name, value] of Object.entries(box)) set(frame, name, value);
      const isInside = ([px, py]) => px >= box.x && px <= box.x + box.width && py >= box.y && py <= box.y + box.height;
      const inside = editor.model.order.filter((id) => {
        const element = editor.element(id);
        const place = element?.middle ?? (element?.x === undefined ? null : [element.x, element.y]);
        return place && isInside(place);
      });
      editor.select(inside);
    },
    end: () => frame.remove(),
    cancel: () => frame.remove(),
  };
}

"""##,
"icon.svg": ##"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2f5bd7"/><circle cx="17.5" cy="16" r="9.5" fill="none" stroke="#fff" stroke-width="2"/><circle cx="17.5" cy="16" r="6" fill="none" stroke="#fff" stroke-width="2"/><path d="M1 16h4" stroke="#fff" stroke-width="2"/><path d="M8.500 16l-4.500-3v6z" fill="#fff"/></svg>

"""##,
"index.html": ##"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Automata</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/editor.css">
<link rel="stylesheet" href="/panels.css">
<script type="module" src="/main.js"></script>
</head>
<body>
<noscript>The editor needs JavaScript.</noscript>
<header id="header"></header>
<main id="main">
  <nav id="tools"></nav>
  <section id="stage"></section>
  <aside id="panel"></aside>
  <div id="live" class="unseen" role="status" aria-live="polite"></div>
  <div id="toasts"></div>
</main>
<footer id="footer"></footer>
</body>
</html>

"""##,
"ink.js": ##"""
// Strokes of a pen, a finger or the mouse, drawn as they are made: ink, and the eraser's.

import { draw } from "./dom.js";
import { Drag } from "./editor.js";
import { tap, isTap } from "./taps.js";

/** A stroke that is being drawn: its points, and a line on the page that grows with them. */
class Wet {
  constructor(editor, event, name) {
    this.editor = editor;
    this.begin = event;
    this.points = [];
    this.line = draw(`polyline.wet.${name}`);
    editor.scene.overlay.append(this.line);
    this.add([event]);
  }

  add(events) {
    const { canvas, view } = this.editor;
    for (const event of events) {
      const [x, y] = view.point(event);
      this.points.push([x, y, Math.max(0, Math.round(event.timeStamp - this.begin.timeStamp)) / 1000, Math.round(event.pressure * 1000) / 1000]);
      // Appending a point costs the same however long the line is; setting an attribute doesn't.
      const point = canvas.createSVGPoint();
      [point.x, point.y] = [x, y];
      this.line.points.appendItem(point);
    }
  }

  remove() { this.line.remove(); }
}

/** The pen: a stroke is sent as it ends, and stays wet until the page shows what became of it. */
export function inkTool(editor) {
  return (event) => {
    const wet = new Wet(editor, event, "pen");
    return {
      move: (events) => wet.add(events),
      end(last) {
        if (isTap(wet.begin, last, wet.points, editor.view.scale)) {
          wet.remove();
          tap(editor, wet.begin);
        } else {
          wet.add([last]);
          submit(editor, wet);
        }
      },
      cancel: () => wet.remove(),
    };
  };
}

async function submit(editor, wet) {
  const { model } = editor;
  const { inserted = [], understanding } = await editor.send({ do: "draw", strokes: [wet.points] }, model);
  if (understanding && model === editor.model) editor.tell("understood", understanding);
  await model.whenPresent(understanding?.ink ?? inserted[0], 500);
  wet.remove();
}

/** The eraser: what it would take is gone from the page at once, and really when it is lifted. */
export function eraserTool(editor) {
  return (event) => {
    const wet = new Wet(editor, event, "eraser");
    const drag = new Drag(editor);
    const command = () => ({ do: "erase", stroke: wet.points });
    drag.show(command());
    return {
      move(events) {
        wet.add(events);
        drag.show(command());
      },
      end() {
        wet.remove();
        drag.finish(command());
      },
      cancel() {
        wet.remove();
        drag.cancel();
      },
    };
  };
}

"""##,
"keys.js": ##"""
// The keyboard. Single keys are commands only while the drawing has the focus.

import { texts, format } from "./texts.js";
import { nextPlace, neighbor } from "./walk.js";
import { radii } from "./gestures.js";
import { clamp } from "./view.js";

const nudge = 5;
const sizeKeys = { "+": 1.1, "=": 1.1, "-": 1 / 1.1, "−": 1 / 1.1 };
const arrowKeys = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const copyOffset = 40;

export class Keys {
  constructor(editor, parts) {
    Object.assign(this, { editor, ...parts });
    this.clipboard = null;
    this.otherTabs = new BroadcastChannel("clipboard");
    this.otherTabs.onmessage = ({ data }) => { this.clipboard = data; };
    document.addEventListener("keydown", (event) => this.#anywhere(event));
    document.addEventListener("keyup", (event) => { if (event.key === " ") this.#space(false); });
    window.addEventListener("blur", () => this.#space(false));
    editor.canvas.addEventListener("keydown", (event) => this.#inDrawing(event));
    editor.canvas.addEventListener("focusin", ({ target }) => this.#follow(target.closest("[data-id]")?.dataset.id));
  }

  /** Keys with Ctrl that never are text. */
  #anywhere(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const actions = event.shiftKey ? { enter: () => this.check?.() }
      : { s: () => this.files.save(), p: () => this.exports.print(), enter: () => this.tape.run() };
    const action = actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  #inDrawing(event) {
    if (event.defaultPrevented || !this.editor.model) return;
    const hasControl = event.ctrlKey || event.metaKey;
    const action = event.altKey ? !hasControl && this.#withAlt(event) : hasControl ? this.#withControl(event) : this.#single(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Elements that get the focus are selected, and so are spoken with their state. */
  #follow(id) {
    if (!id || this.editor.isPointing) return;
    if (!this.editor.selection.has(id)) this.editor.select([id]);
  }

  // MARK: Single keys

  #single(event) {
    const { editor } = this;
    const direction = arrowKeys[event.key];
    if (direction) return () => this.nudge(direction, event.shiftKey ? 10 * nudge : nudge);
    const named = {
      Tab: this.#walk(event.shiftKey ? -1 : 1),
      Enter: () => this.edit(), F2: () => this.edit(), Delete: () => this.delete(), Backspace: () => this.delete(),
      Escape: () => this.escape(), " ": () => this.#space(true),
      ",": () => this.tape.back(), ".": () => this.tape.step(), "?": () => this.help.show(),
      "+": () => this.#zoom(1.25), "=": () => this.#zoom(1.25), "-": () => this.#zoom(0.8), "−": () => this.#zoom(0.8),
      0: () => this.#zoom(1 / editor.view.scale), "!": () => editor.view.fit(),
    };
    if (event.shiftKey && event.code === "Digit1") return named["!"];
    if (named[event.key] !== undefined) return named[event.key];
    const letters = {
      p: () => editor.use("draw"), v: () => editor.use("select"), e: () => editor.use("erase"), h: () => editor.use("hand"),
      n: () => this.addState(), c: () => this.connect(), l: () => this.loop(), f: () => this.setFinal(), i: () => this.setInitial(),
      t: () => editor.tell("addNote", nextPlace(editor)),
    };
    return letters[event.key.toLowerCase()];
  }

  #withAlt(event) {
    const factor = sizeKeys[event.key];
    return factor && (() => this.resize(factor));
  }

  #space(isDown) {
    this.pointers.isSpaceDown = isDown;
    this.editor.canvas.classList.toggle("grab", isDown);
  }

  #zoom(factor) {
    this.editor.view.zoomBy(factor);
    this.editor.say(Math.round(this.editor.view.scale * 100) + " %");
  }

  /** Goes to the next element; past the last one Tab leaves the drawing, as everywhere. */
  #walk(step) {
    const { editor } = this;
    const order = editor.model.order.filter((id) => editor.scene.group(id)?.hasAttribute("role"));
    const id = document.activeElement.closest?.("[data-id]")?.dataset.id ?? [...editor.selection][0];
    const at = order.indexOf(id);
    const next = at < 0 ? (step > 0 ? 0 : -1) : at + step;
    if (!order[next]) return null;
    return () => this.#goTo(order[next]);
  }

  #goTo(id) {
    this.editor.select([id], { focus: true });
    this.#reveal(id);
  }

  #reveal(id) {
    const { x, y, middle } = this.editor.element(id) ?? {};
    if (middle || x !== undefined) this.editor.view.reveal(middle ?? [x, y]);
  }

  escape() {
    const { editor } = this;
    editor.tell("leave");
    if (editor.selection.size) {
      editor.select([]);
      editor.canvas.focus();
      editor.say(texts.nothingSelected);
    } else editor.tell("dismiss");
  }

  // MARK: Commands of the selection

  addState() {
    const { editor } = this;
    return editor.insert({ do: "addState", at: nextPlace(editor) }).then((state) => {
      if (state) editor.view.reveal([state.x, state.y]);
    });
  }

  connect() {
    const state = this.editor.selectedStates[0];
    if (state) this.fields.connect(state);
    else this.editor.toast(texts.selectFirst);
  }

  async loop() {
    const state = this.editor.selectedStates[0];
    if (!state) return this.editor.toast(texts.selectFirst);
    const arrow = await this.editor.insert({ do: "addTransition", from: state.id, to: state.id });
    if (arrow) this.editor.tell("edit", arrow);
  }

  setFinal() { this.#mark("setFinal", "final"); }
  setInitial() { this.#mark("setInitial", "initial"); }

  /** Sets a mark on all selected states, or takes it from all if each has it. */
  async #mark(command, member) {
    const states = this.editor.selectedStates, { model } = this.editor;
    if (!states.length) return this.editor.toast(texts.selectFirst);
    const is = !states.every((state) => state[member]);
    await Promise.all(states.map((state) => this.editor.send({ do: command, element: state.id, is })));
    this.editor.say(states.map((state) => model.elements.get(state.id)?.spoken).filter(Boolean).join(". "));
  }

  /** Makes the selected states larger or smaller. */
  async resize(factor) {
    const states = this.editor.selectedStates;
    if (!states.length) return this.editor.toast(texts.selectFirst);
    await Promise.all(states.map(({ id, r }) => this.editor.send({ do: "resize", element: id, radius: clamp(r * factor, ...radii) })));
  }

  edit() {
    if (this.editor.only) this.editor.tell("edit", this.editor.only);
  }

  delete() { if (this.editor.selection.size) this.#delete([...this.editor.selection]); }

  async #delete(elements, model = this.editor.model) {
    const { editor } = this;
    await editor.send({ do: "delete", elements }, model);
    editor.say(texts.deleted);
    // The keyboard goes on where it was.
    editor.canvas.focus({ preventScroll: true });
  }

  /** Moves what is selected; a single arrow is bent, a loop turned, a mark's tail moved. */
  nudge([dx, dy], by) {
    const { editor } = this;
    const arrow = editor.only?.kind === "arrow" ? editor.only : null;
    if (!editor.selection.size) return editor.view.panBy(-dx * by * 4, -dy * by * 4);
    if (!arrow) return editor.send({ do: "move", elements: [...editor.selection], by: [dx * by, dy * by] });
    const { id, loop, from, to, middle, tail, tip } = arrow;
    const moved = ([x, y]) => [x + dx * by, y + dy * by];
    if (loop) {
      const state = editor.element(from);
      const angle = Math.atan2(middle[1] - state.y, middle[0] - state.x) + (dx + dy) * (by / nudge > 1 ? Math.PI / 4 : Math.PI / 24);
      return editor.send({ do: "turn", element: id, angle });
    }
    if (from && to) return editor.send({ do: "bend", element: id, through: moved(middle) });
    const end = from ? "tip" : "tail";
    return editor.send({ do: "attach", element: id, end, to: null, at: moved(from ? tip : tail) });
  }

  // MARK: Keys with Ctrl

  #withControl(event) {
    const direction = arrowKeys[event.key];
    if (direction) return () => this.#along(direction);
    const actions = {
      z: () => (event.shiftKey ? this.redo() : this.undo()), y: () => this.redo(),
      a: () => this.#selectAll(), c: () => this.#copy(), x: () => this.#cut(), v: () => this.#paste(), d: () => this.duplicate(),
    };
    return actions[event.key.toLowerCase()];
  }

  #along(direction) {
    const next = this.editor.only && neighbor(this.editor, this.editor.only, direction);
    if (next) this.#goTo(next);
  }

  async undo() { if ((await this.editor.send({ do: "undo" })).changed) this.editor.say(texts.undone); }
  async redo() { if ((await this.editor.send({ do: "redo" })).changed) this.editor.say(texts.redone); }

  #selectAll() {
    this.editor.select(this.editor.model.order);
    this.editor.say(format(texts.selected, { count: this.editor.selection.size }));
  }

  /** Keeps a fragment to paste, here, in another document or in another tab. */
  async #copy() {
    const { editor } = this;
    if (!editor.selection.size) return false;
    const { fragment } = await editor.send({ do: "copy", elements: [...editor.selection] });
    if (!fragment) return false;
    this.clipboard = { fragment, times: 1 };
    this.otherTabs.postMessage(this.clipboard);
    editor.say(texts.copied);
    return true;
  }

  async #cut() {
    const { editor } = this, { model } = editor;
    const elements = [...editor.selection];
    if (!(await this.#copy())) return;
    this.clipboard.times = 0; // their place is free now
    await this.#delete(elements, model);
  }

  #paste() {
    if (!this.clipboard) return this.editor.toast(texts.nothingPasted);
    this.#insert(this.clipboard.fragment, copyOffset * this.clipboard.times++);
  }

  async duplicate() {
    const { editor } = this;
    if (!editor.selection.size) return;
    const { fragment } = await editor.send({ do: "copy", elements: [...editor.selection] });
    if (fragment) this.#insert(fragment, copyOffset);
  }

  async #insert(fragment, distance) {
    const { editor } = this, { model } = editor;
    const { inserted = [] } = await editor.send({ do: "paste", fragment, by: [distance, distance] }, model);
    await Promise.all(inserted.map((id) => model.whenPresent(id)));
    if (!inserted.length || model !== editor.model) return;
    editor.select(inserted, { focus: true });
    this.#reveal(inserted[0]);
  }
}

"""##,
"main.js": ##"""
// Puts the parts of the page together.

import { draw, make, set } from "./dom.js";
import { texts } from "./texts.js";
import { Connection, takeToken } from "./connection.js";
import { View } from "./view.js";
import { Scene } from "./scene.js";
import { Editor } from "./editor.js";
import { Pointers } from "./pointers.js";
import { inkTool, eraserTool } from "./ink.js";
import { selectTool, stateTool, arrowTool, noteTool } from "./gestures.js";
import { Fields } from "./fields.js";
import { Keys } from "./keys.js";
import { Tape } from "./tape.js";
import { Exports } from "./exports.js";
import { Files } from "./files.js";
import { help } from "./dialogs.js";
import { toolStrip, selectionBar, readingLine } from "./bars.js";
import { header, problemList, emptyPage, connectionLine, conflictLine, waitingLine } from "./shell.js";

const part = (id) => document.getElementById(id);

const world = draw("g.world");
const canvas = draw("svg.canvas", { id: "canvas", role: "application", tabindex: 0, "aria-label": texts.canvas, "data-tool": "draw" }, world);
const overlay = make("div.floating");
part("stage").append(canvas, overlay);

const view = new View(canvas, world);
const editor = new Editor({ canvas, view, scene: new Scene(world, view) });
const exports = new Exports(editor);
const files = new Files(editor, { exports });
const tape = new Tape(editor, part("footer"));
const fields = new Fields(editor, overlay);
const pointers = new Pointers(editor, {
  draw: inkTool(editor), erase: eraserTool(editor), select: selectTool(editor),
  state: stateTool(editor), arrow: arrowTool(editor), note: noteTool(editor),
});
const commands = new Keys(editor, { pointers, tape, files, help, exports, fields });

set(part("panel"), "aria-label", texts.panelsColumn);
header(editor, part("header"), { files, commands, panel: part("panel") });
toolStrip(editor, part("tools"));
selectionBar(editor, overlay, commands);
emptyPage(editor, overlay);
const messages = make("div.messages");
overlay.append(messages);
const showConnection = connectionLine(messages);
conflictLine(editor, messages, files);
waitingLine(editor, messages, files);
readingLine(editor, messages);
problemList(editor, messages);

// The drawing can be used before the panels are here.
editor.addEventListener("change", async () => {
  const { makeColumn } = await import("./column.js");
  makeColumn({ editor, tape, files, commands }, part("panel"));
}, { once: true });

// A new arrow's symbols are asked for at once, unless the pen is drawing on already.
editor.on("understood", async ({ ink }) => {
  const { model } = editor;
  const arrow = await model.whenPresent((await model.whenPresent(ink))?.element);
  const isOpen = arrow?.kind === "arrow" && !arrow.mark && arrow.to && !arrow.symbols.length && !arrow.epsilon;
  if (isOpen && model === editor.model && !editor.isPointing) editor.tell("edit", arrow);
});

editor.connection = new Connection(takeToken(), {
  news(message) {
    if (message.documents) files.take(message.documents);
    if (message.news) files.takeScene(message.document, message.news);
    if (message.message) files.takeMessage(message);
  },
  connected: () => files.reload(),
  state: (state) => showConnection(state, editor),
  aside: () => editor.tell("waiting"),
});
editor.connection.listen();
window.addEventListener("pagehide", () => fields.close(), { capture: true });
window.addEventListener("hashchange", () => { editor.connection.token = takeToken(); });
canvas.focus({ preventScroll: true });

"""##,
"model.js": ##"""
// One document as the server told it.

/** @typedef {{id: string, kind: string, spoken: string}} Element An element of a scene, as the protocol has it. */

export class Model extends EventTarget {
  constructor(document) {
    super();
    this.document = document;
    this.revision = -1;
    /** @type {Map<string, Element>} */
    this.elements = new Map();
    this.order = [];
    this.problems = [];
    this.words = [];
    this.chain = [];
    this.canUndo = this.canRedo = false;
    this.spoken = "";
    this.overlay = null;
    this.waiting = null; // news that came while the whole scene was on its way
  }

  /** The elements as they are shown: with a preview, if there is one. */
  shown(id) {
    if (!this.overlay) return this.elements.get(id);
    if (this.overlay.removed.has(id)) return undefined;
    return this.overlay.elements.get(id) ?? this.elements.get(id);
  }

  get states() {
    return this.order.map((id) => this.elements.get(id)).filter((element) => element?.kind === "state");
  }

  /** Fetches the whole scene; news that comes meanwhile is taken afterwards. A later load replaces an earlier one. */
  load(fetchScene) { return (this.loading = this.#load(fetchScene)); }

  async #load(fetchScene) {
    const waiting = this.waiting = [];
    const isLast = () => this.waiting === waiting;
    try {
      const scene = await fetchScene();
      if (isLast()) this.#take(scene, true);
      else await this.loading;
    } finally {
      if (isLast()) {
        this.waiting = null;
        for (const scene of waiting) this.take(scene);
      }
    }
  }

  /** Takes a scene of changes. Older ones than what is known already say nothing new. */
  take(scene) {
    if (this.waiting) this.waiting.push(scene);
    else if (scene.revision > this.revision) this.#take(scene, scene.whole);
  }

  #take(scene, isWhole) {
    const touched = this.#dropOverlay();
    const old = isWhole ? [...this.elements.keys()] : [];
    if (isWhole) this.elements.clear();
    for (const id of [...old, ...(scene.removed ?? [])]) {
      this.elements.delete(id);
      touched.add(id);
    }
    for (const element of scene.elements ?? []) {
      this.elements.set(element.id, element);
      touched.add(element.id);
    }
    for (const member of ["revision", "order", "problems", "words", "chain", "canUndo", "canRedo", "spoken"]) {
      if (scene[member] !== undefined) this[member] = scene[member];
    }
    this.dispatchEvent(new CustomEvent("change", { detail: { touched, isWhole } }));
  }

  /** Shows what a command would do; null shows the document as it is. */
  preview(scene) {
    const touched = this.#dropOverlay();
    if (scene) {
      this.overlay = { elements: new Map(scene.elements.map((element) => [element.id, element])), removed: new Set(scene.removed) };
      for (const id of [...this.overlay.elements.keys(), ...this.overlay.removed]) touched.add(id);
    }
    this.dispatchEvent(new CustomEvent("preview", { detail: { touched } }));
  }

  #dropOverlay() {
    const touched = new Set(this.overlay ? [...this.overlay.elements.keys(), ...this.overlay.removed] : []);
    this.overlay = null;
    return touched;
  }

  /** Returns an element as soon as the news has brought it, or undefined if that takes too long. */
  async whenPresent(id, limit = 3000) {
    if (!id || this.elements.has(id)) return this.elements.get(id);
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.removeEventListener("change", look);
        resolve(this.elements.get(id));
      };
      const look = () => this.elements.has(id) && finish();
      const timer = setTimeout(finish, limit);
      this.addEventListener("change", look);
    });
  }
}

"""##,
"offline.js": ##"""
// The script of an exported web page: runs the automaton of its picture on words, without a server.
//
// Everywhere else the page asks the engine. An exported file has none, so this one script has rules
// of its own: reading symbols and taking ε-moves. A test compares its runs with those of the engine.

(() => {
  const playTime = 700;
  const part = (id) => document.getElementById(id);
  const elements = JSON.parse(part("automaton").textContent);
  const [states, arrows] = ["state", "arrow"].map((kind) => elements.filter((each) => each.kind === kind));
  const nameOf = new Map(states.map(({ id, name }) => [id, name]));
  const longestFirst = [...new Set(arrows.flatMap((arrow) => arrow.symbols))].sort((a, b) => b.length - a.length);

  // MARK: Rules

  /** Takes the longest name at each place, or one character. Blanks and commas between symbols don't count. */
  function split(text) {
    const symbols = [];
    for (let at = 0; at < text.length;) {
      const name = longestFirst.find((each) => text.startsWith(each, at));
      const symbol = name ?? String.fromCodePoint(text.codePointAt(at));
      if (name || (symbol !== " " && symbol !== ",")) symbols.push(symbol);
      at += symbol.length;
    }
    return symbols;
  }

  /** A step: arrows are taken, then all ε-moves from where they lead. */
  function step(symbol, taken) {
    const active = new Set(taken.map((arrow) => arrow.to));
    const movesFrom = (has) => arrows.filter((arrow) => arrow.epsilon && has(arrow.from));
    // A set visits what is added on the way.
    for (const state of active) for (const { to } of movesFrom((from) => from === state)) active.add(to);
    return { symbol, active, taken, moves: movesFrom((from) => active.has(from)) };
  }

  /** The steps on a word, up to the first symbol that no arrow reads. */
  function run(symbols) {
    const steps = [step(null, arrows.filter((arrow) => arrow.mark))];
    for (const symbol of symbols) {
      const { active } = steps.at(-1);
      const taken = arrows.filter((arrow) => active.has(arrow.from) && arrow.symbols.includes(symbol));
      if (!taken.length) break;
      steps.push(step(symbol, taken));
    }
    const isAccepted = steps.length > symbols.length && states.some(({ id, final }) => final && steps.at(-1).active.has(id));
    return { symbols, steps, isAccepted };
  }

  // MARK: Words for what happened

  const list = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
  const namesOf = (ids) => [...ids].map((id) => nameOf.get(id));

  function reason({ symbols, steps, isAccepted }) {
    const { active } = steps.at(-1);
    if (steps.length <= symbols.length) return `No arrow reads ${symbols[steps.length - 1]} from ${list(namesOf(active))}.`;
    if (!isAccepted) return `It ends in ${list(namesOf(active))}, ${active.size > 1 ? "none of which is" : "which isn't"} final.`;
    const finals = states.filter(({ id, final }) => final && active.has(id));
    return `It ends in ${list(finals.map(({ name }) => name))}, which ${finals.length > 1 ? "are" : "is"} final.`;
  }

  function describe({ symbol, active, moves }) {
    const parts = [symbol === null ? "Start" : `After ${symbol}`, `in {${namesOf(active).join(", ")}}`];
    if (moves.length) parts.push(`ε-moves: ${moves.map(({ from, to }) => `${nameOf.get(from)} → ${nameOf.get(to)}`).join(", ")}`);
    return parts.join(" · ");
  }

  // MARK: The page

  const picture = document.querySelector("svg");
  const marks = new Map();
  const layer = svg("g", { class: "marks", "aria-hidden": "true" });
  for (const { id, path, head } of arrows) {
    marks.set(id, svg("g", {}));
    marks.get(id).append(svg("path", { d: path }), svg("path", { d: head, class: "head" }));
  }
  for (const { id, x, y, r } of states) marks.set(id, svg("circle", { cx: x, cy: y, r }));
  layer.append(...marks.values());
  picture.append(layer);
  picture.style.maxWidth = `${2 * picture.width.baseVal.value}px`;

  let outcome, at, timer; // `at` is -1 until the word is stepped through

  function svg(name, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  function read() {
    stop();
    outcome = run(split(part("word").value));
    part("cells").replaceChildren(...outcome.symbols.map((symbol) => {
      const cell = document.createElement("li");
      cell.append(symbol);
      return cell;
    }));
    go(-1);
  }

  function go(place) {
    const { steps, isAccepted } = outcome;
    const last = steps.length - 1;
    at = Math.min(place, last);
    const now = steps[at];
    const marked = new Set(now ? [...now.active, ...[...now.taken, ...now.moves].map((arrow) => arrow.id)] : []);
    marks.forEach((mark, id) => mark.classList.toggle("on", marked.has(id)));
    [...part("cells").children].forEach((cell, index) => {
      cell.className = index < at ? "read" : index === at ? "next" : "";
    });
    part("cells").querySelector(".next")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    part("verdict").className = isAccepted ? "accepted" : "rejected";
    part("verdict").textContent = isAccepted ? "✓ Accepted" : "✗ Rejected";
    part("where").textContent = [now && describe(now), !now || at === last ? reason(outcome) : ""].filter(Boolean).join(" · ");
    part("first").disabled = part("back").disabled = at < 1;
    part("step").disabled = at === last;
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    part("run").textContent = "Run";
  }

  function play() {
    if (timer) return stop();
    go(at === outcome.steps.length - 1 ? 0 : Math.max(0, at));
    part("run").textContent = "Pause";
    timer = setInterval(() => {
      if (at < outcome.steps.length - 1) go(at + 1);
      else stop();
    }, playTime);
  }

  const places = { first: () => 0, back: () => at - 1, step: () => at + 1 };
  for (const [id, place] of Object.entries(places)) {
    part(id).addEventListener("click", () => {
      stop();
      go(place());
    });
  }
  part("word").addEventListener("input", read);
  part("player").addEventListener("submit", (event) => {
    event.preventDefault();
    play();
  });
  read();
})();

"""##,
"panels.css": ##"""
/* The column and its sections */
#panel { display: block; width: var(--width, 21.3rem); max-width: 75vw; padding: 0; overflow: hidden auto; scrollbar-width: thin; }
.edge { flex: none; width: 8px; margin: 0 -4px; z-index: 2; cursor: col-resize; touch-action: none; }
.edge:hover, .edge:focus-visible { background: color-mix(in srgb, var(--accent) 45%, transparent); }
.edge:has(+ [hidden]) { display: none; }
.section { border-bottom: 1px solid var(--line); }
#panel .section > .title { align-items: center; padding: 4px 12px 4px 6px; }
.disclosure { padding: 4px 8px; font-weight: inherit; }
.disclosure::before { content: ""; width: 5px; height: 10px; background: currentcolor; clip-path: polygon(0 0, 100% 50%, 0 100%); forced-color-adjust: none; }
.disclosure[aria-expanded="true"]::before { transform: rotate(90deg); }
.late { margin-left: auto; }
.section .inside, .section .content { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; }
.section .inside { padding: 2px 16px 16px; }
.message:empty, .section .hint:empty { display: none; }
.missing ul, .demands, .frames + .scroll + ul { padding-left: 1.2rem; list-style: disc; }
.stale { --text: var(--quiet); --ink: var(--quiet); color: var(--quiet); }
.stale .picture { opacity: .6; }
.error { color: var(--bad); }
.error:empty { display: none; }
.error, .caption, .task, .feedback, .entry, .facts, dd { overflow-wrap: anywhere; }
.entry { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; }
.section .group, .exercise, .feedback { display: grid; gap: 6px; }
.section .scroll { position: relative; overflow: auto hidden; padding-bottom: 6px; }
.number, .notation { font-family: var(--mono); font-variant-numeric: tabular-nums; }
.notation { margin: 0; padding: 8px 10px; border-radius: 8px; background: var(--desk); font-size: .93rem; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 20rem; overflow-y: auto; }
.section .actions button, .section .entry > button { border-color: var(--line); font-size: .87rem; }
.section .try { min-height: 1.9rem; max-width: 100%; padding: 1px 10px 1px 6px; border-color: var(--line); font-family: var(--mono); overflow-wrap: anywhere; }
.try .icon { width: 14px; height: 14px; color: var(--accent); }
select, textarea { min-width: 0; max-width: 100%; padding: 5px 9px; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: inherit; font: inherit; }
textarea { resize: vertical; }
textarea::placeholder { color: var(--quiet); opacity: 1; }
[aria-invalid="true"] { border-color: var(--bad) !important; outline-color: var(--bad); }
.typed { display: grid; gap: 6px; }
.typed input, .typed textarea { width: 100%; font-family: var(--mono); }
.large { font-size: 1.3rem; font-weight: 650; }
.section p.right { color: var(--good); }
.section p.wrong { color: var(--bad); }

/* Facts */
.facts { display: grid; gap: 4px; }
.facts li { display: grid; grid-template-columns: 1fr auto; gap: 0 8px; border-bottom: 1px solid color-mix(in srgb, var(--line) 60%, transparent); }
.facts strong { font-weight: 600; }
.facts small { grid-column: 1 / -1; }
.try span { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 3; }
.counts { display: flex; flex-wrap: wrap; gap: 4px; }
.counts div { padding: 1px 8px; border: 1px solid var(--line); border-radius: 8px; text-align: center; }
.counts dt { font-size: .75rem; color: var(--quiet); }

/* Table */
.transitions { width: auto; }
.transitions th { position: static; padding: 2px 6px; }
.transitions .unseen, .counts .unseen { left: 0; }
.transitions .symbol { font-family: var(--mono); font-size: .93rem; white-space: pre; }
.transitions input { width: auto; padding: 4px 6px; border-color: var(--line); }
.transitions tbody th { position: sticky; left: -6px; z-index: 1; padding: 1px 2px; }
.transitions tbody th input { font-weight: 600; color: var(--text); }
.section .toggle { width: 2.2rem; min-height: 2rem; padding: 0; border-color: var(--line); color: var(--quiet); }
.section .toggle[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); }

/* Pictures, frames and stages */
.picture { display: block; max-width: 100%; height: auto; max-height: 24rem; margin: 0 auto; pointer-events: none; }
.picture text { fill: var(--ink); text-anchor: middle; font-family: var(--sans); paint-order: stroke; stroke: var(--raised); stroke-width: 4px; stroke-linejoin: round; }
.picture .state text { stroke: none; }
.tint-0 .body { fill: light-dark(#cfe0ff, #234180); }
.tint-1 .body { fill: light-dark(#ffe0b8, #6b430c); }
.tint-2 .body { fill: light-dark(#cdeed6, #1d5735); }
.tint-3 .body { fill: light-dark(#f6d0e6, #702a56); }
.tint-4 .body { fill: light-dark(#e3d6fb, #4c3585); }
.tint-5 .body { fill: light-dark(#fff3ad, #5c5200); }
.tint-6 .body { fill: light-dark(#c8eef0, #12575d); }
.tint-7 .body { fill: light-dark(#e0dcd4, #4d4940); }
.frames { display: grid; gap: 6px; padding: 8px; border: 1px solid var(--line); border-radius: 10px; }
.frames .player { flex-wrap: wrap; align-items: center; }
.frames .count { margin-left: auto; }
.caption { min-height: 3em; white-space: pre-line; }
.filling { width: auto; font-family: var(--mono); font-size: .87rem; }
.filling th, .filling td { position: static; padding: 3px 8px; border: 1px solid var(--line); font: inherit; color: inherit; text-align: left; white-space: nowrap; }
.filling .new, .filling tr.new th { background: var(--good-soft); color: var(--good); }
.stages { display: grid; gap: 10px; }
.stages:empty { display: none; }
.stage { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 8px; border: 1px solid var(--line); border-radius: 10px; }
.stage select { flex: 1 1 6rem; }
.stage .other { flex-basis: 100%; }
.stage .tools { display: flex; }
.stage .tools button { width: 1.8rem; min-height: 1.8rem; }
.stage .result { display: grid; gap: 6px; }
.stage .result:empty { display: none; }
.stage .picture { max-height: 12rem; }

/* Exercise */
.exercise h3 { font-size: 1rem; color: var(--text); }
.task { white-space: pre-line; }
.verdict-line { font-weight: 600; }
.solved { flex: none; padding: 0 6px; white-space: nowrap; }
.solved:empty { display: none; }

@media (max-width: 760px) { .edge { display: none; } #panel { width: auto; max-width: none; } }
@media (forced-colors: active) {
  .disclosure::before { background: ButtonText; }
  .picture { forced-color-adjust: none; --raised: Canvas; --ink: CanvasText; --good: LinkText; --good-soft: Canvas; }
  .picture [class*="tint-"] .body { fill: Canvas; }
}
@media print {
  #panel { position: static !important; display: block !important; width: auto; max-width: none; border: 0; overflow: visible; background: #fff; color: #000; }
  #panel[hidden], .section:has(> .inside[hidden]), [data-panel="words"]:has(table[hidden]), .edge { display: none !important; }
  /* What follows the drawing begins a page, if there is something. */
  #main { height: auto; }
  #stage { height: 99vh; }
  .section { border: 0; }
  .section .title, .stage, .frames, tr { break-inside: avoid; break-after: auto; }
  .disclosure::before, .section .actions, .section form, .section .tools, .section .player, .section td.tools, .section .primary { display: none !important; }
}

"""##,
"panels.js": ##"""
// The column of panels beside the drawing: which are offered, which are open, and how wide it is.

import { make, set } from "./dom.js";
import { texts } from "./texts.js";
import { Section } from "./section.js";
import { clamp } from "./view.js";

const firstOpen = "exercise words";
const narrowest = 250, step = 32, drawingWidth = 420; // px

export class Panels {
  /** @param {import("./section.js").Panel[]} panels from top to bottom */
  constructor({ editor, asker }, column, panels) {
    Object.assign(this, { editor, column });
    const opened = (localStorage.getItem("panels") ?? firstOpen).split(" ");
    const toggled = () => {
      localStorage.setItem("panels", this.sections.filter((each) => each.isOpen).map((each) => each.panel.name).join(" "));
      this.#ask();
    };
    this.sections = panels.map((panel) => new Section(panel, { editor, asker, toggled, isOpen: opened.includes(panel.name) }));
    for (const section of this.sections) section.panel.changed = () => this.#ask();
    column.append(...this.sections.map((section) => section.element));
    column.before(widthHandle(column));
    // Back to the drawing, unless a field has a use for the key.
    column.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.target.closest("input, textarea, select")) editor.focus();
    });
    this.offer(null);
    editor.on("document", () => { for (const section of this.sections) section.clear(); });
    // A file that was read anew may have the revision of before.
    editor.on("change", ({ isWhole }) => this.#expire(() => isWhole));
    editor.on("beside", (event) => this.#expire((section) => section.panel.isAbout(event)));
    // The column as a whole is shown and hidden from the header.
    new MutationObserver(() => this.#ask()).observe(column, { attributeFilter: ["hidden"] });
  }

  /** Offers the panels with these names, or all. There is always the table of words. */
  offer(names, hasExercise = false) {
    for (const { panel, element } of this.sections) {
      const isAllowed = !names || panel.name === "words" || names.includes(panel.name);
      element.hidden = panel.name === "exercise" ? !hasExercise : !isAllowed;
    }
    this.#expire();
  }

  /** Opens a panel and shows it. */
  open(name) {
    this.editor.tell("showPanels");
    const section = this.sections.find((each) => each.panel.name === name);
    if (!section.isOpen) section.toggle(true);
    section.element.scrollIntoView({ block: "nearest" });
  }

  /** Marks what is outdated, and asks once for all that happens at one time. */
  #expire(isForced = () => false) {
    for (const section of this.sections) section.expire(isForced(section));
    if (this.isAsking) return;
    this.isAsking = true;
    queueMicrotask(() => {
      this.isAsking = false;
      this.#ask();
    });
  }

  #ask() { for (const section of this.sections) section.refresh(); }
}

/** The left edge of the column, which can be dragged and moved by keys. */
function widthHandle(column) {
  const widest = () => Math.max(narrowest, innerWidth - drawingWidth);
  const show = (width) => {
    const value = width && Math.round(clamp(width, narrowest, widest()));
    if (value) column.style.setProperty("--width", value + "px");
    else column.style.removeProperty("--width");
    set(handle, "aria-valuenow", value || column.offsetWidth || narrowest);
    set(handle, "aria-valuemax", widest());
    return value;
  };
  const choose = (width) => {
    const value = show(width);
    if (value) localStorage.setItem("panelWidth", value);
    else localStorage.removeItem("panelWidth");
  };
  const handle = make("div.edge", {
    role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": texts.panelWidth, title: texts.panelWidth,
    "aria-controls": column.id, "aria-valuemin": narrowest,
    pointerdown(event) { handle.setPointerCapture(event.pointerId); },
    pointermove(event) { if (handle.hasPointerCapture(event.pointerId)) choose(column.getBoundingClientRect().right - event.clientX); },
    dblclick: () => choose(null),
    keydown(event) {
      const width = column.offsetWidth;
      const next = { ArrowLeft: width + step, ArrowRight: width - step, Home: widest(), End: narrowest }[event.key];
      if (!next) return;
      event.preventDefault();
      choose(next);
    },
  });
  const restore = () => show(Number(localStorage.getItem("panelWidth")) || null);
  window.addEventListener("resize", restore);
  restore();
  return handle;
}

"""##,
"picture.js": ##"""
// A picture of elements that is only looked at: a frame of an algorithm, or the result of a stage.

import { draw, set } from "./dom.js";
import { makers, drawers } from "./shapes.js";

const margin = 8;
const tints = 8;

export class Picture {
  /** @param {import("./model.js").Element[]} elements */
  constructor(elements, name = "picture") {
    this.elements = elements;
    /** @type {Map<string, SVGGElement>} */
    this.groups = new Map();
    const [x, y, width, height] = boxOf(elements);
    this.svg = draw(`svg.${name}`, { role: "img", viewBox: [x, y, width, height].join(" "), width, height });
    for (const kind of ["ink", "arrow", "state", "note"]) {
      for (const element of elements.filter((each) => each.kind === kind)) this.#add(element);
    }
    this.show({});
  }

  #add(element) {
    const node = makers[element.kind]();
    drawers[element.kind](node, element);
    node.hit?.remove();
    node.rim?.remove();
    this.groups.set(element.id, node.group);
    this.svg.append(node.group);
  }

  /** Shows a frame: marked elements, hidden ones, and states of a group in one tint. */
  show({ marked = [], hidden = [], groups = [] }) {
    const isMarked = new Set(marked), isHidden = new Set(hidden);
    const tint = new Map(groups.flatMap((group, index) => group.map((id) => [id, index % tints])));
    for (const [id, group] of this.groups) {
      group.toggleAttribute("hidden", isHidden.has(id));
      group.classList.toggle("active", isMarked.has(id));
      group.classList.toggle("taken", isMarked.has(id));
      for (let index = 0; index < tints; index += 1) group.classList.toggle("tint-" + index, tint.get(id) === index);
    }
    const spoken = this.elements.filter(({ id }) => !isHidden.has(id)).map((element) => element.spoken);
    set(this.svg, "aria-label", spoken.filter(Boolean).join(". ") || "–");
  }
}

/** A box around elements, from what they are made of, so that they needn't be on the page yet. */
function boxOf(elements) {
  const xs = [], ys = [];
  const add = (x, y, dx = 0, dy = dx) => {
    xs.push(x - dx, x + dx);
    ys.push(y - dy, y + dy);
  };
  const addText = (text, { x, y, size }) => add(x, y, 0.32 * size * text.length, 0.6 * size);
  for (const element of elements) {
    if (element.kind === "state") add(element.x, element.y, element.r);
    if (element.kind === "note") addText(element.text, element);
    if (element.label) addText(element.label.text, element.label);
    const numbers = (element.path ?? "").match(/-?\d+(\.\d+)?(e-?\d+)?/g)?.map(Number) ?? [];
    for (let index = 0; index + 1 < numbers.length; index += 2) add(numbers[index], numbers[index + 1]);
  }
  if (!xs.length) return [0, 0, 1, 1];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return [x, y, Math.max(...xs) + margin - x, Math.max(...ys) + margin - y].map((value) => Math.round(value * 10) / 10);
}

"""##,
"pieces.js": ##"""
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

"""##,
"pointers.js": ##"""
// Decides whose each pointer is: a tool's, the view's, or nobody's (a palm's).

import { texts } from "./texts.js";

const palmTime = 500; // ms after a pen was near in which touches are a palm's
const palmSize = 50; // px, wider than a finger

/**
 * @typedef {Object} Gesture What a tool does with one pointer.
 * @property {function(PointerEvent[], PointerEvent): void} move coalesced events, and the last one
 * @property {function(PointerEvent): void} end
 * @property {function(): void} cancel leaves no trace
 */

export class Pointers {
  /** @param {Object<string, function(PointerEvent): (Gesture|null)>} tools */
  constructor(editor, tools) {
    Object.assign(this, { editor, tools });
    this.active = null; // {id, type, gesture}
    this.fingers = new Map(); // touches that count, by pointer
    this.pinch = null;
    this.isSpaceDown = false;
    this.penTime = -Infinity;
    this.penIsDown = false;
    const { canvas } = editor;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", (event) => this.#cancel(event));
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    // Handwriting recognition of the system would take second strokes otherwise.
    for (const name of ["touchstart", "touchmove"]) canvas.addEventListener(name, (event) => event.preventDefault(), { passive: false });
    editor.on("leave", () => this.#drop());
  }

  #down(event) {
    event.preventDefault();
    if (event.pointerType === "touch" && !this.#takesTouch(event)) return;
    if (event.pointerType === "pen") this.#takePen(event);
    if (this.active || this.pinch) return;
    if (!this.editor.canvas.contains(document.activeElement)) this.editor.canvas.focus({ preventScroll: true });
    const gesture = this.editor.model && this.#gesture(event);
    if (!gesture) return;
    try {
      this.editor.canvas.setPointerCapture(event.pointerId);
    } catch {
      // Pointers that a script made can't be captured; all else works without it.
    }
    this.active = { id: event.pointerId, type: event.pointerType, gesture };
    this.#point(true);
  }

  #point(isPointing) {
    this.editor.isPointing = isPointing;
    this.editor.tell(isPointing ? "pressed" : "released");
  }

  #gesture(event) {
    const isPen = event.pointerType === "pen";
    if (isPen && (event.button === 5 || event.button === 2 || event.buttons & 32)) return this.tools.erase(event);
    if (event.button === 1 || this.isSpaceDown || this.editor.tool === "hand") return this.#pan(event);
    if (event.pointerType === "touch" && this.editor.isPenMode) return this.#pan(event);
    return event.button === 0 ? this.tools[this.editor.tool](event) : null;
  }

  // MARK: Touch and pen

  /** Returns whether a touch begins a gesture of its own; a second finger turns the first's into a pinch. */
  #takesTouch(event) {
    const isLarge = Math.max(event.width, event.height) > palmSize;
    const isPalm = this.penIsDown || event.timeStamp - this.penTime < palmTime || (this.editor.isPenMode && isLarge);
    if (isPalm || this.fingers.size === 2) return false;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size < 2) return !this.pinch;
    this.#drop();
    this.pinch = this.#span();
    return false;
  }

  /** With a pen at work, what fingers have begun was a palm's. */
  #takePen(event) {
    this.penIsDown = true;
    this.penTime = event.timeStamp;
    this.fingers.clear();
    this.pinch = null;
    if (this.active?.type === "touch") this.#drop();
    if (!this.editor.isPenMode) {
      this.editor.isPenMode = true;
      this.editor.tell("penMode");
      this.editor.say(texts.penModeSaid);
    }
  }

  #span() {
    const [a, b] = [...this.fingers.values()];
    return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, length: Math.hypot(a[0] - b[0], a[1] - b[1]) || 1 };
  }

  // MARK: On the way

  #move(event) {
    if (event.pointerType === "pen") this.penTime = event.timeStamp;
    if (this.fingers.has(event.pointerId)) {
      this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (this.pinch && this.fingers.size === 2) return this.#zoomAndPan();
    }
    if (event.pointerId !== this.active?.id) return;
    const events = event.getCoalescedEvents?.() ?? [];
    this.active.gesture.move(events.length ? events : [event], event);
  }

  #zoomAndPan() {
    const now = this.#span(), before = this.pinch;
    this.editor.view.panBy(now.x - before.x, now.y - before.y);
    this.editor.view.zoomBy(now.length / before.length, [now.x, now.y]);
    this.pinch = now;
  }

  #up(event) {
    this.#release(event);
    if (event.pointerId !== this.active?.id) return;
    const { gesture } = this.active;
    this.active = null;
    this.editor.isPointing = false;
    gesture.end(event);
    this.editor.tell("released");
  }

  #cancel(event) {
    this.#release(event);
    if (event.pointerId === this.active?.id) this.#drop();
  }

  #release(event) {
    if (event.pointerType === "pen") {
      this.penIsDown = false;
      this.penTime = event.timeStamp;
    }
    // The pinch ends with its last finger, so that the one that stays draws nothing.
    if (this.fingers.delete(event.pointerId) && !this.fingers.size) this.pinch = null;
  }

  #drop() {
    const { active } = this;
    if (!active) return;
    this.active = null;
    active.gesture.cancel();
    this.#point(false);
  }

  // MARK: The view

  #pan(event) {
    const { view, canvas } = this.editor;
    const before = view.place;
    let [x, y] = [event.clientX, event.clientY];
    canvas.classList.add("panning");
    const finish = () => canvas.classList.remove("panning");
    return {
      move(_, { clientX, clientY }) {
        view.panBy(clientX - x, clientY - y);
        [x, y] = [clientX, clientY];
      },
      end: finish,
      cancel() {
        view.show(before);
        finish();
      },
    };
  }

  #wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    if (event.ctrlKey || event.metaKey) {
      const factor = Math.exp(-Math.max(-60, Math.min(60, event.deltaY * unit)) * 0.006);
      return this.editor.view.zoomBy(factor, [event.clientX, event.clientY]);
    }
    const [dx, dy] = event.shiftKey && !event.deltaX ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    this.editor.view.panBy(-dx * unit, -dy * unit);
  }
}

"""##,
"scene.js": ##"""
// Draws the elements as SVG. Each element has one group, found by its id, that changes in place.

import { draw, set } from "./dom.js";
import { makers, drawers, isRead } from "./shapes.js";

// In pixels. Fingers need more room; for the mouse a rim beside a handle must stay in reach.
const handleRadius = 6;
const touchRadius = matchMedia("(pointer: coarse)").matches ? 15 : 9;

export class Scene {
  /** @param {import("./view.js").View} view @param {SVGGElement} world */
  constructor(world, view) {
    this.view = view;
    /** @type {Map<string, {group: SVGGElement, kind: string}>} */
    this.nodes = new Map();
    this.layers = Object.fromEntries(["ink", "arrow", "state", "note"].map((kind) => [kind, draw(`g.${kind}s`)]));
    this.handles = draw("g.handles", { "aria-hidden": "true" });
    this.overlay = draw("g.overlay", { "aria-hidden": "true" });
    world.append(this.layers.ink, this.layers.arrow, this.layers.state, this.layers.note, this.handles, this.overlay);
    this.selection = new Set();
    view.addEventListener("change", () => this.showHandles());
  }

  /** Shows another document. */
  attach(model) {
    for (const id of [...this.nodes.keys()]) this.#remove(id);
    this.model = model;
    const update = ({ detail }) => { if (this.model === model) this.update(detail.touched); };
    model.addEventListener("change", update);
    model.addEventListener("preview", update);
    this.update(model.elements.keys());
  }

  /** Draws elements anew. */
  update(ids) {
    for (const id of ids) this.#draw(id, this.model.shown(id));
    this.showHandles();
  }

  group(id) { return this.nodes.get(id)?.group; }

  #draw(id, element) {
    let node = this.nodes.get(id);
    if (node && node.kind !== element?.kind) {
      this.#remove(id);
      node = undefined;
    }
    if (!element) return;
    if (!node) {
      node = { kind: element.kind, ...makers[element.kind]() };
      set(node.group, "data-id", id);
      this.nodes.set(id, node);
      this.layers[element.kind].append(node.group);
    }
    const { group } = node, isButton = !isRead(element);
    drawers[element.kind](node, element);
    group.classList.toggle("selected", this.selection.has(id));
    set(group, "role", isButton ? "button" : null);
    set(group, "tabindex", isButton ? "-1" : null);
    set(group, "aria-hidden", isButton ? null : "true");
    set(group, "aria-label", isButton ? element.spoken : null);
    set(group, "aria-pressed", isButton ? String(this.selection.has(id)) : null);
  }

  /** Takes an element off the page. The keyboard stays in the drawing if it was there. */
  #remove(id) {
    const { group } = this.nodes.get(id);
    const hadFocus = group === document.activeElement;
    group.remove();
    this.nodes.delete(id);
    if (hadFocus) this.view.canvas.focus({ preventScroll: true });
  }

  // MARK: Selection and marks

  select(selection) {
    for (const id of new Set([...this.selection, ...selection])) {
      const group = this.group(id);
      if (!group) continue;
      group.classList.toggle("selected", selection.has(id));
      if (group.hasAttribute("role")) set(group, "aria-pressed", String(selection.has(id)));
    }
    this.selection = new Set(selection);
    this.showHandles();
  }

  /** Marks exactly the given elements with a class. */
  mark(name, ids) {
    const marked = new Set(ids);
    for (const [id, { group }] of this.nodes) group.classList.toggle(name, marked.has(id));
  }

  /** Shows what a selected arrow or state can be held by. */
  showHandles() {
    const element = this.selection.size === 1 ? this.model?.shown([...this.selection][0]) : undefined;
    const parts = element?.kind === "state" ? ["radius"] : element?.kind !== "arrow" ? []
      : element.mark ? ["tail", "tip"] : element.loop ? ["middle"] : ["middle", "tail", "tip"];
    while (this.handles.childElementCount > parts.length) this.handles.lastChild.remove();
    while (this.handles.childElementCount < parts.length) {
      this.handles.append(draw("g.handle", {}, draw("circle.touch"), draw("circle.knob")));
    }
    parts.forEach((part, index) => {
      const group = this.handles.children[index];
      set(group, "data-id", element.id);
      set(group, "data-part", part);
      // Beside the rim, from which arrows are drawn.
      const [x, y] = element[part] ?? [element.x, element.y + element.r + this.radiusGap];
      for (const circle of group.children) {
        set(circle, "cx", x);
        set(circle, "cy", y);
      }
    });
    this.#sizeHandles();
  }

  /** How far from its rim a state is held to change its radius. */
  get radiusGap() { return (touchRadius + 4) / this.view.scale; }

  #sizeHandles() {
    for (const group of this.handles.children) {
      set(group.firstChild, "r", touchRadius / this.view.scale);
      set(group.lastChild, "r", handleRadius / this.view.scale);
    }
  }
}

"""##,
"section.js": ##"""
// One panel in the column: its heading opens and closes it, and what it shows is kept up to date.

import { make, set, setText } from "./dom.js";
import { texts } from "./texts.js";
import { failure } from "./pieces.js";

/** What a panel shows and asks. Those that ask nothing look after themselves. */
export class Panel {
  /** @param {{editor: import("./editor.js").Editor, tape: import("./tape.js").Tape, files: import("./files.js").Files}} parts */
  constructor(name, parts) {
    Object.assign(this, { name, ...parts });
    this.content = make("div.content"); // what the answer says
  }

  /** What stands in the heading, above the answer and below it. */
  get aside() { return []; }
  get top() { return []; }
  get bottom() { return []; }
  /** The question whose answer is shown, or null. */
  get question() { return null; }
  /** Shows an answer, in `content`. */
  show() {}
  /** Marks what is on show as outdated, or as new. */
  markStale(isStale) { this.content.classList.toggle("stale", isStale); }
  /** Takes away what an answer showed outside of `content`, as there is none. */
  withdraw() {}
  /** Forgets what belongs to the document that was shown before. */
  leave() {}
  /** Whether the answer depends on what happened besides changes of the document. */
  isAbout() { return false; }
}

export class Section {
  /** @param {{editor: Object, asker: import("./asking.js").Asker, isOpen: boolean, toggled: function(): void}} frame */
  constructor(panel, { editor, asker, isOpen, toggled }) {
    Object.assign(this, { panel, editor, asker, toggled, isOpen });
    const id = "panel-" + panel.name;
    this.button = make("button.disclosure", { "aria-controls": id, click: () => this.toggle() }, texts.panels[panel.name]);
    this.late = make("span.late.hint", { hidden: true }, texts.notUpToDate);
    this.message = make("div.message", { role: "status" });
    this.body = make("div.inside", { id }, ...panel.top, this.message, panel.content, ...panel.bottom);
    this.element = make("section.section", { "data-panel": panel.name },
      make("div.title", {}, make("h2", {}, this.button), this.late, ...panel.aside), this.body);
    this.clear();
    this.#showState();
  }

  get isShown() { return this.isOpen && !this.element.hidden && this.element.checkVisibility(); }

  toggle(isOpen = !this.isOpen) {
    this.isOpen = isOpen;
    this.#showState();
    this.toggled();
  }

  #showState() {
    set(this.button, "aria-expanded", String(this.isOpen));
    this.body.hidden = !this.isOpen;
  }

  // MARK: Asking

  /** Forgets the answer, as another document is shown. */
  clear() {
    this.#drop();
    this.panel.leave();
    this.shown = null;
    this.panel.content.hidden = true;
    this.#say({});
  }

  /** Takes back a question that is asked, and forgets about what the answer is. */
  #drop() {
    this.abort?.abort();
    this.abort = this.key = null;
  }

  /** What the answer belongs to, or null if nothing is to be asked. */
  #wanted(revision = this.editor.model?.revision) {
    const question = this.isShown && this.editor.model ? this.panel.question : null;
    return question && JSON.stringify([this.editor.model.document, revision, question]);
  }

  /** Takes back the question and marks the answer if they are about what has changed. */
  expire(isForced = false) {
    const wanted = this.#wanted();
    if (wanted === this.key && !isForced) return;
    this.#drop();
    this.#markLate(Boolean(wanted));
    if (!wanted) this.#say({});
  }

  /** Asks, unless the answer is here or on its way. */
  async refresh() {
    this.expire();
    const wanted = this.#wanted();
    if (!wanted || this.key) return;
    const { document } = this.editor.model;
    const { signal } = this.abort = new AbortController();
    this.key = wanted;
    let answer, isAnswered = true;
    try {
      answer = await this.asker.ask(document, this.panel.question, signal);
    } catch (error) {
      if (signal.aborted) return;
      isAnswered = false;
      answer = { error: failure(error) };
    }
    if (signal.aborted) return;
    this.abort = null;
    // An answer may be ahead of the news; what couldn't be asked is asked again after the next change.
    this.key = isAnswered ? this.#wanted(answer.revision) : null;
    // What was found before stays, marked, where the new answer would be too much work.
    const isKept = Boolean(answer.isLimit && this.shown);
    this.#markLate(isKept);
    this.#say(answer);
    if (!isKept) return this.#show(answer);
    setText(this.late, texts.outdated);
    set(this.body, "aria-busy", null);
  }

  #markLate(isLate) {
    this.late.hidden = !isLate;
    setText(this.late, this.panel.content.hidden ? texts.working : texts.notUpToDate);
    this.panel.markStale(isLate);
    set(this.body, "aria-busy", isLate ? "true" : null);
  }

  #show(answer) {
    const { content } = this.panel;
    content.hidden = Boolean(answer.problems || answer.error);
    if (content.hidden) {
      this.shown = null;
      return this.panel.withdraw();
    }
    const text = JSON.stringify([this.panel.question, answer]);
    if (text === this.shown) return;
    this.shown = text;
    const controls = () => [...content.querySelectorAll("button, input, select, [tabindex]")];
    const held = controls().indexOf(document.activeElement);
    this.panel.show(answer);
    // The keyboard stays where it was, even if what it was at was made anew.
    if (held >= 0 && document.activeElement === document.body) (controls()[held] ?? this.button).focus({ preventScroll: true });
  }

  /** Says why there is no answer. The same text isn't said again. */
  #say({ problems, error }) {
    const message = JSON.stringify([problems, error]);
    if (message === this.message.dataset.shown) return;
    this.message.dataset.shown = message;
    this.message.replaceChildren(...(problems ? [problemList(problems)] : error ? [make("p.error", {}, error)] : []));
  }
}

/** What is missing for an automaton. */
export function problemList(list) {
  return make("div.missing", {}, make("p", {}, texts.notYet), make("ul", {}, ...list.map((each) => make("li", {}, each))));
}

"""##,
"shapes.js": ##"""
// How each kind of element is drawn in SVG, in the drawing and in pictures.

import { draw, set, setText } from "./dom.js";

/** Makes the group of an element of each kind, with its parts. */
export const makers = {
  state() {
    const parts = {
      body: draw("circle.body", { "data-part": "body" }), ring: draw("circle.ring"),
      name: draw("text.name"), base: draw("tspan"), index: draw("tspan.index"),
      rim: draw("circle.rim", { "data-part": "rim" }),
    };
    parts.name.append(parts.base, parts.index);
    return { ...parts, group: draw("g.state", {}, parts.body, parts.ring, parts.name, parts.rim) };
  },
  arrow() {
    const parts = {
      hit: draw("path.hit", { "data-part": "path" }), line: draw("path.line"), head: draw("path.head"),
      label: draw("text.label", { "data-part": "label" }),
    };
    return { ...parts, group: draw("g.arrow", {}, parts.hit, parts.line, parts.head, parts.label) };
  },
  note() {
    const text = draw("text", { "data-part": "body" });
    return { text, group: draw("g.note", {}, text) };
  },
  ink() {
    const parts = { hit: draw("path.hit", { "data-part": "path" }), path: draw("path.stroke") };
    return { ...parts, group: draw("g.ink", {}, parts.hit, parts.path) };
  },
};

/** Shows an element in the group that was made for it. */
export const drawers = {
  state({ group, body, ring, name, base, index, rim }, state) {
    group.classList.toggle("final", state.final);
    for (const circle of [body, ring, rim]) {
      set(circle, "cx", state.x);
      set(circle, "cy", state.y);
    }
    set(body, "r", state.r);
    set(rim, "r", state.r);
    set(ring, "r", state.ring ?? 0);
    set(ring, "visibility", state.ring === null ? "hidden" : null);
    placeText(name, state);
    setText(base, state.index ? state.base : state.name);
    setText(index, state.index ?? "");
    set(index, "font-size", state.size * 0.7);
    set(index, "dy", state.index ? state.size * 0.25 : null);
  },
  arrow({ group, hit, line, head, label }, arrow) {
    group.classList.toggle("mark", arrow.mark);
    set(hit, "d", arrow.path);
    set(line, "d", arrow.path);
    set(head, "d", arrow.head || null);
    setText(label, arrow.label?.text ?? "");
    if (arrow.label) placeText(label, arrow.label);
  },
  note({ text }, note) {
    placeText(text, note);
    setText(text, note.text);
  },
  ink({ group, hit, path }, ink) {
    group.classList.toggle("read", isRead(ink));
    set(hit, "d", isRead(ink) ? null : ink.path);
    set(path, "d", ink.path);
  },
};

/** Texts stand around their middle; `dominant-baseline` differs among browsers. */
function placeText(text, { x, y, size }) {
  set(text, "x", x);
  set(text, "y", y + 0.35 * size);
  set(text, "font-size", size);
}

/** Whether an element is ink that became another element, which then stands for it. */
export const isRead = (element) => element.kind === "ink" && element.reading !== "none";

"""##,
"shell.js": ##"""
// The frame around the drawing: the header, the list of problems, the empty page, and the theme.

import { make, button, icon, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";
import { help } from "./dialogs.js";
import { keepFocus } from "./bars.js";

/** The documents, undo and redo, zoom, and what concerns the whole page. */
export function header(editor, element, { files, commands, panel }) {
  const { view } = editor;
  const undo = button({ icon: "undo", word: texts.undo, title: texts.undoTitle, click: () => commands.undo() });
  const redo = button({ icon: "redo", word: texts.redo, title: texts.redoTitle, click: () => commands.redo() });
  const zoom = make("button.zoom", { title: texts.zoomReset, click: () => view.zoomTo(1) });
  const toggle = button({
    icon: "words", word: texts.panelsColumn, "aria-controls": "panel", "aria-expanded": "true",
    click() {
      const isOpen = toggle.getAttribute("aria-expanded") !== "true";
      showPanel(isOpen);
    },
  });
  const showPanel = (isOpen) => {
    set(toggle, "aria-expanded", String(isOpen));
    panel.hidden = !isOpen;
  };
  // In a narrow window the panel would cover the drawing.
  const wide = matchMedia("(min-width: 761px)");
  wide.addEventListener("change", () => showPanel(wide.matches));
  showPanel(wide.matches);
  editor.on("showPanels", () => showPanel(true));
  element.append(
    make("h1", { title: texts.product }, icon("state"), make("span.unseen", {}, texts.product)),
    files.bar,
    make("div.group", { role: "group" }, ...files.actions),
    make("div.group", { role: "group" }, undo, redo),
    make("div.group.zooming", { role: "group" },
      button({ icon: "fit", word: texts.fit, click: () => view.fit() }),
      zoomButton("minus", "−", texts.zoomOut, () => view.zoomBy(0.8)), zoom,
      zoomButton("plus", "+", texts.zoomIn, () => view.zoomBy(1.25))),
    make("div.group", { role: "group" }, toggle, themeButton(),
      button({ icon: "help", word: texts.help, title: texts.helpTitle, click: () => help.show() })));
  keepFocus(undo);
  keepFocus(redo);
  const showZoom = () => {
    setText(zoom, format(texts.zoomSaid, { percent: Math.round(view.scale * 100) }));
    set(zoom, "aria-label", `${texts.zoomReset}, ${zoom.textContent}`);
  };
  view.addEventListener("change", showZoom);
  showZoom();
  editor.on("change", () => {
    // A disabled button would lose the focus of those who undo again and again by keyboard.
    set(undo, "aria-disabled", editor.model.canUndo ? null : "true");
    set(redo, "aria-disabled", editor.model.canRedo ? null : "true");
  });
}

function zoomButton(name, sign, title, click) {
  return make(`button.plain.${name}`, { "aria-label": title, title, click }, sign);
}

function themeButton() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const chosen = localStorage.getItem("theme");
  if (chosen) root.dataset.theme = chosen;
  return button({
    icon: "theme", word: texts.theme,
    click() {
      const isDark = (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
      root.dataset.theme = isDark ? "light" : "dark";
      localStorage.setItem("theme", root.dataset.theme);
    },
  });
}

/** Lists what is missing for an automaton; a click shows the place. */
export function problemList(editor, layer) {
  const list = make("div.problems", { role: "group", "aria-label": texts.problems });
  layer.append(list);
  let shown = "";
  editor.on("change", () => {
    // An empty page says how to begin instead.
    const problems = editor.model.elements.size ? editor.model.problems : [];
    const key = JSON.stringify(problems);
    if (key === shown) return;
    shown = key;
    list.replaceChildren(...problems.map(({ message, elements }) => make("button", {
      click() {
        const there = elements.filter((id) => editor.element(id));
        editor.select(there, { focus: there.length > 0 });
        const { x, y, middle } = editor.element(there[0]) ?? {};
        if (middle || x !== undefined) editor.view.reveal(middle ?? [x, y]);
      },
    }, icon("problem"), make("span", {}, message))));
  });
}

/** Shows how to begin while the page is empty. */
export function emptyPage(editor, layer) {
  const ways = texts.empty.map(([name, gesture, meaning]) => make("li", {},
    icon(name), make("strong", {}, gesture), make("span", {}, meaning)));
  const box = make("div.empty", {}, make("h2", {}, texts.emptyTitle), make("ul", {}, ...ways));
  layer.prepend(box);
  const update = () => { box.hidden = !editor.model || editor.model.elements.size > 0 || editor.isPointing; };
  for (const name of ["change", "released", "pressed"]) editor.on(name, update);
  update();
}

/** Says when the server can't be reached. */
export function connectionLine(layer) {
  const line = make("div.connection", { role: "alert" });
  line.hidden = true;
  layer.append(line);
  let state = "open";
  return (next, editor) => {
    // A server that refuses the page isn't lost.
    if (next === state || (state === "refused" && next === "lost")) return;
    if (next === "open") editor.toast(texts.back);
    state = next;
    line.hidden = next === "open";
    setText(line, next === "open" ? "" : texts[next]);
  };
}

/** Says that changes wait for documents that aren't open. */
export function waitingLine(editor, layer, files) {
  const said = make("span");
  const line = make("div.conflict.waiting", { role: "alert" }, said, make("button", { click: () => files.forgetWaiting() }, texts.forget));
  layer.append(line);
  const update = () => {
    line.hidden = !files.waiting;
    setText(said, files.waiting ?? "");
  };
  editor.on("waiting", update);
  update();
}

/** Says that another program changed the file, and offers both ways on. */
export function conflictLine(editor, layer, files) {
  const said = make("span");
  const choice = (word, click) => make("button", { click }, word);
  const line = make("div.conflict", { role: "alert" }, said,
    choice(texts.reopen, () => files.reopen()), choice(texts.keepMine, () => files.keepMine()));
  layer.append(line);
  const update = () => {
    line.hidden = !files.conflict;
    setText(said, files.conflict ?? "");
  };
  for (const name of ["changedBehind", "document"]) editor.on(name, update);
  update();
}

"""##,
"steps.js": ##"""
// An algorithm step by step: pictures, captions, and the table that fills.

import { make, button, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";
import { Panel } from "./section.js";
import { Picture } from "./picture.js";
import { deriveButton, fillSelect, work } from "./pieces.js";
import { saveText } from "./exports.js";

const playTime = 1400;
const algorithms = ["determinize", "minimize", "remove-epsilon"];
const downloads = ["svg", "animated", "html"];
const types = { svg: "image/svg+xml", html: "text/html" };

export class Steps extends Panel {
  constructor(parts) {
    super("steps", parts);
    this.answer = null;
    this.at = 0;
    this.timer = null;
    this.select = make("select", { id: "algorithm", change: () => this.#choose() });
    fillSelect(this.select, algorithms.map((name) => [name, texts.stages[name]]), algorithms[0]);
    this.buttons = {
      first: button({ icon: "first", word: texts.firstFrame, click: () => this.#go(0) }),
      back: button({ icon: "back", word: texts.backFrame, click: () => this.#go(this.at - 1) }),
      play: button({ icon: "play", word: texts.playFrames, click: () => this.#play() }),
      next: button({ icon: "step", word: texts.nextFrame, click: () => this.#go(this.at + 1) }),
      last: button({ icon: "last", word: texts.lastFrame, click: () => this.#go(this.last) }),
    };
    this.count = make("span.count.hint");
    this.caption = make("p.caption");
    this.drawing = make("div.drawing");
    this.table = make("table.filling");
    this.notes = make("ul.hint");
    this.result = make("p.hint");
    this.player = make("div.frames", { role: "group", tabindex: 0, "aria-label": texts.frames, keydown: (event) => this.#key(event) },
      this.drawing, make("div.player", {}, ...Object.values(this.buttons), this.count), this.caption);
    this.content.append(this.player, make("div.scroll", { tabindex: 0, role: "region", "aria-label": texts.stepsTable }, this.table), this.notes, this.result, make("div.actions", {},
      deriveButton(parts, () => ({ steps: this.select.value }), texts.newFromSteps),
      ...downloads.map((as) => this.#download(as))));
  }

  get top() { return [make("div.entry", {}, make("label", { for: "algorithm" }, texts.algorithm), this.select)]; }
  get question() { return { ask: "steps", of: this.select.value }; }
  get last() { return this.answer.frames.length - 1; }

  leave() {
    this.answer = null;
    this.at = 0;
    this.#stop();
  }

  #choose() {
    this.at = 0;
    this.#stop();
    this.changed();
  }

  #download(as) {
    const fail = (text) => this.editor.toast(text, "error");
    const download = make("button", {
      click: () => work(download, async () => {
        const name = this.files.current?.name.replace(/\.\w+$/, "") ?? "steps", of = this.select.value;
        const { text, extension, error, problems } = await this.asker.ask(this.editor.model.document, { ask: "steps", of, as });
        if (text === undefined) fail(error ?? problems?.[0]);
        else saveText(text, `${name}-${of}${as === "animated" ? "-animated" : ""}.${extension}`, types[extension]);
      }, fail),
    }, texts.stepsAs[as]);
    return download;
  }

  // MARK: Going through the frames

  show(answer) {
    this.answer = { ...answer, frames: answer.frames.length ? answer.frames : [{ scene: 0, caption: "" }] };
    this.at = Math.min(this.at, this.last);
    this.pictures = answer.scenes.map(({ elements }) => new Picture(elements));
    this.notes.replaceChildren(...(answer.notes ?? []).map((note) => make("li", {}, note)));
    setText(this.result, format(texts.resultSize, answer.result ?? { states: "–", arrows: "–" }));
    this.#makeTable(answer.table);
    this.#draw();
  }

  #key(event) {
    const places = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last };
    const isOnButton = event.target !== this.player;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in places) this.#go(places[event.key]);
    else if (event.key === " " && !isOnButton) this.#play();
    else return;
    event.preventDefault();
  }

  #go(place) {
    this.#stop();
    this.at = Math.max(0, Math.min(place, this.last));
    this.#draw();
    this.#say();
  }

  #say() { this.editor.say(`${this.count.textContent}: ${this.caption.textContent}`); }

  #play() {
    if (this.timer) return this.#stop();
    if (this.at === this.last) this.at = -1;
    const advance = () => {
      this.at += 1;
      if (this.at >= this.last || !this.player.checkVisibility()) this.#stop();
      this.at = Math.min(this.at, this.last);
      this.#draw();
      this.#say();
    };
    this.timer = setInterval(advance, playTime);
    advance();
    this.#drawButtons();
  }

  #stop() {
    clearInterval(this.timer);
    this.timer = null;
    if (this.answer) this.#drawButtons();
  }

  // MARK: Drawing

  #draw() {
    const frame = this.answer.frames[this.at], picture = this.pictures[frame.scene] ?? new Picture([]);
    picture.show(frame);
    if (this.drawing.firstChild !== picture.svg) this.drawing.replaceChildren(picture.svg);
    setText(this.caption, frame.caption);
    setText(this.count, format(texts.frameOf, { number: this.at + 1, count: this.last + 1 }));
    for (const { element, from, text } of this.filled) {
      const isHere = from !== null && from <= this.at;
      if (text === undefined) element.hidden = !isHere && from !== null;
      else setText(element, isHere ? text : from === null ? "–" : "");
      element.classList.toggle("new", from === this.at);
    }
    this.#drawButtons();
  }

  #drawButtons() {
    const { first, back, play, next, last } = this.buttons;
    // A disabled button would lose the focus of those who press it again and again.
    for (const each of [first, back]) set(each, "aria-disabled", this.at === 0 ? "true" : null);
    for (const each of [next, last]) set(each, "aria-disabled", this.at === this.last ? "true" : null);
    set(play, "aria-pressed", String(Boolean(this.timer)));
  }

  /** Makes the table with all its rows; `filled` is what each frame shows of it. */
  #makeTable(table) {
    this.filled = [];
    this.table.hidden = !table;
    if (!table) return this.table.replaceChildren();
    const fill = (element, { from, text }) => {
      this.filled.push({ element, from, text });
      return element;
    };
    this.table.replaceChildren(
      make("thead", {}, make("tr", {}, ...table.columns.map((name) => (name ? make("th", { scope: "col" }, name) : make("td"))))),
      make("tbody", {}, ...table.rows.map((row) => fill(make("tr", {}, make("th", { scope: "row" }, row.name),
        ...row.cells.map((cell) => fill(make("td"), cell))), { from: row.from }))));
  }
}

"""##,
"symbols.js": ##"""
// Symbols as people type them, and read them.

import { make } from "./dom.js";
import { texts } from "./texts.js";

const longest = 24;

/** What is shown of a symbol, in which blanks can be seen; null is ε. @returns {(Node|string)[]} */
export function shownSymbol(symbol) {
  if (symbol === null) return ["ε"];
  if (!symbol.trim()) return [make("span", { "aria-hidden": "true" }, "␣".repeat([...symbol].length)), make("span.unseen", {}, texts.blank)];
  const characters = [...symbol];
  return [characters.length > longest ? [...characters.slice(0, longest / 2), "…", ...characters.slice(-longest / 2)].join("") : symbol];
}

/**
 * Splits text at commas and plus signs into symbols. A backslash takes the next character as it is,
 * and `\e` is ε, as is the letter itself.
 * @returns {{symbols: string[], epsilon: boolean, rest: string}} `rest` is what follows the last separator
 */
export function splitSymbols(text) {
  const pieces = [""];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === "\\" && index + 1 < text.length) pieces[pieces.length - 1] += character + text[++index];
    else if (character === "," || character === "+" || character === "\n") pieces.push("");
    else pieces[pieces.length - 1] += character;
  }
  const rest = pieces.pop();
  const read = pieces.map(readSymbol).filter((piece) => piece !== null);
  return { symbols: read.filter((piece) => piece !== ""), epsilon: read.includes(""), rest };
}

/** One symbol as typed: "" is ε, null is nothing. */
function readSymbol(text) {
  const trimmed = text.trim();
  if (!trimmed) return null;
  if (trimmed === "\\e" || trimmed === "ε") return "";
  return trimmed.replace(/\\(.)/gsu, "$1");
}

"""##,
"table.js": ##"""
// The transition table, in which the automaton can be edited: a row for each state, a column for each symbol.

import { make, field, button, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";
import { Panel } from "./section.js";
import { markField } from "./pieces.js";
import { splitSymbols, shownSymbol } from "./symbols.js";
import { nextPlace } from "./walk.js";

const fixedColumns = 3; // name, initial, final
const initialSign = "→", finalSign = "◎";

export class Table extends Panel {
  constructor(parts) {
    super("table", parts);
    this.head = make("tr");
    this.rows = make("tbody");
    this.error = make("p.error", { id: "error-table", role: "alert" });
    this.symbol = field({ "aria-label": texts.newSymbol, placeholder: texts.newSymbolHint, size: 10 });
    this.content.append(
      make("div.scroll", {}, make("table.transitions", { "aria-label": texts.panels.table, keydown: (event) => this.#walk(event) },
        make("thead", {}, this.head), this.rows)),
      this.error,
      make("div.actions", {}, make("button", { click: () => this.#addState() }, texts.addState),
        make("form.actions", { submit: (event) => this.#addSymbols(event) }, this.symbol, make("button", { type: "submit" }, texts.addSymbol))));
    this.leave();
  }

  get question() { return { ask: "table" }; }

  leave() {
    this.answer = null;
    this.added = { symbols: [], hasEpsilon: false }; // columns that the drawing doesn't have yet
    this.columns = [];
    this.rows.replaceChildren();
    setText(this.error, "");
  }

  // MARK: Drawing

  show(answer) {
    this.answer = answer;
    this.names = new Map(answer.rows.map(({ state, name }) => [state, name]));
    // While the keyboard is in the table, no column goes or moves; new ones come at the end.
    const staying = this.content.contains(document.activeElement) ? this.columns : [];
    const wanted = [...answer.symbols, ...this.added.symbols, ...(answer.hasEpsilon || this.added.hasEpsilon ? [null] : [])];
    const columns = [...new Set([...staying, ...wanted])];
    if (JSON.stringify(columns) !== JSON.stringify(this.columns)) this.#makeColumns(columns);
    const kept = new Map([...this.rows.children].map((row) => [row.dataset.state, row]));
    answer.rows.forEach((row, index) => {
      const element = kept.get(row.state) ?? this.#makeRow(row.state);
      kept.delete(row.state);
      if (this.rows.children[index] !== element) this.rows.insertBefore(element, this.rows.children[index] ?? null);
      this.#fillRow(element, row);
    });
    for (const row of kept.values()) row.remove();
    if (this.awaited) this.#focusAwaited();
  }

  #makeColumns(columns) {
    this.columns = columns;
    const mark = (sign, name) => make("th", { scope: "col", title: name }, make("span", { "aria-hidden": "true" }, sign), make("span.unseen", {}, name));
    this.head.replaceChildren(make("th", { scope: "col" }, texts.state), mark(initialSign, texts.initial), mark(finalSign, texts.final),
      ...columns.map((symbol) => make("th.symbol", { scope: "col", title: symbol }, ...shownSymbol(symbol))), make("td"));
    this.rows.replaceChildren();
  }

  #makeRow(state) {
    const toggle = (command) => make("button.toggle", { click: (event) => this.#mark(state, command, event.currentTarget) }, command === "setInitial" ? initialSign : finalSign);
    const cell = (symbol) => make("td", {}, this.#input((input) => this.#setTargets(state, symbol, input)));
    const remove = button({ icon: "close", word: texts.delete, click: () => this.editor.send({ do: "delete", elements: [state] }) });
    return make("tr", { "data-state": state },
      make("th", { scope: "row" }, this.#input((input) => this.#rename(state, input))),
      make("td", {}, toggle("setInitial")), make("td", {}, toggle("setFinal")),
      ...this.columns.map(cell), make("td.tools", {}, remove));
  }

  /** A field that tells what was typed when it is left or Enter is pressed. */
  #input(commit) {
    return field({
      "aria-describedby": this.error.id, focus: ({ target }) => target.select(), change: ({ target }) => commit(target),
      input: ({ target }) => markField(target, this.error, ""),
    });
  }

  #fillRow(element, { name, initial, final, cells, epsilon }) {
    const controls = controlsOf(element);
    const said = (text, more = {}) => format(text, { name, ...more });
    fill(controls[0], name, said(texts.nameOf));
    for (const [control, isOn, word] of [[controls[1], initial, texts.initialOf], [controls[2], final, texts.finalOf]]) {
      set(control, "aria-pressed", String(isOn));
      set(control, "aria-label", said(word));
    }
    this.columns.forEach((symbol, index) => {
      const at = this.answer.symbols.indexOf(symbol);
      const targets = symbol === null ? epsilon : at < 0 ? [] : cells[at];
      fill(controls[fixedColumns + index], this.#namesOf(targets ?? []), said(texts.cellOf, { symbol: symbol ?? texts.epsilon }));
    });
    const remove = controls.at(-1);
    for (const attribute of ["aria-label", "title"]) set(remove, attribute, said(texts.deleteState));
  }

  // MARK: Names of states

  #namesOf(targets) {
    const list = targets.map((id) => this.names.get(id) ?? "?");
    return list.join(list.some((name) => /[\s,]/.test(name)) ? ", " : " ");
  }

  /** Reads names that are separated by blanks or commas. A name may have those, too: the longest one counts. */
  #read(text) {
    const longestFirst = [...this.names].sort((a, b) => b[1].length - a[1].length);
    const targets = [], unknown = [];
    for (let rest = text.replace(/^[\s,]+/, ""); rest; rest = rest.replace(/^[\s,]+/, "")) {
      const isHere = ([, name]) => name && rest.startsWith(name) && /^([\s,]|$)/.test(rest.slice(name.length));
      const found = longestFirst.find((each) => isHere(each) && !targets.includes(each[0])) ?? longestFirst.find(isHere);
      const token = found?.[1] ?? rest.match(/^[^\s,]+/)[0];
      if (found) targets.push(found[0]);
      else unknown.push(token);
      rest = rest.slice(token.length);
    }
    return { targets: [...new Set(targets)], unknown };
  }

  // MARK: Commands

  async #setTargets(state, symbol, input) {
    if (input.value === input.dataset.shown) return markField(input, this.error, "");
    const { targets, unknown } = this.#read(input.value);
    if (unknown.length) return markField(input, this.error, format(texts.unknownState, { name: unknown.join(", ") }));
    markField(input, this.error, "");
    await this.#send(input, { do: "setTargets", element: state, symbol, targets });
  }

  async #rename(state, input) {
    if (input.value === input.dataset.shown) return;
    await this.#send(input, { do: "rename", element: state, name: input.value.trim() });
  }

  /** What is refused, or changes nothing, leaves the field as it was. */
  async #send(input, command) {
    const before = input.dataset.shown;
    input.dataset.shown = input.value;
    const { changed } = await this.editor.send(command);
    if (!changed && input.dataset.shown === input.value) input.value = input.dataset.shown = before;
  }

  #mark(state, command, toggle) {
    this.editor.send({ do: command, element: state, is: toggle.getAttribute("aria-pressed") !== "true" });
  }

  async #addState() {
    const { inserted } = await this.editor.send({ do: "addState", at: nextPlace(this.editor) });
    this.awaited = inserted?.[0];
    this.#focusAwaited();
  }

  /** A new state's row comes with the next answer, and takes the keyboard then. */
  #focusAwaited() {
    const row = [...this.rows.children].find((each) => each.dataset.state === this.awaited);
    if (!row) return;
    this.awaited = null;
    controlsOf(row)[0].focus();
  }

  #addSymbols(event) {
    event.preventDefault();
    const { symbols, epsilon } = splitSymbols(this.symbol.value + ",");
    if (!this.answer || !(symbols.length || epsilon)) return;
    this.added = { symbols: [...this.added.symbols, ...symbols], hasEpsilon: this.added.hasEpsilon || epsilon };
    this.symbol.value = "";
    this.show(this.answer);
    const column = this.columns.indexOf(symbols[0] ?? null);
    this.#focus(0, fixedColumns + column);
    this.editor.say(format(texts.columnAdded, { symbol: symbols[0] ?? texts.epsilon }));
  }

  // MARK: The keyboard

  #place(control) {
    const element = control?.closest?.("tbody tr");
    if (element?.parentNode !== this.rows) return null;
    return { row: [...this.rows.children].indexOf(element), column: controlsOf(element).indexOf(control) };
  }

  #focus(row, column) {
    const element = this.rows.children[row];
    const control = element && controlsOf(element)[column];
    control?.focus();
    return Boolean(control);
  }

  /** Enter goes down; arrow keys walk, to the sides from the ends of what is typed. */
  #walk(event) {
    const { target: control, key } = event, place = this.#place(control);
    if (!place || event.isComposing) return;
    const isField = control instanceof HTMLInputElement;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z" && (!isField || control.value === control.dataset.shown)) {
      event.preventDefault();
      return event.shiftKey ? this.commands.redo() : this.commands.undo();
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (key === "Escape" && isField) {
      control.value = control.dataset.shown;
      return markField(control, this.error, "");
    }
    const isAt = (end) => !isField || control.selectionEnd - control.selectionStart === control.value.length
      || (control.selectionStart === control.selectionEnd && control.selectionStart === end);
    const [down, right] = {
      ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: isField ? [1, 0] : null,
      ArrowLeft: isAt(0) ? [0, -1] : null, ArrowRight: isAt(control.value.length) ? [0, 1] : null,
    }[key] ?? [];
    if (down === undefined) return;
    event.preventDefault();
    if (!this.#focus(place.row + down, place.column + right) && key === "Enter") control.blur();
  }
}

const controlsOf = (row) => [...row.querySelectorAll("input, button")];

/** Shows a text in a field, unless something else is being typed there. */
function fill(input, text, label) {
  set(input, "aria-label", label);
  const isTyping = document.activeElement === input && input.value !== (input.dataset.shown ?? "");
  input.dataset.shown = text;
  if (!isTyping && input.getAttribute("aria-invalid") !== "true" && input.value !== text) input.value = text;
  if (!isTyping) set(input, "size", Math.max(3, Math.min(text.length + 1, 16)));
}

"""##,
"tape.js": ##"""
// A word on a tape: its verdict, and the states that it goes through, forwards and back.

import { make, field, button, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";

const playTime = 700;

export class Tape {
  constructor(editor, footer) {
    this.editor = editor;
    this.outcome = null; // what the server said about the word
    this.at = 0;
    this.isStepping = false;
    this.timer = null;

    this.input = field({
      id: "word", placeholder: texts.wordHint,
      input: () => this.#type(), keydown: (event) => this.#key(event),
    });
    this.cells = make("ol.cells", { "aria-label": texts.word });
    this.playButton = button({ icon: "play", word: texts.play, click: () => this.run() });
    this.buttons = {
      first: button({ icon: "first", word: texts.first, click: () => this.show(0) }),
      back: button({ icon: "back", word: texts.back1, click: () => this.back() }),
      step: button({ icon: "step", word: texts.step, click: () => this.step() }),
    };
    this.verdict = make("output.verdict");
    this.where = make("p.where");
    set(footer, "aria-label", texts.tape);
    footer.append(
      make("label", { for: "word" }, texts.word), this.input,
      make("div.player", { role: "group", "aria-label": texts.tape }, ...Object.values(this.buttons), this.playButton),
      this.cells, make("div.outcome", {}, this.verdict, this.where));
    editor.on("document", () => {
      this.input.value = "";
      this.#stop();
      this.#ask();
    });
    editor.on("change", () => this.#ask());
    editor.on("dismiss", () => this.leave());
  }

  /** Puts a word on the tape and runs it. */
  async put(word) {
    this.#stop();
    this.input.value = word;
    this.isStepping = true;
    this.at = 0;
    if (await this.#ask() && !this.timer) this.run();
  }

  #type() {
    this.#stop();
    this.isStepping = false;
    this.at = 0;
    this.#ask();
  }

  #key(event) {
    if (event.key === "Enter" && !event.ctrlKey) this.run();
    if (event.key === "Escape") this.leave();
  }

  /** Takes the highlights off the drawing. */
  leave() {
    this.#stop();
    this.isStepping = false;
    this.at = 0;
    this.#draw();
  }

  // MARK: Running

  /** Asks for the run of the word. Returns whether it is here; one that comes after a later question is dropped. */
  async #ask() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    if (!this.editor.model?.states.length) {
      this.outcome = null;
      this.#draw();
      return true;
    }
    const answer = await this.editor.send({ do: "run", word: this.input.value });
    if (turn !== this.turn) return false;
    this.outcome = answer;
    this.at = Math.min(this.at, this.last);
    this.#draw();
    return true;
  }

  get last() { return Math.max(0, (this.outcome?.steps?.length ?? 1) - 1); }

  show(at) {
    this.#stop();
    this.isStepping = true;
    this.at = Math.max(0, Math.min(at, this.last));
    this.#draw();
    this.editor.say([this.where.textContent, this.at === this.last ? this.verdict.textContent : ""].join(" "));
  }

  step() { this.show(this.isStepping ? this.at + 1 : 0); }
  back() { this.show(this.at - 1); }

  /** Runs from here, or from the start if the end is reached; stops if it runs. */
  run() {
    if (this.timer) return this.#stop();
    if (!this.outcome?.steps) return this.editor.say(this.verdict.textContent);
    this.isStepping = true;
    if (this.at >= this.last) this.at = 0;
    this.#draw();
    const advance = () => {
      if (this.at >= this.last) {
        this.#stop();
        return this.editor.say(`${this.verdict.textContent}. ${this.where.textContent}`);
      }
      this.at += 1;
      this.#draw();
    };
    this.timer = setInterval(advance, playTime);
    this.#drawButtons();
  }

  #stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.#drawButtons();
  }

  // MARK: Drawing

  #draw() {
    const { outcome: run } = this;
    const symbols = run?.symbols ?? [];
    while (this.cells.childElementCount > symbols.length) this.cells.lastChild.remove();
    this.cells.classList.toggle("empty-word", Boolean(run) && !run.isLimit && !symbols.length);
    symbols.forEach((symbol, index) => {
      const cell = this.cells.children[index] ?? this.cells.appendChild(make("li"));
      setText(cell, symbol);
      const isNext = this.isStepping && index === this.at;
      cell.className = this.isStepping && index < this.at ? "read" : isNext ? "next" : "";
      set(cell, "aria-current", isNext ? "step" : null);
      if (isNext) this.cells.scrollLeft = cell.offsetLeft - this.cells.clientWidth / 2;
    });
    const step = this.isStepping ? run?.steps?.[this.at] : undefined;
    const { scene } = this.editor;
    scene.mark("active", step?.states ?? []);
    scene.mark("taken", [...(step?.transitions ?? []), ...(step?.epsilon ?? [])]);
    this.#drawVerdict(run);
    setText(this.where, step ? this.#describe(step) : run?.reason ?? run?.problems?.[0] ?? "");
    this.#drawButtons();
  }

  #drawVerdict(run) {
    const kind = run?.accepted === undefined ? "none" : run.accepted ? "accepted" : "rejected";
    const word = { none: texts.noVerdict, accepted: texts.accepted, rejected: texts.rejected }[kind];
    this.verdict.className = "verdict " + kind;
    this.verdict.hidden = !run;
    if (this.verdict.dataset.kind === kind) return;
    this.verdict.dataset.kind = kind;
    const sign = { none: "–", accepted: "✓", rejected: "✗" }[kind];
    this.verdict.replaceChildren(make("span.sign", { "aria-hidden": "true" }, sign), make("span", {}, word));
  }

  #describe(step) {
    const name = (id) => this.editor.element(id)?.name ?? "";
    const states = step.states.map(name).join(", ");
    const parts = [step.symbol === null ? texts.start : format(texts.afterSymbol, { symbol: step.symbol }),
      states ? format(texts.inStates, { states: `{${states}}` }) : texts.inNone];
    const moves = step.epsilon.map((id) => this.editor.element(id)).filter(Boolean).map((arrow) => `${name(arrow.from)} → ${name(arrow.to)}`);
    if (moves.length) parts.push(format(texts.epsilonMoves, { moves: moves.join(", ") }));
    if (this.at === this.last) parts.push(this.outcome.reason);
    return parts.filter(Boolean).join(" · ");
  }

  #drawButtons() {
    const canRun = Boolean(this.outcome?.steps);
    this.buttons.first.disabled = this.buttons.back.disabled = !canRun || !this.isStepping || this.at === 0;
    this.buttons.step.disabled = !canRun || (this.isStepping && this.at >= this.last);
    this.playButton.disabled = !canRun;
    const word = this.timer ? texts.pause : texts.play;
    if (this.playButton.title !== word) {
      this.playButton.replaceWith(this.playButton = button({ icon: this.timer ? "pause" : "play", word, click: () => this.run() }));
    }
  }
}

"""##,
"taps.js": ##"""
// Taps and double taps of every pointer, which mean the same with the pen as with the selection tool.

const slack = 5, longest = 400; // px, ms
const doubleTime = 400, doubleSlack = 16;

let last = null;

/** Returns whether a pointer came and went at one place. `points` are of the diagram. */
export function isTap(begin, end, points, scale) {
  if (end.timeStamp - begin.timeStamp > longest) return false;
  const [[x, y]] = points;
  return points.every((point) => Math.hypot(point[0] - x, point[1] - y) * scale < slack);
}

/** Finds the part of an element at a place of the window; both are null where none is. */
export function partAt({ clientX, clientY }) {
  const part = document.elementFromPoint(clientX, clientY)?.closest("[data-part]");
  return part ? { id: part.closest("[data-id]").dataset.id, part: part.dataset.part } : { id: null, part: null };
}

/** The state at a place of the window, even beneath something else, or null. */
export function stateAt({ clientX, clientY }) {
  const group = document.elementsFromPoint(clientX, clientY).map((each) => each.closest(".state[data-id]")).find(Boolean);
  return group?.dataset.id ?? null;
}

/** A tap selects; a double tap adds a state, makes one final or opens a label. */
export function tap(editor, event) {
  const { id } = partAt(event);
  const now = { time: event.timeStamp, x: event.clientX, y: event.clientY };
  const isDouble = last && now.time - last.time < doubleTime && Math.hypot(now.x - last.x, now.y - last.y) < doubleSlack;
  last = isDouble ? null : now;
  if (isDouble) return doubleTap(editor, id, event);
  if (event.shiftKey || event.ctrlKey) editor.select(id ? [id] : [], { toggle: true });
  else editor.select(id ? [id] : [], { focus: Boolean(id) });
}

function doubleTap(editor, id, event) {
  const element = editor.element(id);
  if (!element) return editor.insert({ do: "addState", at: editor.view.point(event) });
  editor.select([id], { focus: true });
  if (element.kind === "state") editor.send({ do: "setFinal", element: id, is: !element.final });
  else if (!element.mark) editor.tell("edit", element);
}

"""##,
"texts.js": ##"""
// All that the page says in English, in one table.

export const texts = {
  product: "Automata",
  canvas: "Drawing. Tab walks through states and arrows, N adds a state, question mark shows all keys",

  tools: "Tools",
  draw: "Draw", select: "Select", state: "State", arrow: "Arrow", note: "Note", erase: "Erase", hand: "Hand",
  drawTitle: "Draw states and arrows by hand (P)", selectTitle: "Select and move (V)",
  stateTitle: "Place a state with each click", arrowTitle: "Drag from one state to another",
  noteTitle: "Write a note (T)", eraseTitle: "Erase what you stroke over (E)", handTitle: "Drag the page (H)",
  penMode: "Pen", penModeTitle: "The pen draws and fingers move the page. Press to draw with fingers again",
  penModeSaid: "Pen in use: fingers now only move and zoom the page",

  undo: "Undo", redo: "Redo", undoTitle: "Undo (Ctrl+Z)", redoTitle: "Redo (Shift+Ctrl+Z)",
  undone: "Undone", redone: "Redone",
  zoomIn: "Zoom in", zoomOut: "Zoom out", zoomReset: "Zoom to 100 %", fit: "Show everything (Shift+1)",
  layOut: "Lay out", layOutTitle: "Arrange states and arrows anew", laidOut: "Laid out",
  theme: "Dark or light", help: "Help", helpTitle: "Gestures and keys (?)",
  showInk: "Show ink", showInkTitle: "Show the strokes behind the elements",
  problems: "Problems", panelsColumn: "Panels",

  documents: "Documents", newDocument: "New drawing", open: "Open", openTitle: "Open files",
  save: "Save", saveTitle: "Save (Ctrl+S)", saved: "Saved", unsaved: "not saved yet", export: "Export",
  exportTitle: "Download or print", close: "Close {name}",
  closeAsk: {
    unsaved: ["{name} has changes that aren't saved. Close it all the same?", "Close without saving"],
    unnamed: ["{name} has no file of yours. Keep it for the next start?", "Keep it", "Throw it away"],
  },
  waiting: "Changes wait until they can be sent to {names}, which isn't open. Start the editor with that file, or", forget: "Forget them",
  overwriteAsk: "{name} was changed by another program. Overwrite it?", overwrite: "Overwrite",
  lossAsk: "{name} can't hold everything:", saveAnyway: "Save anyway", cancel: "Cancel", ok: "OK", download: "Download",
  opened: "Opened {name}", dropHere: "Drop files to open them", tooLarge: "{name} is larger than 8 MB",
  lossNotes: "The file leaves something out:",
  notYet: "Not an automaton yet:",
  reopen: "Open it again", keepMine: "Keep mine",

  exports: "Export {name}",
  pictures: "Pictures", files: "Automaton files",
  svg: "SVG picture", svgWhat: "sharp at any size",
  png: "PNG picture", pngWhat: "for slides and documents",
  print: "Print or PDF", printWhat: "one page",
  tikz: "TikZ", tikzWhat: "for LaTeX, can be edited",
  html: "Web page", htmlWhat: "steps words without a connection",
  sketch: "Sketch", sketchWhat: "everything, with ink and words",
  jff: "JFLAP", jffWhat: ".jff", mata: "Mata", mataWhat: ".mata", json: "JSON", jsonWhat: ".json",
  att: "AT&T", attWhat: ".att", dot: "Graphviz", dotWhat: ".dot", ba: "BA", baWhat: ".ba",

  lost: "The server doesn't answer. What you draw is kept and sent when it is back.",
  refused: "This page isn't allowed in. Open the address that the terminal shows.",
  back: "Connected again",

  readAs: "Read as {reading}", readAsSure: "Read as {reading} ({percent} %)", readAsInstead: "Rather:",
  reading: { state: "a state", ring: "a ring of a final state", transition: "an arrow", loop: "a loop", head: "an arrowhead", none: "ink" },
  readingShort: { state: "state", ring: "ring", transition: "arrow", loop: "loop", head: "arrowhead", none: "ink" },
  dismiss: "Dismiss",

  selection: "Selection", rename: "Name", final: "Final", initial: "Initial", loop: "Loop", connect: "Connect",
  delete: "Delete", symbols: "Symbols", duplicate: "Copy", readInk: "Read as",
  renameTitle: "Name the state (Enter)", finalTitle: "Accept here (F)", initialTitle: "Start here (I)", loopTitle: "Add a loop (L)",
  connectTitle: "Arrow to another state (C)", deleteTitle: "Delete (Del)", symbolsTitle: "Edit the symbols (Enter)", duplicateTitle: "Copy (Ctrl+D)",
  selected: "{count} selected", nothingSelected: "Nothing selected", deleted: "Deleted", copied: "Copied", nothingPasted: "Copy something first",
  selectFirst: "Select a state first",

  nameField: "Name of the state", nameHint: "automatic",
  symbolField: "Symbols of the arrow", symbolHint: "symbol", symbolHelp: "Enter adds · Esc closes",
  addEpsilon: "ε", addEpsilonTitle: "Can be taken without reading (\\e)", removeSymbol: "Remove {symbol}", epsilon: "epsilon",
  noteField: "Note", noteHint: "note",
  connectField: "Name of the state that the arrow leads to", connectHint: "to …", connectHelp: "↑ ↓ choose · Enter connects",
  connectTo: "To {name}",
  labelSaid: "Symbols: {symbols}", noSymbols: "none", blank: "blank",

  tape: "Run a word", word: "Word", wordHint: "type a word", emptyWord: "the empty word",
  first: "To the start", back1: "Step back (,)", step: "Step (.)", play: "Run", pause: "Pause",
  accepted: "Accepted", rejected: "Rejected", noVerdict: "No verdict",
  inStates: "In {states}", inNone: "In no state", start: "Start", afterSymbol: "After {symbol}",
  epsilonMoves: "ε-moves: {moves}",

  tableHint: "Say which words must be accepted. They are judged on every edit.",
  wanted: "Wanted", is: "Is", wantedAccept: "must be accepted", wantedReject: "must be rejected", wantedNothing: "no wish",
  isAccept: "accepted", isReject: "rejected", isNothing: "no verdict", wrong: "not as wanted",
  addWord: "Add a word", addWordHint: "word, or many lines", removeWord: "Remove {word}", runWord: "Run {word}",
  tally: "{right} of {count} as wanted", loadWords: "From a file", copyWords: "Download", clearWords: "Clear", clearWordsAsk: "Clear all words? This can't be undone.",
  wordOf: "Word {number}",

  panels: {
    exercise: "Exercise", words: "Words", facts: "Facts", table: "Table", expression: "Expression", grammar: "Grammar",
    steps: "Steps", compare: "Compare", chain: "Chain",
  },
  panelWidth: "Width of the panels", notUpToDate: "not up to date yet", outdated: "not up to date", working: "working …",
  newDrawing: "New drawing", copy: "Copy", notCopied: "The browser doesn't allow copying. Select the text and press Ctrl+C",
  onTape: "On the tape: {word}",

  size: "States: {states} · Arrows: {arrows} · Symbols: {symbols}",
  facts: {
    deterministic: "Deterministic", total: "Total", minimal: "Minimal", empty: "Empty language", finite: "Finite language",
    unambiguous: "Unambiguous",
  },
  yes: "yes", no: "no", unknown: "–",
  shortest: "Shortest word", longest: "Longest word", noWord: "none", total: "Words in all", infinite: "infinitely many",
  counts: "Words by length", length: "Length", ambiguous: "Ambiguity", ambiguousWord: "Two runs accept", showRun: "Show run {number}",
  since: { open: "it was opened", save: "it was saved" }, change: "Since {since}", unchanged: "The language is the same.",
  changeUnknown: "There was no automaton when {since}.", gained: "New word", lostWord: "No longer accepted",

  addState: "Add a state", addSymbol: "Add a column", newSymbol: "Symbols of new columns", newSymbolHint: "symbol, \\e for ε",
  nameOf: "Name of {name}", initialOf: "{name} is initial", finalOf: "{name} is final", deleteState: "Delete {name}",
  cellOf: "From {name} on {symbol} to", columnAdded: "Column {symbol} added", unknownState: "There is no state {name}. Name states, with blanks or commas between them",

  partShown: "Only the beginning of {count} characters. Copy takes all",
  notations: {
    expression: { label: "Draw an expression, in which | or + is a union", hint: "(0|1)*01" },
    grammar: { label: "Draw a grammar", hint: "S -> 0 S | 1" },
  },

  algorithm: "Algorithm", frames: "Frames of the algorithm; arrow keys go back and on", frameOf: "{number} of {count}",
  firstFrame: "First frame", backFrame: "Back", nextFrame: "Next", lastFrame: "Last frame", playFrames: "Play",
  resultSize: "States: {states} · Transitions: {arrows}", newFromSteps: "New drawing of the result",
  stepsTable: "Table of the algorithm",
  stepsAs: { svg: "SVG strip", animated: "Animated SVG", html: "Slides" },

  compareWith: "Compare with", noOther: "Open another drawing to compare this one with it.",
  equal: "Same language", different: "Different languages", onlyOther: "Only {name} accepts", onlyThis: "Only this drawing accepts",

  stages: {
    "remove-epsilon": "Remove ε", determinize: "Determinize", minimize: "Minimize", complement: "Complement", reverse: "Reverse",
    complete: "Complete", trim: "Trim", star: "Star", union: "Union with", intersection: "Intersection with",
    difference: "Difference with", concatenate: "Concatenate with", compare: "Compare with",
  },
  addStage: "Add a stage", stage: "Stage {number}", stageWith: "Other drawing of stage {number}", notOpen: "{name} (not open)",
  upStage: "Move stage {number} up", downStage: "Move stage {number} down", removeStage: "Remove stage {number}", stageMoved: "Now stage {number}",
  newFromStage: "New drawing of stage {number}", tooManyStates: "States: {states} · Arrows: {arrows}. Too many to draw",
  missing: "Only the other accepts", extra: "Only this accepts", command: "As a command",
  commandReads: "The command reads files as they were saved last. Save or download first: {names}",

  check: "Check", checkTitle: "Check (Ctrl+Shift+Enter)", oneTry: "1 try", tries: "{tries} tries", isSolved: "solved",
  solved: "Solved. Well done!", wordsRight: "{right} of {count} example words are judged as they should be.", outdatedCheck: "The drawing has changed since this check.",
  missingWord: "Should be accepted", extraWord: "Should be rejected", solvedOf: "{count} of {all} solved",

  zoomSaid: "{percent} %",

  emptyTitle: "Draw an automaton",
  empty: [
    ["state", "Draw a circle", "a state; a circle inside it makes it final"],
    ["arrow", "Draw a line", "an arrow; from nowhere it marks the initial state"],
    ["select", "Double-click", "adds a state, too; drag from its rim for an arrow"],
    ["words", "Press N, C, L", "state, arrow and loop by keyboard; ? shows all keys"],
  ],

  helpHeading: "Gestures and keys",
  helpKeysNote: "Single keys work while the drawing has the focus.",
  helpSections: [
    ["Draw by hand (P)", [
      ["circle", "state"], ["circle in a state", "final state"], ["line between states", "arrow"], ["line from nowhere", "initial state"],
      ["line back to its state", "loop"], ["pen's eraser, or E", "erase"], ["second finger", "takes a stroke back"],
    ]],
    ["Mouse (V)", [
      ["double-click the page", "state"], ["double-click a state", "final or not"], ["double-click an arrow", "its symbols"], ["drag a state's rim", "arrow"],
      ["Shift-drag to a state", "initial state"], ["drag a state", "move"], ["drag the handle below it", "its size"], ["drag an arrow or loop", "bend, turn"],
      ["drag an arrow's end", "attach it elsewhere"], ["drag the page", "select several"], ["Shift-click, Ctrl-click", "select one more"],
    ]],
    ["View", [
      ["wheel, two fingers", "move the page"], ["Shift+wheel", "move it sideways"], ["Ctrl+wheel, pinch", "zoom"], ["Space-drag, middle-drag, H", "move the page"], ["+  −  0", "zoom in, out, 100 %"], ["Shift+1", "show everything"],
    ]],
    ["Add and change", [
      ["N", "new state"], ["C", "connect: name or ↑ ↓, then Enter"], ["L", "loop"], ["F", "final"], ["I", "initial"],
      ["Enter, F2", "edit name or symbols"], ["\\e", "ε, in a symbol field"], ["Del, Backspace", "delete"], ["Alt +, Alt −", "larger, smaller"], ["arrow keys", "move, bend or turn; Shift: more"],
    ]],
    ["Walk", [
      ["Tab, Shift+Tab", "next, previous element"], ["Ctrl+arrow key", "along an arrow"], ["Esc", "let go"],
    ]],
    ["Edit", [
      ["Ctrl+Z, Shift+Ctrl+Z", "undo, redo"], ["Ctrl+A", "select all"], ["Ctrl+C, X, V", "copy, cut, paste"], ["Ctrl+D", "copy in place"], ["Ctrl+S", "save"], ["Ctrl+P", "print"],
    ]],
    ["Words", [["Ctrl+Enter", "run the word"], [",  .", "step back, step"]]],
    ["Panels", [
      ["Ctrl+Shift+Enter", "check the exercise"], ["Enter, arrow keys", "walk through the table"], ["Esc", "take back what was typed in a cell; go back to the drawing"],
      ["←  →  Home  End", "frames of an algorithm"], ["Space", "play them"], ["←  → on the edge", "width of the panels"], ["double-click the edge", "the usual width"],
    ]],
    ["Documents", [["←  → on the tabs", "the one before, the next"], ["Del on a tab, middle click", "close it"], ["drop files", "open them"]]],
    ["Tools", [["P  V  E  H", "draw, select, erase, move page"], ["T", "write a note"], ["?", "this help"]]],
  ],
};

/** Fills the {places} of a text. */
export function format(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

"""##,
"view.js": ##"""
// The window onto the page: which part of the diagram is seen, and how large.

import { set } from "./dom.js";

const smallest = 0.1, largest = 8;

export class View extends EventTarget {
  /** @param {SVGSVGElement} canvas @param {SVGGElement} world */
  constructor(canvas, world) {
    super();
    this.canvas = canvas;
    this.world = world;
    this.show({ x: 0, y: 0, scale: 1 });
    // The middle of the drawing stays in the middle when the window or a panel changes its size.
    let before = null;
    new ResizeObserver(([{ contentRect: now }]) => {
      if (before?.width) this.panBy((now.width - before.width) / 2, (now.height - before.height) / 2);
      before = now;
    }).observe(canvas);
  }

  /** Shows the world at a scale, with its origin at (x, y) of the canvas in pixels. */
  show({ x, y, scale }) {
    [this.x, this.y, this.scale] = [x, y, scale];
    set(this.world, "transform", `translate(${x} ${y}) scale(${scale})`);
    this.dispatchEvent(new Event("change"));
  }

  get place() { return { x: this.x, y: this.y, scale: this.scale }; }

  /** The point of the diagram at a point of the window. @returns {[number, number]} */
  point({ clientX, clientY }) {
    const frame = this.canvas.getBoundingClientRect();
    return [round((clientX - frame.left - this.x) / this.scale), round((clientY - frame.top - this.y) / this.scale)];
  }

  /** The point of the canvas, in pixels, of a point of the diagram. */
  pixel([x, y]) { return [x * this.scale + this.x, y * this.scale + this.y]; }

  /** The point of the diagram in the middle of the canvas. */
  get center() {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return this.point({ clientX: left + width / 2, clientY: top + height / 2 });
  }

  panBy(dx, dy) { this.show({ x: this.x + dx, y: this.y + dy, scale: this.scale }); }

  /** Zooms so that a point of the window keeps its place. */
  zoomBy(factor, client = null) {
    const frame = this.canvas.getBoundingClientRect();
    const [px, py] = client ? [client[0] - frame.left, client[1] - frame.top] : [frame.width / 2, frame.height / 2];
    const scale = clamp(this.scale * factor, smallest, largest);
    const ratio = scale / this.scale;
    this.show({ x: px - (px - this.x) * ratio, y: py - (py - this.y) * ratio, scale });
  }

  zoomTo(scale) { this.zoomBy(scale / this.scale); }

  /** Shows everything, no larger than `limit`. */
  fit(limit = 2) {
    const box = this.world.getBBox();
    const { width, height } = this.canvas.getBoundingClientRect();
    if (!box.width && !box.height) return this.show({ x: width / 2, y: height / 2, scale: 1 });
    const margin = Math.min(72, width / 8);
    const scale = clamp(Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height, limit), smallest, largest);
    this.show({ x: width / 2 - (box.x + box.width / 2) * scale, y: height / 2 - (box.y + box.height / 2) * scale, scale });
  }

  /** Moves the least that brings a point of the diagram into sight. */
  reveal(place) {
    const [x, y] = this.pixel(place);
    const { width, height } = this.canvas.getBoundingClientRect();
    const margin = Math.min(60, width / 6);
    const dx = clamp(x, margin, width - margin) - x, dy = clamp(y, margin, height - margin) - y;
    if (dx || dy) this.panBy(dx, dy);
  }
}

export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const round = (value) => Math.round(value * 100) / 100;

"""##,
"walk.js": ##"""
// The way of the keyboard from element to element, and the place of its new states.

const spacing = 130, clearance = 80;

/**
 * The free place for a state that the keyboard adds: beside the selected one.
 * States alternate in height, so that arrows past the next one don't run through it.
 */
export function nextPlace(editor) {
  const states = editor.model.states;
  const isFree = ([x, y]) => states.every((state) => Math.hypot(state.x - x, state.y - y) >= clearance);
  const origin = editor.selectedStates[0] ?? states.at(-1);
  if (!origin) return editor.view.center;
  const side = states.length % 2 ? -0.6 : 0.6;
  for (let ring = 1; ring < 40; ring += 1) {
    for (const [dx, dy] of [[1, side], [1, -side], [0, 1], [0, -1], [-1, side]]) {
      const place = [origin.x + dx * ring * spacing, origin.y + dy * ring * spacing];
      if (isFree(place)) return place;
    }
  }
  return editor.view.center;
}

/** The element next to another in a direction: from a state its arrows, from an arrow its ends. */
export function neighbor(editor, element, direction) {
  const shown = (id) => editor.element(id);
  const place = ({ middle, x, y }) => middle ?? [x, y];
  const candidates = element.kind === "arrow"
    ? [element.to, element.from].filter(Boolean)
    : editor.model.order.filter((id) => { const { from, to } = shown(id) ?? {}; return from === element.id || to === element.id; });
  const [x, y] = place(element);
  let best = null, score = 0.2;
  for (const id of candidates) {
    const [cx, cy] = place(shown(id));
    const along = ((cx - x) * direction[0] + (cy - y) * direction[1]) / (Math.hypot(cx - x, cy - y) || 1);
    if (along > score) [best, score] = [id, along];
  }
  return best;
}

"""##,
"words.js": ##"""
// The table of words with the verdicts that are wanted and those that are.

import { make, field, button, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";
import { saveText } from "./exports.js";
import { ask } from "./dialogs.js";
import { Panel } from "./section.js";

const wishes = {
  accept: { sign: "✓", next: "reject", said: texts.wantedAccept },
  reject: { sign: "✗", next: null, said: texts.wantedReject },
};
const noWish = { sign: "·", next: "accept", said: texts.wantedNothing };
const verdicts = { accept: { sign: "✓", said: texts.isAccept }, reject: { sign: "✗", said: texts.isReject } };

export class Words extends Panel {
  constructor(parts) {
    super("words", parts);
    const { editor } = this;
    this.want = "accept"; // of the next word
    this.tally = make("p.tally", { role: "status" });
    this.body = make("tbody");
    this.table = make("table", {}, make("thead", {}, make("tr", {},
      ...["word", "wanted", "is"].map((name) => make("th", { scope: "col" }, texts[name])), make("td"))), this.body);
    this.input = field({ placeholder: texts.addWordHint, "aria-label": texts.addWord, paste: (event) => this.#paste(event) });
    this.wish = this.#wishButton(this.want, (want) => { this.want = want; this.#showNewWish(); });
    const add = (event) => {
      event.preventDefault();
      this.#add([{ word: this.input.value, want: this.want }]);
      this.input.value = "";
    };
    const file = make("input", { type: "file", accept: ".txt,.csv,text/plain", hidden: true, change: () => this.#load(file) });
    this.parts = [make("p.hint", {}, texts.tableHint),
      make("form.add", { submit: add }, this.input, this.wish, button({ icon: "add", word: texts.addWord, type: "submit" })),
      this.table,
      make("div.actions", {}, file,
        make("button", { click: () => file.click() }, texts.loadWords),
        this.copy = make("button", { click: () => this.#save() }, texts.copyWords),
        this.clear = make("button", { click: () => this.#clear() }, texts.clearWords))];
    editor.on("document", () => { this.sent = null; });
    editor.on("change", () => this.#draw());
  }

  get aside() { return [this.tally]; }
  get top() { return this.parts; }

  /** The words as they are, or as they will be when what was sent is news. */
  get list() { return this.sent ?? this.editor.model.words.map(({ word, want }) => ({ word, want })); }

  async #set(words) {
    this.sent = words;
    const { revision } = this.editor.model;
    const { changed } = await this.editor.send({ do: "setWords", words });
    const { model } = this.editor;
    if (changed && model.revision === revision) await new Promise((resolve) => model.addEventListener("change", resolve, { once: true }));
    if (this.sent === words) this.sent = null;
  }

  /** Adds words after those that are there; a word that is there already gets the new wish. */
  #add(words) {
    if (!this.editor.model) return;
    const list = new Map([...this.list, ...words].map((each) => [each.word, each]));
    this.#set([...list.values()]);
  }

  #change(index, change) { this.#set(this.list.map((each, at) => (at === index ? { ...each, ...change } : each))); }

  // MARK: Many at once

  #paste(event) {
    const text = event.clipboardData.getData("text");
    if (!/[\n\t]/.test(text)) return;
    event.preventDefault();
    this.#add(readLines(text, this.want));
  }

  async #load(file) {
    for (const each of file.files) this.#add(readLines(await each.text(), this.want));
    file.value = "";
  }

  #save() {
    saveText(this.list.map(({ word, want }) => (want ? `${word}\t${want}` : word)).join("\n") + "\n", "words.txt");
  }

  async #clear() {
    if (await ask(texts.clearWordsAsk, [], texts.clearWords)) this.#set([]);
  }

  // MARK: Drawing

  #draw() {
    const { words } = this.editor.model;
    while (this.body.childElementCount > words.length) this.body.lastChild.remove();
    words.forEach((entry, index) => {
      const row = this.body.children[index] ?? this.body.appendChild(this.#row(index));
      this.#fillRow(row, entry, index);
    });
    this.table.hidden = this.copy.disabled = this.clear.disabled = !words.length;
    const wanted = words.filter((entry) => entry.want);
    const right = wanted.filter((entry) => entry.want === entry.is).length;
    setText(this.tally, wanted.length ? format(texts.tally, { right, count: wanted.length }) : "");
    this.tally.className = "tally " + (right === wanted.length ? "right" : "wrong");
  }

  #row(index) {
    const word = field({
      "aria-label": format(texts.wordOf, { number: index + 1 }), placeholder: texts.emptyWord,
      change: () => this.#change(index, { word: word.value }),
    });
    const wish = this.#wishButton(null, (want) => this.#change(index, { want }));
    const run = button({ icon: "step", word: texts.step, click: () => this.tape.put(this.editor.model.words[index].word) });
    const remove = button({ icon: "close", word: texts.close, click: () => this.#set(this.list.filter((_, at) => at !== index)) });
    return make("tr", {}, make("td", {}, word), make("td", {}, wish), make("td.is"), make("td.tools", {}, run, remove));
  }

  #fillRow(row, { word, want, is, why }, index) {
    const [wordCell, wishCell, isCell, toolCell] = row.children;
    const input = wordCell.firstChild;
    if (document.activeElement !== input && input.value !== word) input.value = word;
    this.#showWish(wishCell.firstChild, want);
    const verdict = verdicts[is] ?? { sign: "–", said: texts.isNothing };
    const isWrong = Boolean(want && is && want !== is);
    row.className = isWrong ? "wrong" : want && is ? "right" : "";
    isCell.className = "is " + (is ?? "none");
    set(isCell, "title", why);
    const said = isWrong ? `${verdict.said}, ${texts.wrong}` : verdict.said;
    isCell.replaceChildren(make("span", { "aria-hidden": "true" }, verdict.sign + (isWrong ? " !" : "")), make("span.unseen", {}, said));
    const name = word || texts.emptyWord;
    for (const [button, text] of [[toolCell.firstChild, texts.runWord], [toolCell.lastChild, texts.removeWord]]) {
      set(button, "aria-label", format(text, { word: name }));
      set(button, "title", format(text, { word: name }));
    }
  }

  #wishButton(want, changed) {
    const wish = make("button.wish", { click: () => changed((wishes[wish.dataset.want] ?? noWish).next) });
    this.#showWish(wish, want);
    return wish;
  }

  #showWish(wish, want) {
    const { sign, said } = wishes[want] ?? noWish;
    wish.dataset.want = want ?? "";
    setText(wish, sign);
    set(wish, "aria-label", said);
    set(wish, "title", said);
  }

  #showNewWish() { this.#showWish(this.wish, this.want); }
}

/** Reads a word a line, with its wish behind a tab or a space: accept, reject, +, −, ✓ or ✗. */
export function readLines(text, want) {
  const wish = { accept: "accept", reject: "reject", "+": "accept", "-": "reject", "−": "reject", "✓": "accept", "✗": "reject" };
  return text.replace(/\r?\n$/, "").split(/\r?\n/).map((line) => {
    const [, word, end] = line.match(/^(.*?)[\t ]+(\S+)\s*$/) ?? [];
    return end && Object.hasOwn(wish, end) ? { word, want: wish[end] } : { word: line, want };
  });
}

"""##,
    ]
}
