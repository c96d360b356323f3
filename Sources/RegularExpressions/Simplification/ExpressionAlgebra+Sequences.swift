internal import Automata

extension ExpressionAlgebra {
    /// Returns the concatenation of two nodes, shortened by these laws, in which *s* ⊆ *r*\* is
    /// nullable:
    ///
    /// - *r*\* *s* = *s* *r*\* = *r*\*, and the same with *r*⁺;
    /// - *r* *r*\* = *r*\* *r* = *r*⁺;
    /// - *r*\* (*s* *r*\*)\* = (*r*\* *s*)\* *r*\* = (*r* | *s*)\*;
    /// - (*r*⁺ *s*)\* *r*\* = (*r* *s*?)\*, and *r*\* (*s* *r*⁺)\* = (*s*? *r*)\*.
    mutating func concatenation(_ left: NodeID, _ right: NodeID) -> NodeID {
        if laws == .runs { return parts(of: left).reversed().reduce(right) { gathered($1, $0) } }
        guard descend(left, right) else { return plainConcatenation(left, right) }
        defer { ascend() }
        if left == Self.empty || right == Self.empty { return Self.empty }
        if left == Self.epsilon { return right }
        var result = right
        for part in parts(of: left).reversed() { result = prepend(part, to: result) }
        return result
    }

    /// Returns the concatenation of a factor, which isn't a sequence, and a node.
    private mutating func prepend(_ part: NodeID, to rest: NodeID) -> NodeID {
        var (part, rest) = (part, rest)
        while rest != Self.epsilon {
            let (head, tail) = split(rest)
            if let body = loopBody(part), isNullable(head), isFound(head, withinStarOf: body) {
                rest = tail
            } else if let body = loopBody(head), isNullable(part), isFound(part, withinStarOf: body) {
                return rest
            } else if self[part].kind == .star, let remaining = removing(prefix: self[part].child, from: rest) {
                part = plus(self[part].child)
                rest = remaining
            } else if let (loop, remaining) = closed(part, before: rest) {
                part = loop
                rest = remaining
            } else if let both = denested(part, head) {
                part = both
                rest = tail
            } else if let (first, both) = denestedPlus(part, head) {
                // The results may be sequences themselves.
                return concatenation(first, concatenation(both, tail))
            } else {
                break
            }
        }
        return plainConcatenation(part, rest)
    }

    /// Returns *r*⁺ and the rest, if the factor and the node begin with *r* *r*\*.
    private mutating func closed(_ part: NodeID, before rest: NodeID) -> (loop: NodeID, rest: NodeID)? {
        var cursor = rest
        for walked in 0..<8 {
            let (head, tail) = split(cursor)
            if self[head].kind == .star {
                let body = self[head].child
                let (bodyHead, bodyTail) = split(body)
                let isBody =
                    walked == 0
                    ? body == part
                    : bodyHead == part && bodyTail != Self.epsilon
                        && removing(prefix: bodyTail, from: rest) == cursor
                if isBody { return (plus(body), tail) }
            }
            if tail == Self.epsilon { return nil }
            cursor = tail
        }
        return nil
    }

    /// Returns the equivalent of two consecutive loops, if one contains the other.
    private mutating func denested(_ left: NodeID, _ right: NodeID) -> NodeID? {
        guard self[left].kind == .star, self[right].kind == .star else { return nil }
        let (leftBody, rightBody) = (self[left].child, self[right].child)
        if let other = removing(suffix: left, from: rightBody) { return star(union([leftBody, other])) }
        if let other = removing(prefix: right, from: leftBody), other != Self.epsilon {
            return star(union([rightBody, other]))
        }
        let (leftParts, rightParts) = (parts(of: leftBody), parts(of: rightBody))
        if leftParts.count > 1, plusBody(leftParts[0]) == rightBody {
            let other = option(sequence(leftParts.dropFirst()))
            return star(concatenation(rightBody, other))
        }
        if rightParts.count > 1, plusBody(rightParts[rightParts.count - 1]) == leftBody {
            let other = option(sequence(rightParts.dropLast()))
            return star(concatenation(other, leftBody))
        }
        return nil
    }

    /// Returns *r* and (*r* | *s*)\* for *r*⁺ (*s* *r*\*)\*, or (*r* | *s*)\* and *r* for (*r*\*
    /// *s*)\* *r*⁺.
    private mutating func denestedPlus(_ left: NodeID, _ right: NodeID) -> (NodeID, NodeID)? {
        if let body = plusBody(left), self[right].kind == .star {
            let (loop, other) = (star(body), self[right].child)
            if let other = removing(suffix: loop, from: other) { return (body, star(union([body, other]))) }
        } else if let body = plusBody(right), self[left].kind == .star {
            let (loop, other) = (star(body), self[left].child)
            if let other = removing(prefix: loop, from: other), other != Self.epsilon {
                return (star(union([body, other])), body)
            }
        }
        return nil
    }

    /// Returns the factors before the last one of a sequence of two or more factors, if that is the
    /// given one.
    private mutating func removing(suffix: NodeID, from node: NodeID) -> NodeID? {
        let parts = parts(of: node)
        guard parts.count > 1, parts[parts.count - 1] == suffix else { return nil }
        return sequence(parts.dropLast())
    }

    /// Returns a sequence of factors that formed a sequence before.
    mutating func sequence(_ parts: some BidirectionalCollection<NodeID>) -> NodeID {
        var result = Self.epsilon
        for part in parts.reversed() { result = plainConcatenation(part, result) }
        return result
    }
}
