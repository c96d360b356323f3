extension Diagram {
    /// Returns the diagram as a picture in SVG.
    ///
    /// The picture is black on white, white on black in dark mode, and black on white again in
    /// print. Highlighted elements have thicker lines, and their circles are filled. Screen readers
    /// get a description of the states and arrows.
    ///
    /// - Parameters:
    ///   - title: The title, which is read aloud and not shown.
    ///   - highlight: The elements to highlight.
    /// - Complexity: O(*n* + *m* log *n*)
    public func svg(title: String = "State diagram", highlighting highlight: Highlight = Highlight()) -> String {
        let drawing = DrawnDiagram(self, highlighting: highlight).orEmptySetSymbol()
        var svg = SVGWriter()
        svg.begin(drawing.bounds.expanded(by: 8), title: title, description: spokenDescription)
        svg.write(drawing)
        return svg.text + "</svg>\n"
    }

    /// A description of the states and arrows in words, for screen readers.
    package var spokenDescription: String {
        let arrows = transitions.filter { !$0.marksInitialState }
        return (states.map { description(of: $0) } + arrows.map { "From " + description(of: $0) }).map { $0 + "." }
            .joined(separator: " ")
    }

    /// Returns a description of a state, without a period at the end.
    package func description(of state: State) -> String {
        let marks = [isInitial(state.id) ? "initial" : nil, state.isFinal ? "final" : nil].compactMap { $0 }
        return "State \(state.name)" + (marks.isEmpty ? "" : ", " + marks.joined(separator: " and "))
    }

    /// Returns a description of a transition that continues the word "from", such as `p on a to q`.
    package func description(of transition: Transition) -> String {
        let start = transition.start.flatMap { self[$0] }?.name ?? "nowhere"
        let end = transition.end.flatMap { self[$0] }?.name ?? "nowhere"
        let labels = transition.symbols + (transition.hasEpsilon ? ["epsilon"] : [])
        let reading = labels.isEmpty ? "" : " on " + labels.joined(separator: ", ")
        return "\(start)\(reading) to \(end)"
    }

    /// Returns whether an arrow marks a state as initial.
    package func isInitial(_ id: State.ID) -> Bool { transitions.contains { $0.marksInitialState && $0.end == id } }
}
