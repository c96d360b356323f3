// Exports: downloads in every format, pictures, and print.

import { make, button } from "./dom.js";
import { texts, format } from "./texts.js";
import { ask, showDialog } from "./dialogs.js";

const pictures = ["svg", "png", "print", "tikz", "html"];
const formats = ["sketch", "jff", "mata", "json", "att", "dot", "ba"];
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
    const answer = await this.editor.send({ do: "export", as: as === "png" ? "svg" : as });
    if (answer.text === undefined) return;
    if (answer.notes?.length && !(await ask(texts.lossNotes, answer.notes, texts.download))) return;
    const name = (extension) => `${document.replace(/\.\w+$/, "")}.${extension}`;
    if (as === "png") return saveBlob(await drawPicture(answer.text), name("png"));
    const types = { svg: "image/svg+xml", html: "text/html" };
    saveText(answer.text, name(answer.extension), types[as]);
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
