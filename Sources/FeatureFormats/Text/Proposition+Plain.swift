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
    ///   - format: The format. Only FeatureIDE's XML has ``Proposition/atMostOne(_:)``, and only
    ///     there do implications have just two operands; other operators express the rest.
    /// - Returns: The proposition, and whether it differs.
    /// - Throws: A problem if the result is too large.
    func plain(root: FeatureID, in format: FeatureFormat) throws(TextProblem) -> (Proposition, isChanged: Bool) {
        if plainSize(in: format) > Self.maximumPlainSize {
            let missing = format == .featureIDE ? "chains of '=>'" : "'at most one'"
            throw TextProblem(
                message: "a constraint is too large without \(missing)", remedy: "write JSON", isLimit: true)
        }
        let plain = folded { proposition, operands in
            proposition.plain(operands.map(\.proposition), operands.contains(where: \.isChanged), root, format)
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

    /// Returns an upper bound of the number of parts of the result.
    private func plainSize(in format: FeatureFormat) -> Int {
        folded { proposition, sizes in
            var size = sizes.reduce(1) { min($0 + $1, Self.maximumPlainSize + 1) }
            let isHalved =
                switch proposition {
                case .atMostOne: format != .featureIDE
                case .implies: format == .featureIDE && sizes.count > Self.maximumNestedOperands
                default: false
                }
            if isHalved {
                // The operands are halved repeatedly; each operand occurs once for each halving.
                size *= max(1, sizes.count.bitWidth - sizes.count.leadingZeroBitCount) + 4
            }
            return min(size, Self.maximumPlainSize + 1)
        }
    }

    /// Returns the plain form of the proposition with plain operands, and whether it differs.
    private func plain(
        _ operands: [Proposition], _ areOperandsChanged: Bool, _ root: FeatureID, _ format: FeatureFormat
    ) -> (proposition: Proposition, isChanged: Bool) {
        switch self {
        case .constant(true): return (.feature(root), true)
        case .constant(false): return (.not(.feature(root)), true)
        case .and where operands.isEmpty: return (.feature(root), true)
        case .or where operands.isEmpty: return (.not(.feature(root)), true)
        case .and where operands.count == 1, .or where operands.count == 1: return (operands[0], true)
        case .atMostOne where operands.count < 2: return (.feature(root), true)
        case .atMostOne where format != .featureIDE: return (Self.atMostOne(of: operands[...]), true)
        case .implies where format == .featureIDE && operands.count > 2:
            return (Self.implication(of: operands[...]), true)
        default: return (areOperandsChanged ? with(operands) : self, areOperandsChanged)
        }
    }

    /// The maximum number of operands of a chain of implications that are nested.
    private static let maximumNestedOperands = 16

    /// Returns a chain of implications with two operands in each of them.
    ///
    /// In a long chain, some last operands *b*₁, *a*₁, …, *b*ₖ, *a*ₖ give the value that they have
    /// without *b*₁, or that of the chain *c* before them: `c => b => a` is `a | !b & c`.
    private static func implication(of operands: ArraySlice<Proposition>) -> Proposition {
        guard operands.count > maximumNestedOperands else {
            return operands.dropFirst().reduce(operands[operands.startIndex]) { .implies($0, $1) }
        }
        let last = operands.suffix(operands.count / 4 * 2)
        let premises = stride(from: last.startIndex, to: last.endIndex, by: 2).map { last[$0] }
        let before = implication(of: operands[..<last.startIndex])
        return .or([implication(of: last.dropFirst()), .and([.not(.or(premises)), before])])
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
    @inline(never)
    fileprivate var depth: Int { 1 + (operands.lazy.map(\.depth).max() ?? 0) }
}
