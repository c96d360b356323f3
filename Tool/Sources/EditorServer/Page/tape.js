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
