internal import Automata

/// The parts that a parser has read so far: those of the current sequence, intersection and union,
/// and those of the enclosing groups. It replaces recursion, so that nesting is limited by memory
/// alone.
struct OperandStack {
    var interner = ExpressionInterner()
    /// The nodes of sequences; the nodes of inner groups are above the nodes of outer groups.
    private var items: [NodeID] = []
    private var conjuncts: [NodeID] = []
    private var alternatives: [NodeID] = []
    private var groups: [Group] = []
    private var current = Group()

    /// An open group: its offset, and the start of its parts.
    private struct Group {
        var offset = 0
        var itemsStart = 0
        var conjunctsStart = 0
        var alternativesStart = 0
        /// The number of complement signs before the next operand.
        var negations = 0
        var negationOffset = 0
    }

    /// The number of bytes in use, including growing arrays and nodes that will join open parts.
    var byteCount: Int {
        2 * interner.byteCount + 40 * (items.count + conjuncts.count + alternatives.count)
            + 3 * MemoryLayout<Group>.stride / 2 * groups.capacity
    }

    /// Whether all groups are closed.
    var isOutside: Bool { groups.isEmpty }

    /// The offset of the innermost group.
    var groupOffset: Int { current.offset }

    var isSequenceEmpty: Bool { items.count == current.itemsStart }

    /// The offset of the first complement sign that has no operand yet.
    var danglingNegation: Int? { current.negations > 0 ? current.negationOffset : nil }

    mutating func negate(at offset: Int) {
        if current.negations == 0 { current.negationOffset = offset }
        current.negations += 1
    }

    /// Appends a node, or its complement after a complement sign, to the sequence.
    mutating func append(_ node: NodeID) {
        items.append(current.negations % 2 == 1 ? interner.complement(node) : node)
        current.negations = 0
    }

    /// Ends an operand of an intersection.
    mutating func endSequence() {
        let start = current.itemsStart
        conjuncts.append(items.count == start + 1 ? items[start] : interner.concatenation(items[start...]))
        items.removeLast(items.count - start)
    }

    /// Ends an operand of a union.
    mutating func endConjunction() {
        endSequence()
        let start = current.conjunctsStart
        let isSingle = conjuncts.count == start + 1
        alternatives.append(isSingle ? conjuncts[start] : interner.intersection(conjuncts[start...]))
        conjuncts.removeLast(conjuncts.count - start)
    }

    /// Ends a whole group or the expression.
    mutating func endUnion() -> NodeID {
        endConjunction()
        let start = current.alternativesStart
        let isSingle = alternatives.count == start + 1
        let node = isSingle ? alternatives[start] : interner.union(alternatives[start...])
        alternatives.removeLast(alternatives.count - start)
        return node
    }

    mutating func openGroup(at offset: Int) {
        groups.append(current)
        current = Group(
            offset: offset, itemsStart: items.count, conjunctsStart: conjuncts.count,
            alternativesStart: alternatives.count)
    }

    /// Closes the innermost group, which must exist.
    ///
    /// - Returns: its node, which isn't in the sequence yet.
    mutating func closeGroup() -> NodeID {
        let node = endUnion()
        current = groups.removeLast()
        return node
    }
}
