/// The properties of a node that are known as soon as it is made.
struct ExpressionFacts {
    /// Whether the empty word is in the node's language for certain.
    var isNullable = false
    /// Whether a place in the text is asked for, which isn't a word over the alphabet.
    var hasAssertions = false
    /// The symbols that occur in the node's words, a bit each, in an alphabet of up to 64; in a
    /// larger one all bits, for a leaf of all symbols as for everything else.
    var letters: UInt64 = 0
    /// The number of symbols and operators; see ``RegularExpression/length``.
    var length = 1
    /// The number of factors in the sequence that the node is.
    var partCount: UInt32 = 1
}

/// Makes nodes as ``ExpressionInterner`` does, and applies the laws that make expressions shorter,
/// at each node as it is made.
///
/// Sequences are nested to the right and unions are flat and in the order of their parts' numbers,
/// but for very long ones, so that parts that are equal up to associativity, commutativity and
/// idempotence are one node. All laws are those of Kleene algebras, so that places in the text may
/// occur; none makes an expression longer.
///
/// The work for a node is bounded, whatever there is below it: sequences and unions are looked at
/// up to a number of parts, inclusions up to a number of steps, and laws that lead to others up to
/// a depth.
struct ExpressionAlgebra {
    /// Sequences and unions beyond these are not taken apart.
    static let mostParts = 64
    static let mostAlternatives = 128
    /// Unions with more parts than this are not searched for parts within others.
    static let mostCompared = 24
    /// The length beyond which nobody reads an expression, and little would become short enough to
    /// be read.
    static let mostLength = 1 << 20

    private(set) var interner = ExpressionInterner()
    private(set) var sets = SymbolSets()
    private var setNumbers: [[Symbol]: SymbolSetID] = [:]
    private var facts: [ExpressionFacts] = []
    private let symbolCount: Int
    /// Whether each symbol of a set has a name that is written.
    let countsSymbols: Bool
    let laws: Laws
    /// The laws that are being applied, each because of the one before, and what was done since the
    /// first of them.
    private var depth = 0
    private var effort = 0
    /// The steps that are left for the question whether a language is within another.
    private var fuel = 0
    /// The work in all, for those who look at a budget now and then.
    private(set) var work = 0

    /// The laws that are applied, beside those of ``ExpressionInterner``.
    enum Laws {
        case none
        /// Those that make expressions shorter.
        case all
        /// *rrrr* is *r*{4}, and no others.
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

    /// The bytes in use.
    var byteCount: Int { interner.byteCount + 32 * facts.count + 8 * sets.symbols.count + 64 * sets.count }

    var nodeCount: Int { interner.nodes.count }

    @inline(__always)
    subscript(node: NodeID) -> ExpressionNode { interner[node] }

    func facts(of node: NodeID) -> ExpressionFacts { facts[Int(node)] }

    func isNullable(_ node: NodeID) -> Bool { facts[Int(node)].isNullable }

    /// The number of symbols and operators of a node.
    func length(of node: NodeID) -> Int { facts[Int(node)].length }

    /// The expression that a node is.
    func expression(_ root: NodeID, over alphabet: Alphabet) -> RegularExpression {
        RegularExpression(alphabet: alphabet, storage: interner.storage(root: root, sets: sets))
    }

    /// The same for one of many nodes that are wanted.
    func label(_ root: NodeID, over alphabet: Alphabet) -> RegularExpression {
        RegularExpression(alphabet: alphabet, storage: interner.smallStorage(root: root, sets: sets))
    }

    // MARK: Facts

    /// Finds out about the nodes that are new.
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
            // Whether an assertion holds of the empty word isn't known here.
            return ExpressionFacts(
                isNullable: !child.hasAssertions && isKnownNotNullable(node.child), hasAssertions: child.hasAssertions,
                letters: allLetters, length: ExpressionLength.sum(child.length, 1, 0))
        }
    }

    /// Without assertions ``ExpressionFacts/isNullable`` is exact.
    private func isKnownNotNullable(_ node: NodeID) -> Bool {
        !facts[Int(node)].hasAssertions && !facts[Int(node)].isNullable
    }

    private mutating func noted(_ node: NodeID) -> NodeID {
        update()
        return node
    }

    // MARK: Depth

    /// Begins to apply laws to a node that is made of others; `false` where none are to be applied,
    /// or that led too far, so that the node is to be made as it is.
    mutating func descend(_ parts: NodeID...) -> Bool { descend(parts) }

    mutating func descend(_ parts: [NodeID]) -> Bool {
        guard laws == .all else { return false }
        for part in parts where length(of: part) > Self.mostLength { return false }
        if depth == 0 { effort = 0 }
        if depth >= 24 || effort >= 20_000 { return false }
        depth += 1
        effort += 1
        work += 64
        return true
    }

    mutating func ascend() { depth -= 1 }

    // MARK: Nodes

    /// The words of one symbol, one of these, which ascend.
    mutating func symbols(_ symbols: [Symbol]) -> NodeID {
        if symbols.isEmpty { return Self.empty }
        if let number = setNumbers[symbols] { return noted(interner.leaf(number)) }
        let number = sets.append(symbols)
        setNumbers[symbols] = number
        return noted(interner.leaf(number))
    }

    mutating func assertion(_ assertion: RegularExpression.Assertion) -> NodeID {
        noted(interner.assertion(assertion))
    }

    mutating func intersection(_ nodes: [NodeID]) -> NodeID { noted(interner.intersection(nodes)) }

    mutating func complement(_ node: NodeID) -> NodeID { noted(interner.complement(node)) }

    // The same without the laws.

    mutating func plainConcatenation(_ left: NodeID, _ right: NodeID) -> NodeID {
        noted(interner.concatenation(left, right))
    }

    mutating func plainUnion(_ nodes: [NodeID]) -> NodeID { noted(interner.union(nodes)) }

    mutating func plainRepetition(_ node: NodeID, from least: UInt32, to most: UInt32) -> NodeID {
        noted(interner.repetition(node, from: least, to: most))
    }

    // MARK: Parts

    /// The first factor of a sequence and the others; the node and ε for what is no sequence.
    @inline(__always)
    func split(_ node: NodeID) -> (head: NodeID, tail: NodeID) {
        let shape = interner[node]
        return shape.kind == .concatenation ? (shape.left, shape.right) : (node, Self.epsilon)
    }

    /// The factors of a sequence; the node itself for what is none, or too long a one.
    func parts(of node: NodeID) -> [NodeID] {
        guard facts[Int(node)].partCount <= Self.mostParts else { return [node] }
        var parts: [NodeID] = []
        var rest = node
        while interner[rest].kind == .concatenation {
            parts.append(interner[rest].left)
            rest = interner[rest].right
        }
        parts.append(rest)
        return parts
    }

    /// Returns the rest of a sequence behind a beginning; ε if that is all of it, `nil` if the
    /// sequence begins otherwise.
    func removing(prefix: NodeID, from node: NodeID) -> NodeID? {
        var (prefix, node) = (prefix, node)
        for _ in 0..<Self.mostParts {
            if prefix == node { return Self.epsilon }
            let (head, tail) = split(prefix)
            let (nodeHead, nodeTail) = split(node)
            guard head == nodeHead, nodeTail != Self.epsilon else { return nil }
            if tail == Self.epsilon { return nodeTail }
            (prefix, node) = (tail, nodeTail)
        }
        return nil
    }

    /// The body of *r*\* and of *r*⁺.
    func loopBody(_ node: NodeID) -> NodeID? {
        let node = interner[node]
        if node.kind == .star { return node.child }
        return node.kind == .repetition && node.least <= 1 && node.most == unbounded ? node.child : nil
    }

    /// The body of *r*⁺.
    func plusBody(_ node: NodeID) -> NodeID? {
        let node = interner[node]
        return node.kind == .repetition && node.least == 1 && node.most == unbounded ? node.child : nil
    }

    /// The body of *r*?.
    func optionBody(_ node: NodeID) -> NodeID? {
        let node = interner[node]
        return node.kind == .repetition && node.least == 0 && node.most == 1 ? node.child : nil
    }
}

// MARK: - Inclusion

extension ExpressionAlgebra {
    /// Whether each word of one node is found to be a word of another; `false` may also mean that
    /// it wasn't found.
    mutating func isFound(_ node: NodeID, within other: NodeID) -> Bool {
        fuel = 128
        return covers(other, node)
    }

    /// Whether each word of a node is found to be a sequence of words of some others.
    mutating func isFound(_ node: NodeID, withinStarOf bodies: [NodeID]) -> Bool {
        fuel = 128
        return starCovers(bodies, node)
    }

    /// Whether each word of a node is found to be a sequence of words of the alternatives that a
    /// body has.
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

    /// Takes a step, if there is one left.
    private mutating func step() -> Bool {
        fuel -= 1
        work += 4
        return fuel > 0
    }

    private func alternatives(of body: NodeID) -> [NodeID] {
        let shape = interner[body]
        return shape.kind == .union ? Array(interner.children(of: shape)) : [body]
    }

    /// The symbols that are words of one of the bodies.
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
