internal import Automata

extension ExpressionAlgebra {
    /// Returns the union of nodes, shortened by these laws:
    ///
    /// - *r* | *s* = *r*, if *s* ⊆ *r* is found;
    /// - sets of symbols are one set;
    /// - ε | *r*⁺ = *r*\*, and ε | *r* = *r* if *r* is nullable, otherwise *r*?;
    /// - ε | *r* | *s* *r*? = *s*? *r*?, and ε | *r*\* (*r* | *s*) = *r*\* *s*?;
    /// - *r* *s* | *r* *t* = *r* (*s* | *t*), *s* *r* | *t* *r* = (*s* | *t*) *r*.
    mutating func union(_ nodes: [NodeID]) -> NodeID {
        guard descend(nodes) else { return plainUnion(nodes) }
        defer { ascend() }
        var alternatives = Alternatives()
        collect(nodes, into: &alternatives)
        while true {
            alternatives.parts.sort()
            alternatives.parts = alternatives.parts.uniqued()
            removeCovered(&alternatives)
            joinEpsilonForFactor(&alternatives)
            joinEpsilonWithLoop(&alternatives)
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

    /// The parts of a union; all sets of symbols are one part.
    private struct Alternatives {
        var parts: [NodeID] = []
        var hasEpsilon = false
    }

    private mutating func collect(_ nodes: [NodeID], into result: inout Alternatives) {
        var pending = Array(nodes.reversed())
        var leaves: [NodeID] = []
        while let node = pending.popLast() {
            let shape = self[node]
            switch shape.kind {
            case .empty: break
            case .epsilon: result.hasEpsilon = true
            case .symbols: leaves.append(node)
            case .union where result.parts.count + interner.children(of: shape).count <= Self.maximumAlternatives:
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
            result.parts.append(symbols(leaves.flatMap { sets[self[$0].set] }.sorted().uniqued()))
        }
    }

    /// Removes parts that others include, and ε if a part is nullable or can be made nullable at no
    /// cost.
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
        guard alternatives.parts.count > 1, alternatives.parts.count <= Self.maximumComparedCount else { return }
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

    /// Combines *r* and ε to *r*? if another part begins or ends with *r*?, which is then a common
    /// factor: *r* | *sr*? | ε = *s*?*r*?.
    private mutating func joinEpsilonForFactor(_ alternatives: inout Alternatives) {
        guard alternatives.hasEpsilon, alternatives.parts.count <= Self.maximumComparedCount else { return }
        var bodies: [NodeID] = []
        for part in alternatives.parts {
            let factors = parts(of: part)
            guard factors.count > 1 else { continue }
            bodies += [factors[0], factors[factors.count - 1]].compactMap(optionBody)
        }
        for body in bodies {
            if let index = alternatives.parts.firstIndex(of: body) {
                alternatives.parts.remove(at: index)
            } else if countsSymbols, self[body].kind == .symbols,
                let index = alternatives.parts.firstIndex(where: { includes($0, body) })
            {
                // Some names of a set may be *r*.
                let set = Array(sets[self[body].set])
                alternatives.parts[index] = symbols(
                    sets[self[alternatives.parts[index]].set].filter { !set.contains($0) })
            } else {
                continue
            }
            alternatives.parts.append(plainRepetition(body, from: 0, to: 1))
            alternatives.parts.sort()
            alternatives.hasEpsilon = false
            return
        }
    }

    /// Whether a part is a set that has all symbols of another part.
    private func includes(_ part: NodeID, _ other: NodeID) -> Bool {
        guard self[part].kind == .symbols else { return false }
        let symbols = sets[self[part].set]
        return sets[self[other].set].allSatisfy(symbols.contains)
    }

    /// Applies ε | *r*\* (*r* | *s*) = *r*\* *s*?, and its mirror image.
    private mutating func joinEpsilonWithLoop(_ alternatives: inout Alternatives) {
        guard alternatives.hasEpsilon else { return }
        for (index, part) in alternatives.parts.enumerated() {
            let factors = parts(of: part)
            guard factors.count == 2 else { continue }
            for (loop, other) in [(factors[0], factors[1]), (factors[1], factors[0])] where self[loop].kind == .star {
                guard let others = removing(part: self[loop].child, from: other) else { continue }
                let rest = option(others)
                alternatives.parts[index] =
                    loop == factors[0] ? concatenation(loop, rest) : concatenation(rest, loop)
                alternatives.hasEpsilon = false
                return
            }
        }
    }

    /// Returns a union or a set without one of its parts, or `nil` if it doesn't have the part.
    private mutating func removing(part: NodeID, from node: NodeID) -> NodeID? {
        let shape = self[node]
        if shape.kind == .union, interner.children(of: shape).contains(part) {
            return union(interner.children(of: shape).filter { $0 != part })
        }
        guard node != part, self[part].kind == .symbols, includes(node, part) else { return nil }
        let set = Array(sets[self[part].set])
        return symbols(sets[shape.set].filter { !set.contains($0) })
    }

    // MARK: Factors

    /// A common prefix or suffix of several parts.
    private struct Factor {
        /// The indices of the parts.
        var members: [Int]
        var count: Int
        var isPrefix: Bool
        /// The number of symbols and operators that factoring saves.
        var saving: Int
    }

    /// Returns the factor that saves most in a union's parts, or `nil` if no two have a common
    /// prefix or suffix.
    private func bestFactor(of parts: [NodeID]) -> Factor? {
        if parts.count < 2 { return nil }
        let sequences = parts.map { self.parts(of: $0) }
        var best: Factor?
        for isPrefix in [true, false] {
            var groups: [NodeID: Int] = [:]
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

    private func commonFactor(of group: [Int], _ sequences: [[NodeID]], isPrefix: Bool) -> Factor {
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

    /// Returns the members of a group with their common factors extracted.
    private mutating func factored(_ parts: [NodeID], _ factor: Factor) -> NodeID {
        var rests: [NodeID] = []
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
    /// Returns the elements without adjacent duplicates.
    func uniqued() -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(count)
        for element in self where result.last != element { result.append(element) }
        return result
    }
}
