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
