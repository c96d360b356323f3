internal import AutomataCounting

extension Products {
    /// Draws products at random, each with exactly the same chance, independently of each other.
    ///
    ///     var generator = SeededGenerator(seed: 1)
    ///     let sample = products.sample(1000, using: &generator)
    ///
    /// - Returns: The products; an empty list if there are none to draw.
    /// - Complexity: O(*n*) operations on integers a product, for *n* features.
    public func sample(_ size: Int, using generator: inout some RandomNumberGenerator) -> [Configuration] {
        if isEmpty { return [] }
        var isTrue = [Bool](repeating: false, count: circuit.variableCount)
        return (0..<Swift.max(0, size)).map { _ in
            draw(&isTrue, using: &generator)
            return product { isTrue[$0.variable] == $0.value }
        }
    }

    private func draw(_ isTrue: inout [Bool], using generator: inout some RandomNumberGenerator) {
        var nodes = [circuit.root]
        while let node = nodes.popLast() {
            if circuit.isSum[node] {
                nodes.append(choose(among: node, using: &generator))
                continue
            }
            for position in circuit.range(of: node) {
                switch circuit.items[position].kind {
                case .literal(let literal): isTrue[literal.variable] = literal.value
                case .free(let variable): isTrue[variable] = Bool.random(using: &generator)
                case .child(let child): nodes.append(child)
                }
            }
        }
    }

    /// Draws a child of a sum, in proportion to its count.
    private func choose(among sum: Int, using generator: inout some RandomNumberGenerator) -> Int {
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
        if let small = UInt(exactly: bound) { return BigInteger(UInt.random(in: 0..<small, using: &generator)) }
        let width = bound.bitWidth
        while true {
            var words = (0..<(width + 63) / 64).map { _ in UInt(generator.next()) }
            if width % 64 != 0 { words[words.count - 1] >>= UInt(64 - width % 64) }
            let number = BigInteger(limbs: words)
            if number < bound { return number }
        }
    }
}
