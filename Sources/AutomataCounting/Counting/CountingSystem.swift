internal import Automata

/// The numbers *u* *A*ⁱ *v* of words of each length *i*. The entries of *A* are the numbers of
/// letters from one state to another; *u* marks the initial states, and *v* the final ones. No word
/// has two accepting runs.
struct CountingSystem: Sendable {
    let matrix: WeightMatrix
    let transposed: WeightMatrix
    /// The vector *u*.
    let initial: [UInt]
    /// The vector *v*.
    let final: [UInt]

    var size: Int { matrix.size }

    init(matrix: WeightMatrix, initial: [UInt], final: [UInt]) {
        self.matrix = matrix
        transposed = matrix.transposed()
        self.initial = initial
        self.final = final
    }

    /// Creates the system of an automaton, which should be trim.
    init(_ nfa: NFA) {
        self.init(
            matrix: WeightMatrix(nfa),
            initial: (0..<StateID(nfa.stateCount)).map { nfa.initialStates.contains($0) ? 1 : 0 },
            final: (0..<StateID(nfa.stateCount)).map { nfa.finalStates.contains($0) ? 1 : 0 })
    }

    /// Returns the system whose number *i* + 1 is the sum of the numbers up to *i* of this one, and
    /// whose number 0 is 0.
    ///
    /// An additional entry of the vectors accumulates the entries of the final states.
    func accumulating() -> CountingSystem {
        let sum = size
        return CountingSystem(
            matrix: WeightMatrix(size: size + 1, columnCount: size + 1) { row, add in
                if row == sum {
                    add(sum, 1)
                    return
                }
                for index in matrix.range(of: row) { add(Int(matrix.columns[index]), matrix.weights[index]) }
                add(sum, final[row])
            },
            initial: initial + [0], final: [UInt](repeating: 0, count: size) + [1])
    }

    /// Returns a smaller system with the same numbers: it merges states from which equally many
    /// words of each length are accepted, and then states to which equally many words of each
    /// length lead.
    ///
    /// - Complexity: O(*r* (*n* + *e*)) for *r* rounds of refinement; if there would be too many,
    ///   nothing is merged.
    /// - Reference: P. Buchholz, Exact and ordinary lumpability in finite Markov chains, Journal of
    ///   Applied Probability 31(1), 1994, doi:10.2307/3215235.
    func reduced(budget: Budget) throws(AutomataError) -> CountingSystem {
        let lumpedForward = try lumped(budget: budget)?.system ?? self
        return try lumpedForward.reversed.lumped(budget: budget)?.system.reversed ?? lumpedForward
    }

    private var reversed: CountingSystem { CountingSystem(matrix: transposed, initial: final, final: initial) }

    /// Returns a system that merges states from which equally many words of each length are
    /// accepted, and the new state of each old one; `nil` if no states are equal, or it takes too
    /// long.
    func lumped(budget: Budget) throws(AutomataError) -> (system: CountingSystem, classOf: [Int])? {
        guard let classes = try Lumping(matrix, values: final, budget: budget) else { return nil }
        var newInitial = [UInt](repeating: 0, count: classes.count)
        for state in 0..<size { newInitial[classes.classOf[state]] += initial[state] }
        let representatives = classes.representatives
        let system = CountingSystem(
            matrix: WeightMatrix(size: classes.count, columnCount: classes.count) { row, add in
                for index in matrix.range(of: representatives[row]) {
                    add(classes.classOf[Int(matrix.columns[index])], matrix.weights[index])
                }
            },
            initial: newInitial, final: representatives.map { final[$0] })
        return (system, classes.classOf)
    }
}

/// The coarsest partition of states into classes with equal values and equal weights to each class.
private struct Lumping {
    private(set) var classOf: [Int]
    private(set) var count = 0
    /// The first state of each class.
    private(set) var representatives: [Int] = []

    /// The maximum number of steps for finding classes.
    private static var maximumWork: Int { 1 << 27 }

    private struct Key: Hashable {
        let oldClass: UInt
        let first: UInt64
        let second: UInt64
    }

    /// Finds the classes; `nil` if each has one state, or there are too many steps.
    init?(_ matrix: WeightMatrix, values: [UInt], budget: Budget) throws(AutomataError) {
        let size = matrix.size
        classOf = Array(repeating: 0, count: size)
        let slotHash = SlotHash()
        var keys = values.map { Key(oldClass: $0, first: 0, second: 0) }
        var work = 0
        var previous = -1
        while true {
            try budget.check(bytes: matrix.byteCount + size * 128)
            var classes: [Key: Int] = [:]
            representatives = []
            for state in 0..<size {
                let number = classes[keys[state]] ?? representatives.count
                if number == representatives.count {
                    classes[keys[state]] = number
                    representatives.append(state)
                }
                classOf[state] = number
            }
            count = representatives.count
            if count == size { return nil }
            if count == previous { break }
            previous = count
            work += matrix.count + size
            if work > Self.maximumWork { return nil }
            for state in 0..<size {
                var first: UInt64 = 0
                var second: UInt64 = 0
                for index in matrix.range(of: state) {
                    let target = UInt64(classOf[Int(matrix.columns[index])])
                    let weight = UInt64(matrix.weights[index])
                    first &+= weight &* slotHash.scattered(target)
                    second &+= weight &* slotHash.scattered(~target)
                }
                keys[state] = Key(oldClass: UInt(classOf[state]), first: first, second: second)
            }
        }
        // Sums of hashes can collide.
        guard isStable(matrix) else { return nil }
    }

    /// Returns whether all states of a class have the same weights to each class.
    private func isStable(_ matrix: WeightMatrix) -> Bool {
        let rows = WeightMatrix(size: matrix.size, columnCount: count) { row, add in
            for index in matrix.range(of: row) { add(classOf[Int(matrix.columns[index])], matrix.weights[index]) }
        }
        return (0..<matrix.size).allSatisfy { state in
            let (own, other) = (rows.range(of: state), rows.range(of: representatives[classOf[state]]))
            return rows.columns[own] == rows.columns[other] && rows.weights[own] == rows.weights[other]
        }
    }
}
