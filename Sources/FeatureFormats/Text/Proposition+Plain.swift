internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Propositions for formats without truth values and empty operators.
extension Proposition {
    /// The maximum number of parts of the result.
    private static let maximumPlainSize = 1 << 22

    /// Returns an equivalent proposition with only features, negations, and operators of at least
    /// two operands; the root stands for true.
    ///
    /// - Parameters:
    ///   - root: The root of the model.
    ///   - keepsAtMostOne: Keeps `Proposition.atMostOne(_:)`; otherwise the other
    ///     operators express it.
    /// - Returns: The proposition, and whether it differs.
    /// - Throws: A problem if the result is too large.
    func plain(root: FeatureID, keepsAtMostOne: Bool) throws(TextProblem) -> (Proposition, isChanged: Bool) {
        if !keepsAtMostOne, plainSize > Self.maximumPlainSize {
            throw TextProblem(
                message: "an 'at most one' constraint has too many operands", remedy: "write JSON",
                isLimit: true)
        }
        let plain = folded { proposition, operands in
            proposition.plain(operands.map(\.proposition), operands.contains(where: \.isChanged), root, keepsAtMostOne)
        }
        if plain.isChanged { try FeatureFormatLimits.check(constraintDepth: plain.proposition.depth) }
        return (plain.proposition, plain.isChanged)
    }

    /// The number of levels.
    var depth: Int {
        folded { proposition, depths in
            guard case .comparison(let left, _, let right) = proposition else { return 1 + (depths.max() ?? 0) }
            return 1 + max(left.depth, right.depth)
        }
    }

    /// An upper bound of the number of parts of the result.
    private var plainSize: Int {
        folded { proposition, sizes in
            var size = sizes.reduce(1) { min($0 + $1, Self.maximumPlainSize + 1) }
            if case .atMostOne = proposition {
                // The operands are halved repeatedly; each operand occurs once for each halving.
                size *= max(1, sizes.count.bitWidth - sizes.count.leadingZeroBitCount) + 4
            }
            return min(size, Self.maximumPlainSize + 1)
        }
    }

    /// Returns the plain form of the proposition with plain operands, and whether it differs.
    private func plain(
        _ operands: [Proposition], _ areOperandsChanged: Bool, _ root: FeatureID, _ keepsAtMostOne: Bool
    ) -> (proposition: Proposition, isChanged: Bool) {
        switch self {
        case .constant(true): return (.feature(root), true)
        case .constant(false): return (.not(.feature(root)), true)
        case .and where operands.isEmpty: return (.feature(root), true)
        case .or where operands.isEmpty: return (.not(.feature(root)), true)
        case .and where operands.count == 1, .or where operands.count == 1: return (operands[0], true)
        case .atMostOne where operands.count < 2: return (.feature(root), true)
        case .atMostOne where !keepsAtMostOne: return (Self.atMostOne(of: operands[...]), true)
        default: return (areOperandsChanged ? with(operands) : self, areOperandsChanged)
        }
    }

    /// Returns a proposition that is true if at most one operand is. Recursively, not both halves
    /// may have a true operand.
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

extension ValueExpression {
    /// The number of levels.
    fileprivate var depth: Int { 1 + (operands.lazy.map(\.depth).max() ?? 0) }
}
