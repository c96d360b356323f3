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
