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
