import Automata
import Diagrams

/// The programs of Graphviz, where they are installed.
enum Graphviz {
    /// Returns the picture that `dot` draws.
    static func draw(
        _ text: [UInt8], as picture: OutputFormat.Picture, isCancelled: () -> Bool
    ) throws(ToolError) -> [UInt8] {
        try run(
            ["-T" + picture.rawValue], input: text,
            remedy: "--to svg and --to tex draw without it, and --to dot writes its input", isCancelled: isCancelled)
    }

    /// Returns an automaton with its states where `dot` places them, in layers from left to right.
    static func placing(_ automaton: Automaton, isCancelled: () -> Bool) throws(ToolError) -> Automaton {
        let output = try run(
            ["-Tplain"], input: Array(text(of: automaton).utf8), remedy: "without --layout dot it isn't needed",
            isCancelled: isCancelled)
        var positions: [StatePosition?] = Array(repeating: nil, count: automaton.stateCount)
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            // node s12 x y width height …, in inches, y upward.
            let words = line.split(separator: " ")
            guard words.count >= 4, words[0] == "node", words[1].first == "s",
                let state = Int(words[1].dropFirst()), positions.indices.contains(state),
                let x = Double(words[2]), let y = Double(words[3])
            else { continue }
            positions[state] = StatePosition(x: 72 * x, y: -72 * y)
        }
        let found = positions.compactMap { $0 }
        guard found.count == automaton.stateCount else {
            throw ToolError("Graphviz placed \(found.count) of \(automaton.stateCount) states; leave out --layout dot")
        }
        do throws(AutomataError) { return try automaton.withStatePositions(found) } catch {
            throw ToolError(error.description)
        }
    }

    /// The automaton with circles of the size of our pictures, and labels for their room.
    private static func text(of automaton: Automaton) -> String {
        let view = automaton.asEpsilonNFA
        var text = "digraph {\nrankdir=LR; node [shape=circle fixedsize=true width=0.6667 label=\"\"];\n"
        text += "edge [fontname=Helvetica fontsize=14];\n"
        for state in view.states { text += "s\(state);\n" }
        for state in view.initialStates { text += "m\(state) [shape=point width=0.05]; m\(state) -> s\(state);\n" }
        for state in view.states {
            var labels: [StateID: [String]] = [:]
            for transition in view.transitions(from: state) {
                labels[transition.target, default: []].append(view.alphabet.name(of: transition.symbol))
            }
            for target in view.epsilonTargets(from: state) { labels[target, default: []].append("ε") }
            for (target, names) in labels.sorted(by: { $0.key < $1.key }) {
                // Longer labels are shortened in pictures.
                let label = String(names.prefix(4).joined(separator: ", ").prefix(20))
                text += "s\(state) -> s\(target) [label=\"\(quoted(label))\"];\n"
            }
        }
        return text + "}\n"
    }

    /// A label without what DOT takes for an escape or an end.
    private static func quoted(_ label: String) -> String {
        String(
            String.UnicodeScalarView(
                label.unicodeScalars.map { $0 == "\"" || $0 == "\\" || $0.value < 0x20 ? "x" : $0 }))
    }

    private static func run(
        _ arguments: [String], input: [UInt8], remedy: String, isCancelled: () -> Bool
    ) throws(ToolError) -> [UInt8] {
        guard let result = try ChildProcess.run("dot", arguments, input: input, isCancelled: isCancelled) else {
            throw ToolError("Graphviz isn't installed: apt-get install graphviz; \(remedy)")
        }
        guard result.succeeded else {
            let reason = result.errors.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason given"
            throw ToolError("Graphviz could not draw it: \(reason)")
        }
        return result.output
    }
}
