public import Automata

/// The asymptotic growth rate of the number of words: the limit superior of the *n*-th root of the
/// number of words of length *n*. It is the spectral radius of the automaton's matrix.
///
/// The rate is 0 for a finite language, 1 for polynomial growth and greater than 1 for exponential
/// growth. Its logarithm is the entropy of the language.
public struct GrowthRate: Sendable, Hashable {
    /// A lower bound of the rate.
    public let lowerBound: Double
    /// An upper bound of the rate.
    public let upperBound: Double

    /// The middle between the bounds.
    public var value: Double { lowerBound + (upperBound - lowerBound) / 2 }
}

extension GrowthRate: CustomStringConvertible {
    /// The shortest decimal number between the bounds, so that all of its digits are significant.
    public var description: String {
        var scale = 1.0
        while value * scale < 0x1p53 {
            let rounded = (value * scale).rounded() / scale
            if lowerBound <= rounded, rounded <= upperBound { return "\(rounded)" }
            scale *= 10
        }
        return "\(value)"
    }
}

extension WordCounter {
    /// Returns the growth rate of the number of words in the long run.
    ///
    /// The result is the largest rate of a strongly connected component. Power iteration finds the
    /// rate of each component between the bounds of Collatz and Wielandt; inverse iteration
    /// replaces it if it converges slowly.
    ///
    /// - Parameters:
    ///   - precision: the distance between the bounds, relative to the rate. The distance may be
    ///     larger if floating point isn't precise enough, or if a component of many hundreds of
    ///     states converges slowly.
    ///   - budget: the bound on memory.
    /// - Complexity: at most some thousand multiplications, each in O(*e*) for *e* pairs of states
    ///   with a transition, and O(*n*³) for components of up to 500 states that converge slowly.
    /// - Throws: `AutomataError` if the budget stops the work.
    /// - Reference: T. Noda, Note on the computation of the maximal eigenvalue of a non-negative
    ///   irreducible matrix, Numerische Mathematik 17, 1971, doi:10.1007/BF01436087.
    public func growthRate(precision: Double = 1e-12, budget: Budget = .default) throws(AutomataError) -> GrowthRate {
        let bounds = try system.matrix.spectralRadius(precision: precision, budget: budget)
        return GrowthRate(lowerBound: bounds.lower, upperBound: bounds.upper)
    }
}

extension WeightMatrix {
    /// Returns bounds on the largest eigenvalue.
    func spectralRadius(precision: Double, budget: Budget) throws(AutomataError) -> (lower: Double, upper: Double) {
        try budget.check(statesBuilt: 0, bytes: byteCount * 3)
        let components = StronglyConnectedComponents(
            [TargetRows(EpsilonMoves(offsets: offsets.map { UInt32($0) }, targets: columns))], nodeCount: size)
        var (lower, upper) = (0.0, 0.0)
        for (component, members) in components.members().enumerated() where components.isCyclic[component] {
            let bounds = try IrreducibleMatrix(self, members: members)
                .spectralRadius(precision: precision, budget: budget)
            lower = max(lower, bounds.lower)
            upper = max(upper, bounds.upper)
        }
        return (lower, upper)
    }
}

/// The rows and columns of one strongly connected component.
private struct IrreducibleMatrix {
    private let matrix: WeightMatrix
    /// The maximum relative rounding error of a row's sum divided by an entry.
    private let rounding: Double

    init(_ whole: WeightMatrix, members: [StateID]) {
        var position: [StateID: Int] = [:]
        for (index, state) in members.enumerated() { position[state] = index }
        matrix = WeightMatrix(size: members.count, columnCount: members.count) { row, add in
            for index in whole.range(of: Int(members[row])) {
                if let column = position[whole.columns[index]] { add(column, whole.weights[index]) }
            }
        }
        var maximumRowLength = 0
        for row in 0..<matrix.size { maximumRowLength = max(maximumRowLength, matrix.range(of: row).count) }
        rounding = Double(maximumRowLength + 4) * 0x1p-52
    }

    /// Multiplies the matrix by a vector, and returns the least and the greatest quotient of an
    /// entry of the product and the same entry of the vector; the spectral radius is between them.
    private func quotients(_ vector: [Double], _ product: inout [Double]) -> (lower: Double, upper: Double) {
        var (lower, upper) = (Double.infinity, 0.0)
        for row in 0..<matrix.size {
            var sum = 0.0
            for index in matrix.range(of: row) {
                sum += Double(matrix.weights[index]) * vector[Int(matrix.columns[index])]
            }
            product[row] = sum
            lower = min(lower, sum / vector[row])
            upper = max(upper, sum / vector[row])
        }
        return (lower, upper)
    }

    func spectralRadius(precision: Double, budget: Budget) throws(AutomataError) -> (lower: Double, upper: Double) {
        var vector = [Double](repeating: 1, count: matrix.size)
        var product = vector
        var best = quotients(vector, &product)
        // If all row sums are equal, they are the spectral radius.
        if best.lower == best.upper { return best }
        func isPrecise() -> Bool { best.upper - best.lower <= max(precision, 2 * rounding) * best.upper }
        let mayBeSolved = matrix.size <= 500
        let rounds = mayBeSolved ? 500 : 20_000
        var work = 0
        for _ in 0..<rounds where !isPrecise() {
            // Adding the identity makes the vector converge even if the matrix is periodic.
            var largest = 0.0
            for row in vector.indices {
                vector[row] += product[row]
                largest = max(largest, vector[row])
            }
            for row in vector.indices { vector[row] = max(vector[row] / largest, 0x1p-900) }
            tighten(&best, quotients(vector, &product))
            work += matrix.count
            if work > 1 << 20 {
                work = 0
                try budget.check(bytes: matrix.byteCount)
            }
        }
        if mayBeSolved {
            for _ in 0..<50 where !isPrecise() {
                try budget.check(bytes: matrix.size * matrix.size * 8)
                guard let next = solution(shift: best.upper, vector) else { break }
                vector = next
                let before = best
                tighten(&best, quotients(vector, &product))
                if best == before { break }
            }
        }
        return (max(0, best.lower * (1 - rounding)), best.upper * (1 + rounding))
    }

    private func tighten(_ best: inout (lower: Double, upper: Double), _ found: (lower: Double, upper: Double)) {
        best.lower = max(best.lower, found.lower)
        best.upper = min(best.upper, found.upper)
    }

    /// Returns the solution of (*s* − *A*) *y* = *x*, scaled to a largest entry of 1; `nil` if *s*
    /// is so near the spectral radius that an entry isn't positive.
    private func solution(shift: Double, _ right: [Double]) -> [Double]? {
        let size = matrix.size
        var cells = [Double](repeating: 0, count: size * size)
        for row in 0..<size {
            for index in matrix.range(of: row) {
                cells[row * size + Int(matrix.columns[index])] = -Double(matrix.weights[index])
            }
            cells[row * size + row] += shift
        }
        var solution = right
        // Such a matrix needs no pivoting.
        for pivot in 0..<size {
            let head = cells[pivot * size + pivot]
            guard head > 0 else { return nil }
            for row in pivot + 1..<size where cells[row * size + pivot] != 0 {
                let factor = cells[row * size + pivot] / head
                for column in pivot + 1..<size {
                    cells[row * size + column] -= factor * cells[pivot * size + column]
                }
                solution[row] -= factor * solution[pivot]
            }
        }
        var largest = 0.0
        for row in stride(from: size - 1, through: 0, by: -1) {
            for column in row + 1..<size { solution[row] -= cells[row * size + column] * solution[column] }
            solution[row] /= cells[row * size + row]
            guard solution[row] > 0, solution[row].isFinite else { return nil }
            largest = max(largest, solution[row])
        }
        return solution.map { max($0 / largest, 0x1p-900) }
    }
}
