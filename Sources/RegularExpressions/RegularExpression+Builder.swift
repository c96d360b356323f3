public import Automata
internal import WorkLimits

extension RegularExpression {
    /// A builder of expressions, node by node. Equal nodes are shared, and simple laws are applied:
    /// *r*∅ = ∅, *r*ε = *r*, *r* | *r* = *r*, *r*\*\* = *r*\*, ¬¬*r* = *r* and similar laws.
    ///
    /// ```swift
    /// var builder = RegularExpression.Builder(alphabet: ["a", "b"])
    /// let a = try builder.symbols([0])
    /// let words = builder.star(builder.union([a, try builder.symbols([1])]))
    /// let endsInA = builder.concatenation([words, a])
    /// let expression = builder.build(endsInA)
    /// ```
    ///
    /// A node belongs to the builder that made it.
    public struct Builder: Sendable {
        /// Σ, the alphabet of the expression.
        public let alphabet: Alphabet
        private var interner = ExpressionInterner()
        private var sets = SymbolSets()
        private var setNumbers: [[Symbol]: SymbolSetID] = [:]

        /// Creates a builder without nodes.
        public init(alphabet: Alphabet) { self.alphabet = alphabet }

        /// ∅, the empty language.
        public var empty: Node { ExpressionInterner.empty }

        /// ε, the language of the empty word.
        public var epsilon: Node { ExpressionInterner.epsilon }

        /// The number of bytes of the nodes.
        package var byteCount: Int { interner.byteCount + 8 * sets.symbols.count }

        /// Returns a set of symbols, as words of length 1; ∅ for no symbols.
        ///
        /// - Throws: `AutomataError.symbolOutOfRange(_:symbolCount:)` if a symbol isn't in the
        ///   alphabet.
        public mutating func symbols(_ symbols: some Sequence<Symbol>) throws(AutomataError) -> Node {
            let list = symbols.sorted().uniqued()
            if let last = list.last, Int(last) >= alphabet.count {
                throw .symbolOutOfRange(last, symbolCount: alphabet.count)
            }
            if list.isEmpty { return empty }
            if let number = setNumbers[list] { return interner.leaf(number) }
            let number = sets.append(list)
            setNumbers[list] = number
            return interner.leaf(number)
        }

        /// Returns the concatenation of nodes; ε for no nodes.
        public mutating func concatenation(_ nodes: some BidirectionalCollection<Node>) -> Node {
            interner.concatenation(nodes)
        }

        /// Returns the union of nodes; ∅ for no nodes.
        public mutating func union(_ nodes: some Sequence<Node>) -> Node { interner.union(nodes) }

        /// Returns the Kleene star of a node.
        public mutating func star(_ node: Node) -> Node { interner.star(node) }

        /// Returns the repetition of a node any number of times within the range, which must not
        /// contain negative numbers.
        ///
        /// - Throws: `AutomataError.tooLarge(_:)` for numbers of more than 32 bits.
        public mutating func repetition(_ node: Node, _ counts: ClosedRange<Int>) throws(AutomataError) -> Node {
            precondition(counts.lowerBound >= 0, "a repetition count must not be negative")
            guard counts.upperBound <= maximumCount else { throw .tooLarge("repetitions") }
            return interner.repetition(node, from: UInt32(counts.lowerBound), to: UInt32(counts.upperBound))
        }

        /// Returns the repetition of a node at least `count` times; the number must not be
        /// negative.
        ///
        /// - Throws: `AutomataError.tooLarge(_:)` for a number of more than 32 bits.
        public mutating func repetition(_ node: Node, atLeast count: Int) throws(AutomataError) -> Node {
            precondition(count >= 0, "a repetition count must not be negative")
            guard count <= maximumCount else { throw .tooLarge("repetitions") }
            return interner.repetition(node, from: UInt32(count), to: unbounded)
        }

        /// Returns the intersection of the nodes. If `nodes` is empty, this is Σ*.
        public mutating func intersection(_ nodes: some Sequence<Node>) -> Node {
            interner.intersection(nodes)
        }

        /// Returns the complement of a node over the alphabet.
        public mutating func complement(_ node: Node) -> Node { interner.complement(node) }

        /// Returns a node that stands for the empty word at positions where the assertion holds.
        public mutating func assertion(_ assertion: Assertion) -> Node { interner.assertion(assertion) }

        /// Inserts an expression over the same alphabet, and returns its root.
        ///
        /// - Complexity: O(number of the expression's nodes).
        /// - Throws: `AutomataError.symbolOutOfRange(_:symbolCount:)` if the expression has a
        ///   symbol that isn't in the builder's alphabet.
        public mutating func insert(_ expression: RegularExpression) throws(AutomataError) -> Node {
            var newNodes: [Node] = []
            newNodes.reserveCapacity(expression.nodeCount)
            for node in expression.nodes {
                switch expression.shape(of: node) {
                case .empty: newNodes.append(empty)
                case .epsilon: newNodes.append(epsilon)
                case .symbols(let list): newNodes.append(try symbols(list))
                case .concatenation(let left, let right):
                    newNodes.append(concatenation([newNodes[Int(left)], newNodes[Int(right)]]))
                case .union(let parts): newNodes.append(union(parts.map { newNodes[Int($0)] }))
                case .star(let child): newNodes.append(star(newNodes[Int(child)]))
                case .repetition(let child, let least, let most):
                    let child = newNodes[Int(child)]
                    if let most {
                        newNodes.append(try repetition(child, least...most))
                    } else {
                        newNodes.append(try repetition(child, atLeast: least))
                    }
                case .intersection(let parts): newNodes.append(intersection(parts.map { newNodes[Int($0)] }))
                case .complement(let child): newNodes.append(complement(newNodes[Int(child)]))
                case .assertion(let kind): newNodes.append(assertion(kind))
                }
            }
            return newNodes[newNodes.count - 1]
        }

        /// Builds the expression with the given root, without unused nodes.
        ///
        /// - Complexity: O(number of the builder's nodes).
        public func build(_ root: Node) -> RegularExpression {
            RegularExpression(alphabet: alphabet, storage: interner.storage(root: root, sets: sets))
        }
    }
}
