// The page of `automata components run --inspect` and `inspect`: shows components while they run.

import { button, draw, field, make, set, setText } from "./dom.js";
import { Connection, takeToken } from "./connection.js";
import { View } from "./view.js";

const part = (id) => document.getElementById(id);
const world = draw("g");
const canvas = draw("svg", { id: "chart", role: "group", tabindex: 0, "aria-label": "Components and channels. + − 0 and the arrow keys move the picture." }, world);
part("stage").append(canvas);
const view = new View(canvas, world);

let run = null, isPlaced = false, isAsking = false, isStale = false, chosen = null;
/** The picture and the flow that were asked for last; answers to earlier questions are dropped. */
let lastPicture = 0, lastFlow = 0;
/** What the picture and the flow show, so that they are drawn only when that changes. */
let shownStates = null, shownFlow = null;

// MARK: Parts of the page

const title = make("h1.name", {}, "Components");
const time = make("span.time");
const go = button({ icon: "play", word: "Run", title: "Let the run go on (Space)", shown: true, click: () => act("run") });
const pause = button({ icon: "pause", word: "Pause", title: "Pause the run before its next message (Space)", shown: true, click: () => act("pause") });
const step = button({ icon: "step", word: "Step", title: "Handle one message (.)", shown: true, click: () => act("step") });
const back = button({ icon: "back", word: "Back", title: "Go back before the last message (Backspace)", shown: true, click: () => act("back") });
const speed = make("select", { "aria-label": "Speed", change: () => act("speed", speed.value) },
  ...[["0.1", "0.1 ×"], ["1", "1 ×"], ["10", "10 ×"], ["100", "100 ×"], ["max", "no waiting"]].map(([value, text]) => make("option", { value, selected: value === "1" }, text)));
part("header").append(title, time, go, pause, step, back, speed, button({ icon: "fit", word: "Show all (0)", click: () => view.fit() }));

const message = field({ id: "message", "aria-label": "Message or time", list: "messages", placeholder: "port.message=3 or +500 (ms)" });
const messages = make("datalist", { id: "messages" });
const form = make("form", { submit: (event) => { event.preventDefault(); if (message.value) act("send", message.value).then((isDone) => { if (isDone) message.value = ""; }); } },
  message, messages, make("button", { type: "submit" }, "Send"));
const problem = make("p", { id: "problem" }), next = make("p", { id: "next" }), missed = make("p", { id: "missed" });
const failures = make("ul", { id: "failures" }), states = make("dl", { id: "states" });
const waiting = make("ol.rows", { id: "waiting" }), waitingTitle = make("h3"), counts = make("dl", { id: "counts" });
const filter = field({ id: "filter", type: "search", "aria-label": "Search the events", placeholder: "Search", input: () => refresh() });
const events = make("ol.rows", { id: "events" }), eventsTitle = make("h3");
const flow = make("div", { id: "flow", tabindex: 0, "aria-label": "Flow of the chosen message", hidden: true }), flowTitle = make("h3", { hidden: true }, "Flow");
part("panel").append(
  make("section", {}, make("h2", {}, "Run"), form, problem, next, missed, failures),
  make("section", {}, make("h3", {}, "States"), states),
  make("section", {}, waitingTitle, counts, waiting),
  make("section", {}, flowTitle, flow),
  make("section", {}, eventsTitle, filter, events));

// MARK: The run

const connection = new Connection(takeToken(), {
  news: refresh,
  connected: refresh,
  state(name) {
    if (name === "lost") say("The page's program has ended, or can't be reached.", true);
    if (name === "refused") say("The address isn't valid any more; open the one that the program printed.", true);
  },
  aside() {},
});

const query = () => "?filter=" + encodeURIComponent(filter.value);

/** Asks for the run; what changes meanwhile is asked for afterwards. */
async function refresh() {
  isStale = true;
  if (isAsking) return;
  isAsking = true;
  try {
    while (isStale) {
      isStale = false;
      show(await connection.request("GET", "run" + query()));
    }
  } catch (error) {
    say(error.message, true);
  } finally {
    isAsking = false;
  }
}

/** Sends a command. Returns whether it was carried out. */
async function act(path, body = "") {
  try {
    show(await connection.request("POST", path + query(), body));
    say(run.next ? "Next: " + run.next : "");
    return true;
  } catch (error) {
    say(error.message, true);
    if (error.status) refresh();
    return false;
  }
}

function say(text, isWrong = false) {
  setText(problem, isWrong ? text : run?.problem ?? "");
  setText(part("live"), text);
}

function show(state) {
  run = state;
  document.title = run.title || "Components";
  setText(title, document.title);
  setText(time, `${run.time} ms` + (run.hasEnded ? ", ended" : run.isPaused ? ", paused" : ""));
  const mayControl = run.allowsControl && !run.hasEnded;
  go.disabled = !mayControl || !run.isPaused;
  pause.disabled = !mayControl || run.isPaused;
  step.disabled = !mayControl || !run.isPaused;
  back.disabled = !run.canGoBack;
  back.hidden = speed.hidden = form.hidden = !run.hasSpeed;
  for (const each of [go, pause, step]) if (!run.allowsControl) set(each, "title", "The program may only be watched.");
  if (run.problem) setText(problem, run.problem);
  setText(next, run.isPaused ? nextText() : "");
  setText(missed, run.missed ? `${run.missed} events missed, as they came too fast` : "");
  fill(messages, run.messages, (text) => make("option", { value: text }), (item, text) => set(item, "value", text));
  fill(failures, run.failures, () => make("li"), setText);
  states.replaceChildren(...Object.entries(run.states).flatMap(([name, active]) => [make("dt", {}, name), make("dd", {}, active.join(" & "))]));
  states.parentElement.hidden = !states.children.length;
  waiting.parentElement.hidden = run.waitingCounts === null;
  setText(waitingTitle, `Waiting messages (${run.waitingCount ?? 0})`);
  counts.replaceChildren(...(run.waitingCounts ?? []).flatMap(({ part, count }) => [make("dt", {}, part), make("dd", {}, String(count))]));
  fill(waiting, run.waiting ?? [], () => make("li"), setText);
  setText(eventsTitle, `Events, the newest first (${run.eventCount})`);
  fill(events, run.events, makeEvent, showEvent);
  showPicture();
  showFlow();
}

function nextText() {
  if (run.stop !== null) return "Stopped at: " + run.stop;
  if (run.next !== null) return "Next: " + run.next;
  return "Next: " + (run.waitingCount === null ? "none yet" : run.waitingCount ? "the message that has waited longest" : "nothing waits");
}

/** Fills a list, whose items are kept, so that the focus stays. */
function fill(list, values, makeItem, showItem) {
  while (list.children.length > values.length) list.lastChild.remove();
  values.forEach((value, index) => {
    if (!list.children[index]) list.append(makeItem(value));
    showItem(list.children[index], value);
  });
}

function makeEvent() {
  const one = make("button", { click: () => choose(one.dataset.id) });
  return make("li", {}, one);
}

function showEvent({ firstChild: one }, { text, id, isLoss }) {
  setText(one, text);
  one.dataset.id = id ?? "";
  one.disabled = id === null;
  one.classList.toggle("loss", isLoss);
  set(one, "aria-pressed", id === null ? null : String(id === chosen));
}

function choose(id) {
  chosen = id === chosen ? null : id;
  show(run);
}

// MARK: Pictures

/** Fetches a picture as a document: the page makes no markup from text. */
function fetchPicture(path) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", "/api/" + path);
    request.setRequestHeader("Authorization", "Bearer " + connection.token);
    request.onreadystatechange = () => { if (request.readyState === 2) request.responseType = request.status === 200 ? "document" : "json"; };
    request.onload = () => request.status === 200 && request.responseXML ? resolve(document.importNode(request.responseXML.documentElement, true)) : reject(new Error(request.response?.error ?? ""));
    request.onerror = () => reject(new Error(""));
    request.send();
  });
}

async function showPicture() {
  const key = JSON.stringify([run.states, run.wiring]);
  if (key === shownStates) return;
  shownStates = key;
  const number = ++lastPicture;
  const picture = await fetchPicture("picture").catch(() => null);
  if (number !== lastPicture) return;
  if (!picture) return shownStates = null;
  world.replaceChildren(picture);
  if (!isPlaced) view.fit(1.5);
  isPlaced = run.partCount > 0;
}

async function showFlow() {
  flow.hidden = flowTitle.hidden = chosen === null;
  const key = JSON.stringify([chosen, run.events[0]?.number, run.eventCount]);
  if (chosen === null || key === shownFlow) return;
  shownFlow = key;
  const number = ++lastFlow;
  const picture = await fetchPicture("flow?id=" + encodeURIComponent(chosen)).catch((error) => make("p", {}, error.message));
  if (number === lastFlow) flow.replaceChildren(picture);
}

// MARK: Pointers and keys

let last = null;
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  view.zoomBy(Math.exp(-event.deltaY / (event.deltaMode ? 20 : 400)), [event.clientX, event.clientY]);
}, { passive: false });
canvas.addEventListener("pointerdown", (event) => { if (!event.button) last = event; });
window.addEventListener("pointermove", (event) => {
  if (!last) return;
  view.panBy(event.clientX - last.clientX, event.clientY - last.clientY);
  last = event;
});
for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => { last = null; });
window.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT"].includes(event.target.tagName)) return;
  const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
  const press = (one) => { if (!one.disabled && !one.hidden) one.click(); };
  if (moves[event.key] && canvas.contains(event.target)) view.panBy(...moves[event.key]);
  else if (event.key === "+" || event.key === "-") view.zoomBy(event.key === "+" ? 1.25 : 0.8);
  else if (event.key === "0") view.fit(1.5);
  else if (event.key === ".") press(step);
  else if (event.key === "Backspace") press(back);
  else if (event.key === " " && event.target.tagName !== "BUTTON") press(run?.isPaused ? go : pause);
  else return;
  event.preventDefault();
});

connection.listen();
