extension RegularExpression {
    /// Makes an expression node by node. Equal nodes are one, and the laws that cost nothing are
    /// applied: *r*∅ = ∅, *r*ε = *r*, *r* | *r* = *r*, *r*\*\* = *r*\*, ¬¬*r* = *r* and their like.
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
        /// Σ, the symbols that the expression is over.
        public let alphabet: Alphabet
        private var interner = ExpressionInterner()
        private var sets = SymbolSets()
        private var setNumbers: [[Symbol]: SymbolSetID] = [:]

        /// Starts without nodes.
        public init(alphabet: Alphabet) { self.alphabet = alphabet }

        /// ∅, no word.
        public var empty: Node { ExpressionInterner.empty }

        /// ε, the empty word alone.
        public var epsilon: Node { ExpressionInterner.epsilon }

        /// The bytes that the nodes take.
        package var byteCount: Int { interner.byteCount + 8 * sets.symbols.count }

        /// The words of one symbol, one of these; ∅ where there is none.
        ///
        /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)``.
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

        /// A word of each, one after another; the empty word where there are none.
        public mutating func concatenation(_ nodes: some BidirectionalCollection<Node>) -> Node {
            interner.concatenation(nodes)
        }

        /// The words of any of them; ∅ where there are none.
        public mutating func union(_ nodes: some Sequence<Node>) -> Node { interner.union(nodes) }

        /// Any number of words, none included.
        public mutating func star(_ node: Node) -> Node { interner.star(node) }

        /// As many words as the range has; it must not be negative.
        ///
        /// - Throws: ``AutomataError/tooLarge(_:)`` for numbers that 32 bits can't hold.
        public mutating func repetition(_ node: Node, _ counts: ClosedRange<Int>) throws(AutomataError) -> Node {
            precondition(counts.lowerBound >= 0, "nothing is repeated a negative number of times")
            guard counts.upperBound <= maximumCount else { throw .tooLarge("repetitions") }
            return interner.repetition(node, from: UInt32(counts.lowerBound), to: UInt32(counts.upperBound))
        }

        /// So many words or more; the number must not be negative.
        ///
        /// - Throws: ``AutomataError/tooLarge(_:)`` for a number that 32 bits can't hold.
        public mutating func repetition(_ node: Node, atLeast count: Int) throws(AutomataError) -> Node {
            precondition(count >= 0, "nothing is repeated a negative number of times")
            guard count <= maximumCount else { throw .tooLarge("repetitions") }
            return interner.repetition(node, from: UInt32(count), to: unbounded)
        }

        /// The words of all of them; all words where there are none.
        public mutating func intersection(_ nodes: some Sequence<Node>) -> Node {
            interner.intersection(nodes)
        }

        /// The words over the alphabet that it doesn't have.
        public mutating func complement(_ node: Node) -> Node { interner.complement(node) }

        /// The empty word, where the text before and after it is as the assertion says.
        public mutating func assertion(_ assertion: Assertion) -> Node { interner.assertion(assertion) }

        /// A node of an expression over the same alphabet, with what is below it.
        ///
        /// - Complexity: O(number of the expression's nodes).
        /// - Throws: ``AutomataError/symbolOutOfRange(_:symbolCount:)`` where the alphabets don't
        ///   match.
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

        /// The expression whose root is a node; what isn't below it is left out.
        ///
        /// - Complexity: O(number of the builder's nodes).
        public func build(_ root: Node) -> RegularExpression {
            RegularExpression(alphabet: alphabet, storage: interner.storage(root: root, sets: sets))
        }
    }
}
