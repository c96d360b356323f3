@_spi(Tool) import Automata
import AutomataFiles
import TextSupport
import ToolSupport

/// The facts about an automaton, in each style that `info` prints.
struct AutomatonSummary {
    enum Style: Sendable {
        case json, list
        case row(nameWidth: Int)
    }

    fileprivate enum Value {
        case text(String)
        case kind(Automaton.Model)
        case number(Int)
        case boolean(Bool?)
        case list([String])
        /// The order of growth: its name, or `nil` if it is unknown, and a polynomial's degree.
        case degree(String?, Int?)
    }

    private let fileName: String
    private var fields: [(key: String, value: Value)]

    init(_ automaton: Automaton, fileName: String, format: InputFormat) {
        self.fileName = fileName.shown
        let epsilonMoves = automaton.model == .epsilonNFA ? automaton.asEpsilonNFA.epsilonMoveCount : 0
        let transitions = Self.count(automaton.asEpsilonNFA.transitions, in: automaton.alphabet) + epsilonMoves
        fields = [
            ("file", .text(RawText.readable(fileName))), ("format", .text(format.argument)),
            ("kind", .kind(automaton.model)),
            ("states", .number(automaton.stateCount)), ("transitions", .number(transitions)),
            ("epsilonMoves", .number(epsilonMoves)),
            ("symbols", .number(automaton.alphabet.widths.reduce(0, +))),
            ("initial", .list(automaton.initialStates.map(automaton.name))),
            ("final", .list(automaton.finalStates.map(automaton.name))),
            ("deterministic", .boolean(automaton.isDeterministic)), ("total", .boolean(automaton.isTotal)),
            ("minimal", .boolean(automaton.unchangedDFA?.isMinimal)), ("empty", .boolean(automaton.isEmpty)),
            ("finite", .boolean(automaton.isFinite)),
        ]
    }

    /// The number of transitions; a class of symbols counts as all its members.
    private static func count(_ transitions: some Sequence<Automaton.Transition>, in alphabet: Alphabet) -> Int {
        let widths = alphabet.widths
        return transitions.reduce(0) { $0 + widths[Int($1.symbol)] }
    }
}

// MARK: - What takes longer

extension AutomatonSummary {
    /// Adds the ambiguity and the growth, as far as the budget allows.
    mutating func analyze(_ automaton: Automaton, budget: Budget) {
        fields.append(("ambiguity", Self.value(of: try? automaton.ambiguityDegree(budget: budget))))
        fields.append(("growth", Self.value(of: try? automaton.growth(budget: budget))))
    }

    private static func value(of degree: AmbiguityDegree?) -> Value {
        switch degree {
        case nil: .degree(nil, nil)
        case .unambiguous: .degree("unambiguous", nil)
        case .finite: .degree("finite", nil)
        case .polynomial(let degree): .degree("polynomial", degree)
        case .exponential: .degree("exponential", nil)
        case .infinite: .degree("infinite", nil)
        }
    }

    private static func value(of growth: LanguageGrowth?) -> Value {
        switch growth {
        case nil: .degree(nil, nil)
        case .finite: .degree("finite", nil)
        case .polynomial(let degree): .degree("polynomial", degree)
        case .exponential: .degree("exponential", nil)
        }
    }
}

// MARK: - Printing

extension AutomatonSummary {
    func text(_ style: Style) -> String {
        switch style {
        case .json:
            var object: JSONObject = [:]
            for (key, value) in fields {
                object.add(key, value)
                if case .degree(_, let degree) = value { object.add(key + "Degree", degree) }
            }
            return object.line
        case .list:
            let width = fields.map(\.key.count).max() ?? 0
            return fields.map { Self.padded($0.key, to: width + 2) + $0.value.plain + "\n" }.joined()
        case .row(let nameWidth):
            var line = Self.padded(fileName, to: nameWidth)
            for column in Self.columns(isAnalyzed: fields.last?.key == "growth") {
                let value = fields.first { $0.key == column.key }?.value.cell ?? ""
                line += "  " + Self.padded(value, to: column.width, isRight: column.isNumber)
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }
    }

    /// The line above the rows.
    static func header(nameWidth: Int, isAnalyzed: Bool) -> String {
        var line = padded("file", to: nameWidth)
        for column in columns(isAnalyzed: isAnalyzed) {
            line += "  " + padded(column.key, to: column.width, isRight: column.isNumber)
        }
        return line + "\n"
    }

    private typealias Column = (key: String, width: Int, isNumber: Bool)

    private static func columns(isAnalyzed: Bool) -> [Column] {
        let columns: [Column] = [
            ("kind", 5, false), ("states", 9, true), ("transitions", 11, true), ("symbols", 7, true),
            ("total", 5, false), ("minimal", 7, false), ("empty", 5, false), ("finite", 6, false),
        ]
        return isAnalyzed ? columns + [("ambiguity", 15, false), ("growth", 15, false)] : columns
    }

    private static func padded(_ text: String, to width: Int, isRight: Bool = false) -> String {
        let padding = String(repeating: " ", count: max(0, width - text.count))
        return isRight ? padding + text : text + padding
    }
}

extension AutomatonSummary.Value: JSONWritable {
    func write(to output: inout JSONOutput) {
        switch self {
        case .text(let text): text.write(to: &output)
        // As the format JSON spells it.
        case .kind(let model): (model == .epsilonNFA ? "epsilon-NFA" : model.rawValue).write(to: &output)
        case .number(let number): number.write(to: &output)
        case .boolean(let value): value.write(to: &output)
        case .degree(let kind, _): kind.write(to: &output)
        case .list(let names): names.write(to: &output)
        }
    }

    /// The value for a person; a long list is cut.
    fileprivate var plain: String {
        switch self {
        case .text(let text): text.printable
        case .kind(let model): model.rawValue
        case .number(let number): grouped(number)
        case .boolean(let value): value.map { $0 ? "yes" : "no" } ?? "only a DFA can be minimal"
        case .degree(nil, _):
            "unknown, as the limits don't suffice; --max-states, --max-memory and --timeout raise them"
        case .degree(let kind?, let degree): degree.map { "\(kind) of degree \($0)" } ?? kind
        case .list(let names): FactList.text(names, separator: " ")
        }
    }

    fileprivate var cell: String {
        switch self {
        case .boolean(nil): "–"
        case .degree(nil, _): "?"
        case .degree(let kind?, let degree): degree.map { "\(kind) \($0)" } ?? kind
        case .text, .kind, .number, .boolean, .list: plain
        }
    }
}
