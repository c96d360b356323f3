internal import AlgorithmSupport
package import Automata
internal import RegularExpressions
internal import WorkLimits

/// An expression over automata that combines languages, such as `a & !(b | c)`.
///
/// ```swift
/// let expression = try LanguageExpression(parsing: "identifiers - (keywords | <main>)")
/// expression.names  // ["identifiers", "keywords"]
/// let allowed = try expression.value(
///     of: ["identifiers": .dfa(identifiers), "keywords": .dfa(keywords)])
/// ```
///
/// Operators, from the highest precedence to the lowest:
///
/// | | |
/// |---|---|
/// | `a*` `a+` `a?` `a{2}` `a{2,}` `a{2,5}` | repetition; `+` before an operand: `a+ b` |
/// | `!a` or `¬a` | complement, over the symbols of everything in the expression |
/// | `a b` | concatenation |
/// | `a & b` or `a ∩ b` | intersection |
/// | `a - b`, `a \ b` or `a ∖ b` | difference; `-` and `\` stand between white space |
/// | `a ^ b` or `a △ b` | symmetric difference |
/// | `a \| b` or `a ∪ b` | union |
///
/// `(…)` groups. `<ab>` is the language of one word, and `<>` the language of the empty word;
/// inside the brackets, `\>` and `\\` stand for `>` and `\`. A name that contains white space or an
/// operator is quoted; in double quotes, `\"` and `\\` stand for `"` and `\`. A name directly
/// before `(` is a function: `minimize(a)`, `determinize(a)`, `reduce(a)`, `trim(a)`, `reverse(a)`,
/// `prefixes(a)`, `suffixes(a)`, `factors(a)`, `subsequences(a)`, `cyclic-shift(a)`,
/// `left-quotient(a, b)`, `right-quotient(a, b)`, `shuffle(a, b)`, `lengths(a, {2,5})`,
/// `project(a, <ab>)`, `neighborhood(<ab>, 1)`, and `any()`, the language of all one-symbol words.
///
/// The nodes are a flat list without recursion, so only memory limits the nesting. `==` compares
/// syntax, but ignores white space, alternative spellings of an operator, and superfluous
/// parentheses. Parentheses in a series of unions, intersections or concatenations are superfluous:
/// `a | (b | c)` equals `a | b | c`. To compare languages, compare the automata that
/// ``value(of:separator:budget:)`` returns.
///
/// Invariants: the nodes are in postfix order, so that the last node is the root. No operand of a
/// union is a union; the same holds for intersections and concatenations. A double complement is
/// dropped, and consecutive stars, plus signs and question marks become one node.
public struct LanguageExpression: Sendable {
    package let nodes: [LanguageNode]
    /// The names of automata, in the order of their first mention.
    package let nameTable: NameTable
    /// The words, in the order of their first mention.
    package let wordTable: NameTable
    /// The offset of each node's operator, or of its first byte.
    private let offsets: [UInt32]
    /// The text, for error positions.
    private let source: [UInt8]

    package init(
        nodes: [LanguageNode], names: NameTable, words: NameTable, offsets: [UInt32], text: [UInt8]
    ) {
        assert(!nodes.isEmpty && nodes.count == offsets.count)
        self.nodes = nodes
        nameTable = names
        wordTable = words
        self.offsets = offsets
        source = text
    }

    /// The names of automata in the expression, each once, in the order of their first mention.
    /// Names are equal when their UTF-8 bytes are equal.
    public var names: [String] { (0..<LanguageNameID(nameTable.count)).map { nameTable[$0] } }

    /// The words in the expression, including arguments of functions, each once, in the order of
    /// their first mention.
    public var words: [String] { (0..<LanguageWordID(wordTable.count)).map { wordTable[$0] } }

    /// The number of names, words, operators and functions.
    package var nodeCount: Int { nodes.count }

    /// Returns an error at a node.
    func error(
        _ reason: LanguageExpressionError.Reason, at node: Int, _ message: String, remedy: String? = nil
    ) -> LanguageExpressionError {
        LanguageExpressionError(reason, in: source, at: Int(offsets[node]), message, remedy: remedy)
    }
}

extension LanguageExpression: Hashable {
    /// Returns whether two expressions have the same syntax; positions in a text don't count.
    public static func == (left: LanguageExpression, right: LanguageExpression) -> Bool {
        left.nodes == right.nodes && left.nameTable == right.nameTable && left.wordTable == right.wordTable
    }

    /// Hashes the syntax, which `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(nodes)
        hasher.combine(nameTable)
        hasher.combine(wordTable)
    }
}

/// An automaton's name in an expression: a dense index in ``LanguageExpression/names``.
package struct LanguageNameID: DenseID {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A word in an expression: a dense index in ``LanguageExpression/words``.
package struct LanguageWordID: DenseID {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// An operand, an operator or a function in sixteen bytes. Its kind determines the meaning of the
/// three numbers:
///
/// - name, word: its id
/// - operators except repetition: the number of operands
/// - repetition: the lower bound, the upper bound or ``unbounded``
/// - function: its id; for lengths the lower bound and the upper bound or ``unbounded``, for a
///   projection its word, for a neighborhood its word and the distance
package struct LanguageNode: Sendable, Hashable, BitwiseCopyable {
    package enum Kind: UInt32, Sendable, BitwiseCopyable {
        case name, word, union, symmetricDifference, difference, intersection, concatenation, complement, repetition
        case function
    }

    package var kind: Kind
    package var first: UInt32 = 0
    package var second: UInt32 = 0
    package var third: UInt32 = 0

    package var name: LanguageNameID { LanguageNameID(rawValue: first) }

    /// The word of a word node, or the word argument of a function.
    package var word: LanguageWordID { LanguageWordID(rawValue: kind == .word ? first : second) }

    /// The function that the node calls; `nil` for other nodes.
    package var function: LanguageFunction? { kind == .function ? LanguageFunction(rawValue: first) : nil }

    /// The number of the node's operands, which precede it.
    package var operandCount: Int {
        switch kind {
        case .name, .word: 0
        case .union, .symmetricDifference, .difference, .intersection, .concatenation, .complement: Int(first)
        case .repetition: 1
        case .function: function?.languageCount ?? 0
        }
    }
}
