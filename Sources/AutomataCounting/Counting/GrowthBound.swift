internal import Automata

/// An upper bound on the numbers of a counting system.
///
/// The largest row sum of *A*ⁱ is bounded by the product of those of smaller powers. The row sums
/// are computed in floating point, and rounded up.
struct GrowthBound: Sendable {
    /// The binary logarithm of the largest row sum of each small power.
    private let norms: [Double]
    /// The binary logarithm of a bound on the spectral radius, at least 0.
    private(set) var perLetter: Double

    /// - Complexity: O(*n* + *e*) for each of some thousand powers, or fewer if there are many
    ///   entries.
    init(_ matrix: WeightMatrix, budget: Budget) throws(AutomataError) {
        let steps = max(16, min(1024, (1 << 21) / (matrix.count + matrix.size + 1)))
        var current = [Double](repeating: 1, count: matrix.size)
        var next = current
        var scale = 0
        var norms: [Double] = [0]
        var perLetter = Double.infinity
        var pace = BudgetPace()
        for step in 1...steps {
            if pace.isDue(states: 0, work: step * (matrix.count + 1)) { try budget.check(bytes: matrix.byteCount) }
            var maximum = 0.0
            for row in 0..<matrix.size {
                var sum = 0.0
                for index in matrix.range(of: row) {
                    sum += Double(matrix.weights[index]) * current[Int(matrix.columns[index])]
                }
                next[row] = sum
                maximum = max(maximum, sum)
            }
            swap(&current, &next)
            if maximum == 0 {
                norms.append(0)
                perLetter = 0
                break
            }
            // The rounding errors of the sums and the logarithm are much smaller than this.
            let norm = max(0, binaryLogarithm(maximum) + Double(scale)) + 1e-6
            norms.append(norm)
            perLetter = min(perLetter, norm / Double(step))
            if maximum > 0x1p400 {
                for row in current.indices { current[row] *= 0x1p-400 }
                scale += 400
            }
        }
        self.norms = norms
        self.perLetter = perLetter
    }

    /// Returns the bound with a better estimate of the spectral radius if one is found quickly; the
    /// radius is 1 for polynomial growth.
    func tightened(_ matrix: WeightMatrix, budget: Budget) throws(AutomataError) -> GrowthBound {
        let rate = try matrix.spectralRadius(precision: 1e-9, budget: budget)
        var bound = self
        // The logarithm is rounded, too.
        bound.perLetter = min(perLetter, rate.upper <= 1 ? 0 : binaryLogarithm(rate.upper) + 0x1p-45)
        return bound
    }

    /// Returns a bound on the binary logarithm of the largest row sum of all powers up to the given
    /// one.
    func bits(upToPower power: Int) -> Double {
        if power < norms.count { return norms[...power].max() ?? 0 }
        let block = norms.count - 1
        return Double(power / block) * norms[block] + (norms.max() ?? 0)
    }
}

/// Returns the binary logarithm of a positive number, to some 10⁻¹⁵; the standard library has none.
func binaryLogarithm(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value == 0 ? -.infinity : .infinity }
    // The significand is between 1 and 2, so the series of artanh converges fast.
    let quotient = (value.significand - 1) / (value.significand + 1)
    let square = quotient * quotient
    var power = quotient
    var sum = 0.0
    var index = 1.0
    while index < 40 {
        sum += power / index
        power *= square
        index += 2
    }
    return Double(value.exponent) + sum * 2.8853900817779268
}

/// Returns an integer above a value, which may be anything; at most `Int.max`.
func roundedUp(_ value: Double) -> Int {
    guard value < 0x1p62 else { return .max }
    return value > 0 ? Int(value) + 1 : 0
}
