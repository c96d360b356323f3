internal import AlgorithmSupport
internal import Automata
internal import WorkLimits

/// A parser of a programmer's expression.
///
///     expression   = conjunction { "|" conjunction }
///     conjunction  = sequence { "&" sequence }                    — with the flag o
///     sequence     = { prefixed }
///     prefixed     = { "!" } atom { quantifier }                  — with the flag o
///     quantifier   = ( "*" | "+" | "?" | "{" n [ "," [ n ] ] "}" ) [ "?" ]
///     atom         = character | "." | class | escape | anchor
///                  | "(" [ "?" flags ":" | … ] expression ")"
///
/// Open groups are on an explicit stack, so that nesting is limited by memory alone.
struct ProgrammerParser {
    var text: ExpressionText
    let options: RegularExpression.Options
    var flags: Flags
    var stack = OperandStack()
    private var leaves: LeafTable
    /// The nodes of classes and of characters with case ignored, cached because they take long to
    /// make.
    private var classNodes: [CharacterClass: NodeID] = [:]
    private var foldedNodes: [ClassMember: NodeID] = [:]
    private var classNodesByteCount = 0
    /// The flags before each open group.
    var outerFlags: [Flags] = []
    private var hasWordAssertions = false
    private var hasLineAssertions = false
    private var steps: BudgetSteps

    /// The flags that `(?imsxo)` sets.
    struct Flags: Equatable {
        var ignoresCase: Bool
        var dotMatchesNewline: Bool
        var anchorsMatchLines: Bool
        var ignoresWhitespace: Bool
        var enablesBooleanOperators: Bool

        init(_ options: RegularExpression.Options) {
            ignoresCase = options.ignoresCase
            dotMatchesNewline = options.dotMatchesNewline
            anchorsMatchLines = options.anchorsMatchLines
            ignoresWhitespace = options.ignoresWhitespace
            enablesBooleanOperators = options.enablesBooleanOperators
        }
    }

    static func parse(
        _ bytes: [UInt8], _ options: RegularExpression.Options, _ budget: Budget
    ) throws(RegularExpressionError) -> RegularExpression {
        var parser = ProgrammerParser(bytes, options, budget)
        let root = try parser.expression()
        // The result is a copy of the nodes.
        do throws(AutomataError) {
            try parser.steps.check(holding: 4 * parser.stack.interner.byteCount + 2 * parser.leaves.byteCount)
        } catch { throw RegularExpressionError(limit: error) }
        return try parser.finish(root)
    }

    private init(_ bytes: [UInt8], _ options: RegularExpression.Options, _ budget: Budget) {
        steps = BudgetSteps(BudgetWatch(budget, states: 0, bytes: bytes.count))
        text = ExpressionText(bytes)
        self.options = options
        flags = Flags(options)
        leaves = LeafTable(unit: options.unit)
    }

    private mutating func finish(_ root: NodeID) throws(RegularExpressionError) -> RegularExpression {
        var root = root
        if options.allowsTextAround {
            let any = stack.interner.leaf(leaves.number(of: .all(leaves.domain)))
            let anyText = stack.interner.star(any)
            root = stack.interner.concatenation([anyText, root, anyText])
        }
        // Assertions split the alphabet, so that each symbol is on one side.
        if hasWordAssertions { _ = leaves.number(of: CharacterClasses.word) }
        if hasLineAssertions { _ = leaves.number(of: CharacterClasses.newline) }
        do throws(AutomataError) {
            let (partition, sets) = try SymbolPartition.induced(by: leaves.sets, domain: leaves.domain, steps: &steps)
            return RegularExpression(
                alphabet: Alphabet(partition), storage: stack.interner.storage(root: root, sets: sets))
        } catch { throw RegularExpressionError(limit: error) }
    }

    // MARK: Structure

    /// Counts a step, while `bytes` are held in addition to the bytes of the parser.
    @inline(__always)
    mutating func step(
        _ count: Int = 1, holding bytes: @autoclosure () -> Int = 0
    ) throws(RegularExpressionError) {
        do throws(AutomataError) {
            try steps.step(
                count,
                holding: stack.byteCount + leaves.byteCount + 3 * MemoryLayout<Flags>.stride / 2 * outerFlags.capacity
                    + classNodesByteCount + 32 * foldedNodes.capacity + bytes())
        } catch { throw RegularExpressionError(limit: error) }
    }

    private mutating func expression() throws(RegularExpressionError) -> NodeID {
        while true {
            try step()
            if flags.ignoresWhitespace { text.skipSpaceAndComments() }
            guard let byte = text.next else { break }
            switch byte {
            case UInt8(ascii: "("): try openGroup()
            case UInt8(ascii: ")"): try closeGroup()
            case UInt8(ascii: "|"):
                try checkNegation()
                text.advance()
                stack.endConjunction()
            case UInt8(ascii: "&") where flags.enablesBooleanOperators:
                try checkNegation()
                text.advance()
                stack.endSequence()
            case UInt8(ascii: "!") where flags.enablesBooleanOperators:
                stack.negate(at: text.offset)
                text.advance()
            default:
                if let node = try atom(byte) { stack.append(try parseQuantifiers(after: node)) }
            }
        }
        guard stack.isOutside else { throw unclosed(stack.groupOffset) }
        try checkNegation()
        return stack.endUnion()
    }

    func checkNegation() throws(RegularExpressionError) {
        guard let offset = stack.danglingNegation else { return }
        throw text.error(
            .syntax, at: offset,
            "this '!' has no operand",
            remedy: "write !(…), or \\! for the character")
    }

    func unclosed(_ offset: Int) -> RegularExpressionError {
        text.error(.syntax, at: offset, "this '(' has no ')'", remedy: "close it, or write \\( for the character")
    }

    // MARK: Quantifiers

    /// Skips insignificant text between an atom and its quantifiers.
    private mutating func skipFiller() throws(RegularExpressionError) {
        while true {
            if flags.ignoresWhitespace { text.skipSpaceAndComments() }
            if text.consume(text: "\\E") || text.consume(text: "\\Q\\E") { continue }
            guard text.next == UInt8(ascii: "("), text.peek(1) == UInt8(ascii: "?"), text.peek(2) == UInt8(ascii: "#")
            else { return }
            try skipComment(text.offset)
        }
    }

    /// Parses the quantifiers after an atom.
    mutating func parseQuantifiers(after atom: NodeID) throws(RegularExpressionError) -> NodeID {
        var node = atom
        while true {
            try skipFiller()
            let offset = text.offset
            switch text.next {
            case UInt8(ascii: "*"):
                text.advance()
                node = stack.interner.star(node)
            case UInt8(ascii: "+"):
                text.advance()
                node = stack.interner.repetition(node, from: 1, to: unbounded)
            case UInt8(ascii: "?"):
                text.advance()
                node = stack.interner.repetition(node, from: 0, to: 1)
            case UInt8(ascii: "{"):
                guard let (least, most) = try text.readBounds() else { return node }
                node = stack.interner.repetition(node, from: least, to: most)
            default: return node
            }
            // A lazy quantifier has the same words, but a possessive one doesn't.
            if text.consume("?") { continue }
            if text.next == UInt8(ascii: "+") {
                throw notRegular(offset, "a possessive quantifier", "write (…)+ to repeat a repetition")
            }
        }
    }

    // MARK: Atoms

    /// Parses an atom; returns `nil` if the text isn't one.
    private mutating func atom(_ byte: UInt8) throws(RegularExpressionError) -> NodeID? {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
            throw text.error(
                .syntax,
                "there is nothing before this '\(text.character)' to repeat",
                remedy: "write \\\(text.character) for the character"
            )
        case UInt8(ascii: "."):
            text.advance()
            return any(includingNewline: flags.dotMatchesNewline)
        case UInt8(ascii: "["):
            return leaf(try characterClass())
        case UInt8(ascii: "^"):
            text.advance()
            return assertion(flags.anchorsMatchLines ? .lineStart : .textStart)
        case UInt8(ascii: "$"):
            text.advance()
            return assertion(flags.anchorsMatchLines ? .lineEnd : .textEnd)
        case UInt8(ascii: "\\"):
            return try escape()
        case UInt8(ascii: "{"):
            let offset = text.offset
            if text.hasBoundsWithoutLeast {
                throw text.error(
                    .syntax, "ambiguous {,n}, which has different meanings in different programs",
                    remedy: "write {0,n} for a repetition, \\{,n} for the characters")
            }
            if try text.readBounds() != nil {
                throw text.error(
                    .syntax, at: offset, "there is nothing before this '{' to repeat",
                    remedy: "write \\{ for the character")
            }
            text.advance()
            return leaf(ClassMember(value: UInt32(byte), isByte: false))
        case ..<0x80:
            text.advance()
            return leaf(ClassMember(value: UInt32(byte), isByte: false))
        default:
            return leaf(try text.readCharacter(unit: options.unit))
        }
    }

    private mutating func assertion(_ assertion: RegularExpression.Assertion) -> NodeID {
        switch assertion {
        case .wordBoundary, .noWordBoundary: hasWordAssertions = true
        case .lineStart, .lineEnd: hasLineAssertions = true
        case .textStart, .textEnd: break
        }
        return stack.interner.assertion(assertion)
    }

    private mutating func any(includingNewline: Bool) -> NodeID {
        let domain = options.unit.classDomain
        let set = includingNewline ? ValueSet.all(domain) : CharacterClasses.newline.complement(in: domain)
        return leaf(CharacterClass(set: set, isScalars: options.unit != .bytes))
    }

    private mutating func leaf(_ member: ClassMember) -> NodeID {
        if flags.ignoresCase {
            if let node = foldedNodes[member] { return node }
            let node = leaf(CharacterClass(member, ignoringCase: true, unit: options.unit))
            foldedNodes[member] = node
            return node
        }
        // A single ASCII character is by far the most frequent leaf.
        if member.value < 0x80 || member.isByte || options.unit == .scalars {
            return stack.interner.leaf(leaves.number(ofSingle: member.value))
        }
        return leaf(CharacterClass(member, ignoringCase: false, unit: options.unit))
    }

    private mutating func leaf(_ characters: CharacterClass) -> NodeID {
        if characters.set.isEmpty { return ExpressionInterner.empty }
        guard characters.isScalars, options.unit != .scalars else {
            return stack.interner.leaf(leaves.number(of: characters.set))
        }
        if let node = classNodes[characters] { return node }
        let node = UTF8Expression.node(of: characters.set, &stack.interner, &leaves)
        classNodes[characters] = node
        classNodesByteCount += 192 + MemoryLayout<ValueSet.Range>.stride * characters.set.ranges.count
        return node
    }

    /// Parses an escape outside a class.
    private mutating func escape() throws(RegularExpressionError) -> NodeID? {
        let offset = text.offset
        switch text.peek(1) {
        case UInt8(ascii: "b"):
            text.advance(2)
            return assertion(.wordBoundary)
        case UInt8(ascii: "B"):
            text.advance(2)
            return assertion(.noWordBoundary)
        case UInt8(ascii: "A"):
            text.advance(2)
            return assertion(.textStart)
        case UInt8(ascii: "z"):
            text.advance(2)
            return assertion(.textEnd)
        case UInt8(ascii: "Z"):
            throw text.error(
                .syntax,
                "ambiguous \\Z, which has different meanings in different programs",
                remedy: "write \\z for the end of the text, \\n?\\z where a newline may follow")
        case UInt8(ascii: "Q"):
            text.advance(2)
            return try quotation()
        case UInt8(ascii: "E"):
            // The end of a quotation that was not begun.
            text.advance(2)
            return nil
        case UInt8(ascii: "N") where text.peek(2) != UInt8(ascii: "{"):
            text.advance(2)
            return any(includingNewline: false)
        case UInt8(ascii: "R"):
            text.advance(2)
            return newlineSequence()
        case .some(UInt8(ascii: "1")...UInt8(ascii: "9")) where !text.hasThreeOctalDigits(after: 1):
            throw notRegular(offset, "a back reference", "write \\x01 for the character with code 1")
        case UInt8(ascii: "k"), UInt8(ascii: "g"): throw notRegular(offset, "a back reference", nil)
        case UInt8(ascii: "K"), UInt8(ascii: "G"), UInt8(ascii: "X"), UInt8(ascii: "C"):
            throw text.error(
                .notRegular,
                "\\\(UnicodeScalar(text.peek(1) ?? 0)) only controls a search; remove it")
        default:
            switch try parseEscape(inClass: false) {
            case .member(let member): return leaf(member)
            case .characters(let characters): return leaf(characters)
            }
        }
    }

    /// Returns `\R`: a line ending of any kind.
    private mutating func newlineSequence() -> NodeID {
        let pair = stack.interner.concatenation(
            [0x0D, 0x0A].map { stack.interner.leaf(leaves.number(ofSingle: $0)) })
        var ends = [ValueSet.Range(0x0A, 0x0D), ValueSet.Range(0x85, 0x85)]
        if options.unit != .bytes { ends.append(ValueSet.Range(0x2028, 0x2029)) }
        let single = leaf(CharacterClass(set: ValueSet(sortedRanges: ends), isScalars: options.unit != .bytes))
        return stack.interner.union([pair, single])
    }

    /// Parses `\Q…\E`, whose last character a quantifier applies to.
    private mutating func quotation() throws(RegularExpressionError) -> NodeID? {
        var last: NodeID?
        while let byte = text.next {
            if byte == UInt8(ascii: "\\"), text.peek(1) == UInt8(ascii: "E") {
                text.advance(2)
                break
            }
            try step()
            if let last { stack.append(last) }
            if byte < 0x80 {
                text.advance()
                last = leaf(ClassMember(value: UInt32(byte), isByte: false))
            } else {
                last = leaf(try text.readCharacter(unit: options.unit))
            }
        }
        return last
    }
}
