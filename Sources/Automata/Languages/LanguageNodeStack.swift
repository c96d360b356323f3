/// The nodes that a parser has read so far, and the operators that still wait for their last
/// operand: an operator-precedence parser's stack in the place of recursion, so that nesting is
/// limited by memory alone.
struct LanguageNodeStack {
    private(set) var nodes: [LanguageNode] = []
    private(set) var offsets: [UInt32] = []
    private var pending: [Pending] = []
    /// The beginning of the operators of each open group in `pending`, those of the expression
    /// itself left out.
    private var groupStarts: [Int] = []

    /// An operator whose operands so far are in `nodes`, but for the one that is being read.
    private struct Pending {
        var sign: LanguageOperator
        /// The number of its operands, that one included.
        var operandCount: UInt32
        var offset: Int
    }

    /// The bytes in use, with those that arrays need as they grow, and those of the operators that
    /// wait.
    var byteCount: Int {
        3 * (20 * nodes.capacity + MemoryLayout<Pending>.stride * pending.capacity + 8 * groupStarts.capacity) / 2
    }

    /// An operand, whose operators follow.
    mutating func append(_ node: LanguageNode, at offset: Int) {
        nodes.append(node)
        offsets.append(UInt32(offset))
    }

    /// A complement of what follows.
    mutating func appendComplement(at offset: Int) {
        let start = groupStarts.last ?? 0
        if pending.count > start, let last = pending.last, last.sign == .complement {
            pending.removeLast()
        } else {
            pending.append(Pending(sign: .complement, operandCount: 1, offset: offset))
        }
    }

    /// An operator between what was read and what follows.
    mutating func append(_ sign: LanguageOperator, at offset: Int) {
        finish(whatBindsMoreThan: sign)
        let start = groupStarts.last ?? 0
        let joins = pending.count > start && pending[pending.count - 1].sign == sign
        guard sign.takesMany else {
            if joins { finishLast() }
            pending.append(Pending(sign: sign, operandCount: 2, offset: offset))
            return
        }
        let before = takeOperands(of: sign)
        if joins {
            pending[pending.count - 1].operandCount += before.count
        } else {
            pending.append(Pending(sign: sign, operandCount: before.count + 1, offset: before.offset ?? offset))
        }
    }

    /// A repetition of the operand that was read last.
    mutating func appendRepetition(_ counts: LanguageCounts, at offset: Int) {
        let last = nodes.count - 1
        if counts.isSimple, let inner = LanguageCounts(nodes[last]), inner.isSimple {
            nodes[last] = counts.following(inner).node
        } else {
            append(counts.node, at: offset)
        }
    }

    mutating func openGroup() { groupStarts.append(pending.count) }

    /// Ends the operators of the innermost group, or of the expression where none is open.
    mutating func finishOperators() {
        while pending.count > groupStarts.last ?? 0 { finishLast() }
    }

    /// Ends the innermost group, of which there must be one.
    mutating func closeGroup() {
        finishOperators()
        groupStarts.removeLast()
    }

    private mutating func finish(whatBindsMoreThan sign: LanguageOperator) {
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
        if last.sign.takesMany { operandCount += takeOperands(of: last.sign).count - 1 }
        append(LanguageNode(kind: last.sign.kind, first: operandCount), at: last.offset)
    }

    /// Opens the operand that was read last if it is a group of the same associative operator:
    /// nested groups would cost the square of their depth to work out, each anew with all that it
    /// holds.
    ///
    /// - Returns: how many operands are there instead of one, and where the operator of the group
    ///   is.
    private mutating func takeOperands(of sign: LanguageOperator) -> (count: UInt32, offset: Int?) {
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
