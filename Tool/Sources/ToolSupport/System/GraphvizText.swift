import Automata

/// An automaton as Graphviz draws it, with labels that fit into a picture.
struct GraphvizText {
    enum Content {
        /// Writes names and labels.
        case everything
        /// Writes circles of the size in the library's pictures, and labels only to reserve their
        /// space.
        case room
    }

    private(set) var text = "digraph {\nrankdir=LR;\n"

    /// The maximum number of characters of a name, and of a label in Graphviz's pictures and in the
    /// library's.
    private static let (nameLength, labelLength, roomLength) = (40, 60, 20)

    init(_ automaton: Automaton, shows content: Content) {
        let view = automaton.asEpsilonNFA
        switch content {
        case .everything: text += "node [shape=circle];\n"
        case .room:
            text += "node [shape=circle fixedsize=true width=0.6667 label=\"\"];\n"
            text += "edge [fontname=Helvetica fontsize=14];\n"
        }
        if view.stateCount == 0, content == .everything { text += "e [shape=none width=1 height=1 label=\"∅\"];\n" }
        for state in view.states {
            text += "s\(state)"
            if content == .everything {
                let name = Self.quoted(Self.shortened(view.name(of: state), to: Self.nameLength))
                text += " [label=\(name)\(view.isFinal(state) ? " shape=doublecircle" : "")]"
            }
            text += ";\n"
        }
        for state in view.initialStates {
            let mark = content == .everything ? "style=invis" : "width=0.05"
            text += "m\(state) [shape=point \(mark)]; m\(state) -> s\(state);\n"
        }
        let length = content == .everything ? Self.labelLength : Self.roomLength
        for state in view.states { appendEdges(from: state, of: view, labelLength: length) }
        text += "}\n"
    }

    /// Appends one edge to each target, with all symbols that lead there.
    private mutating func appendEdges(from state: StateID, of view: EpsilonNFA, labelLength: Int) {
        var labels: [StateID: [String]] = [:]
        for transition in view.transitions(from: state) {
            labels[transition.target, default: []].append(view.alphabet.name(of: transition.symbol))
        }
        for target in view.epsilonTargets(from: state) { labels[target, default: []].append("ε") }
        for (target, names) in labels.sorted(by: { $0.key < $1.key }) {
            let label = Self.shortened(names.joined(separator: ", "), to: labelLength)
            text += "s\(state) -> s\(target) [label=\(Self.quoted(label))];\n"
        }
    }

    /// Returns a text, or its beginning and end with `…` between them if it is longer than a number
    /// of characters.
    private static func shortened(_ text: String, to count: Int) -> String {
        guard text.count > count else { return text }
        return text.prefix(count - count / 4 - 1) + "…" + text.suffix(count / 4)
    }

    /// Returns a text as a label, with its special characters in DOT escaped or replaced.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "&": result += "&amp;"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
