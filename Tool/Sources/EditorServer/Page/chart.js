// The page of `automata statechart view`: shows a chart while it runs. The rules are the server's.

import { button, draw, field, make, set, setText } from "./dom.js";
import { Connection, takeToken } from "./connection.js";
import { View } from "./view.js";

const part = (id) => document.getElementById(id);
const world = draw("g");
const canvas = draw("svg", { id: "chart", role: "group", tabindex: 0, "aria-label": "Chart. Enter on a state folds or unfolds it; + − 0 and the arrow keys move the picture." }, world);
part("stage").append(canvas);
const view = new View(canvas, world);

let run = null, folded = new Set(), isPlaced = false;
/** What is tried now, or null. */
let trial = null;
/** The picture that was asked for last; answers to earlier questions are dropped. */
let lastPicture = 0, lastTrial = 0, abort = null;

// MARK: Parts of the page

const title = make("h1.name", {}, "Statechart");
const time = make("span.time");
const back = button({ icon: "back", word: "Back", title: "Back before the last step (Backspace)", shown: true, click: () => act("back") });
const next = button({ icon: "step", word: "Next timer", title: "Let time pass to the next timer (.)", shown: true, click: () => act("step", "") });
const restart = button({ icon: "first", word: "Restart", shown: true, click: () => act("restart") });
part("header").append(title, time, back, next, restart, button({ icon: "fit", word: "Show all (0)", click: () => view.fit() }));

const events = make("div.events", { role: "group", "aria-label": "Events" });
const step = field({ id: "step", "aria-label": "Event or time", placeholder: "coin, coin=2 or +500 (ms)" });
const form = make("form", { submit: (event) => { event.preventDefault(); if (step.value) act("step", step.value).then((isDone) => { if (isDone) step.value = ""; }); } },
  step, make("button", { type: "submit" }, "Send"));
const effect = make("p", { id: "effect" }), notes = make("ul", { id: "notes" });
const active = make("p"), variables = make("dl"), trace = make("ol.trace");
part("panel").append(
  make("section", {}, make("h2", {}, "Events"), events, form, effect, notes), make("section", {}, make("h3", {}, "Active"), active),
  make("section", {}, make("h3", {}, "Variables"), variables), make("section", {}, make("h3", {}, "Trace, the newest step first"), trace));

// MARK: The run

const connection = new Connection(takeToken(), {
  news({ revision }) { if (run && revision !== run.revision) refresh(); },
  connected: begin,
  state(name) {
    if (name === "lost") say("The program has ended, or can't be reached.", true);
    if (name === "refused") say("The address isn't valid any more; open the one that the program printed.", true);
  },
  aside() {},
});

async function begin() {
  const chart = await connection.request("GET", "chart");
  if (!run) folded = new Set(chart.folded);
  setText(title, chart.name || "Statechart");
  document.title = chart.name || "Statechart";
  await refresh();
}

async function refresh() { show(await connection.request("GET", "run")); }

/** Sends a command. Returns whether it was carried out. */
async function act(path, body = "") {
  endTrial();
  const slow = setTimeout(() => { say("Still running…"); setText(effect, "Still running…"); }, 500);
  try {
    show(await connection.request("POST", path, body));
    say([run.active.join(", ") + (run.ended ? " (ended)" : ""), ...run.notes].join("; "));
    return true;
  } catch (error) {
    if (error.status) await refresh();
    // The notes of the step tell it to all pages.
    say(error.message, !run?.notes.includes(error.message));
    return false;
  } finally {
    clearTimeout(slow);
  }
}

function say(text, isWrong = false) {
  setText(effect, isWrong ? text : "");
  effect.classList.toggle("wrong", isWrong);
  setText(part("live"), text);
}

function show(state) {
  run = state;
  setText(time, `${run.time} ms` + (run.next === null || run.ended ? "" : `, next timer at ${run.next} ms`) + (run.ended ? ", ended" : ""));
  back.disabled = !run.canGoBack;
  back.title = run.obstacle ? `Can't go back: ${run.obstacle}` : "Back before the last step (Backspace)";
  next.disabled = run.next === null || run.ended;
  setText(active, run.active.join(", "));
  variables.replaceChildren(...Object.entries(run.variables).flatMap(([name, value]) =>
    [make("dt", {}, name), make("dd", {}, typeof value === "string" ? value : JSON.stringify(value))]));
  variables.parentElement.hidden = !variables.children.length;
  trace.replaceChildren(...run.trace.map((text) => make("li", {}, text.trimEnd())).reverse());
  showNotes(run.notes);
  showEvents();
  showPicture();
}

/** Shows the problems of a step. */
function showNotes(texts) { notes.replaceChildren(...texts.map((text) => make("li", {}, text))); }

/** Keeps the buttons, so that the focus stays. */
function showEvents() {
  while (events.children.length > run.events.length) events.lastChild.remove();
  run.events.forEach(({ name, isExpected }, index) => {
    let one = events.children[index];
    if (!one) {
      const own = () => events.children[index].textContent;
      one = make("button", { click: () => act("step", own()), pointerenter: () => tryOut(own()), focus: () => tryOut(own()), pointerleave: stopTrying, blur: stopTrying });
      events.append(one);
    }
    setText(one, name);
    one.classList.toggle("expected", isExpected);
    set(one, "title", isExpected ? null : "No active state reacts to it.");
  });
}

// MARK: Trying

/** Shows what a step would do. */
async function tryOut(name) {
  if (!name || !run || run.ended) return;
  endTrial();
  const number = lastTrial;
  trial = name;
  abort = new AbortController();
  try {
    const result = await connection.request("GET", "try?step=" + encodeURIComponent(name), undefined, { signal: abort.signal });
    if (number !== lastTrial || trial !== name) return;
    const isIgnored = result.fate === "ignored", isDeferred = result.fate === "deferred";
    say("");
    setText(effect, `${name}: ${isIgnored ? "would be ignored" : isDeferred ? "would be deferred" : "would lead to " + result.active.join(", ")}`);
    showNotes(result.notes);
    showPicture();
  } catch (error) {
    if (number === lastTrial) say(error.message, true);
  }
}

/** Forgets what is tried; the program stops working on it. */
function endTrial() {
  trial = null;
  lastTrial += 1;
  abort?.abort();
}

function stopTrying() {
  if (trial === null) return;
  endTrial();
  setText(effect, "");
  showNotes(run.notes);
  showPicture();
}

step.addEventListener("input", () => { if (!step.value) stopTrying(); });

// MARK: The picture

/** Fetches the picture as a document: the page makes no markup from text. */
function fetchPicture(path) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", "/api/" + path);
    request.setRequestHeader("Authorization", "Bearer " + connection.token);
    request.onreadystatechange = () => { if (request.readyState === 2) request.responseType = request.status === 200 ? "document" : "json"; };
    request.onload = () => request.status === 200 && request.responseXML ? resolve(request.responseXML.documentElement) : reject(new Error(request.status === 422 ? request.response?.error ?? "" : ""));
    request.onerror = () => reject(new Error(""));
    request.send();
  });
}

async function showPicture() {
  const number = ++lastPicture;
  const query = [["folded", [...folded].join("\n")], ["step", trial ?? ""]].filter(([, value]) => value);
  const wanted = trial;
  const picture = await fetchPicture("picture?" + query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")).catch((error) => { if (number === lastPicture && error.message) say(error.message, true); });
  if (!picture || number !== lastPicture) return;
  const focused = canvas.contains(document.activeElement) ? document.activeElement.dataset?.state : undefined;
  picture.querySelector("style")?.remove();
  const svg = document.importNode(picture, true);
  set(svg, "role", "group");
  for (const state of svg.querySelectorAll("[data-state]")) {
    const name = state.dataset.state;
    if (!name) continue;
    const isFolded = folded.has(name);
    for (const [key, value] of Object.entries({ role: "button", tabindex: 0, "aria-expanded": String(!isFolded), "aria-label": name })) set(state, key, value);
  }
  world.replaceChildren(svg);
  canvas.classList.toggle("trial", wanted !== null);
  if (focused !== undefined) [...svg.querySelectorAll("[data-state]")].find((state) => state.dataset.state === focused)?.focus();
  if (!isPlaced) view.fit(1.5);
  isPlaced = true;
}

function toggle(name) {
  if (!folded.delete(name)) folded.add(name);
  showPicture();
}

// MARK: Pointers and keys

const stateAt = (event) => event.target.closest?.("[role=button][data-state]")?.dataset.state;
let last = null, isDragging = false;
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  view.zoomBy(Math.exp(-event.deltaY / (event.deltaMode ? 20 : 400)), [event.clientX, event.clientY]);
}, { passive: false });
canvas.addEventListener("pointerdown", (event) => { if (!event.button) [last, isDragging] = [event, false]; });
window.addEventListener("pointermove", (event) => {
  if (!last || (!isDragging && Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < 5)) return;
  isDragging = true;
  view.panBy(event.clientX - last.clientX, event.clientY - last.clientY);
  last = event;
});
for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => { last = null; });
canvas.addEventListener("click", (event) => { if (!isDragging && stateAt(event)) toggle(stateAt(event)); });
window.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT") return;
  const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
  if (moves[event.key] && canvas.contains(event.target)) view.panBy(...moves[event.key]);
  else if (event.key === "+" || event.key === "-") view.zoomBy(event.key === "+" ? 1.25 : 0.8);
  else if (event.key === "0") view.fit(1.5);
  else if (event.key === "Backspace") { if (!back.disabled) act("back"); }
  else if (event.key === ".") { if (!next.disabled) act("step", ""); }
  else if ((event.key === "Enter" || event.key === " ") && canvas.contains(event.target) && stateAt(event)) toggle(stateAt(event));
  else return;
  event.preventDefault();
});

connection.listen();
