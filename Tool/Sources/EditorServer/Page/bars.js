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
  const choice = (word, command) => make("button", {
    async click() {
      const answer = await editor.send(command);
      if (answer.understanding) editor.tell("understood", answer.understanding);
      editor.focus();
    },
  }, word);
  const show = (understanding, isNew) => {
    const { ink, reading, probability, reason, alternatives = [], text, texts: words } = understanding;
    current = ink;
    line.hidden = false;
    const values = { reading: texts.reading[reading] ?? reading, percent: Math.round(100 * probability) };
    // A probability says nothing about a reading that a person chose.
    const isChosen = probability === undefined || alternatives.some((each) => each.probability > probability);
    const saidWord = text ? format(texts.readText, { text }) : texts.unreadText;
    setText(said, words ? saidWord : format(isChosen ? texts.readAs : texts.readAsSure, values));
    set(said, "title", reason);
    const otherWords = (words ?? []).map((each) => each.text).filter((each) => each !== text).slice(0, 3);
    const others = [...new Set([...alternatives.map((each) => each.reading), "none"])].filter((each) => each !== reading);
    choices.replaceChildren(make("span.hint", {}, texts.readAsInstead),
      ...otherWords.map((as) => choice(`“${as}”`, { do: "transcribe", ink, as })),
      ...others.map((as) => choice(texts.readingShort[as] ?? as, { do: "reinterpret", ink, as })));
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
    // Handwriting first, as that is mistaken most often.
    const own = [...model.elements.values()].filter((element) => element.kind === "ink" && element.element === only.id);
    const ink = only.kind === "ink" ? only : own.find((element) => element.reading === "text") ?? own[0];
    if (!ink) return hide();
    if (ink.id === current) return;
    const { understanding } = await editor.send({ do: "understanding", ink: ink.id }, model);
    if (understanding && editor.only?.id === only.id) show(understanding, false);
  });
}
