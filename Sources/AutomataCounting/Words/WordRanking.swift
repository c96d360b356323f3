public import Automata
internal import CGMP

/// The accepted words by their rank: the position in shortlex order, counted from 0.
///
/// Shorter words come first, and words of equal length are ordered by their letters.
///
/// ```swift
/// let ranking = try WordRanking(automaton)
/// let word = try ranking.word(at: BigInteger(10).power(30))
/// ```
///
/// - Reference: A. Goldberg, M. Sipser, Compression and ranking, SIAM Journal on Computing 20(3),
///   1991, doi:10.1137/0220034.
public struct WordRanking: Sendable {
    private let counts: DeterministicCounts
    private let counter: WordCounter

    /// Ranks the words of an automaton, which is determinized if it isn't a DFA.
    ///
    /// - Complexity: that of determinization, O(2ⁿ) at worst, and of ``WordCounter``.
    /// - Throws: `AutomataError` if the budget stops the work.
    public init(_ automaton: some FiniteAutomaton, budget: Budget = .default) throws(AutomataError) {
        let dfa = try DFA(converting: automaton, budget: budget)
        counts = try DeterministicCounts(dfa, budget: budget)
        counter = try WordCounter(dfa, budget: budget)
    }

    /// The alphabet of the letters.
    public var alphabet: Alphabet { counts.rows.alphabet }

    /// Returns the number of accepted words before a word, which need not be accepted itself. For
    /// an accepted word, this number is its rank.
    ///
    /// - Parameters:
    ///   - word: the word.
    ///   - isWithinLength: whether only words of the same length are counted.
    ///   - budget: the bound on memory.
    /// - Complexity: O(*e* *w*² *g*) bit operations for *w* letters, *e* pairs of states with a
    ///   transition, and counts that grow by *g* bits per letter.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func rank(
        of word: [Letter], withinLength isWithinLength: Bool = false, budget: Budget = .default
    ) throws(AutomataError) -> BigInteger {
        let (rows, classOf) = (counts.rows, counts.classOf)
        var rank = BigInteger()
        guard let initial = rows.initialState, !word.isEmpty else { return rank }
        let walk = rows.walk(word)
        // From the last letter to the first one, as the remaining words get longer.
        var vector = try VectorIteration(counts.system.matrix, counts.system.final, budget: budget)
        for position in stride(from: word.count - 1, through: 0, by: -1) {
            if vector.power < word.count - 1 - position { try vector.step() }
            if !isWithinLength {
                vector.withNumber(classOf[Int(initial)]) { count in rank.change { __gmpz_add($0, $0, count) } }
            }
            if position >= walk.states.count { continue }
            let state = walk.states[position]
            for range in rows.range(of: state) {
                let lower = rows.lowers[range]
                if lower >= word[position] { break }
                let letters = UInt(min(rows.uppers[range], word[position] - 1) - lower) + 1
                vector.withNumber(classOf[Int(rows.targets[range])]) { count in
                    rank.change { __gmpz_addmul_ui($0, count, letters) }
                }
            }
        }
        return rank
    }

    /// Returns the accepted word of a rank; `nil` if the rank is negative, or not less than the
    /// number of words.
    ///
    /// - Complexity: O(*e* *w*² *g*) bit operations for a word of *w* letters, *e* pairs of states
    ///   with a transition, and counts that grow by *g* bits per letter. The vectors of counts are
    ///   computed twice, so that only O(√*w*) of them are kept.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func word(at rank: BigInteger, budget: Budget = .default) throws(AutomataError) -> [Letter]? {
        if rank.signum < 0 { return nil }
        guard let (length, rest) = try length(at: rank, budget: budget) else { return nil }
        return try word(at: rest, ofLength: length, budget: budget)
    }

    /// Returns the accepted word of a rank among the words of one length; `nil` if the rank is
    /// negative, or not less than their number. The length must not be negative.
    ///
    /// - Complexity: that of ``word(at:budget:)``.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func word(
        at rank: BigInteger, ofLength length: Int, budget: Budget = .default
    ) throws(AutomataError) -> [Letter]? {
        precondition(length >= 0, "a word length must not be negative")
        let (rows, classOf) = (counts.rows, counts.classOf)
        guard var state = rows.initialState, rank.signum >= 0,
            try rank < counter.count(ofLength: length, budget: budget)
        else { return nil }
        try budget.check(bytes: length > Int.max >> 3 ? .max : length * 4)
        var word: [Letter] = []
        word.reserveCapacity(length)
        var rest = rank
        var some = BigInteger()
        var layers = try DescendingLayers(counts.system, count: length, budget: budget)
        while let layer = try layers.next() {
            for range in rows.range(of: state) {
                let target = rows.targets[range]
                var letters: UInt = 0
                layer.withNumber(classOf[Int(target)]) { count in
                    if count.pointee._mp_size == 0 { return }
                    some.change { __gmpz_mul_ui($0, count, rows.width(range)) }
                    if rest < some {
                        rest.change { rest in
                            some.change { letters = divide(rest, by: count, quotient: $0) }
                        }
                        letters += 1
                    } else {
                        rest -= some
                    }
                }
                if letters > 0 {
                    word.append(rows.lowers[range] + Letter(letters - 1))
                    state = target
                    break
                }
            }
        }
        return word
    }

    /// The number of lengths that are tried one by one, before sums of counts are used.
    private static var maximumLengthsTriedSingly: Int { 1 << 12 }

    /// Returns the length of the word at a rank, and its rank among the words of that length.
    private func length(at rank: BigInteger, budget: Budget) throws(AutomataError) -> (Int, BigInteger)? {
        if let all = try counter.countOfAllWords(budget: budget), rank >= all { return nil }
        guard let initial = counts.rows.initialState else { return nil }
        var rest = rank
        var vector = try VectorIteration(counts.system.matrix, counts.system.final, budget: budget)
        for length in 0..<Self.maximumLengthsTriedSingly {
            if length > 0 { try vector.step() }
            let count = vector.number(counts.classOf[Int(initial)])
            if rest < count { return (length, rest) }
            rest -= count
        }
        // There are few words of each length: doubles the length until it is too great, then
        // bisects.
        var (low, high) = (Self.maximumLengthsTriedSingly - 1, Self.maximumLengthsTriedSingly)
        while try counter.count(upToLength: high, budget: budget) <= rank {
            low = high
            if high > budget.maximumBytes / 8 {
                throw .budgetExceeded(statesBuilt: 0, limit: budget.byteLimit)
            }
            high *= 2
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if try counter.count(upToLength: middle, budget: budget) <= rank { low = middle } else { high = middle }
        }
        return (high, rank - (try counter.count(upToLength: low, budget: budget)))
    }
}

/// Divides a number, which becomes the remainder, and returns the quotient of at most one limb.
private func divide(
    _ number: UnsafeMutablePointer<__mpz_struct>, by divisor: UnsafePointer<__mpz_struct>,
    quotient: UnsafeMutablePointer<__mpz_struct>
) -> UInt {
    __gmpz_tdiv_qr(quotient, number, number, divisor)
    return __gmpz_get_ui(quotient)
}

/// The counts of words of each length, from the longest to the shortest.
///
/// Vectors of counts can only be computed for growing lengths. So one of every √*l* vectors is
/// kept, and the layers between are recomputed.
private struct DescendingLayers {
    private let budget: Budget
    private let blockLength: Int
    private var vector: VectorIteration
    private var kept: [CountLayer] = []
    private var keptBytes = 0
    private var block: [CountLayer] = []
    private var blockBytes = 0

    /// - Parameter count: the number of layers, for lengths from 0 on.
    init(_ system: CountingSystem, count: Int, budget: Budget) throws(AutomataError) {
        self.budget = budget
        vector = try VectorIteration(system.matrix, system.final, budget: budget)
        var length = 1
        while length < 1 << 30, length * length < count { length += 1 }
        blockLength = length
        for index in 0..<count {
            if index > 0 { try vector.step() }
            if index % blockLength == 0 {
                kept.append(vector.snapshot)
                keptBytes += kept[kept.count - 1].byteCount
                try budget.check(bytes: keptBytes + vector.byteCount)
            }
        }
        if let last = kept.last { try fill(from: last, count: count - (kept.count - 1) * blockLength) }
    }

    private mutating func fill(from start: CountLayer, count: Int) throws(AutomataError) {
        try vector.restore(start, power: 0)
        block.removeAll(keepingCapacity: true)
        blockBytes = 0
        for index in 0..<count {
            if index > 0 { try vector.step() }
            block.append(vector.snapshot)
            blockBytes += block[index].byteCount
            if index & 0xF == 0 { try budget.check(bytes: keptBytes + blockBytes + vector.byteCount) }
        }
        keptBytes -= start.byteCount
        kept.removeLast()
    }

    mutating func next() throws(AutomataError) -> CountLayer? {
        if block.isEmpty {
            guard let start = kept.last else { return nil }
            try fill(from: start, count: blockLength)
        }
        return block.removeLast()
    }
}
