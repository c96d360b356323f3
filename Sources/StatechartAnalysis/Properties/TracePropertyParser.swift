internal import TextSupport

/// A parser of properties by recursive descent, with bounded depth.
struct TracePropertyParser {
    private enum Token: Equatable {
        case name(TraceName)
        case word(Word)
        case sign(UInt8)
    }

    /// The words of the forms.
    private enum Word: String, CaseIterable { case never, eventually, before, after, comes }

    private let text: [UInt8]
    private var tokens: [(token: Token, position: Int)] = []
    private var index = 0
    private var depth = 0

    private static let maximumDepth = 200
    private static let maximumLength = 10_000

    init(_ text: String) throws(AnalysisError) {
        self.text = Array(text.utf8)
        guard self.text.count <= Self.maximumLength else {
            throw .invalidProperty("a property has more than \(Self.maximumLength) bytes; write a shorter one")
        }
        try readTokens()
    }

    private mutating func readTokens() throws(AnalysisError) {
        let signs = Array("()|!*+?'".utf8)
        var position = 0
        while position < text.count {
            let start = position
            if [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) {
                position += 1
            } else if text[position] == UInt8(ascii: "'") {
                position += 1
                while position < text.count, text[position] != UInt8(ascii: "'") { position += 1 }
                guard position < text.count, position > start + 1 else {
                    throw error("expected a name in quotes", start)
                }
                tokens.append((.name(name(start + 1..<position, isPrefix: false)), start))
                position += 1
            } else if signs.contains(text[position]) {
                tokens.append((.sign(text[position]), start))
                position += 1
            } else {
                while position < text.count, text[position] > 0x20, !signs.contains(text[position]) { position += 1 }
                let isDotted = text[position - 1] == UInt8(ascii: ".") && position - start > 1
                if isDotted, position < text.count, text[position] == UInt8(ascii: "*") {
                    tokens.append((.name(name(start..<position - 1, isPrefix: true)), start))
                    position += 1
                } else {
                    let name = name(start..<position, isPrefix: false)
                    tokens.append((Word(rawValue: name.text).map { .word($0) } ?? .name(name), start))
                }
            }
        }
    }

    private func name(_ range: Range<Int>, isPrefix: Bool) -> TraceName {
        TraceName(text: String(decoding: text[range], as: UTF8.self), isPrefix: isPrefix)
    }

    // MARK: - The form

    mutating func property() throws(AnalysisError) -> TraceProperty.Form {
        guard case .word(let word)? = token else { throw error("expected 'never', 'eventually', 'before' or 'after'") }
        index += 1
        let form: TraceProperty.Form
        switch word {
        case .never: form = .never(try alternatives())
        case .eventually: form = .eventually(try alternatives())
        case .before:
            let first = try alternatives()
            try take(.comes)
            form = .precedence(first, needs: try alternatives())
        case .after:
            let first = try alternatives()
            try take(.comes)
            let second = try alternatives()
            var bound: TraceExpression?
            if token == .word(.before) {
                index += 1
                bound = try alternatives()
            }
            form = .response(first, second, before: bound)
        case .comes: throw error("unexpected 'comes'", 0)
        }
        if index < tokens.count {
            throw error("unexpected \(Message.quoted(text[tokens[index].position...].prefix(20)))")
        }
        return form
    }

    private var token: Token? { index < tokens.count ? tokens[index].token : nil }

    private mutating func take(_ word: Word) throws(AnalysisError) {
        guard token == .word(word) else { throw error("expected '\(word.rawValue)'") }
        index += 1
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard token == .sign(UInt8(ascii: sign)) else { return false }
        index += 1
        return true
    }

    // MARK: - Expressions

    private mutating func alternatives() throws(AnalysisError) -> TraceExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.maximumDepth else { throw error("too many nested parts") }
        var list = [try sequence()]
        while take("|") { list.append(try sequence()) }
        return list.count == 1 ? list[0] : .choice(list)
    }

    private mutating func sequence() throws(AnalysisError) -> TraceExpression {
        var list = [try repetition()]
        while startsOperand { list.append(try repetition()) }
        return list.count == 1 ? list[0] : .sequence(list)
    }

    private var startsOperand: Bool {
        switch token {
        case .name: true
        case .sign(let sign): sign == UInt8(ascii: "(") || sign == UInt8(ascii: "!")
        default: false
        }
    }

    private mutating func repetition() throws(AnalysisError) -> TraceExpression {
        var operand = try operand()
        while true {
            if take("*") {
                operand = operand.repeated(atLeast: 0, isEndless: true)
            } else if take("+") {
                operand = operand.repeated(atLeast: 1, isEndless: true)
            } else if take("?") {
                operand = operand.repeated(atLeast: 0, isEndless: false)
            } else {
                return operand
            }
        }
    }

    private mutating func operand() throws(AnalysisError) -> TraceExpression {
        let start = index
        if take("!") {
            depth += 1
            defer { depth -= 1 }
            guard depth < Self.maximumDepth else { throw error("too many nested parts") }
            guard let (names, isExcluded) = try operand().singleNames else {
                throw error("'!' takes a name, or names with '|' in parentheses", tokens[start].position)
            }
            return .names(names, isExcluded: !isExcluded)
        }
        if take("(") {
            let inner = try alternatives()
            guard take(")") else { throw error("expected ')'") }
            return inner
        }
        guard case .name(let name)? = token else { throw error("expected a name") }
        index += 1
        let isAny = name.text == "." && text[tokens[index - 1].position] != UInt8(ascii: "'")
        return isAny ? .any : .names([name], isExcluded: false)
    }

    private func error(_ problem: String, _ place: Int? = nil) -> AnalysisError {
        let place = place ?? (index < tokens.count ? tokens[index].position : text.count)
        return .invalidProperty(
            "\(problem) at position \(place + 1) of the property \(Message.quoted(text)); write 'never R', "
                + "'eventually R', 'before R comes S' or 'after R comes S before T'")
    }
}

extension TraceExpression {
    /// The names, if the expression is one of a set of names.
    fileprivate var singleNames: (names: Set<TraceName>, isExcluded: Bool)? {
        switch self {
        case .names(let names, let isExcluded): return (names, isExcluded)
        case .choice(let list):
            var all: Set<TraceName> = []
            for part in list {
                guard let (names, isExcluded) = part.singleNames, !isExcluded else { return nil }
                all.formUnion(names)
            }
            return (all, false)
        default: return nil
        }
    }

    /// Returns the repetition, without repetitions of repetitions.
    fileprivate func repeated(atLeast count: Int, isEndless: Bool) -> TraceExpression {
        if case .repeated(let inner, let least, let wasEndless) = self {
            return .repeated(inner, atLeast: min(least, count), isEndless: isEndless || wasEndless)
        }
        return .repeated(self, atLeast: count, isEndless: isEndless)
    }
}
