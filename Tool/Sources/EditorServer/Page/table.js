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
