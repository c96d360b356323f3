@_spi(Tool) internal import Automata
internal import AlgorithmSupport

/// The spelling of a programmer's expression: `[a-z]\d+`.
struct ProgrammerStyle: ExpressionStyle {
    private let domain: SymbolPartition.Domain
    /// The characters of each symbol.
    private let characters: [ValueSet]
    private let hasOperators: Bool
    let universe: String?

    let empty = "[^\\s\\S]"
    let epsilon = "(?:)"
    let opening = "(?:"
    let union = "|"
    let intersection = "&"
    let complement = "!"
    let plus = "+"

    var heading: String { hasOperators ? "(?o)" : "" }

    /// - Throws: `AutomataError.inexpressible(_:)` for a symbol that isn't a character.
    init(_ expression: RegularExpression) throws(AutomataError) {
        let domain: SymbolPartition.Domain
        switch expression.alphabet.storage {
        case .named(let names):
            domain = .scalars
            var characters: [ValueSet] = []
            for id in 0..<Symbol(names.count) {
                let name = names[id]
                guard let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 else {
                    throw .inexpressible(
                        "the symbol '\(name.printable)' has more than one character, so programmer syntax can't express it"
                    )
                }
                characters.append(ValueSet(scalar.value))
            }
            self.characters = characters
        case .partition(let partition):
            domain = partition.domain
            var ranges = [[ValueSet.Range]](repeating: [], count: partition.count)
            for range in partition.ranges {
                ranges[Int(range.symbol)].append(ValueSet.Range(range.lower, range.upper))
            }
            characters = ranges.map { ValueSet($0, in: domain) }
        }
        self.domain = domain
        hasOperators = expression.hasBooleanOperators
        let all = ValueSet(characters.flatMap(\.ranges), in: domain)
        // When parsed again, a complement is over all characters.
        universe =
            all == .all(domain)
            ? nil : Self.text(of: all, domain, hasOperators: hasOperators) + (all.isEmpty ? "{0}" : "*")
    }

    func leaf(_ symbols: ArraySlice<Symbol>) -> (text: String, isAtom: Bool) {
        let set =
            symbols.count == 1
            ? characters[Int(symbols[symbols.startIndex])]
            : ValueSet(symbols.flatMap { characters[Int($0)].ranges }, in: domain)
        return (Self.text(of: set, domain, hasOperators: hasOperators), true)
    }

    func assertion(_ assertion: RegularExpression.Assertion) throws(AutomataError) -> String {
        switch assertion {
        case .textStart: "\\A"
        case .textEnd: "\\z"
        case .lineStart: "(?m:^)"
        case .lineEnd: "(?m:$)"
        case .wordBoundary: "\\b"
        case .noWordBoundary: "\\B"
        }
    }

    // MARK: Classes

    private static func text(of set: ValueSet, _ domain: SymbolPartition.Domain, hasOperators: Bool) -> String {
        if let value = set.singleValue { return character(value, domain, inClass: false, hasOperators: hasOperators) }
        let complement = set.complement(in: domain)
        if set.isEmpty { return "[^\\s\\S]" }
        if complement.isEmpty { return "[\\s\\S]" }
        if complement == CharacterClasses.newline { return "." }
        for (name, known) in [
            ("d", CharacterClasses.digit), ("w", CharacterClasses.word), ("s", CharacterClasses.space),
        ] {
            if set == known { return "\\" + name }
            if complement == known { return "\\" + name.uppercased() }
        }
        let isNegated = complement.ranges.count < set.ranges.count
        var text = isNegated ? "[^" : "["
        for range in (isNegated ? complement : set).ranges {
            text += character(range.lower, domain, inClass: true, hasOperators: false)
            if range.upper == range.lower { continue }
            if range.upper > range.lower + 1 { text += "-" }
            text += character(range.upper, domain, inClass: true, hasOperators: false)
        }
        return text + "]"
    }

    private static func character(
        _ value: UInt32, _ domain: SymbolPartition.Domain, inClass: Bool, hasOperators: Bool
    ) -> String {
        switch value {
        case 0x0A: return "\\n"
        case 0x0D: return "\\r"
        case 0x09: return "\\t"
        case 0x20...0x7E:
            let scalar = Unicode.Scalar(UInt8(value))
            let special = inClass ? "\\]^-[" : hasOperators ? "\\^$.|?*+()[]{}&!" : "\\^$.|?*+()[]{}"
            return (special.unicodeScalars.contains(scalar) ? "\\" : "") + String(scalar)
        default: return SymbolPartition.name(of: value, domain: value < 0x80 ? .bytes : domain)
        }
    }
}
