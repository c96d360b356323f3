// The script of an exported web page: runs the automaton of its picture on words, without a server.
//
// Everywhere else the page asks the engine. An exported file has none, so this one script has rules
// of its own: reading symbols and taking ε-moves. A test compares its runs with those of the engine.

(() => {
  const playTime = 700;
  const part = (id) => document.getElementById(id);
  const elements = JSON.parse(part("automaton").textContent);
  const [states, arrows] = ["state", "arrow"].map((kind) => elements.filter((each) => each.kind === kind));
  const nameOf = new Map(states.map(({ id, name }) => [id, name]));
  const longestFirst = [...new Set(arrows.flatMap((arrow) => arrow.symbols))].sort((a, b) => b.length - a.length);

  // MARK: Rules

  /** Takes the longest name at each place, or one character. Blanks and commas between symbols don't count. */
  function split(text) {
    const symbols = [];
    for (let at = 0; at < text.length;) {
      const name = longestFirst.find((each) => text.startsWith(each, at));
      const symbol = name ?? String.fromCodePoint(text.codePointAt(at));
      if (name || (symbol !== " " && symbol !== ",")) symbols.push(symbol);
      at += symbol.length;
    }
    return symbols;
  }

  /** A step: arrows are taken, then all ε-moves from where they lead. */
  function step(symbol, taken) {
    const active = new Set(taken.map((arrow) => arrow.to));
    const movesFrom = (has) => arrows.filter((arrow) => arrow.epsilon && has(arrow.from));
    // A set visits what is added on the way.
    for (const state of active) for (const { to } of movesFrom((from) => from === state)) active.add(to);
    return { symbol, active, taken, moves: movesFrom((from) => active.has(from)) };
  }

  /** The steps on a word, up to the first symbol that no arrow reads. */
  function run(symbols) {
    const steps = [step(null, arrows.filter((arrow) => arrow.mark))];
    for (const symbol of symbols) {
      const { active } = steps.at(-1);
      const taken = arrows.filter((arrow) => active.has(arrow.from) && arrow.symbols.includes(symbol));
      if (!taken.length) break;
      steps.push(step(symbol, taken));
    }
    const isAccepted = steps.length > symbols.length && states.some(({ id, final }) => final && steps.at(-1).active.has(id));
    return { symbols, steps, isAccepted };
  }

  // MARK: Words for what happened

  const list = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
  const namesOf = (ids) => [...ids].map((id) => nameOf.get(id));

  function reason({ symbols, steps, isAccepted }) {
    const { active } = steps.at(-1);
    if (steps.length <= symbols.length) return `No arrow reads ${symbols[steps.length - 1]} from ${list(namesOf(active))}.`;
    if (!isAccepted) return `It ends in ${list(namesOf(active))}, ${active.size > 1 ? "none of which is" : "which isn't"} final.`;
    const finals = states.filter(({ id, final }) => final && active.has(id));
    return `It ends in ${list(finals.map(({ name }) => name))}, which ${finals.length > 1 ? "are" : "is"} final.`;
  }

  function describe({ symbol, active, moves }) {
    const parts = [symbol === null ? "Start" : `After ${symbol}`, `in {${namesOf(active).join(", ")}}`];
    if (moves.length) parts.push(`ε-moves: ${moves.map(({ from, to }) => `${nameOf.get(from)} → ${nameOf.get(to)}`).join(", ")}`);
    return parts.join(" · ");
  }

  // MARK: The page

  const picture = document.querySelector("svg");
  const marks = new Map();
  const layer = svg("g", { class: "marks", "aria-hidden": "true" });
  for (const { id, path, head } of arrows) {
    marks.set(id, svg("g", {}));
    marks.get(id).append(svg("path", { d: path }), svg("path", { d: head, class: "head" }));
  }
  for (const { id, x, y, r } of states) marks.set(id, svg("circle", { cx: x, cy: y, r }));
  layer.append(...marks.values());
  picture.append(layer);
  picture.style.maxWidth = `${2 * picture.width.baseVal.value}px`;

  let outcome, at, timer; // `at` is -1 until the word is stepped through

  function svg(name, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  function read() {
    stop();
    outcome = run(split(part("word").value));
    part("cells").replaceChildren(...outcome.symbols.map((symbol) => {
      const cell = document.createElement("li");
      cell.append(symbol);
      return cell;
    }));
    go(-1);
  }

  function go(place) {
    const { steps, isAccepted } = outcome;
    const last = steps.length - 1;
    at = Math.min(place, last);
    const now = steps[at];
    const marked = new Set(now ? [...now.active, ...[...now.taken, ...now.moves].map((arrow) => arrow.id)] : []);
    marks.forEach((mark, id) => mark.classList.toggle("on", marked.has(id)));
    [...part("cells").children].forEach((cell, index) => {
      cell.className = index < at ? "read" : index === at ? "next" : "";
    });
    part("cells").querySelector(".next")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    part("verdict").className = isAccepted ? "accepted" : "rejected";
    part("verdict").textContent = isAccepted ? "✓ Accepted" : "✗ Rejected";
    part("where").textContent = [now && describe(now), !now || at === last ? reason(outcome) : ""].filter(Boolean).join(" · ");
    part("first").disabled = part("back").disabled = at < 1;
    part("step").disabled = at === last;
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    part("run").textContent = "Run";
  }

  function play() {
    if (timer) return stop();
    go(at === outcome.steps.length - 1 ? 0 : Math.max(0, at));
    part("run").textContent = "Pause";
    timer = setInterval(() => {
      if (at < outcome.steps.length - 1) go(at + 1);
      else stop();
    }, playTime);
  }

  const places = { first: () => 0, back: () => at - 1, step: () => at + 1 };
  for (const [id, place] of Object.entries(places)) {
    part(id).addEventListener("click", () => {
      stop();
      go(place());
    });
  }
  part("word").addEventListener("input", read);
  part("player").addEventListener("submit", (event) => {
    event.preventDefault();
    play();
  });
  read();
})();
