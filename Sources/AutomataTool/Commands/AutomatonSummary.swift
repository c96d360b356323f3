import Automata
import AutomataFormats

/// What there is to tell about an automaton, in all the ways in which `info` prints it.
struct AutomatonSummary {
    enum Style: Sendable {
        case json, list
        case row(nameWidth: Int)
    }

    fileprivate enum Value {
        case text(String)
        case number(Int)
        case boolean(Bool?)
        case list([String])
    }

    private let fileName: String
    private let fields: [(key: String, value: Value)]

    init(_ automaton: Automaton, fileName: String, format: Format) {
        self.fileName = fileName
        var fields: [(String, Value)] = [
            ("file", .text(fileName)), ("format", .text(format.argument)), ("kind", .text(automaton.modelName)),
        ]
        switch automaton {
        case .dfa(let dfa):
            fields += Self.fields(
                dfa, transitions: Self.count(dfa.transitions, in: dfa.alphabet), epsilonMoves: 0, isDeterministic: true,
                isTotal: dfa.isTotal, isMinimal: dfa.isMinimal, isEmpty: dfa.isEmpty, isFinite: dfa.isFinite)
        case .nfa(let nfa):
            fields += Self.fields(
                nfa, transitions: Self.count(nfa.transitions, in: nfa.alphabet), epsilonMoves: 0,
                isDeterministic: nfa.isDeterministic, isTotal: nfa.isTotal,
                isMinimal: nil, isEmpty: nfa.isEmpty, isFinite: nfa.isFinite)
        case .epsilonNFA(let nfa):
            fields += Self.fields(
                nfa, transitions: Self.count(nfa.transitions, in: nfa.alphabet) + nfa.epsilonMoveCount,
                epsilonMoves: nfa.epsilonMoveCount, isDeterministic: false,
                isTotal: nfa.isTotal, isMinimal: nil, isEmpty: nfa.isEmpty,
                isFinite: nfa.isFinite)
        }
        self.fields = fields
    }

    private static func fields(
        _ automaton: some FiniteAutomaton, transitions: Int, epsilonMoves: Int, isDeterministic: Bool, isTotal: Bool,
        isMinimal: Bool?, isEmpty: Bool, isFinite: Bool
    ) -> [(String, Value)] {
        [
            ("states", .number(automaton.stateCount)), ("transitions", .number(transitions)),
            ("epsilonMoves", .number(epsilonMoves)),
            ("symbols", .number(automaton.alphabet.widths.reduce(0, +))),
            ("initial", .list(automaton.initialStates.map(automaton.name))),
            ("final", .list(automaton.finalStates.map(automaton.name))),
            ("deterministic", .boolean(isDeterministic)), ("total", .boolean(isTotal)),
            ("minimal", .boolean(isMinimal)), ("empty", .boolean(isEmpty)), ("finite", .boolean(isFinite)),
        ]
    }

    /// The number of transitions, a class counted as often as it has members.
    private static func count(_ transitions: some Sequence<Transition>, in alphabet: Alphabet) -> Int {
        let widths = alphabet.widths
        return transitions.reduce(0) { $0 + widths[Int($1.symbol)] }
    }
}

// MARK: - Printing

extension AutomatonSummary {
    func text(_ style: Style) -> String {
        switch style {
        case .json:
            return "{" + fields.map { "\(JSONText.string($0.key)): \($0.value.json)" }.joined(separator: ", ") + "}\n"
        case .list:
            let width = fields.map(\.key.count).max() ?? 0
            return fields.map { Self.padded($0.key, to: width + 2) + $0.value.plain + "\n" }.joined()
        case .row(let nameWidth):
            var line = Self.padded(fileName, to: nameWidth)
            for column in Self.columns {
                let value = fields.first { $0.key == column.key }?.value.cell ?? ""
                line += "  " + Self.padded(value, to: column.width, isRight: column.isNumber)
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }
    }

    /// The line above the rows.
    static func header(nameWidth: Int) -> String {
        var line = padded("file", to: nameWidth)
        for column in columns { line += "  " + padded(column.key, to: column.width, isRight: column.isNumber) }
        return line + "\n"
    }

    private static let columns: [(key: String, width: Int, isNumber: Bool)] = [
        ("kind", 5, false), ("states", 9, true), ("transitions", 11, true), ("symbols", 7, true),
        ("total", 5, false), ("minimal", 7, false), ("empty", 5, false), ("finite", 6, false),
    ]

    private static func padded(_ text: String, to width: Int, isRight: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(0, width - text.count))
        return isRight ? padding + text : text + padding
    }
}

extension AutomatonSummary.Value {
    fileprivate var json: String {
        switch self {
        case .text(let text): JSONText.string(text)
        case .number(let number): String(number)
        case .boolean(let value): value.map(String.init) ?? "null"
        case .list(let names): "[" + names.map(JSONText.string).joined(separator: ", ") + "]"
        }
    }

    /// For a person; a long list is cut.
    fileprivate var plain: String {
        switch self {
        case .text(let text): text.printable
        case .number(let number): grouped(number)
        case .boolean(let value): value.map { $0 ? "yes" : "no" } ?? "only a DFA can be"
        case .list(let names):
            names.isEmpty
                ? "none"
                : names.prefix(12).map(\.printable).joined(separator: " ")
                    + (names.count > 12 ? " … (\(grouped(names.count)) in all)" : "")
        }
    }

    fileprivate var cell: String {
        if case .boolean(nil) = self { "–" } else { plain }
    }
}

/// Strings as JSON writes them.
enum JSONText {
    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
