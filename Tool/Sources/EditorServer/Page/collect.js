// The page of `automata edit --collect`: asks for samples class by class, and keeps each at once.

import { draw, make, button, icon, set, setText } from "./dom.js";
import { texts, format } from "./texts.js";
import { Connection, takeToken } from "./connection.js";
import { Editor } from "./editor.js";
import { Pointers } from "./pointers.js";
import { View } from "./view.js";
import { Wet } from "./ink.js";
import { showDialog } from "./dialogs.js";
import { themeButton } from "./shell.js";

const words = texts.collect;
const icons = { state: "state", transition: "arrow", cycle: "loop", unknown: "ink" };
const part = (id) => document.getElementById(id);

/** Paper that stays where it is. */
class Paper extends View {
  panBy() {}
  zoomBy() {}
}

/** What was drawn, by class, and the class that is asked for. */
class Collection extends EventTarget {
  constructor() {
    super();
    Object.assign(this, { folder: "", hasConsent: false, consent: [], classes: [], samples: [], damaged: [], asked: null });
  }

  /** Takes the server's state. The class that is asked for stays, if there is one. */
  take(state) {
    Object.assign(this, state);
    this.asked = this.classes.find(({ name }) => name === this.asked?.name) ?? this.#next();
    this.changed();
  }

  changed() { this.dispatchEvent(new Event("change")); }
  of({ name }) { return this.samples.filter((sample) => sample.class === name); }
  isFull(each) { return this.of(each).length >= each.wanted; }

  ask(each) {
    this.asked = each;
    this.changed();
  }

  add(sample) {
    this.samples.push(sample);
    const own = this.classes.find(({ name }) => name === sample.class);
    if (own === this.asked && this.of(own).length === own.wanted) this.asked = this.#next() ?? own;
    this.changed();
  }

  remove(name) {
    this.samples = this.samples.filter((sample) => sample.name !== name);
    this.changed();
  }

  /** The first class with too few samples, after the one that is asked for. */
  #next() {
    const from = this.classes.indexOf(this.asked) + 1;
    return [...this.classes.slice(from), ...this.classes.slice(0, from)].find((each) => !this.isFull(each)) ?? this.classes[0];
  }
}

const nameOf = (each) => words[each.name] ?? format(words.character, { label: each.label });
const countOf = (each) => ({ what: nameOf(each), count: collection.of(each).length, wanted: each.wanted });

// MARK: The paper

const world = draw("g.world");
const canvas = draw("svg.canvas", { id: "canvas", role: "application", tabindex: 0, "aria-label": words.canvas, "data-tool": "draw" }, world);
const view = new Paper(canvas, world);
const editor = new Editor({ canvas, view, scene: { overlay: world } });
const collection = new Collection();
/** The strokes of the sample that is being drawn, and the names of those that were kept. */
let strokes = [];
const kept = [];

function penTool(event) {
  const wet = new Wet(editor, event, "pen");
  return {
    move: (events) => wet.add(events),
    end(last) {
      wet.add([last]);
      strokes.push(wet);
      collection.changed();
    },
    cancel: () => wet.remove(),
  };
}
new Pointers(editor, { draw: penTool, erase: penTool });

async function keep() {
  if (!strokes.length || editor.isPointing) return;
  const own = collection.asked, drawn = strokes;
  const sample = { class: own.name, strokes: drawn.map(({ points }) => points.map(([x, y]) => [x, y])) };
  strokes = [];
  collection.changed();
  for (const wet of drawn) wet.remove();
  try {
    const { name } = await editor.connection.request("POST", "collection/samples", JSON.stringify(sample));
    kept.push(name);
    collection.add({ name, ...sample });
    editor.say(format(words.kept, countOf(own)));
  } catch (error) {
    // The drawing comes back, so that it can be kept later.
    for (const wet of drawn) editor.scene.overlay.append(wet.line);
    strokes = [...drawn, ...strokes];
    collection.changed();
    editor.toast(format(words.notKept, { reason: error.status ? error.message : words.lost }), "error");
  }
}

/** Takes back the last stroke, or the last sample if nothing is drawn. */
async function takeBack() {
  const last = strokes.pop();
  if (last) {
    last.remove();
    return collection.changed();
  }
  const name = kept.at(-1);
  if (name) await remove(name);
  else editor.toast(words.nothingBack);
}

async function remove(name) {
  const own = collection.classes.find((each) => each.name === collection.samples.find((sample) => sample.name === name)?.class);
  try {
    await editor.connection.request("POST", "collection/remove?name=" + encodeURIComponent(name));
  } catch (error) {
    editor.toast(error.status ? error.message : words.lost, "error");
    if (error.status) await load();
    return;
  }
  if (kept.includes(name)) kept.splice(kept.indexOf(name), 1);
  collection.remove(name);
  if (own) collection.ask(own);
  editor.say(format(words.tookBack, { what: own ? nameOf(own) : name }));
}

// MARK: Around it

const heading = make("h2"), hint = make("p.hint"), counted = make("small"), progress = make("progress");
const keepButton = button({ word: words.keep, title: words.keepTitle, shown: true, click: keep });
keepButton.classList.add("primary");
const backButton = button({ icon: "undo", word: words.back, title: words.backTitle, shown: true, click: takeBack });
const line = make("div.connection", { role: "alert", hidden: true });
const consent = make("div.consent", { hidden: true });
part("stage").append(canvas,
  make("div.asked", {}, heading, hint, progress, counted),
  make("div.keeping", {}, backButton, keepButton), consent, make("div.messages", {}, line));
part("header").append(
  make("h1", {}, icon("draw"), words.title),
  button({ word: words.about, shown: true, click: () => showDialog("about", words.about, ...paragraphs()) }), themeButton());

const damaged = make("div.damaged", { hidden: true });
const lists = make("div.lists"), shown = make("h3"), samples = make("ul.samples"), done = make("p.hint"), train = make("p.hint");
part("panel").append(damaged, lists, shown, samples, done, train);

const paragraphs = () => collection.consent.map((text) => make("p", {}, text));

function showAsked() {
  const { asked } = collection;
  if (!asked) return;
  const count = collection.of(asked).length;
  const hints = words.hints[asked.name] ?? words.hints.character;
  const sign = icons[asked.name] ? icon(icons[asked.name]) : make("span.sign", {}, asked.label);
  heading.replaceChildren(sign, format(words.asked[asked.name] ?? words.asked.character, asked));
  setText(hint, hints[count % hints.length]);
  set(progress, "max", asked.wanted);
  progress.value = Math.min(count, asked.wanted);
  set(progress, "aria-label", nameOf(asked));
  setText(counted, format(words.counted, { count, wanted: asked.wanted }));
  set(keepButton, "aria-disabled", strokes.length ? null : "true");
  set(backButton, "aria-disabled", strokes.length || kept.length ? null : "true");
}

function showClasses() {
  const group = (title, chosen) => [make("h3", {}, title), make("div.classes", { role: "group", "aria-label": title },
    ...collection.classes.filter(chosen).map((each) => make(collection.isFull(each) ? "button.full" : "button", {
      "aria-pressed": String(each === collection.asked), "aria-label": format(words.classSaid, countOf(each)), "data-class": each.name,
      click() {
        collection.ask(each);
        canvas.focus({ preventScroll: true });
      },
    }, words[each.name] ?? each.label, " ", make("small", {}, String(collection.of(each).length)))))];
  lists.replaceChildren(...group(words.elements, ({ name }) => words[name]), ...group(words.characters, ({ name }) => !words[name]));
}

/** A sample's picture, in its own box. */
function picture({ strokes: lines }) {
  const xs = lines.flat().map(([x]) => x), ys = lines.flat().map(([, y]) => y);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs) || 1, Math.max(...ys) - Math.min(...ys) || 1];
  return draw("svg.shown", { viewBox: box.join(" "), "aria-hidden": "true" },
    ...lines.map((points) => draw("polyline", { points: points.map((point) => point.join(",")).join(" ") })));
}

function showSamples() {
  const { asked } = collection;
  if (!asked) return;
  setText(shown, format(words.samplesOf, { what: nameOf(asked) }));
  const own = collection.of(asked);
  samples.replaceChildren(...own.map((sample, index) => make("li", { "data-name": sample.name }, picture(sample),
    button({ icon: "close", word: format(words.remove, { number: index + 1 }), click: () => remove(sample.name) }))));
  if (!own.length) samples.append(make("span.hint", {}, words.noSamples));
  setText(done, collection.classes.every((each) => collection.isFull(each)) ? words.done : "");
  train.replaceChildren(words.train, make("br"), make("code", {}, `Scripts/train --own ${collection.folder}`));
}

function showDamaged() {
  damaged.hidden = !collection.damaged.length;
  damaged.replaceChildren(words.damaged,
    make("ul", {}, ...collection.damaged.map(({ name, problem }) => make("li", {}, `${name}: ${problem}`))));
}

function showConsent() {
  consent.hidden = collection.hasConsent;
  if (collection.hasConsent || consent.childElementCount) return;
  const agree = make("button.primary", {
    async click() {
      try {
        await editor.connection.request("POST", "collection/consent");
        await load();
        canvas.focus({ preventScroll: true });
      } catch (error) {
        editor.toast(error.status ? error.message : words.lost, "error");
      }
    },
  }, words.agree);
  consent.append(make("div", {}, make("h2", {}, words.about), ...paragraphs(), agree));
}

for (const show of [showAsked, showClasses, showSamples, showDamaged, showConsent]) collection.addEventListener("change", show);

// MARK: The server

async function load() {
  collection.take(await editor.connection.request("GET", "collection"));
  editor.model = {}; // pointers draw only where there is something to draw for
}

editor.connection = new Connection(takeToken(), {
  news() {},
  connected: () => load().catch((error) => editor.fail(error)),
  state(state) {
    line.hidden = state === "open";
    setText(line, state === "open" ? "" : state === "refused" ? texts.refused : words.lost);
  },
  aside() {},
});
editor.connection.listen();
document.addEventListener("keydown", (event) => {
  if (event.target.closest?.("button, dialog") || !collection.hasConsent) return;
  if (event.key === "Enter") keep();
  else if (event.key === "Backspace" || (event.key === "z" && (event.ctrlKey || event.metaKey))) takeBack();
  else return;
  event.preventDefault();
});
canvas.focus({ preventScroll: true });
