@_spi(Tool) internal import Automata
internal import WorkLimits

/// A parser of a textbook's expression.
///
///     expression   = conjunction { ( "+" | "|" | "∪" ) conjunction }
///     conjunction  = sequence { ( "&" | "∩" ) sequence }
///     sequence     = prefixed { [ "·" ] prefixed }
///     prefixed     = { "!" | "¬" } atom { "*" | "⁺" | "?" | "{" n [ "," [ n ] ] "}" }
///     atom         = symbol | "ε" | "#E" | "∅" | "(" expression ")"
///     symbol       = character | "\" character | "'" name "'" | """ name """
///
/// White space is ignored. Open groups are on an explicit stack, so that nesting is limited by
/// memory alone.
struct TextbookParser {
    private var text: ExpressionText
    private let alphabet: Alphabet?
    private var stack = OperandStack()
    /// The symbols that occur, if no alphabet is given; ids are those of their leaves' sets.
    private var names = NameTable()
    /// The names of classes, made at the first look-up.
    private var classNames: [String: Symbol]?
    private var steps: BudgetSteps
    private lazy var widths = alphabet?.widths ?? []

    static func parse(
        _ bytes: [UInt8], _ options: RegularExpression.Options, _ budget: Budget
    ) throws(RegularExpressionError) -> RegularExpression {
        var parser = TextbookParser(bytes, options, budget)
        let root = try parser.expression()
        return try parser.finish(root, allowsTextAround: options.allowsTextAround)
    }

    private init(_ bytes: [UInt8], _ options: RegularExpression.Options, _ budget: Budget) {
        steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: bytes.count))
        text = ExpressionText(bytes)
        alphabet = options.alphabet
    }

    private mutating func finish(
        _ root: NodeID, allowsTextAround: Bool
    ) throws(RegularExpressionError) -> RegularExpression {
        // The result is a copy of the nodes and of the names.
        let symbolCount = alphabet?.count ?? names.count
        var steps = steps
        do throws(AutomataError) {
            try steps.check(holding: 4 * stack.interner.byteCount + 3 * names.byteCount + 32 * symbolCount)
            return try finish(root, allowsTextAround: allowsTextAround, steps: &steps)
        } catch { throw RegularExpressionError(limit: error) }
    }

    private mutating func finish(
        _ root: NodeID, allowsTextAround: Bool, steps: inout BudgetSteps
    ) throws(AutomataError) -> RegularExpression {
        var sets = SymbolSets()
        var all = alphabet
        if let alphabet {
            for symbol in alphabet.symbols { sets.append([symbol]) }
        } else {
            let order = try [SymbolSetID](0..<SymbolSetID(names.count)).sorted(steps: &steps) {
                names.utf8(of: $0).lexicographicallyPrecedes(names.utf8(of: $1))
            }
            var symbols = [Symbol](repeating: 0, count: names.count)
            for (symbol, name) in order.enumerated() { symbols[Int(name)] = Symbol(symbol) }
            for symbol in symbols { sets.append([symbol]) }
            all = Alphabet(try names.permuted(by: order, steps: &steps))
        }
        var root = root
        let result = all ?? []
        if allowsTextAround, result.count > 0 {
            let anyText = stack.interner.star(stack.interner.leaf(sets.append(result.symbols)))
            root = stack.interner.concatenation([anyText, root, anyText])
        }
        return RegularExpression(alphabet: result, storage: stack.interner.storage(root: root, sets: sets))
    }

    // MARK: Structure

    private mutating func expression() throws(RegularExpressionError) -> NodeID {
        while let (scalar, length) = try character() {
            let start = text.offset
            do throws(AutomataError) {
                try steps.step(holding: stack.byteCount + 2 * names.byteCount)
            } catch { throw RegularExpressionError(limit: error) }
            switch scalar {
            case "(":
                text.advance()
                stack.openGroup(at: start)
            case ")":
                guard !stack.isOutside else {
                    throw text.error(.syntax, "this ')' has no '(' before it", remedy: "write \\) for the symbol")
                }
                try checkOperand()
                text.advance()
                let node = stack.closeGroup()
                stack.append(try parsePostfixOperators(after: node))
            case "+", "|", "∪":
                try checkOperand()
                text.advance(length)
                stack.endConjunction()
                try checkNextOperand(start)
            case "&", "∩":
                try checkOperand()
                text.advance(length)
                stack.endSequence()
                try checkNextOperand(start)
            case "·", "⋅":
                try checkOperand()
                text.advance(length)
                try checkNextOperand(start)
            case "!", "¬":
                stack.negate(at: start)
                text.advance(length)
            default:
                let node = try atom(scalar, length)
                stack.append(try parsePostfixOperators(after: node))
            }
        }
        guard stack.isOutside else {
            throw text.error(
                .syntax, at: stack.groupOffset, "this '(' has no ')'", remedy: "close it, or write \\( for the symbol")
        }
        try checkOperand()
        return stack.endUnion()
    }

    /// Returns the next character after white space, or `nil` at the end.
    private mutating func character() throws(RegularExpressionError) -> (value: Unicode.Scalar, length: Int)? {
        while let byte = text.next, CharacterClasses.isSpace(byte) { text.advance() }
        guard text.next != nil else { return nil }
        guard let scalar = text.scalar(at: text.offset) else { throw text.error(.syntax, "invalid UTF-8") }
        return scalar
    }

    /// Checks that the operand that ends here isn't empty.
    private func checkOperand() throws(RegularExpressionError) {
        if let offset = stack.danglingNegation {
            throw text.error(
                .syntax, at: offset, "nothing follows this complement sign", remedy: "write !(…), or \\! for the symbol"
            )
        }
        if stack.isSequenceEmpty {
            throw text.error(
                .syntax, "missing expression", remedy: "write ε for the empty word, ∅ for no word")
        }
    }

    /// Checks that an operator is followed by an operand.
    private mutating func checkNextOperand(_ start: Int) throws(RegularExpressionError) {
        let next = try character()?.value
        guard let next, !")+|∪&∩·⋅*⁺?{".unicodeScalars.contains(next) else {
            let isPlus = text.bytes[start] == UInt8(ascii: "+")
            throw text.error(
                .syntax, at: start,
                "nothing follows this operator",
                remedy: "write ε for the empty word"
                    + (isPlus ? ", and ⁺ in place of + for one or more words" : ""))
        }
    }

    private mutating func parsePostfixOperators(after atom: NodeID) throws(RegularExpressionError) -> NodeID {
        var node = atom
        while let (scalar, length) = try character() {
            switch scalar {
            case "*": node = stack.interner.star(node)
            case "⁺": node = stack.interner.repetition(node, from: 1, to: unbounded)
            case "?": node = stack.interner.repetition(node, from: 0, to: 1)
            case "{":
                guard let (least, most) = try text.readBounds() else {
                    throw text.error(
                        .syntax, "expected {2}, {2,} or {2,5}", remedy: "write \\{ for the symbol")
                }
                node = stack.interner.repetition(node, from: least, to: most)
                continue
            default: return node
            }
            text.advance(length)
        }
        return node
    }

    // MARK: Symbols

    private mutating func atom(_ scalar: Unicode.Scalar, _ length: Int) throws(RegularExpressionError) -> NodeID {
        let start = text.offset
        switch scalar {
        case "*", "⁺", "?", "{", "}":
            throw text.error(
                .syntax, "there is nothing before this '\(scalar)' to repeat",
                remedy: "write \\\(scalar) for the symbol")
        case "ε", "ϵ", "ɛ":
            text.advance(length)
            return ExpressionInterner.epsilon
        case "#" where text.peek(1) == UInt8(ascii: "E"):
            // `#E` is the empty word in the Algorithms Library Toolkit.
            text.advance(2)
            return ExpressionInterner.epsilon
        case "∅":
            text.advance(length)
            return ExpressionInterner.empty
        case "'", "\"":
            return try quotedSymbol(scalar)
        case "\\":
            text.advance()
            guard let (scalar, length) = text.scalar(at: text.offset) else {
                throw text.error(.syntax, at: start, "nothing follows this '\\'", remedy: "write \\\\ for the symbol")
            }
            text.advance(length)
            return try symbol(String(scalar), start, isQuoted: false)
        default:
            text.advance(length)
            return try symbol(String(scalar), start, isQuoted: false)
        }
    }

    private mutating func quotedSymbol(_ quote: Unicode.Scalar) throws(RegularExpressionError) -> NodeID {
        let start = text.offset
        text.advance()
        var name: [UInt8] = []
        while let byte = text.next, UInt32(byte) != quote.value {
            // Names of classes contain backslashes, so one escapes only the quote and itself.
            if byte == UInt8(ascii: "\\"), let next = text.peek(1), UInt32(next) == quote.value || next == byte {
                text.advance()
                name.append(next)
            } else {
                name.append(byte)
            }
            text.advance()
        }
        guard text.consume(quote) else {
            throw text.error(
                .syntax, at: start, "this \(quote) isn't closed", remedy: "write \\\(quote) for the symbol")
        }
        guard let string = String(validating: name, as: UTF8.self) else {
            throw text.error(.syntax, at: start, "invalid UTF-8")
        }
        return try symbol(string, start, isQuoted: true)
    }

    private mutating func symbol(
        _ name: String, _ start: Int, isQuoted: Bool
    ) throws(RegularExpressionError) -> NodeID {
        guard let alphabet else {
            do throws(AutomataError) {
                return stack.interner.leaf(SymbolSetID(try names.intern(name).id))
            } catch {
                throw text.error(.tooLarge, at: start, error.description)
            }
        }
        if isQuoted, alphabet.kind != .named {
            if classNames == nil {
                classNames = Dictionary(
                    alphabet.names.enumerated().map { ($0.element, Symbol($0.offset)) },
                    uniquingKeysWith: { first, _ in first })
            }
            if let symbol = classNames?[name] { return leaf(symbol) }
        }
        guard let symbol = alphabet.symbol(named: name) else {
            throw text.error(
                .unknownSymbol, at: start,
                "the symbol '\(name.printable)' is not in the alphabet", remedy: "add it, or remove it")
        }
        guard alphabet.kind == .named || widths[Int(symbol)] == 1 else {
            throw text.error(
                .unknownSymbol, at: start,
                "'\(name.printable)' is only a part of the symbol \(alphabet.name(of: symbol))",
                remedy: "write the whole symbol in quotes")
        }
        return leaf(symbol)
    }

    /// Returns the leaf of a symbol of the given alphabet, whose sets are single symbols.
    private mutating func leaf(_ symbol: Symbol) -> NodeID { stack.interner.leaf(SymbolSetID(symbol.rawValue)) }
}
