internal import Automata
internal import CGMP

/// The vectors *v*, *A* *v*, *A*² *v*, … of big integers, one after another.
///
/// Numbers are in two arrays of rows, which are as wide as the largest number and grow with it.
struct VectorIteration {
    private let matrix: WeightMatrix
    private let maximumRowSum: UInt
    private let budget: Budget
    private(set) var current: LimbRows
    private var next: LimbRows
    /// The number of limbs of each number that are in use.
    private(set) var width = 1
    /// The number of multiplications so far.
    private(set) var power = 0
    private var work = 0
    private var nextCheck = 0

    init(_ matrix: WeightMatrix, _ start: [UInt], budget: Budget) throws(AutomataError) {
        self.matrix = matrix
        self.budget = budget
        maximumRowSum = matrix.maximumRowSum
        try budget.check(bytes: 2 * LimbRows.byteCount(count: matrix.size, stride: 2) + matrix.byteCount)
        current = LimbRows(count: matrix.size, stride: 2)
        next = LimbRows(count: matrix.size, stride: 2)
        for (index, value) in start.enumerated() { current.row(index)[0] = value }
    }

    var byteCount: Int { current.byteCount + next.byteCount }

    /// - Complexity: O(*e* *w*) for numbers of *w* limbs.
    mutating func step() throws(AutomataError) {
        var top: UInt = 0
        for row in 0..<current.count { top = max(top, current.row(row)[width - 1]) }
        let (bound, overflow) = maximumRowSum.multipliedReportingOverflow(by: top)
        // The lower limbs add less than 1 to each number's top limb.
        if overflow || bound.addingReportingOverflow(maximumRowSum).overflow { try widen() }
        work += (matrix.count + matrix.size) * (width + 8)
        if work >= nextCheck {
            nextCheck = work + 1 << 22
            try budget.check(bytes: byteCount)
        }
        matrix.multiply(current, into: next, width: width)
        swap(&current, &next)
        power += 1
    }

    private mutating func widen() throws(AutomataError) {
        width += 1
        if width <= current.stride { return }
        let stride = width + width / 2
        try budget.check(bytes: 3 * LimbRows.byteCount(count: current.count, stride: stride))
        current.widen(to: stride)
        next.widen(to: stride)
    }

    func number(_ index: Int) -> BigInteger { current.number(index, width: width) }

    /// Returns the weighted sum of the numbers.
    func sum(_ weights: [UInt]) -> BigInteger {
        BigInteger { result in
            for (index, weight) in weights.enumerated() where weight != 0 {
                withNumber(index) { __gmpz_addmul_ui(result, $0, weight) }
            }
        }
    }

    /// Returns the dot product with another vector.
    func product(with other: VectorIteration) throws(AutomataError) -> BigInteger {
        try budget.check(bytes: byteCount + other.byteCount + (width + other.width) * 64)
        return BigInteger { result in
            for index in 0..<current.count {
                withNumber(index) { own in other.withNumber(index) { __gmpz_addmul(result, own, $0) } }
            }
        }
    }

    /// The current vector.
    var snapshot: CountLayer { CountLayer(current, width: width) }

    /// Continues from a saved vector.
    mutating func restore(_ layer: CountLayer, power: Int) throws(AutomataError) {
        self.power = power
        width = layer.width
        if width > current.stride {
            try budget.check(bytes: 3 * LimbRows.byteCount(count: current.count, stride: width))
            current.widen(to: width)
            next.widen(to: width)
        }
        // Sets the rows to 0, including the limbs beyond the width.
        for rows in [current, next] { rows.start.update(repeating: 0, count: rows.count * rows.stride) }
        layer.copy(to: current)
    }

    /// Calls a GMP function that reads a number in place.
    func withNumber(_ index: Int, _ body: (UnsafePointer<__mpz_struct>) -> Void) {
        var number = __mpz_struct()
        body(__gmpz_roinit_n(&number, current.row(index), width))
    }
}

extension CountingSystem {
    /// Returns the number *i* by *i* multiplications with the matrix: from both ends, so that the
    /// numbers are half as long.
    ///
    /// - Complexity: O(*e* *i*² *g* / 256) for numbers that grow by *g* bits with each letter.
    func numberByIteration(_ index: Int, budget: Budget) throws(AutomataError) -> BigInteger {
        var left = try VectorIteration(transposed, initial, budget: budget)
        if index < 64 {
            for _ in 0..<index { try left.step() }
            return left.sum(final)
        }
        for _ in 0..<index / 2 { try left.step() }
        var right = try VectorIteration(matrix, final, budget: budget)
        for _ in 0..<index - index / 2 { try right.step() }
        return try left.product(with: right)
    }

    func firstNumbers(_ count: Int, budget: Budget) throws(AutomataError) -> [BigInteger] {
        var numbers: [BigInteger] = []
        var bytes = 0
        var vector = try VectorIteration(matrix, final, budget: budget)
        while numbers.count < count {
            if !numbers.isEmpty { try vector.step() }
            let number = vector.sum(initial)
            bytes += number.limbCount * 8 + 64
            if numbers.count & 0xFF == 0 || bytes > budget.maximumBytes {
                try budget.check(bytes: bytes + vector.byteCount)
            }
            numbers.append(number)
        }
        return numbers
    }
}
