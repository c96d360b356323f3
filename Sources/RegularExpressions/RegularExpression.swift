public import AlgorithmSupport
public import Automata
internal import WorkLimits

/// A regular expression over an `Alphabet`.
///
/// An expression is parsed from a text in one of two syntaxes, or built with a ``Builder``:
///
/// ```swift
/// let even = try RegularExpression(parsing: "(b|ab*a)*", syntax: .textbook)
/// let float = try RegularExpression(parsing: #"-?\d+(\.\d+)?"#)
/// try float.dfa().accepts("-3.14")  // true
/// ```
///
/// An expression denotes whole words: `a` is the language {a}, not the language of all texts that
/// contain `a`. Besides the classical operators there are bounded repetition, intersection and
/// complement; complement is over the expression's alphabet.
///
/// Copies share storage. The nodes are a flat list without recursion, so only memory limits the
/// nesting. Equal parts are one node. `==` compares nodes; ``isEquivalent(to:using:budget:)``
/// compares languages.
///
/// Invariants: children stand before their parents, the last node is the root, and each other node
/// has a parent.
public struct RegularExpression: Sendable, Hashable {
    /// Σ, the alphabet of the expression.
    public let alphabet: Alphabet
    package let storage: ExpressionStorage

    /// Creates an expression from storage that already satisfies the invariants.
    package init(alphabet: Alphabet, storage: ExpressionStorage) {
        assert(storage.nodes.count > 0)
        self.alphabet = alphabet
        self.storage = storage
    }

    /// A part of an expression: a dense index in ``nodes``, valid for the expression or the builder
    /// that it belongs to.
    @frozen
    public struct Node: DenseID {
        /// The number.
        public let rawValue: UInt32

        /// Creates the id with the given number.
        @inlinable @inline(__always)
        public init(rawValue: UInt32) { self.rawValue = rawValue }
    }

    /// The operator of a node and its operands.
    public enum Shape: Sendable, Hashable {
        /// ∅, the empty language.
        case empty
        /// ε, the language of the empty word.
        case epsilon
        /// A set of symbols, as words of length 1.
        case symbols([Symbol])
        /// The concatenation of two nodes.
        case concatenation(Node, Node)
        /// The union of two or more nodes.
        case union([Node])
        /// The Kleene star of a node.
        case star(Node)
        /// A bounded repetition; without an upper bound if `to` is `nil`.
        case repetition(Node, from: Int, to: Int?)
        /// The intersection of two or more nodes.
        case intersection([Node])
        /// The complement over the alphabet.
        case complement(Node)
        /// The empty word at positions where the assertion holds.
        case assertion(Assertion)
    }

    /// A condition on a position in a text.
    public enum Assertion: UInt8, Sendable, Hashable, CaseIterable {
        /// The start of the text: `^`, or `\A`.
        case textStart
        /// The end of the text: `$`, or `\z`.
        case textEnd
        /// The start of the text or of a line: `^` with the flag `m`.
        case lineStart
        /// The end of the text or of a line: `$` with the flag `m`.
        case lineEnd
        /// A boundary between a word character and another character, or the start or end of the
        /// text: `\b`.
        case wordBoundary
        /// A position that isn't a word boundary: `\B`.
        case noWordBoundary
    }

    /// The root node of the expression.
    public var root: Node { Node(storage.nodes.count - 1) }

    /// The number of nodes; equal parts count once.
    public var nodeCount: Int { storage.nodes.count }

    /// All nodes, children before their parents.
    public var nodes: some RandomAccessCollection<Node> & Sendable {
        0..<Node(storage.nodes.count)
    }

    /// Returns the operator of a node and its operands.
    ///
    /// - Complexity: O(number of children or symbols).
    public func shape(of node: Node) -> Shape { storage.shape(of: node) }

    /// A Boolean value that indicates whether there is an intersection or a complement.
    public var hasBooleanOperators: Bool { storage.contains(.intersection) || storage.contains(.complement) }

    /// A Boolean value that indicates whether there is an assertion, such as a word boundary.
    public var hasAssertions: Bool { storage.contains(.assertion) }
}
