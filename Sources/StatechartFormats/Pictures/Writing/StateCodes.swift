internal import Statecharts

/// The codes by which texts for PlantUML and Mermaid name states: the names themselves if both
/// languages take them, otherwise `s1` and so on, beside the names in quotes.
struct StateCodes {
    private let figure: ChartFigure
    /// The beginning of the codes that aren't names.
    private let prefix: String

    private static let keywords: Set<String> = [
        "allow_mixing", "as", "begin", "caption", "class", "classdef", "click", "default", "end", "endlegend",
        "endnote",
        "footer", "frame", "header", "hide", "json", "left", "legend", "linkstyle", "mainframe", "note", "remove",
        "right", "scale", "set", "show", "skin", "skinparam", "state", "statediagram", "style", "title", "together",
        "top",
    ]

    init(_ figure: ChartFigure) {
        self.figure = figure
        // More zeros than any name has that looks like a code.
        var zeros = 0
        for name in figure.chart.states.lazy.map(\.name.utf8) where name.first == UInt8(ascii: "s") {
            let rest = name.dropFirst()
            guard let digit = rest.first, 0x30...0x39 ~= digit else { continue }
            zeros = max(zeros, min(rest.prefix { $0 == 0x30 }.count + 1, 100))
        }
        prefix = "s" + String(repeating: "0", count: zeros)
    }

    /// Returns the code of a state or a mark.
    func code(_ node: Int) -> String {
        if isName(node), let state = figure.state(node) { return state.name }
        return "\(prefix)\(node)"
    }

    /// Returns whether a state's code is its name.
    func isName(_ node: Int) -> Bool {
        guard let state = figure.state(node), state.submachine == nil else { return false }
        let name = state.name.utf8
        func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "_") }
        guard let first = name.first, isLetter(first), name.allSatisfy({ isLetter($0) || 0x30...0x39 ~= $0 }),
            name.count <= 100, figure.state(named: state.name) == node
        else { return false }
        let lower = state.name.lowercased()
        // Mermaid takes it for a keyword anywhere in a line.
        let bytes = Array(lower.utf8)
        return !Self.keywords.contains(lower)
            && !bytes.indices.contains { bytes[$0...].starts(with: "direction".utf8) }
    }
}
