internal import Automata
internal import RegularExpressions
internal import WorkLimits

/// The nodes that a parser has read so far, and the operators that still lack their last operand:
/// the stack of an operator-precedence parser, so that nesting is limited by memory alone.
struct LanguageNodeStack {
    private(set) var nodes: [LanguageNode] = []
    private(set) var offsets: [UInt32] = []
    private var pending: [Pending] = []
    /// The index in `pending` of the first operator of each open group.
    private var groupStarts: [Int] = []

    /// An operator with all operands in `nodes` except the one that is being read.
    private struct Pending {
        var sign: LanguageOperator
        /// The number of its operands, including that one.
        var operandCount: UInt32
        var offset: Int
    }

    /// The number of bytes in use, including growing arrays and pending operators.
    var byteCount: Int {
        3 * (20 * nodes.capacity + MemoryLayout<Pending>.stride * pending.capacity + 8 * groupStarts.capacity) / 2
    }

    /// Appends an operand.
    mutating func append(_ node: LanguageNode, at offset: Int) {
        nodes.append(node)
        offsets.append(UInt32(offset))
    }

    /// Appends a complement of the next operand.
    mutating func appendComplement(at offset: Int) {
        let start = groupStarts.last ?? 0
        if pending.count > start, let last = pending.last, last.sign == .complement {
            pending.removeLast()
        } else {
            pending.append(Pending(sign: .complement, operandCount: 1, offset: offset))
        }
    }

    /// Appends a binary operator between the last operand and the next one.
    mutating func append(_ sign: LanguageOperator, at offset: Int) {
        finish(tighterThan: sign)
        let start = groupStarts.last ?? 0
        let continuesOperator = pending.count > start && pending[pending.count - 1].sign == sign
        guard sign.joinsOperands else {
            if continuesOperator { finishLast() }
            pending.append(Pending(sign: sign, operandCount: 2, offset: offset))
            return
        }
        let before = flattenLastOperand(of: sign)
        if continuesOperator {
            pending[pending.count - 1].operandCount += before.count
        } else {
            pending.append(Pending(sign: sign, operandCount: before.count + 1, offset: before.offset ?? offset))
        }
    }

    /// Appends a repetition of the last operand.
    mutating func appendRepetition(_ counts: RepetitionBounds, at offset: Int) {
        let last = nodes.count - 1
        if counts.isSimple, let inner = RepetitionBounds(nodes[last]), inner.isSimple {
            nodes[last] = counts.following(inner).node
        } else {
            append(counts.node, at: offset)
        }
    }

    mutating func openGroup() { groupStarts.append(pending.count) }

    /// Finishes the operators of the innermost group, or of the expression if no group is open.
    mutating func finishOperators() {
        while pending.count > groupStarts.last ?? 0 { finishLast() }
    }

    /// Closes the innermost group, which must exist.
    mutating func closeGroup() {
        finishOperators()
        groupStarts.removeLast()
    }

    private mutating func finish(tighterThan sign: LanguageOperator) {
        let start = groupStarts.last ?? 0
        while pending.count > start, let last = pending.last, last.sign.rawValue > sign.rawValue { finishLast() }
    }

    private mutating func finishLast() {
        let last = pending.removeLast()
        var operandCount = last.operandCount
        if last.sign == .complement, nodes[nodes.count - 1].kind == .complement {
            removeLast()
            return
        }
        if last.sign.joinsOperands { operandCount += flattenLastOperand(of: last.sign).count - 1 }
        append(LanguageNode(kind: last.sign.kind, first: operandCount), at: last.offset)
    }

    /// Flattens the last operand if it is a group of the same associative operator. Otherwise
    /// nested groups would take quadratic time to evaluate, each with all that it contains.
    ///
    /// - Returns: the number of operands that replace it, and the offset of the group's operator.
    private mutating func flattenLastOperand(of sign: LanguageOperator) -> (count: UInt32, offset: Int?) {
        let last = nodes.count - 1
        guard nodes[last].kind == sign.kind else { return (1, nil) }
        let group = (nodes[last].first, Int(offsets[last]))
        removeLast()
        return group
    }

    private mutating func removeLast() {
        nodes.removeLast()
        offsets.removeLast()
    }
}
