internal import Statecharts
internal import TextSupport

/// The names of states that have blanks, which SCXML doesn't allow: it separates names by blanks.
struct NamesWithBlanks {
    /// The texts that may stand for a blank.
    private static let fillers = ["_", "-", "__"]
    /// The names with blanks, in the order of the states.
    let all: [String]
    /// The same names and their events of completion, which expressions may hold as texts.
    private let texts: Set<String>
    private let filler: String

    /// Creates the names of a chart and its submachines.
    ///
    /// - Returns: `nil` if there are none, or the new names might be mistaken: for those of other
    ///   states, or in scripts.
    init?(_ chart: Statechart) {
        let names = ([chart] + chart.submachines).flatMap { $0.states.dropFirst().map(\.name) }
        all = names.filter(\.hasBlank)
        texts = Set(all + all.map { "done.state." + $0 })
        let distinct = Set(names)
        guard let filler = Self.filler(for: distinct), !all.isEmpty, chart.scriptLanguage == nil else { return nil }
        self.filler = filler
    }

    /// Returns a text in place of blanks that keeps names distinct; `nil` if there is none.
    static func filler(for names: Set<String>) -> String? {
        fillers.first { filler in Set(names.map { $0.fillingBlanks(with: filler) }).count == names.count }
    }

    /// Returns the name without blanks of a state, also of a state within a submachine, or of the
    /// event of its completion.
    func name(of state: String) -> String { state.fillingBlanks(with: filler) }

    /// A sentence with the new names.
    var sentence: String {
        let examples = all.prefix(3).map { "\(Message.quoted($0.utf8)) as \(name(of: $0))" }.joined(separator: ", ")
        return "\(all.count) \(all.count == 1 ? "name is" : "names are") written without blanks: \(examples)"
            + (all.count > 3 ? ", …" : "")
    }

    /// Returns a condition with the new names.
    func condition(_ condition: Statechart.Condition) -> Statechart.Condition {
        switch condition {
        case .named: condition
        case .expression(let expression): .expression(self.expression(expression))
        case .isActive(let state): .isActive(name(of: state))
        case .not(let part): .not(self.condition(part))
        case .all(let parts): .all(parts.map(self.condition))
        case .any(let parts): .any(parts.map(self.condition))
        }
    }

    /// Returns an expression with the new names.
    func expression(_ expression: Expression) -> Expression {
        switch expression {
        case .literal(.text(let text)) where texts.contains(text): .literal(.text(name(of: text)))
        case .literal, .variable, .script, .inline: expression
        case .isActive(.literal(.text(let state))): .isActive(.literal(.text(name(of: state))))
        case .isActive(let state): .isActive(self.expression(state))
        case .list(let items): .list(items.map(self.expression))
        case .member(let record, let name): .member(self.expression(record), name)
        case .element(let list, let index): .element(self.expression(list), self.expression(index))
        case .unary(let sign, let value): .unary(sign, self.expression(value))
        case .binary(let sign, let left, let right): .binary(sign, self.expression(left), self.expression(right))
        case .call(let function, let values): .call(function, values.map(self.expression))
        }
    }
}

extension String {
    fileprivate static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

    /// A Boolean value that indicates whether the text has spaces or line breaks.
    var hasBlank: Bool { utf8.contains(where: Self.isBlank) }

    /// Returns the text with another one for each space or line break.
    func fillingBlanks(with filler: String) -> String {
        String(decoding: utf8.flatMap { Self.isBlank($0) ? Array(filler.utf8) : [$0] }, as: UTF8.self)
    }
}
