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
