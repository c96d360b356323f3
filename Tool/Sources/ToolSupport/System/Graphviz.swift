package import Automata

/// The programs of Graphviz, if installed.
package enum Graphviz {
    /// The maximum time without --timeout; a picture that takes longer is unreadable.
    private static let timeoutSeconds = 60

    /// Returns the picture that `dot` draws.
    static func draw(
        _ automaton: Automaton, as picture: OutputFormat.Picture, _ context: WorkContext
    ) throws(ToolError) -> [UInt8] {
        try run(
            ["-T" + picture.rawValue], on: "the automaton", stateCount: automaton.stateCount,
            text: GraphvizText(automaton, shows: .everything).text,
            remedy: "--to svg and --to tex draw without Graphviz, and --to dot writes its input", context)
    }

    /// Returns the picture of a statechart that `dot` draws from a text in its language.
    package static func draw(
        chart text: String, stateCount: Int, as picture: OutputFormat.Picture, _ context: WorkContext
    ) throws(ToolError) -> [UInt8] {
        try run(
            ["-T" + picture.rawValue], on: "the chart", stateCount: stateCount, text: text,
            remedy: "--to svg and --to html draw without Graphviz, and --to dot writes its input", context)
    }

    /// Returns an automaton with positions that `dot` computes, in layers from left to right.
    package static func withPositions(_ automaton: Automaton, _ context: WorkContext) throws(ToolError) -> Automaton {
        let output = try run(
            ["-Tplain"], on: "the automaton", stateCount: automaton.stateCount,
            text: GraphvizText(automaton, shows: .room).text,
            remedy: "without --layout dot Graphviz isn't needed", context)
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

    private static func run(
        _ arguments: [String], on subject: String, stateCount: Int, text: String, remedy: String,
        _ context: WorkContext
    ) throws(ToolError) -> [UInt8] {
        context.report("Graphviz lays out \(grouped(stateCount)) states")
        let end = Clock.now() + UInt64(timeoutSeconds) * Clock.second
        let hasOwnLimit = context.limits.timeout == nil
        var hasTimedOut = false
        let result: ChildProcess.Result?
        do {
            result = try ChildProcess.run("dot", arguments, input: Array(text.utf8)) {
                hasTimedOut = hasOwnLimit && Clock.now() >= end
                return hasTimedOut || context.isCancelled
            }
        } catch {
            guard hasTimedOut else { throw error }
            throw ToolError(
                "Graphviz hasn't laid out \(grouped(stateCount)) states after \(timeoutSeconds) s; "
                    + "--timeout raises the limit; \(remedy)", isLimit: true)
        }
        guard let result else { throw ToolError("Graphviz isn't installed: apt-get install graphviz; \(remedy)") }
        guard result.succeeded else {
            let reason = result.errors.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason given"
            throw ToolError("Graphviz could not draw \(subject): \(reason)")
        }
        return result.output
    }
}
