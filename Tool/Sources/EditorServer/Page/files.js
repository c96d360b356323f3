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

  takeMessage({ document, message, isChangedExternally }) {
    if (isChangedExternally) this.#noteChange(document, message);
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
