extension Diagram {
    /// A sequence of pictures with captions, such as a run on a word, step by step.
    ///
    /// ```swift
    /// let run = try diagram.simulate("001")
    /// let handout = Diagram.Strip(run, of: diagram).svg(title: "The run on 001")
    /// let slide = Diagram.Strip(run, of: diagram).animatedSVG(title: "The run on 001")
    /// ```
    public struct Strip: Sendable, Hashable {
        /// One of the pictures, with its caption.
        public struct Frame: Sendable, Hashable {
            /// The diagram.
            public var diagram: Diagram
            /// The elements to highlight.
            public var highlight: Highlight
            /// The elements that are invisible, but take up space.
            public var hiddenElements: Highlight
            /// The groups of states, such as blocks of equivalent states, each filled with its own
            /// tint. Tints repeat after the eighth group.
            public var groups: [Set<State.ID>]
            /// The word below the diagram.
            public var tape: Tape?
            /// The caption, in one or several lines.
            public var caption: String

            /// Creates a frame.
            public init(
                _ diagram: Diagram, highlighting highlight: Highlight = Highlight(),
                hiding hidden: Highlight = Highlight(),
                groups: [Set<State.ID>] = [], tape: Tape? = nil, caption: String = ""
            ) {
                self.diagram = diagram
                self.highlight = highlight
                hiddenElements = hidden
                self.groups = groups
                self.tape = tape
                self.caption = caption
            }
        }

        /// A word that is being read.
        public struct Tape: Sendable, Hashable {
            /// The symbols of the word.
            public var symbols: [String]
            /// The number of symbols that were read; the last read symbol is marked.
            public var readCount: Int

            /// Creates a tape.
            public init(_ symbols: [String], readCount: Int) {
                self.symbols = symbols
                self.readCount = readCount
            }
        }

        /// The frames, in order.
        public var frames: [Frame]
        /// The table that is shown below the diagrams, if there is one.
        public var table: Table?

        /// Creates a strip of frames.
        public init(_ frames: [Frame], table: Table? = nil) {
            (self.frames, self.table) = (frames, table)
        }

        /// Creates a strip of a simulation.
        ///
        /// There is a frame for each step. It highlights the states and arrows of the step, and
        /// shows the rest of the word and whether the word is accepted.
        ///
        /// - Parameters:
        ///   - simulation: The simulation.
        ///   - diagram: The diagram that was simulated.
        ///   - stepCount: The maximum number of steps that are shown.
        /// - Complexity: O(*s* (*n* + *m* + *w*)) for *s* steps and a word of length *w*.
        public init(_ simulation: Simulation, of diagram: Diagram, maximumSteps stepCount: Int = defaultLimit) {
            let steps = simulation.steps.prefix(max(stepCount, 0))
            frames = steps.enumerated().map { index, step in
                let names = step.states.compactMap { diagram[$0]?.name }
                var caption = "{" + names.joined(separator: ", ") + "}"
                if index == simulation.steps.count - 1 {
                    if let stuckIndex = simulation.stuckIndex {
                        caption += "\nrejected: no arrow on \(Label.brief(simulation.word[stuckIndex]))"
                    } else {
                        caption += simulation.isAccepted ? "\naccepted" : "\nrejected: no final state"
                    }
                } else if index == steps.count - 1 {
                    let count = simulation.steps.count - steps.count
                    caption += "\n… \(count) more step\(count == 1 ? "" : "s")"
                }
                return Frame(
                    diagram, highlighting: Highlight(step), tape: Tape(simulation.word, readCount: index),
                    caption: caption)
            }
        }
    }
}

extension Diagram.Strip {
    /// Returns the frames side by side in one picture in SVG, in rows of about the width of a page.
    ///
    /// - Parameter title: The title, which is read aloud and not shown.
    /// - Complexity: O(*f* (*n* + *m* log *n*)) for *f* frames.
    public func svg(title: String = "State diagrams") -> String {
        let cells = StripCells(self)
        let columns = max(1, min(frames.count, Int(Self.pageWidth / cells.width)))
        let rows = (frames.count + columns - 1) / columns
        let box = Box(
            .zero, width: Double(columns) * cells.width, height: Double(max(rows, 1)) * cells.height)
        var svg = SVGWriter()
        svg.begin(box, title: title, description: description, style: cells.style)
        for index in frames.indices {
            let (x, y) = (Double(index % columns) * cells.width, Double(index / columns) * cells.height)
            svg.text += "<g transform=\"translate(\(svg.number(x)) \(svg.number(y)))\">\n"
            cells.write(index, to: &svg)
            svg.text += "</g>\n"
        }
        return svg.text + "</svg>\n"
    }

    /// Returns the frames as an endless animation in SVG.
    ///
    /// The animation needs no script. Printers, readers that ask for less motion, and programs that
    /// don't animate show the last frame.
    ///
    /// - Parameters:
    ///   - title: The title, which is read aloud and not shown.
    ///   - secondsPerFrame: The time that each frame is shown, from 0.1 to 60 seconds.
    /// - Complexity: O(*f* (*n* + *m* log *n*)) for *f* frames.
    public func animatedSVG(title: String = "State diagrams", secondsPerFrame: Double = 1.5) -> String {
        let cells = StripCells(self)
        // Rounded to hundredths, so that the times below are exact.
        let seconds = secondsPerFrame.isFinite ? (min(max(secondsPerFrame, 0.1), 60) * 100).rounded() / 100 : 1.5
        let total = seconds * Double(frames.count)
        var svg = SVGWriter()
        let style = """
            \(cells.style).frame { visibility: hidden }
            .frame:last-of-type { visibility: visible }
            @media screen and (prefers-reduced-motion: no-preference) {
            .frame { animation: frames \(svg.number(total))s step-end infinite }
            }
            @keyframes frames { 0% { visibility: visible } \
            \(100 / Double(max(frames.count, 1)))%, 100% { visibility: hidden } }

            """
        let box = Box(.zero, width: cells.width, height: cells.height)
        svg.begin(box, title: title, description: description, style: frames.count > 1 ? style : cells.style)
        for index in frames.indices {
            // A frame is visible at the start of its time, which begins before the picture is
            // shown.
            let delay = svg.number(Double(index) * seconds - total)
            svg.text += "<g class=\"frame\" style=\"animation-delay: \(delay)s\">\n"
            cells.write(index, to: &svg)
            svg.text += "</g>\n"
        }
        return svg.text + "</svg>\n"
    }

    private static let pageWidth = 1200.0

    /// The diagrams and captions in words.
    private var description: String {
        var parts: [String] = []
        for (index, frame) in frames.enumerated() {
            let isNew = index == 0 || frame.diagram != frames[index - 1].diagram
            if isNew { parts.append(frame.diagram.spokenDescription) }
            var words = ["Picture \(index + 1)."]
            if let tape = frame.tape, tape.readCount > 0, tape.readCount <= tape.symbols.count {
                words.append("Read \(tape.symbols[tape.readCount - 1]).")
            }
            words += frame.caption.split(separator: "\n").map { $0 + "." }
            parts.append(words.joined(separator: " "))
        }
        return parts.joined(separator: " ")
    }
}

extension Box {
    fileprivate init(_ low: Diagram.Point, width: Double, height: Double) {
        self = Box(low).including(Diagram.Point(x: low.x + width, y: low.y + height))
    }
}
