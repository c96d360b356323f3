internal import Automata
internal import FeatureModels
internal import TextSupport

/// Propositions for formats without truth values and empty operators.
extension Proposition {
    /// The most parts that a proposition may get.
    private static let maximumPlainSize = 1 << 22

    /// Returns an equivalent proposition of features, negations, and operators with at least two
    /// operands: the root stands for true.
    ///
    /// - Parameters:
    ///   - root: The root of the model.
    ///   - keepsAtMostOne: Keeps ``FeatureModels/Proposition/atMostOne(_:)``; otherwise the other
    ///     operators express it.
    /// - Throws: A problem if the result is too large.
    func plain(root: FeatureID, keepsAtMostOne: Bool) throws(TextProblem) -> Proposition {
        if !keepsAtMostOne, plainSize > Self.maximumPlainSize {
            throw TextProblem(
                message: "a constraint has too many operands of which at most one holds", remedy: "write JSON",
                isLimit: true)
        }
        let plain = plainParts(root, keepsAtMostOne)
        try Bounds.check(constraintDepth: plain.depth)
        return plain
    }

    private var depth: Int { 1 + (operands.lazy.map(\.depth).max() ?? 0) }

    /// An upper bound of the number of parts of the result.
    private var plainSize: Int {
        var size = operands.reduce(1) { min($0 + $1.plainSize, Self.maximumPlainSize + 1) }
        if case .atMostOne(let operands) = self {
            // Each operand occurs once for each halving.
            size *= max(1, operands.count.bitWidth - operands.count.leadingZeroBitCount) + 4
        }
        return min(size, Self.maximumPlainSize + 1)
    }

    private func plainParts(_ root: FeatureID, _ keepsAtMostOne: Bool) -> Proposition {
        func plain(_ operand: Proposition) -> Proposition { operand.plainParts(root, keepsAtMostOne) }
        switch self {
        case .constant(true): return .feature(root)
        case .constant(false): return .not(.feature(root))
        case .feature: return self
        case .not(let operand): return .not(plain(operand))
        case .implies(let left, let right): return .implies(plain(left), plain(right))
        case .equivalent(let left, let right): return .equivalent(plain(left), plain(right))
        case .and(let operands):
            if operands.isEmpty { return .feature(root) }
            return operands.count == 1 ? plain(operands[0]) : .and(operands.map(plain))
        case .or(let operands):
            if operands.isEmpty { return .not(.feature(root)) }
            return operands.count == 1 ? plain(operands[0]) : .or(operands.map(plain))
        case .atMostOne(let operands):
            if operands.count < 2 { return .feature(root) }
            let operands = operands.map(plain)
            return keepsAtMostOne ? .atMostOne(operands) : Self.atMostOne(of: operands[...])
        }
    }

    /// Returns that at most one of several operands is true: never one of each half, for all halves
    /// of halves.
    private static func atMostOne(of operands: ArraySlice<Proposition>) -> Proposition {
        func any(_ operands: ArraySlice<Proposition>) -> Proposition {
            operands.count == 1 ? operands[operands.startIndex] : .or(Array(operands))
        }
        var exclusions: [Proposition] = []
        var pending = [operands]
        while let part = pending.popLast() {
            guard part.count > 1 else { continue }
            let middle = part.startIndex + part.count / 2
            exclusions.append(.not(.and([any(part[..<middle]), any(part[middle...])])))
            pending.append(part[middle...])
            pending.append(part[..<middle])
        }
        return exclusions.count == 1 ? exclusions[0] : .and(exclusions)
    }
}
