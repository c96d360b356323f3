import Automata

/// Reads expressions over automata.
///
///     expression    = exclusive { "|" exclusive }
///     exclusive     = difference { "^" difference }
///     difference    = intersection { "-" intersection }
///     intersection  = concatenation { "&" concatenation }
///     concatenation = prefixed { prefixed }
///     prefixed      = { "!" } repeated
///     repeated      = primary { "*" | "+" | "?" | "{" number [ "," [ number ] ] "}" }
///     primary       = name | quoted | word | function "(" [ argument { "," argument } ] ")" | "(" expression ")"
///     word          = "<" characters ">"
///     argument      = expression | word | number | "{" number [ "," [ number ] ] "}", as the function has it
///
/// A name is a run of characters other than white space, quotes and the operators; a `-` within one belongs to it, so that `-` as
/// an operator has white space around it. A name that a `(` follows at once is a function's. In a word, `\>` and `\\` stand for
/// the bracket and the backslash.
struct ExpressionParser {
    private let text: [UInt8]
    private var position = 0
    private var depth = 0
    /// How many operators were read so far whose result is an operand of the next one in the row.
    private var linkCount = 0
    /// Deeper nesting than a person writes, and less than a thread's stack holds.
    private static let maximumDepth = 500
    /// The expression is as deep as its parentheses and all such operators together at most.
    private static let maximumLinkCount = 2000
    /// More copies of an operand, or longer words, than anybody means.
    private static let maximumNumber = 1_000_000

    static func parse(_ text: String) throws(ToolError) -> LanguageExpression {
        var parser = ExpressionParser(text: Array(text.utf8))
        let expression = try parser.expression()
        guard parser.next == nil else { throw parser.unexpected(wanting: "an operator or the end") }
        return expression
    }

    private init(text: [UInt8]) {
        self.text = text
        skipSpace()
    }

    // MARK: - From the loosest operator to the tightest

    private mutating func expression() throws(ToolError) -> LanguageExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw error("the parentheses are nested too deeply") }
        var operands = [try exclusive()]
        while take("|") { operands.append(try exclusive()) }
        return operands.count == 1 ? operands[0] : .union(operands)
    }

    private mutating func exclusive() throws(ToolError) -> LanguageExpression {
        try chain("^", of: { (parser) throws(ToolError) in try parser.difference() }) { .symmetricDifference($0, $1) }
    }

    private mutating func difference() throws(ToolError) -> LanguageExpression {
        try chain("-", of: { (parser) throws(ToolError) in try parser.intersection() }) { .difference($0, $1) }
    }

    /// Operands of an operator that groups from the left.
    private mutating func chain(
        _ symbol: Unicode.Scalar, of operand: (inout Self) throws(ToolError) -> LanguageExpression,
        _ combine: (LanguageExpression, LanguageExpression) -> LanguageExpression
    ) throws(ToolError) -> LanguageExpression {
        var result = try operand(&self)
        while take(symbol) {
            try countLink("'\(symbol)'")
            result = combine(result, try operand(&self))
        }
        return result
    }

    private mutating func countLink(_ name: String) throws(ToolError) {
        linkCount += 1
        guard linkCount <= Self.maximumLinkCount else {
            throw error("there are more than \(Self.maximumLinkCount) operators such as \(name)")
        }
    }

    private mutating func intersection() throws(ToolError) -> LanguageExpression {
        var operands = [try concatenation()]
        while take("&") { operands.append(try concatenation()) }
        return operands.count == 1 ? operands[0] : .intersection(operands)
    }

    private mutating func concatenation() throws(ToolError) -> LanguageExpression {
        var operands = [try prefixed()]
        while startsOperand { operands.append(try prefixed()) }
        return operands.count == 1 ? operands[0] : .concatenation(operands)
    }

    private mutating func prefixed() throws(ToolError) -> LanguageExpression {
        var isComplemented = false
        while take("!") { isComplemented.toggle() }
        let operand = try repeated()
        return isComplemented ? .complement(operand) : operand
    }

    private mutating func repeated() throws(ToolError) -> LanguageExpression {
        var result = try primary()
        while let byte = next {
            switch byte {
            case UInt8(ascii: "*"): result = .repetition(result, CountRange(from: 0))
            case UInt8(ascii: "+"): result = .repetition(result, CountRange(from: 1))
            case UInt8(ascii: "?"): result = .repetition(result, CountRange(from: 0, to: 1))
            case UInt8(ascii: "{"):
                result = .repetition(result, try bounds())
                try countLink("repetitions")
                continue
            default: return result
            }
            try countLink("repetitions")
            advance()
        }
        return result
    }

    /// `{2}`, `{2,}` or `{2,5}`.
    private mutating func bounds() throws(ToolError) -> CountRange {
        guard take("{") else { throw unexpected(wanting: "'{'") }
        let from = try number()
        var to: Int? = from
        if take(",") { to = next == UInt8(ascii: "}") ? nil : try number() }
        if let to, to < from { throw error("the most, \(to), is fewer than the least, \(from)") }
        guard take("}") else { throw unexpected(wanting: "'}'") }
        return CountRange(from: from, to: to)
    }

    private mutating func number() throws(ToolError) -> Int {
        var value = 0
        var hasDigits = false
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            hasDigits = true
            position += 1
            guard value <= Self.maximumNumber else { throw error("more than \(Self.maximumNumber) is too many") }
        }
        guard hasDigits else { throw unexpected(wanting: "a number") }
        skipSpace()
        return value
    }

    private mutating func primary() throws(ToolError) -> LanguageExpression {
        switch next {
        case UInt8(ascii: "("):
            advance()
            let inner = try expression()
            guard take(")") else { throw unexpected(wanting: "')'") }
            return inner
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return .file(try quoted())
        case UInt8(ascii: "<"):
            return .word(try word())
        default:
            let start = position
            let name = bareName()
            guard !name.isEmpty else { throw unexpected(wanting: "a file's name, a word in <> or '('") }
            // Only what follows at once: "a (b)" is a concatenation.
            guard next == UInt8(ascii: "(") else {
                skipSpace()
                return .file(name)
            }
            return try call(name, at: start)
        }
    }

    private mutating func call(_ name: String, at start: Int) throws(ToolError) -> LanguageExpression {
        guard let function = LanguageFunction(rawValue: name) else {
            let known = LanguageFunction.allCases.map(\.rawValue).joined(separator: ", ")
            position = start
            throw error("there is no function '\(name.printable)'; there are: \(known)")
        }
        advance()
        let (languages, detail) = try arguments(of: function)
        guard take(")") else {
            if next == UInt8(ascii: ",") {
                position = start
                throw error("\(name) takes fewer arguments: \(function.usage)")
            }
            throw unexpected(wanting: "',' or ')'")
        }
        return .function(function, languages, detail)
    }

    private mutating func arguments(
        of function: LanguageFunction
    ) throws(ToolError) -> ([LanguageExpression], LanguageFunction.Detail) {
        var languages: [LanguageExpression] = []
        for index in 0..<function.languageCount {
            if index > 0 { try comma(in: function) }
            languages.append(try expression())
        }
        switch function {
        case .lengths:
            try comma(in: function)
            return (languages, .lengths(try bounds()))
        case .project:
            try comma(in: function)
            return (languages, .symbols(try word()))
        case .neighbourhood:
            let word = try word()
            try comma(in: function)
            return (languages, .distance(of: word, try number()))
        case .minimize, .determinize, .reduce, .trim, .reverse, .prefixes, .suffixes, .factors, .subsequences,
            .leftQuotient, .rightQuotient, .shuffle, .any:
            return (languages, .none)
        }
    }

    private mutating func comma(in function: LanguageFunction) throws(ToolError) {
        guard take(",") else { throw error("\(function.rawValue) takes more arguments: \(function.usage)") }
    }

    // MARK: - Characters

    /// The byte at the position; white space is skipped before.
    private var next: UInt8? { position < text.count ? text[position] : nil }

    private var startsOperand: Bool {
        guard let byte = next else { return false }
        return byte == UInt8(ascii: "(") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "\"")
            || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "'") || (isNameByte(byte) && byte != UInt8(ascii: "-"))
    }

    private mutating func advance() {
        position += 1
        skipSpace()
    }

    private mutating func take(_ symbol: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: symbol) else { return false }
        advance()
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, Self.isSpace(byte) { position += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        !Self.isSpace(byte) && !"|^&!*+?{}(),<>\"'".utf8.contains(byte)
    }

    private mutating func bareName() -> String {
        let start = position
        // A '-' that starts a name would be an operator.
        if next == UInt8(ascii: "-") { return "" }
        while let byte = next, isNameByte(byte) { position += 1 }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    /// In double quotes `\"` and `\\` stand for the quote and the backslash; in single quotes nothing does.
    private mutating func quoted() throws(ToolError) -> String {
        let start = position
        let quote = text[position]
        var name: [UInt8] = []
        position += 1
        while let byte = next, byte != quote {
            position += 1
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), let escaped = next,
                escaped == quote || escaped == byte
            {
                name.append(escaped)
                position += 1
            } else {
                name.append(byte)
            }
        }
        guard next == quote else {
            position = start
            throw error("this quote has no end")
        }
        guard !name.isEmpty else {
            position = start
            throw error("the name of a file is missing between the quotes")
        }
        advance()
        return String(decoding: name, as: UTF8.self)
    }

    /// A word as it is spelled, between brackets.
    private mutating func word() throws(ToolError) -> String {
        guard next == UInt8(ascii: "<") else { throw unexpected(wanting: "a word in <>") }
        let start = position
        var word: [UInt8] = []
        position += 1
        while let byte = next, byte != UInt8(ascii: ">") {
            position += 1
            if byte == UInt8(ascii: "\\"), let escaped = next, escaped == byte || escaped == UInt8(ascii: ">") {
                word.append(escaped)
                position += 1
            } else {
                word.append(byte)
            }
        }
        guard next != nil else {
            position = start
            throw error("this word has no '>' at its end")
        }
        advance()
        return String(decoding: word, as: UTF8.self)
    }

    // MARK: - Errors

    private func unexpected(wanting expected: String) -> ToolError {
        guard position < text.count else { return error("expected \(expected), found the end of the expression") }
        let found = String(decoding: text[position...], as: UTF8.self).prefix(1)
        return error("expected \(expected), found '\(String(found).printable)'")
    }

    private func error(_ message: String) -> ToolError {
        let column = String(decoding: text[..<min(position, text.count)], as: UTF8.self).count + 1
        return ToolError(message, at: "expression:1:\(column)")
    }
}
