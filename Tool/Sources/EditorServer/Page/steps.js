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
