public import BigIntegers
public import WorkLimits

extension Products {
    /// Returns the number of products of each size; the element at index *i* is the number of
    /// products with *i* features in scope.
    ///
    /// - Complexity: O(*s*) operations on polynomials of degree *n*, for *s* elements of the
    ///   compiled products and *n* features. Kronecker's substitution makes each polynomial one
    ///   integer.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func sizes(budget: Budget = .default) throws(FeatureModelError) -> [BigInteger] {
        if isEmpty { return [] }
        // The exponents of a variable's two values, and those of all products.
        var trueDegrees = [Int](repeating: 0, count: circuit.variableCount)
        var falseDegrees = trueDegrees
        var base = 0
        for case let meaning? in meanings {
            switch meaning {
            case .constant(let value): base += value ? 1 : 0
            case .literal(let literal):
                if literal.value { trueDegrees[literal.variable] += 1 } else { falseDegrees[literal.variable] += 1 }
            }
        }
        // No coefficient is more than the number of products.
        let width = count.bitWidth
        let polynomial = try stopping { () throws(LimitError) in
            try circuit.polynomial(trueDegrees, falseDegrees, width: width, budget: budget)
        }
        let coefficients = polynomial.chunks(ofWidth: width)
        return Array(repeating: 0, count: base) + coefficients
    }
}

extension Circuit {
    /// Returns the generating function of the assignments by the degrees of their literals, at the
    /// power of two with the given exponent.
    fileprivate func polynomial(
        _ trueDegrees: [Int], _ falseDegrees: [Int], width: Int, budget: Budget
    ) throws(LimitError) -> BigInteger {
        var uses = [Int32](repeating: 0, count: nodeCount)
        for item in items { if case .child(let child) = item.kind { uses[child] += 1 } }
        var values = [BigInteger](repeating: 0, count: nodeCount)
        var bytes = 0
        var steps = LimitedSteps(BudgetWatch(budget, states: nodeCount, bytes: byteCount + nodeCount * 16))
        for node in 0..<nodeCount {
            var value: BigInteger = isSum[node] ? 0 : 1
            var shift = 0
            for position in range(of: node) {
                switch items[position].kind {
                case .literal(let literal):
                    shift += (literal.value ? trueDegrees : falseDegrees)[literal.variable]
                case .free(let variable):
                    value = (value << (trueDegrees[variable] * width)) + (value << (falseDegrees[variable] * width))
                case .child(let child):
                    if isSum[node] { value += values[child] } else { value *= values[child] }
                    uses[child] -= 1
                    if uses[child] == 0 {
                        bytes -= values[child].bitWidth / 8
                        values[child] = 0
                    }
                }
                try steps.step(value.bitWidth / 64 + 1, holding: bytes + value.bitWidth / 8)
            }
            value <<= shift * width
            bytes += value.bitWidth / 8
            values[node] = value
        }
        return values[root]
    }
}

extension BigInteger {
    /// Returns the numbers that consecutive groups of bits spell, the least significant first.
    fileprivate func chunks(ofWidth width: Int) -> [BigInteger] {
        let limbs = limbs
        return (0..<(bitWidth + width - 1) / width).map { index in
            let (first, end) = (index * width, min((index + 1) * width, limbs.count * 64))
            let words = Array(limbs[first / 64..<(end + 63) / 64])
            let shifted = BigInteger(limbs: words) >> (first % 64)
            return shifted % (BigInteger(1) << (end - first))
        }
    }
}
