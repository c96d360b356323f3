extension Circuit {
    /// Returns the value of each node in a semiring, in which a free variable is the sum of its
    /// literals.
    ///
    /// - Parameters:
    ///   - zero: The value of a sum without elements.
    ///   - one: The value of a product without elements.
    ///   - value: Returns the value of a literal.
    /// - Complexity: O(*s*) for *s* elements.
    @inline(__always)
    func values<Value>(
        zero: Value, one: Value, plus: (Value, Value) -> Value, times: (Value, Value) -> Value,
        of value: (Literal) -> Value
    ) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(nodeCount)
        for node in 0..<nodeCount {
            var result = isSum[node] ? zero : one
            for position in range(of: node) {
                let part =
                    switch items[position].kind {
                    case .literal(let literal): value(literal)
                    case .free(let variable): plus(value(Literal(variable)), value(Literal(variable, false)))
                    case .child(let child): values[child]
                    }
                result = isSum[node] ? plus(result, part) : times(result, part)
            }
            values.append(result)
        }
        return values
    }
}
