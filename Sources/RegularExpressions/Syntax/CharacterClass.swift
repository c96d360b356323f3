internal import AlgorithmSupport
internal import Automata

extension RegularExpression.Options.Unit {
    /// The domain of classes such as `[^a]`.
    var classDomain: SymbolPartition.Domain { self == .bytes ? .bytes : .scalars }

    /// The domain of the alphabet's symbols.
    var alphabetDomain: SymbolPartition.Domain { self == .scalars ? .scalars : .bytes }
}

/// A character of an expression: a Unicode scalar, or a byte beyond ASCII.
struct ClassMember: Hashable {
    var value: UInt32
    /// Whether it is a byte of 0x80 or more, and not the scalar with that number.
    var isByte: Bool
}

/// A set of characters; a class in an expression matches one of them.
struct CharacterClass: Hashable {
    var set: ValueSet
    /// Whether its members are Unicode scalars, which take several bytes each, and not bytes.
    var isScalars: Bool

    init(set: ValueSet, isScalars: Bool) {
        self.set = set
        self.isScalars = isScalars
    }

    /// Creates the class of one character, in both cases if case is ignored.
    init(_ member: ClassMember, ignoringCase: Bool, unit: RegularExpression.Options.Unit) {
        set = ValueSet(member.value)
        isScalars = unit != .bytes || (member.value >= 0x80 && !member.isByte)
        if ignoringCase { addOtherCases() }
    }

    mutating func addOtherCases() {
        set = isScalars ? CaseFolding.closure(of: set) : CaseFolding.closureInASCII(of: set)
    }
}

/// A collector of the members of a class in brackets.
struct ClassCollector {
    let unit: RegularExpression.Options.Unit
    /// The members written as characters, which stand for both cases if case is ignored.
    private var ranges: [ValueSet.Range] = []
    /// The members of named classes, which handle ignored case themselves.
    private var classRanges: [ValueSet.Range] = []
    private var hasHighBytes = false
    private var hasHighScalars = false

    init(unit: RegularExpression.Options.Unit) { self.unit = unit }

    /// The number of bytes in use, including copies for sets.
    var byteCount: Int { 3 * MemoryLayout<ValueSet.Range>.stride * (ranges.capacity + classRanges.capacity) }

    /// Whether bytes and multibyte characters are mixed, which no set can hold.
    var isMixed: Bool { hasHighBytes && hasHighScalars }

    mutating func add(_ member: ClassMember) { add(from: member, to: member) }

    /// Adds a range, which must ascend.
    mutating func add(from lower: ClassMember, to upper: ClassMember) {
        ranges.append(ValueSet.Range(lower.value, upper.value))
        for member in [lower, upper] where member.value >= 0x80 {
            if member.isByte { hasHighBytes = true } else { hasHighScalars = true }
        }
    }

    mutating func add(_ characters: CharacterClass) {
        classRanges.append(contentsOf: characters.set.ranges)
        guard let last = characters.set.ranges.last, last.upper >= 0x80 else { return }
        if characters.isScalars { hasHighScalars = true } else { hasHighBytes = true }
    }

    func characters(isNegated: Bool, ignoringCase: Bool) -> CharacterClass {
        let isScalars = unit != .bytes || hasHighScalars
        let domain: SymbolPartition.Domain = isScalars ? .scalars : .bytes
        var result = CharacterClass(set: ValueSet(ranges, in: domain), isScalars: isScalars)
        if ignoringCase { result.addOtherCases() }
        result.set = result.set.union(ValueSet(classRanges, in: domain), in: domain)
        if isNegated { result.set = result.set.complement(in: domain) }
        return result
    }
}

/// The classes with names or escapes, all within ASCII except Unicode classes.
package enum CharacterClasses {
    static let newline = ValueSet(0x0A)
    static let digit = set((0x30, 0x39))
    package static let word = set((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
    static let space = set((0x09, 0x0D), (0x20, 0x20))

    package static func isSpace(_ byte: UInt8) -> Bool { (0x09...0x0D).contains(byte) || byte == 0x20 }

    private static func set(_ ranges: (UInt32, UInt32)...) -> ValueSet {
        ValueSet(sortedRanges: ranges.map { ValueSet.Range($0.0, $0.1) })
    }

    /// Returns `\h`: horizontal white space.
    static func horizontalSpace(_ unit: RegularExpression.Options.Unit) -> ValueSet {
        if unit == .bytes { return set((0x09, 0x09), (0x20, 0x20), (0xA0, 0xA0)) }
        return set(
            (0x09, 0x09), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x180E, 0x180E), (0x2000, 0x200A),
            (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000))
    }

    /// Returns `\v`: vertical white space.
    static func verticalSpace(_ unit: RegularExpression.Options.Unit) -> ValueSet {
        unit == .bytes ? set((0x0A, 0x0D), (0x85, 0x85)) : set((0x0A, 0x0D), (0x85, 0x85), (0x2028, 0x2029))
    }

    /// Returns the POSIX class `[:name:]`.
    static func posix(_ name: some StringProtocol) -> ValueSet? {
        switch name {
        case "alpha": set((0x41, 0x5A), (0x61, 0x7A))
        case "digit": digit
        case "alnum": set((0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A))
        case "upper": set((0x41, 0x5A))
        case "lower": set((0x61, 0x7A))
        case "space": space
        case "blank": set((0x09, 0x09), (0x20, 0x20))
        case "punct": set((0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E))
        case "print": set((0x20, 0x7E))
        case "graph": set((0x21, 0x7E))
        case "cntrl": set((0x00, 0x1F), (0x7F, 0x7F))
        case "xdigit": set((0x30, 0x39), (0x41, 0x46), (0x61, 0x66))
        case "word": word
        case "ascii": set((0x00, 0x7F))
        default: nil
        }
    }
}

/// Adds the other cases of a set's members.
enum CaseFolding {
    static func closureInASCII(of set: ValueSet) -> ValueSet {
        var ranges = set.ranges
        for (letters, distance) in [(ValueSet.Range(0x41, 0x5A), 32), (ValueSet.Range(0x61, 0x7A), -32)] {
            for range in set.intersection(ValueSet(sortedRanges: [letters])).ranges {
                ranges.append(
                    ValueSet.Range(
                        UInt32(Int(range.lower) + distance), UInt32(Int(range.upper) + distance)))
            }
        }
        return ranges.count == set.ranges.count ? set : ValueSet(ranges, in: .bytes)
    }
}

/// The sets of leaves, each once, by id.
struct LeafTable {
    let domain: SymbolPartition.Domain
    private(set) var sets: [ValueSet] = []
    private var singles: [SymbolSetID]
    private var others: [ValueSet: SymbolSetID] = [:]
    /// The number of bytes in use, including the classes that the sets induce.
    private(set) var byteCount = 0

    init(unit: RegularExpression.Options.Unit) {
        domain = unit.alphabetDomain
        singles = Array(repeating: .absent, count: 256)
    }

    mutating func number(ofSingle value: UInt32) -> SymbolSetID {
        guard value < 256 else { return number(ofSeveral: ValueSet(value)) }
        if singles[Int(value)] == .absent {
            singles[Int(value)] = SymbolSetID(sets.count)
            sets.append(ValueSet(value))
            byteCount += 128
        }
        return singles[Int(value)]
    }

    mutating func number(of set: ValueSet) -> SymbolSetID {
        set.singleValue.map { number(ofSingle: $0) } ?? number(ofSeveral: set)
    }

    private mutating func number(ofSeveral set: ValueSet) -> SymbolSetID {
        if let number = others[set] { return number }
        let number = SymbolSetID(sets.count)
        sets.append(set)
        others[set] = number
        byteCount += 192 + 4 * MemoryLayout<ValueSet.Range>.stride * set.ranges.count
        return number
    }
}
