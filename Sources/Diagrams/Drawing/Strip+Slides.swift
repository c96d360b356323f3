extension Diagram.Strip {
    /// Returns the frames as slides in an HTML page.
    ///
    /// Each slide fills the window, and is printed on its own sheet. Keys and swipes lead to the
    /// next slide.
    ///
    /// The page works offline. Its script only changes slides.
    ///
    /// - Parameter title: The title.
    /// - Complexity: O(*f* (*n* + *m* log *n*)) for *f* frames.
    public func slides(title: String = "State diagrams") -> String {
        let cells = StripCells(self)
        var page = SVGWriter()
        page.text = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(SVGWriter.escaped(title))</title>
            <style>
            html { scroll-snap-type: y mandatory; color-scheme: light dark; font-family: system-ui, sans-serif }
            body { margin: 0 }
            section { box-sizing: border-box; height: 100vh; padding: 2vmin; display: grid; \
            grid-template-rows: auto 1fr; scroll-snap-align: start; break-after: page }
            h2 { margin: 0; font-size: 1.1rem; font-weight: 600 }
            svg { width: 100%; height: 100%; min-height: 0 }
            </style>

            """
        for index in frames.indices {
            page.text += "<section>\n<h2>\(SVGWriter.escaped(title)), \(index + 1) of \(frames.count)</h2>\n"
            let box = Box(.zero).including(Diagram.Point(x: cells.width, y: cells.height))
            let caption = frames[index].caption.split(separator: "\n").joined(separator: ". ")
            page.begin(box, title: "Picture \(index + 1)", description: caption, style: cells.style)
            cells.write(index, to: &page)
            page.text += "</svg>\n</section>\n"
        }
        return page.text + Self.walk + "</html>\n"
    }

    /// The keys of presentations; the browser's scrolling handles only some of them.
    private static let walk = """
        <script>
        const slides = [...document.querySelectorAll("section")];
        addEventListener("keydown", (event) => {
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          const at = Math.round(scrollY / innerHeight), last = slides.length - 1;
          const space = event.shiftKey ? at - 1 : at + 1;
          const position = { ArrowRight: at + 1, ArrowDown: at + 1, PageDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1,
            PageUp: at - 1, Home: 0, End: last, " ": space, Enter: space }[event.key];
          if (position === undefined) return;
          event.preventDefault();
          slides[Math.max(0, Math.min(position, last))].scrollIntoView();
        });
        </script>

        """
}
