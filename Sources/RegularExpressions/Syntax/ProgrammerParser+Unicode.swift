@_spi(Tool) internal import Automata
private import UnicodeTables
internal import WorkLimits

extension ProgrammerParser {
    /// Parses `\pL`, `\p{Lu}`, `\p{Greek}` or `\p{^Lu}` after its `\p`.
    mutating func unicodeClass(_ start: Int, isNegated: Bool) throws(RegularExpressionError) -> CharacterClass {
        var isNegated = isNegated
        let nameStart: Int
        var nameEnd: Int
        if text.consume("{") {
            if text.consume("^") { isNegated.toggle() }
            nameStart = text.offset
            while let byte = text.next, byte != UInt8(ascii: "}") { text.advance() }
            nameEnd = text.offset
            guard text.consume("}") else { throw text.error(.syntax, at: start, "this class has no '}'") }
        } else {
            nameStart = text.offset
            text.advance()
            nameEnd = text.offset
        }
        let name = String(decoding: text.bytes[nameStart..<nameEnd], as: UTF8.self)
        guard var set = Self.set(named: name) else {
            throw text.error(
                .syntax, at: start,
                "'\(name.printable)' is neither a general category nor a script of Unicode",
                remedy: "write a name such as \\p{Lu} or \\p{Greek}"
            )
        }
        // Do this before the negation, for scalars that are no capital in either case.
        if flags.ignoresCase { set = CaseFolding.closure(of: set) }
        if isNegated { set = set.complement(in: .scalars) }
        return CharacterClass(set: set, isScalars: true)
    }

    /// Returns the scalars of a category or a script; `gc=` and `sc=` select one of them.
    private static func set(named name: String) -> ValueSet? {
        let parts = name.split(separator: "=", maxSplits: 1).map(String.init)
        let ranges: [UnicodeTables.Range]?
        switch (parts.count, parts.first?.lowercased()) {
        case (2, "gc"), (2, "general_category"): ranges = UnicodeTables.generalCategory(parts[1])
        case (2, "sc"), (2, "script"): ranges = UnicodeTables.script(parts[1])
        case (1, _): ranges = UnicodeTables.generalCategory(name) ?? UnicodeTables.script(name)
        default: ranges = nil
        }
        return ranges.map { ValueSet($0.map { ValueSet.Range($0.lower, $0.upper) }, in: .scalars) }
    }
}

extension CaseFolding {
    /// Returns the set with all scalars that are equal to a member under simple case folding.
    static func closure(of set: ValueSet) -> ValueSet {
        let foldings = UnicodeTables.foldings
        // Fold the set, and then add all scalars that fold to the result.
        var folded = set
        var found: [ValueSet.Range] = []
        for folding in foldings where set.intersects(folding.lower, folding.upper) {
            for scalar in stride(from: folding.lower, through: folding.upper, by: Int(folding.stride))
            where set.contains(scalar) {
                let target = folding.target(of: scalar)
                found.append(ValueSet.Range(target, target))
            }
        }
        folded = folded.union(ValueSet(found, in: .scalars), in: .scalars)
        found = []
        for folding in foldings {
            let ends = (folding.target(of: folding.lower), folding.target(of: folding.upper))
            guard folded.intersects(ends.0, ends.1) else { continue }
            for scalar in stride(from: folding.lower, through: folding.upper, by: Int(folding.stride))
            where folded.contains(folding.target(of: scalar)) {
                found.append(ValueSet.Range(scalar, scalar))
            }
        }
        return folded.union(ValueSet(found, in: .scalars), in: .scalars)
    }
}
