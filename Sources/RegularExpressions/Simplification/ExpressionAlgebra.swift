internal import AlgorithmSupport
internal import Automata
internal import WorkLimits

/// The properties of a node that are computed when it is made.
struct ExpressionFacts {
    /// Whether the node's language is known to contain the empty word.
    var isNullable = false
    /// Whether the node contains an assertion, which isn't a word over the alphabet.
    var hasAssertions = false
    /// The symbols of the node's words, one bit each, in an alphabet of up to 64 symbols. In a
    /// larger one, all bits are set for every node with symbols.
    var letters: UInt64 = 0
    /// The number of symbols and operators; see ``RegularExpression/length``.
    var length = 1
    /// The number of factors, if the node is a sequence.
    var partCount: UInt32 = 1
}

/// Creates nodes like ``ExpressionInterner``, and applies laws that shorten expressions to each new
/// node.
///
/// Sequences are nested to the right, and unions are flat and sorted by the numbers of their parts,
/// except for very long ones. So parts that are equal up to associativity, commutativity and
/// idempotence are one node. All laws are laws of Kleene algebras, so that assertions may occur;
/// none makes an expression longer.
///
/// The work for a node is bounded: by a number of parts for sequences and unions, by a number of
/// steps for inclusions, and by a depth for laws that lead to other laws.
struct ExpressionAlgebra {
    /// The maximum number of parts of sequences and unions that are decomposed.
    static let maximumParts = 64
    static let maximumAlternatives = 128
    /// The maximum number of parts of unions that are searched for inclusions.
    static let maximumComparedCount = 24
    /// The maximum length of expressions that are simplified; longer ones stay unreadable anyway.
    static let maximumLength = 1 << 20

    private(set) var interner = ExpressionInterner()
    private(set) var sets = SymbolSets()
    private var setNumbers: [[Symbol]: SymbolSetID] = [:]
    private var facts: [ExpressionFacts] = []
    private let symbolCount: Int
    /// Whether each symbol of a set counts, because its name is written.
    let countsSymbols: Bool
    let laws: Laws
    /// The number of nested laws that are being applied.
    private var depth = 0
    private var effort = 0
    /// The number of steps left for inclusion checks.
    private var remainingInclusionSteps = 0
    /// The total work, for budget checks.
    private(set) var work = 0

    /// The laws to apply in addition to the laws of ``ExpressionInterner``.
    enum Laws {
        case none
        /// Applies all laws.
        case all
        /// Applies only the law *rrrr* = *r*{4}.
        case runs
    }

    init(alphabet: Alphabet, laws: Laws = .all) {
        symbolCount = alphabet.count
        countsSymbols = alphabet.kind == .named
        self.laws = laws
        update()
    }

    static var empty: NodeID { ExpressionInterner.empty }
    static var epsilon: NodeID { ExpressionInterner.epsilon }

    /// The number of bytes in use.
    var byteCount: Int { interner.byteCount + 32 * facts.count + 8 * sets.symbols.count + 64 * sets.count }

    var nodeCount: Int { interner.nodes.count }

    @inline(__always)
    subscript(node: NodeID) -> ExpressionNode { interner[node] }

    func facts(of node: NodeID) -> ExpressionFacts { facts[Int(node)] }

    func isNullable(_ node: NodeID) -> Bool { facts[Int(node)].isNullable }

    /// Returns the number of symbols and operators of a node.
    func length(of node: NodeID) -> Int { facts[Int(node)].length }

    func expression(_ root: NodeID, over alphabet: Alphabet) -> RegularExpression {
        RegularExpression(alphabet: alphabet, storage: interner.storage(root: root, sets: sets))
    }

    /// Returns the expression of a node, like ``expression(_:over:)``, but faster if it is small.
    func label(_ root: NodeID, over alphabet: Alphabet) -> RegularExpression {
        RegularExpression(alphabet: alphabet, storage: interner.smallStorage(root: root, sets: sets))
    }

    // MARK: Facts

    /// Computes the properties of new nodes.
    private mutating func update() {
        while facts.count < interner.nodes.count { facts.append(makeFacts(interner.nodes[facts.count])) }
    }

    private var allLetters: UInt64 { symbolCount >= 64 ? .max : (1 << UInt64(symbolCount)) - 1 }

    private func makeFacts(_ node: ExpressionNode) -> ExpressionFacts {
        switch node.kind {
        case .empty: return ExpressionFacts()
        case .epsilon: return ExpressionFacts(isNullable: true)
        case .symbols:
            let set = sets[node.set]
            let letters = symbolCount > 64 ? .max : set.reduce(UInt64(0)) { $0 | $1.bit }
            return ExpressionFacts(letters: letters, length: countsSymbols ? 2 * set.count - 1 : 1)
        case .assertion: return ExpressionFacts(hasAssertions: true)
        case .concatenation:
            let (left, right) = (facts[Int(node.left)], facts[Int(node.right)])
            return ExpressionFacts(
                isNullable: left.isNullable && right.isNullable,
                hasAssertions: left.hasAssertions || right.hasAssertions, letters: left.letters | right.letters,
                length: ExpressionLength.sum(left.length, right.length, 1),
                partCount: right.partCount == .max ? .max : right.partCount + 1)
        case .union, .intersection:
            let isUnion = node.kind == .union
            var result = ExpressionFacts(isNullable: !isUnion, length: 0)
            for child in interner.children(of: node) {
                let child = facts[Int(child)]
                if child.isNullable == isUnion { result.isNullable = isUnion }
                result.hasAssertions = result.hasAssertions || child.hasAssertions
                result.letters |= child.letters
                result.length = ExpressionLength.sum(result.length, child.length, 1)
            }
            result.length -= result.length == .max ? 0 : 1
            return result
        case .star, .repetition:
            let child = facts[Int(node.child)]
            return ExpressionFacts(
                isNullable: node.kind == .star || node.least == 0 || child.isNullable,
                hasAssertions: child.hasAssertions, letters: child.letters,
                length: ExpressionLength.sum(child.length, 1, 0))
        case .complement:
            let child = facts[Int(node.child)]
            // It isn't known here whether an assertion holds for the empty word.
            return ExpressionFacts(
                isNullable: !child.hasAssertions && isKnownNotNullable(node.child), hasAssertions: child.hasAssertions,
                letters: allLetters, length: ExpressionLength.sum(child.length, 1, 0))
        }
    }

    /// Whether a node certainly isn't nullable; ``ExpressionFacts/isNullable`` is exact without
    /// assertions.
    private func isKnownNotNullable(_ node: NodeID) -> Bool {
        !facts[Int(node)].hasAssertions && !facts[Int(node)].isNullable
    }

    private mutating func recorded(_ node: NodeID) -> NodeID {
        update()
        return node
    }

    // MARK: Depth

    /// Begins to apply laws to a new node. Returns `false` if the node must be made without laws,
    /// because they are off or already took too much work.
    mutating func descend(_ parts: NodeID...) -> Bool { descend(parts) }

    mutating func descend(_ parts: [NodeID]) -> Bool {
        guard laws == .all else { return false }
        for part in parts where length(of: part) > Self.maximumLength { return false }
        if depth == 0 { effort = 0 }
        if depth >= 24 || effort >= 20_000 { return false }
        depth += 1
        effort += 1
        work += 64
        return true
    }

    mutating func ascend() { depth -= 1 }

    // MARK: Nodes

    /// Returns a set of symbols, which must ascend.
    mutating func symbols(_ symbols: [Symbol]) -> NodeID {
        if symbols.isEmpty { return Self.empty }
        if let number = setNumbers[symbols] { return recorded(interner.leaf(number)) }
        let number = sets.append(symbols)
        setNumbers[symbols] = number
        return recorded(interner.leaf(number))
    }

    mutating func assertion(_ assertion: RegularExpression.Assertion) -> NodeID {
        recorded(interner.assertion(assertion))
    }

    mutating func intersection(_ nodes: [NodeID]) -> NodeID { recorded(interner.intersection(nodes)) }

    mutating func complement(_ node: NodeID) -> NodeID { recorded(interner.complement(node)) }

    // The constructors without the laws.

    mutating func plainConcatenation(_ left: NodeID, _ right: NodeID) -> NodeID {
        recorded(interner.concatenation(left, right))
    }

    mutating func plainUnion(_ nodes: [NodeID]) -> NodeID { recorded(interner.union(nodes)) }

    mutating func plainRepetition(_ node: NodeID, from least: UInt32, to most: UInt32) -> NodeID {
        recorded(interner.repetition(node, from: least, to: most))
    }

    // MARK: Parts

    /// Returns the first factor of a sequence and the rest; for other nodes the node and ε.
    @inline(__always)
    func split(_ node: NodeID) -> (head: NodeID, tail: NodeID) {
        let shape = interner[node]
        return shape.kind == .concatenation ? (shape.left, shape.right) : (node, Self.epsilon)
    }

    /// Returns the factors of a sequence; only the node itself for other nodes or long sequences.
    func parts(of node: NodeID) -> [NodeID] {
        guard facts[Int(node)].partCount <= Self.maximumParts else { return [node] }
        var parts: [NodeID] = []
        var rest = node
        while interner[rest].kind == .concatenation {
            parts.append(interner[rest].left)
            rest = interner[rest].right
        }
        parts.append(rest)
        return parts
    }

    /// Returns the rest of a sequence after a prefix: ε if that is all of it, or `nil` if the
    /// sequence doesn't have the prefix.
    func removing(prefix: NodeID, from node: NodeID) -> NodeID? {
        var (prefix, node) = (prefix, node)
        for _ in 0..<Self.maximumParts {
            if prefix == node { return Self.epsilon }
            let (head, tail) = split(prefix)
            let (nodeHead, nodeTail) = split(node)
            guard head == nodeHead, nodeTail != Self.epsilon else { return nil }
            if tail == Self.epsilon { return nodeTail }
            (prefix, node) = (tail, nodeTail)
        }
        return nil
    }

    /// Returns the body of *r*\* or *r*⁺.
    func loopBody(_ node: NodeID) -> NodeID? {
        let node = interner[node]
        if node.kind == .star { return node.child }
        return node.kind == .repetition && node.least <= 1 && node.most == unbounded ? node.child : nil
    }

    /// Returns the body of *r*⁺.
    func plusBody(_ node: NodeID) -> NodeID? {
        let node = interner[node]
        return node.kind == .repetition && node.least == 1 && node.most == unbounded ? node.child : nil
    }

    /// Returns the body of *r*?.
    func optionBody(_ node: NodeID) -> NodeID? {
        let node = interner[node]
        return node.kind == .repetition && node.least == 0 && node.most == 1 ? node.child : nil
    }
}

// MARK: - Inclusion

extension ExpressionAlgebra {
    /// Whether the inclusion of one node's language in another's is found; `false` doesn't disprove
    /// it.
    mutating func isFound(_ node: NodeID, within other: NodeID) -> Bool {
        remainingInclusionSteps = 128
        return covers(other, node)
    }

    /// Whether the inclusion of a node's language in the star of a union of bodies is found.
    mutating func isFound(_ node: NodeID, withinStarOf bodies: [NodeID]) -> Bool {
        remainingInclusionSteps = 128
        return starCovers(bodies, node)
    }

    /// Whether the inclusion of a node's language in the star of a body is found.
    mutating func isFound(_ node: NodeID, withinStarOf body: NodeID) -> Bool {
        let shape = interner[body]
        return isFound(node, withinStarOf: shape.kind == .union ? Array(interner.children(of: shape)) : [body])
    }

    private mutating func covers(_ outer: NodeID, _ inner: NodeID) -> Bool {
        if outer == inner || inner == Self.empty { return true }
        if inner == Self.epsilon { return isNullable(outer) }
        guard step() else { return false }
        let (outerShape, innerShape) = (interner[outer], interner[inner])
        if innerShape.kind == .union {
            return interner.children(of: innerShape).allSatisfy { covers(outer, $0) }
        }
        if let body = optionBody(inner) { return isNullable(outer) && covers(outer, body) }
        switch outerShape.kind {
        case .symbols:
            return innerShape.kind == .symbols && isSubset(sets[innerShape.set], sets[outerShape.set])
        case .union: return interner.children(of: outerShape).contains { covers($0, inner) }
        case .star: return starCovers(alternatives(of: outerShape.child), inner)
        case .repetition:
            if let body = optionBody(outer) { return covers(body, inner) }
            guard let body = plusBody(outer) else { return false }
            if let innerBody = plusBody(inner) { return covers(outer, innerBody) }
            if covers(body, inner) { return true }
            let (head, tail) = split(inner)
            if tail == Self.epsilon { return false }
            return covers(outer, head) && starCovers(alternatives(of: body), tail)
                || covers(outer, tail) && starCovers(alternatives(of: body), head)
        case .concatenation:
            let (outerHead, outerTail) = (outerShape.left, outerShape.right)
            if isNullable(outerHead), covers(outerTail, inner) { return true }
            if isNullable(outerTail), covers(outerHead, inner) { return true }
            let (head, tail) = split(inner)
            if tail == Self.epsilon || !covers(outerHead, head) { return false }
            return covers(outerTail, tail) || interner[outerHead].kind == .star && covers(outer, tail)
        case .empty, .epsilon, .intersection, .complement, .assertion: return false
        }
    }

    private mutating func starCovers(_ bodies: [NodeID], _ inner: NodeID) -> Bool {
        if inner == Self.empty || inner == Self.epsilon { return true }
        guard step() else { return false }
        if !facts(of: inner).hasAssertions, facts(of: inner).letters & ~singleLetters(bodies) == 0 { return true }
        let shape = interner[inner]
        switch shape.kind {
        case .star, .repetition: if starCovers(bodies, shape.child) { return true }
        case .union:
            return interner.children(of: shape).allSatisfy { starCovers(bodies, $0) }
        case .concatenation:
            for body in bodies {
                if let rest = removing(prefix: body, from: inner), starCovers(bodies, rest) { return true }
            }
            if starCovers(bodies, shape.left), starCovers(bodies, shape.right) { return true }
        case .empty, .epsilon, .symbols, .intersection, .complement, .assertion: break
        }
        return bodies.contains { covers($0, inner) }
    }

    /// Uses one step, if there is one left.
    private mutating func step() -> Bool {
        remainingInclusionSteps -= 1
        work += 4
        return remainingInclusionSteps > 0
    }

    private func alternatives(of body: NodeID) -> [NodeID] {
        let shape = interner[body]
        return shape.kind == .union ? Array(interner.children(of: shape)) : [body]
    }

    /// Returns the symbols that are words of one of the bodies.
    private func singleLetters(_ bodies: [NodeID]) -> UInt64 {
        var letters: UInt64 = 0
        for body in bodies where interner[body].kind == .symbols {
            if symbolCount <= 64 {
                letters |= facts(of: body).letters
            } else if sets[interner[body].set].count == symbolCount {
                letters = .max
            }
        }
        return letters
    }

    private func isSubset(_ inner: ArraySlice<Symbol>, _ outer: ArraySlice<Symbol>) -> Bool {
        var next = outer.startIndex
        for symbol in inner {
            while next < outer.endIndex, outer[next] < symbol { next += 1 }
            if next == outer.endIndex || outer[next] != symbol { return false }
        }
        return true
    }
}
