extension ExpressionAlgebra {
    /// The words of any of them. Made shorter by these laws:
    ///
    /// - *r* | *s* = *r*, where *s* ⊆ *r* is found;
    /// - sets of symbols are one set;
    /// - ε | *r*⁺ = *r*\*, and ε | *r* = *r* where *r* can be empty, else *r*?;
    /// - *r* *s* | *r* *t* = *r* (*s* | *t*), *s* *r* | *t* *r* = (*s* | *t*) *r*.
    mutating func union(_ nodes: [UInt32]) -> UInt32 {
        guard descend(nodes) else { return plainUnion(nodes) }
        defer { ascend() }
        var alternatives = Alternatives()
        collect(nodes, into: &alternatives)
        while true {
            alternatives.parts.sort()
            alternatives.parts = alternatives.parts.uniqued()
            removeCovered(&alternatives)
            guard let factor = bestFactor(of: alternatives.parts) else { break }
            let node = factored(alternatives.parts, factor)
            alternatives.parts = alternatives.parts.enumerated().filter { !factor.members.contains($0.offset) }.map(
                \.element)
            collect([node], into: &alternatives)
        }
        let result = plainUnion(alternatives.parts)
        if !alternatives.hasEpsilon { return result }
        return result == Self.empty ? Self.epsilon : option(result)
    }

    /// The parts of a union; sets of symbols are one part.
    private struct Alternatives {
        var parts: [UInt32] = []
        var hasEpsilon = false
    }

    private mutating func collect(_ nodes: [UInt32], into result: inout Alternatives) {
        var pending = Array(nodes.reversed())
        var leaves: [UInt32] = []
        while let node = pending.popLast() {
            let shape = self[node]
            switch shape.kind {
            case .empty: break
            case .epsilon: result.hasEpsilon = true
            case .symbols: leaves.append(node)
            case .union where result.parts.count + Int(shape.second) <= Self.mostAlternatives:
                pending.append(contentsOf: interner.children(of: shape).reversed())
            default:
                if let body = optionBody(node) {
                    result.hasEpsilon = true
                    pending.append(body)
                } else {
                    result.parts.append(node)
                }
            }
        }
        guard !leaves.isEmpty else { return }
        leaves.append(contentsOf: result.parts.filter { self[$0].kind == .symbols })
        result.parts.removeAll { self[$0].kind == .symbols }
        leaves = leaves.uniqued()
        if leaves.count == 1 {
            result.parts.append(leaves[0])
        } else {
            result.parts.append(symbols(leaves.flatMap { sets[self[$0].first] }.sorted().uniqued()))
        }
    }

    /// Drops parts that are within others, and ε where a part has it or can have it at no cost.
    private mutating func removeCovered(_ alternatives: inout Alternatives) {
        if alternatives.hasEpsilon {
            if alternatives.parts.contains(where: { isNullable($0) }) {
                alternatives.hasEpsilon = false
            } else if let index = alternatives.parts.firstIndex(where: { plusBody($0) != nil }),
                let body = plusBody(alternatives.parts[index])
            {
                alternatives.hasEpsilon = false
                alternatives.parts[index] = star(body)
            }
        }
        guard alternatives.parts.count > 1, alternatives.parts.count <= Self.mostCompared else { return }
        var index = 0
        while index < alternatives.parts.count {
            let part = alternatives.parts.remove(at: index)
            var isWithin = false
            for other in alternatives.parts where isFound(part, within: other) {
                isWithin = true
                break
            }
            if isWithin { continue }
            alternatives.parts.insert(part, at: index)
            index += 1
        }
    }

    // MARK: Factors

    /// Factors that several parts begin or end with.
    private struct Factor {
        /// The indices of the parts.
        var members: [Int]
        var count: Int
        var isPrefix: Bool
        /// By how much the union becomes shorter.
        var saving: Int
    }

    /// What is best taken out of a union's parts; `nil` where no two begin or end alike.
    private func bestFactor(of parts: [UInt32]) -> Factor? {
        if parts.count < 2 { return nil }
        let sequences = parts.map { self.parts(of: $0) }
        var best: Factor?
        for isPrefix in [true, false] {
            var groups: [UInt32: Int] = [:]
            var members: [[Int]] = []
            for (index, sequence) in sequences.enumerated() {
                let end = isPrefix ? sequence[0] : sequence[sequence.count - 1]
                if let group = groups[end] {
                    members[group].append(index)
                } else {
                    groups[end] = members.count
                    members.append([index])
                }
            }
            for group in members where group.count > 1 {
                let factor = commonFactor(of: group, sequences, isPrefix: isPrefix)
                if factor.saving > best?.saving ?? 0 { best = factor }
            }
        }
        return best
    }

    private func commonFactor(of group: [Int], _ sequences: [[UInt32]], isPrefix: Bool) -> Factor {
        let first = sequences[group[0]]
        var count = first.count
        for index in group.dropFirst() {
            let other = sequences[index]
            var common = 0
            while common < min(count, other.count),
                isPrefix
                    ? first[common] == other[common]
                    : first[first.count - 1 - common] == other[other.count - 1 - common]
            {
                common += 1
            }
            count = common
        }
        var length = 0
        for part in isPrefix ? first.prefix(count) : first.suffix(count) {
            length += min(self.length(of: part), 1 << 32) + 1
        }
        return Factor(members: group, count: count, isPrefix: isPrefix, saving: (group.count - 1) * length)
    }

    /// The members of a group with their common factors taken out.
    private mutating func factored(_ parts: [UInt32], _ factor: Factor) -> UInt32 {
        var rests: [UInt32] = []
        var common = Self.epsilon
        for index in factor.members {
            let sequence = self.parts(of: parts[index])
            if factor.isPrefix {
                common = self.sequence(sequence.prefix(factor.count))
                rests.append(self.sequence(sequence.dropFirst(factor.count)))
            } else {
                common = self.sequence(sequence.suffix(factor.count))
                rests.append(self.sequence(sequence.dropLast(factor.count)))
            }
        }
        let rest = union(rests)
        return factor.isPrefix ? concatenation(common, rest) : concatenation(rest, common)
    }
}

extension Array where Element: Equatable {
    /// The elements, of neighbours that are equal one only.
    fileprivate func uniqued() -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(count)
        for element in self where result.last != element { result.append(element) }
        return result
    }
}
