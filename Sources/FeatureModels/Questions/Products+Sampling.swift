internal import AlgorithmSupport
internal import BigIntegers
public import WorkLimits

extension Products {
    /// Draws products at random, each with exactly the same chance, independently of each other.
    ///
    ///     var generator = SeededGenerator(seed: 1)
    ///     let sample = products.sample(1000, using: &generator)
    ///
    /// - Returns: The products; an empty list if there are no products.
    /// - Complexity: O(*n*) operations on integers for each product, for *n* features.
    public func sample(_ size: Int, using generator: inout some RandomNumberGenerator) -> [Configuration] {
        sample(size, counts, isAllowed: nil, using: &generator)
    }

    /// Draws random products that agree with all decisions of a configuration, each with exactly
    /// the same chance, independently of each other.
    ///
    /// - Returns: The products; an empty list if no product agrees with the decisions.
    /// - Complexity: O(*s*) operations on integers for *s* elements of the compiled products, then
    ///   O(*n*) for each product, for *n* features.
    /// - Throws: ``FeatureModelError/stopped(_:)``.
    public func sample(
        _ size: Int, with configuration: Configuration, using generator: inout some RandomNumberGenerator,
        budget: Budget = .default
    ) throws(FeatureModelError) -> [Configuration] {
        guard let isAllowed = allowance(for: configuration) else { return [] }
        let counts = try stopping { () throws(LimitError) in
            try circuit.counts(allowing: isAllowed, budget: budget)
        }
        return sample(size, counts, isAllowed: isAllowed, using: &generator)
    }

    /// Draws products.
    ///
    /// - Parameters:
    ///   - counts: The number of assignments of each node, with the same literals allowed.
    ///   - isAllowed: Whether each literal may be true, by its index; `nil` if all may be.
    private func sample(
        _ size: Int, _ counts: [BigInteger], isAllowed: [Bool]?, using generator: inout some RandomNumberGenerator
    ) -> [Configuration] {
        if counts.last?.isZero ?? true { return [] }
        var isTrue = [Bool](repeating: false, count: circuit.variableCount)
        return (0..<Swift.max(0, size)).map { _ in
            draw(&isTrue, counts, isAllowed, using: &generator)
            return product { isTrue[$0.variable] == $0.value }
        }
    }

    private func draw(
        _ isTrue: inout [Bool], _ counts: [BigInteger], _ isAllowed: [Bool]?,
        using generator: inout some RandomNumberGenerator
    ) {
        var nodes = [circuit.root]
        while let node = nodes.popLast() {
            if circuit.isSum[node] {
                nodes.append(choose(among: node, counts, using: &generator))
                continue
            }
            for position in circuit.range(of: node) {
                switch circuit.items[position].kind {
                case .literal(let literal): isTrue[literal.variable] = literal.value
                case .free(let variable):
                    let allowsBothValues = isAllowed.map { $0[2 * variable] && $0[2 * variable + 1] } ?? true
                    isTrue[variable] =
                        allowsBothValues ? Bool.random(using: &generator) : isAllowed?[2 * variable] == true
                case .child(let child): nodes.append(child)
                }
            }
        }
    }

    /// Draws a child of a sum, in proportion to its count.
    private func choose(
        among sum: Int, _ counts: [BigInteger], using generator: inout some RandomNumberGenerator
    ) -> Int {
        var rest = BigInteger.random(below: counts[sum], using: &generator)
        let range = circuit.range(of: sum)
        for position in range.dropLast() {
            guard case .child(let child) = circuit.items[position].kind else { continue }
            if rest < counts[child] { return child }
            rest -= counts[child]
        }
        guard case .child(let last) = circuit.items[range.upperBound - 1].kind else { return sum }
        return last
    }
}

extension BigInteger {
    /// Draws a natural number below a positive bound.
    fileprivate static func random(below bound: BigInteger, using generator: inout some RandomNumberGenerator) -> Self {
        if let smallBound = UInt(exactly: bound) {
            return BigInteger(UInt.random(in: 0..<smallBound, using: &generator))
        }
        let width = bound.bitWidth
        while true {
            var words = (0..<(width + 63) / 64).map { _ in UInt(generator.next()) }
            if width % 64 != 0 { words[words.count - 1] >>= UInt(64 - width % 64) }
            let number = BigInteger(limbs: words)
            if number < bound { return number }
        }
    }
}
