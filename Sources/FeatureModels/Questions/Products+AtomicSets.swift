internal import AlgorithmSupport
internal import BigIntegers
public import WorkLimits

extension Products {
    /// Returns the atomic sets, in the order of their first features.
    ///
    /// An atomic set is a maximal set of features such that each product contains all of them or
    /// none; the set may have only one feature.
    ///
    /// Features out of scope are in no set. The core features are one set, the dead features
    /// another.
    ///
    /// - Complexity: O(*n* *s*) at worst, for *n* features and *s* elements of the compiled
    ///   products.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func atomicSets(budget: Budget = .default) throws(FeatureModelError) -> [[FeatureID]] {
        let featureCounts = try featureCounts(budget: budget)
        // Features with equal counts and fingerprints are probably equal.
        var generator = SeededGenerator(seed: 1)
        let fingerprints = circuit.fingerprints(using: &generator)
        var classes: [Signature: [Class]] = [:]
        var steps = LimitedSteps(BudgetWatch(budget, states: circuit.nodeCount, bytes: circuit.byteCount))
        for feature in model.ids {
            guard let meaning = meanings[Int(feature)] else { continue }
            let signature = Signature(
                count: featureCounts[Int(feature)], fingerprint: fingerprints.number(of: meaning))
            var candidates = classes[signature] ?? []
            let stepCount = candidates.count * circuit.items.count + signature.count.bitWidth / 64 + 1
            try stopping { () throws(LimitError) in try steps.step(stepCount) }
            let index = candidates.firstIndex { areEqual($0.meaning, meaning) }
            if let index {
                candidates[index].features.append(feature)
            } else {
                candidates.append(Class(meaning: meaning, features: [feature]))
            }
            classes[signature] = candidates
        }
        return classes.values.joined().map(\.features).sorted { $0[0] < $1[0] }
    }

    /// Facts about a feature that are equal for equal features.
    private struct Signature: Hashable {
        var count: BigInteger
        var fingerprint: UInt64

        /// Hashes the fingerprint alone, as counts are long.
        func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
    }

    /// Features that are equal in all products.
    private struct Class {
        var meaning: Reduction.Meaning
        var features: [FeatureID]
    }

    /// Returns whether two features with equal counts are equal.
    private func areEqual(_ left: Reduction.Meaning, _ right: Reduction.Meaning) -> Bool {
        if left == right || isEmpty { return true }
        switch (left, right) {
        case (.literal(let left), .literal(let right)):
            // As the counts are equal, one direction is enough.
            var isAllowed = [Bool](repeating: true, count: 2 * circuit.variableCount)
            isAllowed[(!left).index] = false
            isAllowed[right.index] = false
            return !circuit.isSatisfiable(allowing: isAllowed)
        // A count of none or of all products is that of a constant.
        case (.constant, .literal), (.literal, .constant): return true
        default: return false
        }
    }
}
