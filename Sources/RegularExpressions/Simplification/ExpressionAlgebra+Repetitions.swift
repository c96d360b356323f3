internal import Automata

extension ExpressionAlgebra {
    /// Returns the Kleene star of a node, shortened by these laws:
    ///
    /// - (*r*\* | *s*)\* = (*r*? | *s*)\* = (*r*⁺ | *s*)\* = (*r* | *s*)\*;
    /// - (*r* *s*)\* = (*r* | *s*)\*, if both are nullable;
    /// - (*r* | *s*)\* = *r*\*, if *s* ⊆ *r*\*;
    /// - (*r* | *t* *s*)\* = (*r* | *s* *t*)\* = (*r* | *s*)\*, if *t* ⊆ (*r* | *s*)\* is nullable.
    mutating func star(_ node: NodeID) -> NodeID {
        guard descend(node) else { return plainRepetition(node, from: 0, to: unbounded) }
        defer { ascend() }
        var pending = alternatives(of: node)
        var bodies: [NodeID] = []
        var hasChanged = false
        while let body = pending.popLast() {
            guard bodies.count + pending.count < Self.maximumAlternatives else {
                bodies.append(body)
                continue
            }
            let shape = self[body]
            if body == Self.epsilon {
                hasChanged = true
            } else if shape.kind == .star || shape.kind == .repetition && shape.least <= 1 {
                hasChanged = true
                pending.append(contentsOf: alternatives(of: shape.child))
            } else if shape.kind == .concatenation, isNullable(body), facts(of: body).partCount <= Self.maximumParts {
                hasChanged = true
                pending.append(contentsOf: parts(of: body))
            } else {
                bodies.append(body)
            }
        }
        if bodies.count <= Self.maximumComparedCount { removeCovered(&bodies, &hasChanged) }
        let body = hasChanged ? union(bodies) : node
        // The union may have a form to which the laws apply again.
        if hasChanged, body != node { return star(body) }
        return plainRepetition(body, from: 0, to: unbounded)
    }

    /// Removes alternatives and factors that the star of the others includes.
    private mutating func removeCovered(_ bodies: inout [NodeID], _ hasChanged: inout Bool) {
        var index = 0
        while index < bodies.count {
            let body = bodies.remove(at: index)
            if isFound(body, withinStarOf: bodies) {
                hasChanged = true
                continue
            }
            var rest = body
            while let shorter = removingEnd(of: rest, bodies) { rest = shorter }
            if rest != body { hasChanged = true }
            bodies.insert(rest, at: index)
            index += 1
        }
    }

    /// Returns a sequence without its first or last factor, if that is nullable and included in the
    /// star of the rest and the other bodies.
    private mutating func removingEnd(of body: NodeID, _ others: [NodeID]) -> NodeID? {
        let factors = parts(of: body)
        guard factors.count > 1 else { return nil }
        for (end, rest) in [(factors[0], factors.dropFirst()), (factors[factors.count - 1], factors.dropLast())]
        where isNullable(end) {
            let rest = sequence(rest)
            if isFound(end, withinStarOf: others + [rest]) { return rest }
        }
        return nil
    }

    private func alternatives(of node: NodeID) -> [NodeID] {
        let shape = self[node]
        return shape.kind == .union ? Array(interner.children(of: shape)) : [node]
    }

    /// Returns *r*⁺: *r*\* if *r* is nullable, and (*r*⁺ | *s*)⁺ = (*r* | *s*)⁺.
    mutating func plus(_ node: NodeID) -> NodeID {
        guard descend(node) else { return plainRepetition(node, from: 1, to: unbounded) }
        defer { ascend() }
        if isNullable(node) { return star(node) }
        if self[node].kind == .union {
            var hasChanged = false
            var parts: [NodeID] = []
            for part in alternatives(of: node) {
                let body = plusBody(part)
                if body != nil { hasChanged = true }
                parts.append(body ?? part)
            }
            if hasChanged { return plus(union(parts)) }
        }
        return plainRepetition(node, from: 1, to: unbounded)
    }

    /// Returns *r*?: *r* if *r* is nullable, and (*r*⁺)? = *r*\*.
    mutating func option(_ node: NodeID) -> NodeID {
        guard descend(node) else { return plainRepetition(node, from: 0, to: 1) }
        defer { ascend() }
        if isNullable(node) { return node }
        if let body = plusBody(node) { return star(body) }
        return plainRepetition(node, from: 0, to: 1)
    }

    /// - Parameter most: the upper bound, or ``unbounded``.
    mutating func repetition(_ node: NodeID, from least: UInt32, to most: UInt32) -> NodeID {
        switch (least, most) {
        case (0, unbounded): return star(node)
        case (1, unbounded): return plus(node)
        case (0, 1): return option(node)
        case (_, unbounded) where isNullable(node): return star(node)
        default: return plainRepetition(node, from: least, to: most)
        }
    }
}
