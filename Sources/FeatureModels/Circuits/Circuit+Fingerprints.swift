extension Circuit {
    /// Fingerprints of variables, by the assignments in which they are true.
    struct Fingerprints {
        /// The fingerprint of each variable: equal if two are true in the same assignments,
        /// otherwise different, except with a probability of less than one in a trillion.
        let variables: [UInt64]
        /// The fingerprint of all assignments; its difference from a variable's fingerprint is that
        /// of the variable's negation.
        let all: UInt64
    }

    /// Returns the fingerprints: sums of the weights of assignments, modulo a prime. The weight of
    /// an assignment is the product of the random weights of its literals.
    ///
    /// - Complexity: O(*s*) for *s* elements.
    func fingerprints(using generator: inout some RandomNumberGenerator) -> Fingerprints {
        let weights = (0..<2 * variableCount).map { _ in
            ModularNumber(UInt64.random(in: 1..<ModularNumber.modulus, using: &generator))
        }
        let values = values(zero: ModularNumber(0), one: ModularNumber(1), plus: +, times: *) { weights[$0.index] }
        func value(_ item: Item) -> ModularNumber {
            switch item.kind {
            case .literal(let literal): weights[literal.index]
            case .free(let variable): weights[2 * variable] + weights[2 * variable + 1]
            case .child(let child): values[child]
            }
        }
        var sums = [ModularNumber](repeating: ModularNumber(0), count: variableCount)
        // The sums over the ways to complete an assignment of a node to one of the root.
        var contexts = [ModularNumber](repeating: ModularNumber(0), count: nodeCount)
        if !isEmpty { contexts[root] = ModularNumber(1) }
        var suffixProducts: [ModularNumber] = []
        for node in (0..<nodeCount).reversed() {
            let range = range(of: node)
            var context = contexts[node]
            // The products of the elements after each one.
            suffixProducts.removeAll(keepingCapacity: true)
            var rest = ModularNumber(1)
            for position in range.reversed() {
                suffixProducts.append(rest)
                if !isSum[node] { rest = rest * value(items[position]) }
            }
            for position in range {
                let elementContext = context * suffixProducts[range.upperBound - 1 - position]
                switch items[position].kind {
                case .literal(let literal):
                    guard literal.value else { break }
                    sums[literal.variable] = sums[literal.variable] + elementContext * weights[literal.index]
                case .free(let variable): sums[variable] = sums[variable] + elementContext * weights[2 * variable]
                case .child(let child): contexts[child] = contexts[child] + elementContext
                }
                if !isSum[node] { context = context * value(items[position]) }
            }
        }
        return Fingerprints(variables: sums.map(\.value), all: values.last?.value ?? 0)
    }
}

/// A number modulo the prime 2⁶¹ − 1.
private struct ModularNumber {
    static let modulus: UInt64 = 1 << 61 - 1

    let value: UInt64

    init(_ value: UInt64) { self.value = value % Self.modulus }

    static func + (left: Self, right: Self) -> Self { Self(left.value + right.value) }

    static func * (left: Self, right: Self) -> Self {
        let (high, low) = left.value.multipliedFullWidth(by: right.value)
        return Self((low & modulus) + (low >> 61 | high << 3))
    }
}

extension Circuit.Fingerprints {
    /// Returns the fingerprint of a feature's meaning in a circuit.
    func number(of meaning: Reduction.Meaning) -> UInt64 {
        switch meaning {
        case .constant(let value): return value ? all : 0
        case .literal(let literal):
            let number = variables[literal.variable]
            // A difference modulo the prime.
            return literal.value ? number : (all + ModularNumber.modulus - number) % ModularNumber.modulus
        }
    }
}
