internal import TextSupport

/// A condition over the active states of a chart.
///
///     try StateCondition(parsing: "north.green & east.green | !(idle)")
public indirect enum StateCondition: Hashable, Sendable {
    /// A state is active.
    case isActive(String)
    /// The condition doesn't hold.
    case not(StateCondition)
    /// Both conditions hold.
    case and(StateCondition, StateCondition)
    /// At least one of the conditions holds.
    case or(StateCondition, StateCondition)

    /// Parses a condition: names of states, `!`, `&`, `|` in this order of precedence, and
    /// parentheses. A name ends at one of these signs or at a space; names that hold them stand
    /// between single or double quotation marks.
    ///
    /// - Throws: ``AnalysisError/invalidCondition(_:)`` with the position of the problem.
    public init(parsing text: String) throws(AnalysisError) {
        var parser = StateConditionParser(text)
        self = try parser.condition()
    }

    /// The names of the states.
    var names: [String] {
        var (found, open) = ([String](), [self])
        while let next = open.popLast() {
            switch next {
            case .isActive(let name): found.append(name)
            case .not(let inner): open.append(inner)
            case .and(let first, let second), .or(let first, let second): open += [second, first]
            }
        }
        return found
    }
}

extension StateCondition: CustomStringConvertible {
    /// The condition in the syntax that ``init(parsing:)`` reads.
    public var description: String {
        switch self {
        case .isActive(let name): StateConditionParser.text(ofName: name)
        case .not(let inner): "!" + inner.operand
        case .and(let first, let second): "\(first.operand) & \(second.operand)"
        case .or(let first, let second): "\(first.operand) | \(second.operand)"
        }
    }

    private var operand: String {
        switch self {
        case .isActive, .not: description
        case .and, .or: "(\(self))"
        }
    }
}

/// A parser by recursive descent, with bounded depth.
private struct StateConditionParser {
    private let text: [UInt8]
    private var position = 0
    private var depth = 0
    private static let maximumDepth = 200
    /// The signs that end a name.
    private static let signs = Array("&|!() \t".utf8)
    private static let quotes = Array("'\"".utf8)

    /// Returns a name in quotation marks, if it needs them.
    static func text(ofName name: String) -> String {
        let isPlain = !name.isEmpty && !quotes.contains(name.utf8.first ?? 0)
        if isPlain, !name.utf8.contains(where: { signs.contains($0) }) { return name }
        return name.utf8.contains(quotes[0]) ? "\"\(name)\"" : "'\(name)'"
    }

    init(_ text: String) { self.text = Array(text.utf8) }

    mutating func condition() throws(AnalysisError) -> StateCondition {
        let result = try alternatives()
        guard position == text.count else {
            let sign = String(decoding: text[position...].prefix(4), as: UTF8.self).unicodeScalars.first
            throw error("unexpected '\(sign.map(String.init) ?? "")'")
        }
        return result
    }

    private mutating func alternatives() throws(AnalysisError) -> StateCondition {
        var result = try operands()
        while take("|") { result = .or(result, try operands()) }
        return result
    }

    private mutating func operands() throws(AnalysisError) -> StateCondition {
        var result = try operand()
        while take("&") { result = .and(result, try operand()) }
        return result
    }

    private mutating func operand() throws(AnalysisError) -> StateCondition {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.maximumDepth else { throw error("too many nested parts") }
        if take("!") { return .not(try operand()) }
        if take("(") {
            let inner = try alternatives()
            guard take(")") else { throw error("expected ')'") }
            return inner
        }
        if position < text.count, Self.quotes.contains(text[position]) { return .isActive(try quotedName()) }
        let start = position
        while position < text.count, !Self.signs.contains(text[position]) { position += 1 }
        guard start < position else { throw error("expected a state") }
        defer { skipSpaces() }
        return .isActive(String(decoding: text[start..<position], as: UTF8.self))
    }

    private mutating func quotedName() throws(AnalysisError) -> String {
        let start = position + 1
        guard let end = text[start...].firstIndex(of: text[position]), end > start else {
            throw error("expected a state in quotation marks")
        }
        position = end + 1
        skipSpaces()
        return String(decoding: text[start..<end], as: UTF8.self)
    }

    private mutating func skipSpaces() {
        while position < text.count, text[position] == 0x20 || text[position] == 0x09 { position += 1 }
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard position < text.count, text[position] == UInt8(ascii: sign) else { return false }
        position += 1
        skipSpaces()
        return true
    }

    private func error(_ problem: String) -> AnalysisError {
        .invalidCondition(
            "\(problem) at position \(position + 1) of the condition \(Message.quoted(text)); "
                + "write names of states with '&', '|', '!' and parentheses, those with such signs in quotation marks")
    }
}
