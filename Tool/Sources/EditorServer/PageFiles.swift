// swift-format-ignore-file
// Written by `Scripts/page`; don't edit.

/// The files of the editor's page.
public enum PageFiles {
    /// The texts of the files by their names.
    public static let all: [String: String] = [
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
"connection.js": ##"""
// The connection to the server: requests, an ordered queue of commands, and one stream of news.

const silenceLimit = 12_000; // the server says something every 5 s

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
   * @param {{news: function(Object): void, connected: function(): void, state: function(string): void}} listener
   *   `state` is told "open", "lost", or "refused".
   */
  constructor(token, listener) {
    this.token = token;
    this.listener = listener;
    this.page = "p" + crypto.randomUUID();
    this.queue = [];
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

  async #work() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.queue.length) await this.#sendBatch();
    this.isSending = false;
  }

  /** Takes the commands at the front that are for the same document. */
  #nextBatch() {
    const { document } = this.queue[0];
    const end = this.queue.findIndex((item) => item.document !== document);
    return this.queue.splice(0, end < 0 ? this.queue.length : end);
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
export function ask(question, details, action) {
  return new Promise((resolve) => {
    let answer = false;
    const choose = (value) => () => {
      answer = value;
      dialog.close();
    };
    const dialog = showDialog("ask", question,
      ...(details.length ? [make("ul", {}, ...details.map((detail) => make("li", {}, detail)))] : []),
      make("div.choice", {},
        make("button", { click: choose(false) }, texts.cancel),
        make("button.primary", { click: choose(true) }, action)));
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
.tab { flex: none; max-width: 220px; padding-right: 4px; color: var(--quiet); }
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
.empty li { display: grid; grid-template-columns: 20px 130px 1fr; gap: 12px; align-items: center; }
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
  #header h1, #header .zoom { display: none; }
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
    this.live = document.getElementById("live");
    this.toasts = document.getElementById("toasts");
  }

  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
  on(name, listener) { this.addEventListener(name, ({ detail }) => listener(detail)); }

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
    this.tell("change", { touched: new Set(model.elements.keys()), isWhole: true });
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
        if (note) this.editor.send({ do: "delete", elements: [note.id] });
        if (text) this.editor.send({ do: "addNote", text, at });
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

import { make, button, icon, set } from "./dom.js";
import { texts, format } from "./texts.js";
import { Model } from "./model.js";
import { Refusal } from "./connection.js";
import { ask } from "./dialogs.js";

const largestFile = 8 * 1024 * 1024;

export class Files {
  /** @param {{exports: import("./exports.js").Exports}} parts */
  constructor(editor, { exports }) {
    Object.assign(this, { editor, exports });
    this.documents = [];
    /** @type {Map<number, Model>} */
    this.models = new Map();
    this.places = new Map(); // where each document was looked at
    this.changedBehind = new Map(); // what is said of files that another program changed
    this.tabs = make("div.tabs", { role: "tablist", "aria-label": texts.documents, keydown: (event) => this.#walk(event) });
    this.input = make("input", { type: "file", multiple: true, hidden: true, change: () => this.#openAll(this.input.files) });
    this.bar = make("div.documents", {}, this.tabs,
      button({ icon: "add", word: texts.newDocument, click: () => this.add() }), this.input);
    this.saveButton = button({ icon: "save", word: texts.save, title: texts.saveTitle, click: () => this.save() });
    this.actions = [
      button({ icon: "open", word: texts.open, title: texts.openTitle, click: () => this.input.click() }), this.saveButton,
      button({ icon: "share", word: texts.export, title: texts.exportTitle, click: () => this.current && exports.show(this.current.name) }),
    ];
    this.#acceptDrops();
  }

  get connection() { return this.editor.connection; }
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
    for (const { id, isSaved } of documents) if (isSaved && wasSaved(id) === false) this.#noteChange(id, null);
    this.documents = documents;
    for (const id of this.models.keys()) if (!documents.some((each) => each.id === id)) this.models.delete(id);
    const last = documents.find((each) => String(each.id) === sessionStorage.getItem("document")) ?? documents.at(-1);
    if (!this.current && last) this.show(last.id);
    else if (!documents.length) this.add();
    this.#draw();
  }

  /** Scenes of other documents are fetched when they are looked at. */
  takeScene(id, scene) {
    const model = this.models.get(id);
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
      const { id } = await this.connection.request("POST", "documents" + (name ? "?name=" + encodeURIComponent(name) : ""), body);
      const { documents } = await this.connection.request("GET", "documents");
      this.documents = documents;
      await this.show(id);
      if (name) this.editor.say(format(texts.opened, { name }));
    } catch (error) {
      this.editor.fail(error);
    }
    this.isAdding = false;
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

  async close(file) {
    const isSafe = file.isSaved || file.format === "sketch";
    if (!isSafe && !(await ask(format(texts.closeUnsaved, file), [], texts.closeAnyway))) return;
    try {
      await this.connection.request("POST", `documents/${file.id}/close`, "{}");
    } catch (error) {
      this.editor.fail(error);
    }
  }

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
      }, make("span", {}, file.name));
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

const nudge = 5;
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
    const action = { s: () => this.files.save(), p: () => this.exports.print(), enter: () => this.tape.run() }[key];
    if (!action || event.shiftKey) return;
    event.preventDefault();
    action();
  }

  #inDrawing(event) {
    if (event.defaultPrevented || event.altKey || !this.editor.model) return;
    const action = event.ctrlKey || event.metaKey ? this.#withControl(event) : this.#single(event);
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
import { Words } from "./words.js";
import { Exports } from "./exports.js";
import { Files } from "./files.js";
import { help } from "./dialogs.js";
import { toolStrip, selectionBar, readingLine } from "./bars.js";
import { header, problemList, emptyPage, connectionLine, conflictLine } from "./shell.js";

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
new Words(editor, part("panel"), tape);
const fields = new Fields(editor, overlay);
const pointers = new Pointers(editor, {
  draw: inkTool(editor), erase: eraserTool(editor), select: selectTool(editor),
  state: stateTool(editor), arrow: arrowTool(editor), note: noteTool(editor),
});
const commands = new Keys(editor, { pointers, tape, files, help, exports, fields });

set(part("panel"), "aria-label", texts.wordsPanel);
header(editor, part("header"), { files, commands, panel: part("panel") });
toolStrip(editor, part("tools"));
selectionBar(editor, overlay, commands);
emptyPage(editor, overlay);
const messages = make("div.messages");
overlay.append(messages);
const showConnection = connectionLine(messages);
conflictLine(editor, messages, files);
readingLine(editor, messages);
problemList(editor, messages);

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
    for (const member of ["revision", "order", "problems", "words", "canUndo", "canRedo", "spoken"]) {
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

import { draw, set, setText } from "./dom.js";

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
    view.addEventListener("change", () => this.#sizeHandles());
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
    drawers[element.kind](node, element);
    node.group.classList.toggle("selected", this.selection.has(id));
    if (node.group.hasAttribute("role")) {
      set(node.group, "aria-label", element.spoken);
      set(node.group, "aria-pressed", String(this.selection.has(id)));
    }
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

  /** Shows what a selected arrow can be held by. */
  showHandles() {
    const element = this.selection.size === 1 ? this.model?.shown([...this.selection][0]) : undefined;
    const parts = element?.kind !== "arrow" ? [] : element.mark ? ["tail", "tip"] : element.loop ? ["middle"] : ["middle", "tail", "tip"];
    while (this.handles.childElementCount > parts.length) this.handles.lastChild.remove();
    while (this.handles.childElementCount < parts.length) {
      this.handles.append(draw("g.handle", {}, draw("circle.touch"), draw("circle.knob")));
    }
    parts.forEach((part, index) => {
      const group = this.handles.children[index];
      set(group, "data-id", element.id);
      set(group, "data-part", part);
      for (const circle of group.children) {
        set(circle, "cx", element[part][0]);
        set(circle, "cy", element[part][1]);
      }
    });
    this.#sizeHandles();
  }

  #sizeHandles() {
    for (const group of this.handles.children) {
      set(group.firstChild, "r", touchRadius / this.view.scale);
      set(group.lastChild, "r", handleRadius / this.view.scale);
    }
  }
}

// MARK: How each kind is drawn

const focusable = { role: "button", tabindex: "-1" };

const makers = {
  state() {
    const parts = {
      body: draw("circle.body", { "data-part": "body" }), ring: draw("circle.ring"),
      name: draw("text.name"), base: draw("tspan"), index: draw("tspan.index"),
      rim: draw("circle.rim", { "data-part": "rim" }),
    };
    parts.name.append(parts.base, parts.index);
    return { ...parts, group: draw("g.state", focusable, parts.body, parts.ring, parts.name, parts.rim) };
  },
  arrow() {
    const parts = {
      hit: draw("path.hit", { "data-part": "path" }), line: draw("path.line"), head: draw("path.head"),
      label: draw("text.label", { "data-part": "label" }),
    };
    return { ...parts, group: draw("g.arrow", focusable, parts.hit, parts.line, parts.head, parts.label) };
  },
  note() {
    const text = draw("text", { "data-part": "body" });
    return { text, group: draw("g.note", focusable, text) };
  },
  ink() {
    const parts = { hit: draw("path.hit", { "data-part": "path" }), path: draw("path.stroke") };
    return { ...parts, group: draw("g.ink", focusable, parts.hit, parts.path) };
  },
};

const drawers = {
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
    const isMeaningless = ink.reading === "none";
    group.classList.toggle("read", !isMeaningless);
    set(group, "role", isMeaningless ? "button" : null);
    set(group, "tabindex", isMeaningless ? "-1" : null);
    set(group, "aria-hidden", isMeaningless ? null : "true");
    set(hit, "d", isMeaningless ? ink.path : null);
    set(path, "d", ink.path);
  },
};

/** Texts stand around their middle; `dominant-baseline` differs among browsers. */
function placeText(text, { x, y, size }) {
  set(text, "x", x);
  set(text, "y", y + 0.35 * size);
  set(text, "font-size", size);
}

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
  const words = button({
    icon: "words", word: texts.wordsPanel, "aria-controls": "panel", "aria-expanded": "true",
    click() {
      const isOpen = words.getAttribute("aria-expanded") !== "true";
      showPanel(isOpen);
    },
  });
  const showPanel = (isOpen) => {
    set(words, "aria-expanded", String(isOpen));
    panel.hidden = !isOpen;
  };
  // In a narrow window the panel would cover the drawing.
  const wide = matchMedia("(min-width: 761px)");
  wide.addEventListener("change", () => showPanel(wide.matches));
  showPanel(wide.matches);
  element.append(
    make("h1", { title: texts.product }, icon("state"), make("span.unseen", {}, texts.product)),
    files.bar,
    make("div.group", { role: "group" }, ...files.actions),
    make("div.group", { role: "group" }, undo, redo),
    make("div.group.zooming", { role: "group" },
      button({ icon: "fit", word: texts.fit, click: () => view.fit() }),
      zoomButton("minus", "−", texts.zoomOut, () => view.zoomBy(0.8)), zoom,
      zoomButton("plus", "+", texts.zoomIn, () => view.zoomBy(1.25))),
    make("div.group", { role: "group" }, words, themeButton(),
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
"symbols.js": ##"""
// Symbols as people type them.

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

  /** Puts a word on the tape. */
  put(word) {
    this.input.value = word;
    this.isStepping = true;
    this.at = 0;
    this.#ask();
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

  /** Asks for the run of the word. An answer that comes after a later question is dropped. */
  async #ask() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    if (!this.editor.model?.states.length) {
      this.outcome = null;
      return this.#draw();
    }
    const answer = await this.editor.send({ do: "run", word: this.input.value });
    if (turn !== this.turn) return;
    this.outcome = answer;
    this.at = Math.min(this.at, this.last);
    this.#draw();
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
    this.cells.classList.toggle("empty-word", Boolean(run) && !symbols.length);
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
  problems: "Problems", wordsPanel: "Words",

  documents: "Documents", newDocument: "New drawing", open: "Open", openTitle: "Open files",
  save: "Save", saveTitle: "Save (Ctrl+S)", saved: "Saved", unsaved: "not saved yet", export: "Export",
  exportTitle: "Download or print", close: "Close {name}",
  closeUnsaved: "{name} has changes that aren't saved. Close it all the same?", closeAnyway: "Close without saving",
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
  labelSaid: "Symbols: {symbols}", noSymbols: "none",

  tape: "Run a word", word: "Word", wordHint: "type a word", emptyWord: "the empty word",
  first: "To the start", back1: "Step back (,)", step: "Step (.)", play: "Run", pause: "Pause",
  accepted: "Accepted", rejected: "Rejected", noVerdict: "No verdict",
  inStates: "In {states}", inNone: "In no state", start: "Start", afterSymbol: "After {symbol}",
  epsilonMoves: "ε-moves: {moves}",

  table: "Words", tableHint: "Say which words must be accepted. They are judged on every edit.",
  wanted: "Wanted", is: "Is", wantedAccept: "must be accepted", wantedReject: "must be rejected", wantedNothing: "no wish",
  isAccept: "accepted", isReject: "rejected", isNothing: "no verdict", wrong: "not as wanted",
  addWord: "Add a word", addWordHint: "word, or many lines", removeWord: "Remove {word}", runWord: "Run {word}",
  tally: "{right} of {count} as wanted", loadWords: "From a file", copyWords: "Download", clearWords: "Clear", clearWordsAsk: "Clear all words? This can't be undone.",
  wordOf: "Word {number}",

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
      ["Shift-drag to a state", "initial state"], ["drag a state", "move"], ["drag an arrow or loop", "bend, turn"],
      ["drag an arrow's end", "attach it elsewhere"], ["drag the page", "select several"], ["Shift-click", "select one more"],
    ]],
    ["View", [
      ["wheel, two fingers", "move the page"], ["Ctrl+wheel, pinch", "zoom"], ["Space-drag, H", "move the page"], ["+  −  0", "zoom in, out, 100 %"], ["Shift+1", "show everything"],
    ]],
    ["Add and change", [
      ["N", "new state"], ["C", "connect: name or ↑ ↓, then Enter"], ["L", "loop"], ["F", "final"], ["I", "initial"], ["T", "note"],
      ["Enter, F2", "edit name or symbols"], ["\\e", "ε, in a symbol field"], ["Del", "delete"], ["arrow keys", "move, bend or turn; Shift: more"],
    ]],
    ["Walk", [
      ["Tab, Shift+Tab", "next, previous element"], ["Ctrl+arrow key", "along an arrow"], ["Esc", "let go"],
    ]],
    ["Edit", [
      ["Ctrl+Z, Shift+Ctrl+Z", "undo, redo"], ["Ctrl+A", "select all"], ["Ctrl+C, X, V", "copy, cut, paste"], ["Ctrl+D", "copy in place"], ["Ctrl+S", "save"], ["Ctrl+P", "print"],
    ]],
    ["Words", [["Ctrl+Enter", "run the word"], [",  .", "step back, step"]]],
    ["Tools", [["P  V  E  H", "draw, select, erase, move page"], ["?", "this help"]]],
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

const wishes = {
  accept: { sign: "✓", next: "reject", said: texts.wantedAccept },
  reject: { sign: "✗", next: null, said: texts.wantedReject },
};
const noWish = { sign: "·", next: "accept", said: texts.wantedNothing };
const verdicts = { accept: { sign: "✓", said: texts.isAccept }, reject: { sign: "✗", said: texts.isReject } };

export class Words {
  constructor(editor, panel, tape) {
    Object.assign(this, { editor, tape });
    this.want = "accept"; // of the next word
    this.tally = make("p.tally", { role: "status" });
    this.body = make("tbody");
    this.table = make("table", {}, make("thead", {}, make("tr", {},
      ...["word", "wanted", "is"].map((name) => make("th", { scope: "col" }, texts[name])), make("th"))), this.body);
    this.input = field({ placeholder: texts.addWordHint, "aria-label": texts.addWord, paste: (event) => this.#paste(event) });
    this.wish = this.#wishButton(this.want, (want) => { this.want = want; this.#showNewWish(); });
    const add = (event) => {
      event.preventDefault();
      this.#add([{ word: this.input.value, want: this.want }]);
      this.input.value = "";
    };
    const file = make("input", { type: "file", accept: ".txt,.csv,text/plain", hidden: true, change: () => this.#load(file) });
    panel.append(make("div.title", {}, make("h2", {}, texts.table), this.tally), make("p.hint", {}, texts.tableHint),
      make("form.add", { submit: add }, this.input, this.wish, button({ icon: "add", word: texts.addWord, type: "submit" })),
      make("div.scroll", { tabindex: 0, role: "region", "aria-label": texts.table }, this.table),
      make("div.actions", {}, file,
        make("button", { click: () => file.click() }, texts.loadWords),
        this.copy = make("button", { click: () => this.#save() }, texts.copyWords),
        this.clear = make("button", { click: () => this.#clear() }, texts.clearWords)));
    editor.on("document", () => { this.sent = null; });
    editor.on("change", () => this.#draw());
  }

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
