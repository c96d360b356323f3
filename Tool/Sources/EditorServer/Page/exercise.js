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
