internal import Drawing
internal import Statecharts

/// Writes a chart as a page with a picture of the inside of each state.
///
/// The pictures show one or two levels, and all levels only of the state where the page begins.
/// So the page grows with the chart, and not with the number of ways to fold it. It
/// needs no server, and loads nothing.
///
/// Cost: that of the pictures, and O(*n*) for each composite state. Beyond `stepLimit`, only the
/// uppermost states have pictures.
struct ChartPage {
    /// The bound on the product of states and pictures.
    private static let stepLimit = 40_000_000
    /// The number of states up to which a chart is shown whole at first.
    private static let smallCount = 30

    /// Returns the page, which begins with an excerpt.
    static func text(
        of chart: Statechart, highlighting highlight: StatechartHighlight, showing excerpt: StatechartExcerpt
    ) -> String {
        let figure = ChartFigure(chart, numbersScripts: true)
        let top = excerpt.state.flatMap { figure.state(named: $0) } ?? 0
        let isSmall = excerpt.depth == nil && excerpt.folded.isEmpty && chart.states.count <= smallCount
        let first = isSmall ? nil : max(excerpt.depth ?? 2, 1)
        var body = ""
        func add(_ node: Int, _ depth: Int?, isFirst: Bool) {
            // The root has the chart's name, which a state may have, too.
            func key(_ node: Int) -> String { node == 0 ? "" : chart.states[node].name }
            let name = key(node)
            var part = StatechartExcerpt(of: node == 0 ? nil : name, depth: depth)
            if isFirst { part.folded = excerpt.folded }
            let title = name.isEmpty ? chart.name.isEmpty ? "Statechart" : chart.name : name
            var data = [("state", name), ("title", title), ("levels", depth.map(String.init) ?? "all")]
            if node > 0 { data.append(("parent", key(chart.parents[node]))) }
            let attributes = data.map { " data-\($0)=\"\(SVGWriter.escaped($1))\"" }.joined()
            body += "<template\(attributes)\(isFirst ? " data-first" : "")>"
            body += ChartSVG.text(of: [figure.showing(part)], title: title, highlight) + "</template>\n"
        }
        let composites = chart.states.indices.filter { figure.isComposite($0) || $0 == top }
            .sorted { (figure.nodes[$0].depth, $0) < (figure.nodes[$1].depth, $1) }
        let count = max(stepLimit / max(chart.states.count, 1), 20)
        add(top, first, isFirst: true)
        if first != nil { add(top, nil, isFirst: false) }
        for node in composites.prefix(count) {
            let isDeep = figure.nodes[node].children.contains { figure.isComposite($0) }
            for depth in isDeep ? [1, 2] : [1] where node != top || depth != first {
                add(node, depth, isFirst: false)
            }
        }
        return start(chart.name) + body + "<script>\n\(script)</script>\n</body>\n</html>\n"
    }

    private static func start(_ name: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(SVGWriter.escaped(name.isEmpty ? "Statechart" : name))</title>
        <style>
        :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; }
        html, body { height: 100%; margin: 0; }
        body { display: flex; flex-direction: column; }
        header { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 6px 10px; border-bottom: 1px solid #8886; }
        nav, header div { display: flex; flex-wrap: wrap; align-items: center; gap: 4px; }
        nav { flex: 1; }
        button { font: inherit; color: inherit; padding: 3px 9px; border: 1px solid #8886; border-radius: 7px; background: none; }
        button:hover { background: #8883; }
        button[aria-pressed="true"], button[aria-current] { background: #48f3; }
        #view { flex: 1; min-height: 0; touch-action: none; cursor: grab; }
        #view svg { display: block; width: 100%; height: 100%; }
        #view [role="button"] { cursor: zoom-in; }
        #view [role="button"]:hover > rect:first-of-type, #view [role="button"]:focus > rect:first-of-type { stroke: #27f; stroke-width: 3; }
        #view [role="button"]:focus { outline: none; }
        :focus-visible { outline: 2px solid #27f; outline-offset: 1px; }
        @media print { header { display: none; } }
        </style>
        </head>
        <body>
        <header>
        <nav id="path" aria-label="States around the picture"></nav>
        <div id="levels" role="group" aria-label="Levels">Levels</div>
        <div role="group" aria-label="Size"><button data-zoom="0.8" title="Smaller (−)" aria-label="Smaller">−</button>
        <button data-zoom="0" title="Fit (0)">Fit</button><button data-zoom="1.25" title="Larger (+)" aria-label="Larger">+</button></div>
        </header>
        <main id="view" tabindex="0" aria-label="Chart. Tab and Enter open states, Escape goes up, + − 0 and the arrow keys move the picture."></main>

        """
    }

    /// Shows the pictures: the state stands in the address behind `#`, for the browser's own way
    /// back.
    private static let script = #"""
        const [view, path, levels] = ["view", "path", "levels"].map((id) => document.getElementById(id));
        const pictures = [...document.querySelectorAll("template")];
        const first = document.querySelector("[data-first]");
        const of = (state) => pictures.filter((one) => one.dataset.state === state);
        let wanted = first.dataset.levels, current = first, svg, whole, box;

        function button(text, click, attributes = {}) {
          const made = document.createElement("button");
          made.textContent = text;
          made.onclick = click;
          for (const name in attributes) made.setAttribute(name, attributes[name]);
          return made;
        }

        function show(state) {
          const own = of(state);
          current = own.find((one) => one.dataset.levels === wanted) ?? own.find((one) => one.dataset.levels === "2") ?? own[0];
          svg = current.content.querySelector("svg").cloneNode(true);
          whole = svg.viewBox.baseVal;
          whole = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
          svg.setAttribute("role", "group");
          for (const part of svg.querySelectorAll("[data-state]")) {
            if (part.dataset.state === state || !of(part.dataset.state).length) continue;
            for (const [name, value] of [["tabindex", 0], ["role", "button"], ["aria-label", "Open " + part.dataset.state]]) part.setAttribute(name, value);
          }
          view.replaceChildren(svg);
          fit();
          const around = [];
          for (let one = current; one; one = of(one.dataset.parent ?? "\0")[0]) around.unshift(one.dataset);
          path.replaceChildren(...around.map((one) => button(one.title, () => open(one.state), one.state === state ? { "aria-current": "page" } : {})));
          levels.replaceChildren("Levels", ...own.map((one) => one.dataset.levels).sort().map((count) => button(count, () => {
            wanted = count;
            show(state);
            [...levels.querySelectorAll("button")].find((one) => one.textContent === count).focus();
          }, { "aria-pressed": count === current.dataset.levels })));
          document.title = current.dataset.title;
        }

        const open = (state) => { location.hash = "/" + encodeURIComponent(state); };

        function fromAddress() {
          let state = first.dataset.state;
          try { if (location.hash) state = decodeURIComponent(location.hash.slice(2)); } catch { /* isn't an address of ours */ }
          show(of(state).length ? state : first.dataset.state);
        }

        function draw() { svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`); }

        function fit() {
          const { width, height } = view.getBoundingClientRect();
          const scale = Math.min(width / whole.width, height / whole.height, 1.5) || 1;
          box = { x: whole.x + whole.width / 2 - width / scale / 2, y: whole.y + whole.height / 2 - height / scale / 2, width: width / scale, height: height / scale };
          draw();
        }

        function zoom(factor, at) {
          const frame = view.getBoundingClientRect();
          const scale = frame.width / box.width;
          factor = Math.min(Math.max(scale * factor, 0.02), 8) / scale;
          const x = at ? (at.clientX - frame.left) / frame.width : 0.5, y = at ? (at.clientY - frame.top) / frame.height : 0.5;
          box.x += x * box.width * (1 - 1 / factor);
          box.y += y * box.height * (1 - 1 / factor);
          box.width /= factor;
          box.height /= factor;
          draw();
        }

        function pan(dx, dy) {
          const scale = view.getBoundingClientRect().width / box.width;
          box.x -= dx / scale;
          box.y -= dy / scale;
          draw();
        }

        const stateAt = (event) => event.target.closest?.("[role=button][data-state]")?.dataset.state;
        let last = null, wasDragged = false;
        view.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(-event.deltaY / (event.deltaMode ? 20 : 400)), event); }, { passive: false });
        view.addEventListener("pointerdown", (event) => { if (!event.button) [last, wasDragged] = [event, false]; });
        addEventListener("pointermove", (event) => {
          if (!last || (!wasDragged && Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < 5)) return;
          wasDragged = true;
          pan(event.clientX - last.clientX, event.clientY - last.clientY);
          last = event;
        });
        for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { last = null; });
        view.addEventListener("click", (event) => { const state = stateAt(event); if (!wasDragged && state !== undefined) open(state); });
        addEventListener("keydown", (event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
          const isInView = view.contains(event.target);
          if (moves[event.key] && isInView) pan(...moves[event.key]);
          else if (event.key === "+" || event.key === "-") zoom(event.key === "+" ? 1.25 : 0.8);
          else if (event.key === "0") fit();
          else if (event.key === "Escape" && of(current.dataset.parent ?? "\0").length) open(current.dataset.parent);
          else if ((event.key === "Enter" || event.key === " ") && stateAt(event) !== undefined) { open(stateAt(event)); view.focus(); }
          else return;
          event.preventDefault();
        });
        document.querySelector("header").addEventListener("click", ({ target }) => {
          if (target.dataset.zoom) Number(target.dataset.zoom) ? zoom(Number(target.dataset.zoom)) : fit();
        });
        addEventListener("hashchange", fromAddress);
        addEventListener("resize", fit);
        fromAddress();

        """#
}
