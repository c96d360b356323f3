internal import Automata
internal import RegularExpressions

/// The operators except repetitions, from the loosest to the tightest.
enum LanguageOperator: Int {
    case union, symmetricDifference, difference, intersection, concatenation, complement

    /// Creates the operator of a character, in its keyboard or its textbook form.
    init?(sign: Unicode.Scalar) {
        switch sign {
        case "|", "\u{222A}": self = .union
        case "^", "\u{25B3}", "\u{2206}": self = .symmetricDifference
        case "-", "\\", "\u{2216}": self = .difference
        case "&", "\u{2229}": self = .intersection
        case "!", "\u{AC}": self = .complement
        default: return nil
        }
    }

    /// Returns the form of the operation with the given name, such as `a | b` for `union`.
    static func form(named name: String) -> String? {
        switch name {
        case "union", "or": "a | b"
        case "intersection", "intersect", "and": "a & b"
        case "difference", "minus": "a - b"
        case "symmetric-difference", "xor": "a ^ b"
        case "concatenate", "concatenation", "concat": "a b"
        case "complement", "not": "!a"
        case "star": "a*"
        default: nil
        }
    }

    /// Whether operands in a row form one node; other operators are left-associative.
    var joinsOperands: Bool { self == .union || self == .intersection || self == .concatenation }

    var kind: LanguageNode.Kind {
        switch self {
        case .union: .union
        case .symmetricDifference: .symmetricDifference
        case .difference: .difference
        case .intersection: .intersection
        case .concatenation: .concatenation
        case .complement: .complement
        }
    }
}

/// A range of counts or lengths, with or without an upper bound.
struct RepetitionBounds {
    var least: UInt32
    /// The upper bound, or ``unbounded``.
    var most: UInt32

    init(_ least: UInt32, _ most: UInt32 = unbounded) {
        self.least = least
        self.most = most
    }

    /// The counts of a repetition.
    init?(_ node: LanguageNode) {
        guard node.kind == .repetition else { return nil }
        self.init(node.first, node.second)
    }

    var node: LanguageNode { LanguageNode(kind: .repetition, first: least, second: most) }

    /// Whether the repetition is a star, a plus, a question mark, or exactly one.
    var isSimple: Bool { least <= 1 && (most == 1 || most == unbounded) }

    /// Returns the counts of two simple repetitions, one applied to the other.
    func following(_ inner: RepetitionBounds) -> RepetitionBounds {
        RepetitionBounds(min(least, inner.least), max(most, inner.most))
    }
}

/// The names of automata without quotes.
enum LanguageNames {
    /// Whether a byte may stand in such a name; non-ASCII operator signs may not either.
    static func isNameByte(_ byte: UInt8) -> Bool {
        if byte >= 0x80 { return true }
        return !CharacterClasses.isSpace(byte) && !"|^&!*+?{}(),<>\"'".utf8.contains(byte)
    }

    static func isBare(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, name.allSatisfy(isNameByte) else { return false }
        if first == UInt8(ascii: "-") || first == UInt8(ascii: "\\") { return false }
        return String(decoding: name, as: UTF8.self).unicodeScalars.allSatisfy {
            $0.isASCII || LanguageOperator(sign: $0) == nil
        }
    }
}
