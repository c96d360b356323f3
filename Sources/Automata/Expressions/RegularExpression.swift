/// A regular expression over an ``Alphabet``: a value that denotes a regular language.
///
/// An expression is made of a text in one of two syntaxes, or node by node with a ``Builder``:
///
/// ```swift
/// let even = try RegularExpression(parsing: "(b|ab*a)*", syntax: .textbook)
/// let float = try RegularExpression(parsing: #"-?\d+(\.\d+)?"#)
/// try float.dfa().accepts("-3.14")  // true
/// ```
///
/// It denotes whole words: `a` is the language {a}, not that of all texts with an `a` in them.
/// Besides the classical operators there are bounded repetition, intersection and complement;
/// complement is over the expression's alphabet.
///
/// An immutable value: copies share storage. The nodes are a flat list without recursion anywhere,
/// so that nesting is limited by memory alone; equal parts are one node. `==` compares nodes, not
/// languages: to compare those, compare automata.
///
/// Invariants: children stand before their parents, the last node is the root, and each node but
/// the root has a parent.
public struct RegularExpression: Sendable, Hashable {
    /// Σ, the symbols that the expression is over.
    public let alphabet: Alphabet
    package let storage: ExpressionStorage

    /// Takes storage that satisfies the invariants already.
    package init(alphabet: Alphabet, storage: ExpressionStorage) {
        assert(storage.nodes.count > 0)
        self.alphabet = alphabet
        self.storage = storage
    }

    /// A part of an expression: a dense index in ``nodes``, valid for the expression or the builder
    /// that it comes from.
    @frozen
    public struct Node: DenseID {
        /// The number.
        public let rawValue: UInt32

        /// The id with the given number.
        @inlinable @inline(__always)
        public init(rawValue: UInt32) { self.rawValue = rawValue }
    }

    /// The parts of a node.
    public enum Shape: Sendable, Hashable {
        /// ∅, no word.
        case empty
        /// ε, the empty word alone.
        case epsilon
        /// The words of one symbol, one of these.
        case symbols([Symbol])
        /// A word of the first, then one of the second.
        case concatenation(Node, Node)
        /// The words of any of them, of two at least.
        case union([Node])
        /// Any number of words, none included.
        case star(Node)
        /// As many words as that; any number from the least one on where there is no greatest.
        case repetition(Node, from: Int, to: Int?)
        /// The words of all of them, of two at least.
        case intersection([Node])
        /// The words over the alphabet that it doesn't have.
        case complement(Node)
        /// The empty word, where the text before and after it is as this says.
        case assertion(Assertion)
    }

    /// A condition on a place in a text.
    public enum Assertion: UInt8, Sendable, Hashable, CaseIterable {
        /// The text's start: `^`, or `\A`.
        case textStart
        /// The text's end: `$`, or `\z`.
        case textEnd
        /// The text's start, or after a newline: `^` with the flag `m`.
        case lineStart
        /// The text's end, or before a newline: `$` with the flag `m`.
        case lineEnd
        /// Between a character of a word and another, or one and the text's start or end: `\b`.
        case wordBoundary
        /// Any place that is no word's boundary: `\B`.
        case noWordBoundary
    }

    /// The node that the expression is as a whole.
    public var root: Node { Node(storage.nodes.count - 1) }

    /// The number of nodes, equal parts counted once.
    public var nodeCount: Int { storage.nodes.count }

    /// All nodes, children before their parents.
    public var nodes: some RandomAccessCollection<Node> & Sendable {
        0..<Node(storage.nodes.count)
    }

    /// Returns the parts of a node.
    ///
    /// - Complexity: O(number of children or symbols).
    public func shape(of node: Node) -> Shape { storage.shape(of: node) }

    /// Whether intersection or complement occurs.
    public var hasBooleanOperators: Bool { storage.contains(.intersection) || storage.contains(.complement) }

    /// Whether a place in the text is asked for, such as the boundary of a word.
    public var hasAssertions: Bool { storage.contains(.assertion) }
}
