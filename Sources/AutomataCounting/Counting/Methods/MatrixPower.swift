internal import Automata
internal import CGMP

/// A square matrix of GMP's big integers, in one array.
private final class BigMatrix {
    let size: Int
    let entries: UnsafeMutablePointer<__mpz_struct>

    init(size: Int) {
        self.size = size
        entries = .allocate(capacity: max(1, size * size))
        for index in 0..<size * size { __gmpz_init(entries + index) }
    }

    deinit {
        for index in 0..<size * size { __gmpz_clear(entries + index) }
        entries.deallocate()
    }

    @inline(__always)
    func entry(_ row: Int, _ column: Int) -> UnsafeMutablePointer<__mpz_struct> { entries + row * size + column }

    /// The number of limbs of all entries, and of the largest one.
    var limbCounts: (total: Int, maximum: Int) {
        var (total, maximum) = (0, 0)
        for index in 0..<size * size {
            let limbs = Int(abs(entries[index]._mp_size))
            total += limbs
            maximum = max(maximum, limbs)
        }
        return (total, maximum)
    }
}

extension CountingSystem {
    /// Returns the number *i* by repeated squaring of the matrix.
    ///
    /// - Complexity: O(*n*³) products of numbers of up to *i* *g* bits, for numbers that grow by
    ///   *g* bits with each letter.
    func numberByMatrixPowers(_ index: Int, budget: Budget) throws(AutomataError) -> BigInteger {
        let (cells, overflow) = size.multipliedReportingOverflow(by: size)
        try budget.check(bytes: overflow || cells > Int.max >> 8 ? .max : cells * 64)
        var power = BigMatrix(size: size)
        for row in 0..<size {
            for position in matrix.range(of: row) {
                __gmpz_set_ui(power.entry(row, Int(matrix.columns[position])), matrix.weights[position])
            }
        }
        var vector = initial.map { BigInteger($0) }
        var rest = index
        while rest > 0 {
            if rest & 1 == 1 { vector = try product(vector, power, budget: budget) }
            rest >>= 1
            if rest > 0 { power = try square(power, budget: budget) }
        }
        var result = BigInteger()
        for (number, weight) in zip(vector, final) where weight != 0 { result += number * BigInteger(weight) }
        return result
    }

    private func product(
        _ vector: [BigInteger], _ matrix: BigMatrix, budget: Budget
    ) throws(AutomataError) -> [BigInteger] {
        let limbs = matrix.limbCounts
        let maximumLimbCount = vector.map(\.limbCount).max() ?? 0
        try budget.check(bytes: (limbs.total + size * (limbs.maximum + maximumLimbCount + 2)) * 8)
        var result: [BigInteger] = []
        for column in 0..<size {
            try budget.check(bytes: limbs.total * 8)
            result.append(
                BigInteger { sum in
                    for row in 0..<size {
                        vector[row].read { __gmpz_addmul(sum, $0, matrix.entry(row, column)) }
                    }
                })
        }
        return result
    }

    private func square(_ matrix: BigMatrix, budget: Budget) throws(AutomataError) -> BigMatrix {
        let limbs = matrix.limbCounts
        try budget.check(bytes: (limbs.total + size * size * (2 * limbs.maximum + 4)) * 8)
        let result = BigMatrix(size: size)
        for row in 0..<size {
            try budget.check(bytes: limbs.total * 8)
            for middle in 0..<size {
                let factor = matrix.entry(row, middle)
                if factor.pointee._mp_size == 0 { continue }
                for column in 0..<size where matrix.entry(middle, column).pointee._mp_size != 0 {
                    __gmpz_addmul(result.entry(row, column), factor, matrix.entry(middle, column))
                }
            }
        }
        return result
    }
}
