public import Automata
internal import CGMP

/// Draws words of a language at random, each with exactly the same probability.
///
/// A word is drawn letter by letter, each letter in proportion to the number of words that continue
/// with it. These huge numbers are stored in floating point, with a bound on their errors. In the
/// rare case that a random number is too near a border between two choices, exact numbers decide.
/// Therefore the words are as uniform as the random bits.
///
/// ```swift
/// let sampler = try WordSampler(automaton, ofLength: 1000)
/// var generator = SeededGenerator(seed: 1)
/// for word in try sampler.words(10, using: &generator) { … }
/// ```
///
/// - Reference: A. Denise, P. Zimmermann, Uniform random generation of decomposable structures
///   using floating-point arithmetic, Theoretical Computer Science 218(2), 1999,
///   doi:10.1016/S0304-3975(98)00323-5; J. Oudinet, A. Denise, M.-C. Gaudel, A new dichotomic
///   algorithm for the uniform random generation of words in regular languages, Theoretical
///   Computer Science 502, 2013, doi:10.1016/j.tcs.2012.07.025.
public struct WordSampler: Sendable {
    private let counts: DeterministicCounts
    private let maximumLength: Int
    /// For samples of words up to a length: the fraction of these words that are at most as long as
    /// each length.
    private let lengthSums: [Double]
    /// Whether there are words.
    private let hasWords: Bool
    /// All layers, or one of every `blockLength` layers.
    private let kept: [FloatLayers]
    private let blockLength: Int
    /// The maximum relative error that each letter adds to a choice.
    private let errorPerLetter: Double
    /// The target class of each range of letters, and the number of its letters.
    private let choices: [(targetClass: Int, width: Double)]

    /// The greatest size in bytes of a table that is kept as a whole.
    private static var largeTableBytes: Int { 1 << 29 }
    /// The maximum number of letters that 32-bit exponents allow, as each letter adds at most 21
    /// bits.
    private static var letterLimit: Int { (1 << 26) - 1 }

    /// Creates a sampler of words of a length, which must not be negative. An automaton that
    /// isn't a DFA is determinized.
    ///
    /// A table has the number of words from each state for each number of remaining letters.
    ///
    /// - Complexity: that of determinization, O(2ⁿ) at worst, and O(*e* *l*) time for *l* letters
    ///   and *e* pairs of states with a transition. The table takes O(*n* *l*) space; if that is
    ///   more than 512 MiB, only parts of it are kept, in O(*n* √*l*) space.
    /// - Throws: `AutomataError.wordTooLong(_:limit:)` for more than 2²⁶ - 1 letters; another
    ///   `AutomataError` if the budget stops the work.
    public init(
        _ automaton: some FiniteAutomaton, ofLength length: Int, budget: Budget = .default
    ) throws(AutomataError) {
        try self.init(DFA(converting: automaton, budget: budget), maximumLength: length, isExact: true, budget: budget)
    }

    /// Creates a sampler of words up to a length, which must not be negative. An automaton that
    /// isn't a DFA is determinized.
    ///
    /// - Complexity: that of ``init(_:ofLength:budget:)``.
    /// - Throws: `AutomataError.wordTooLong(_:limit:)` for more than 2²⁶ - 1 letters; another
    ///   `AutomataError` if the budget stops the work.
    public init(
        _ automaton: some FiniteAutomaton, upToLength length: Int, budget: Budget = .default
    ) throws(AutomataError) {
        try self.init(DFA(converting: automaton, budget: budget), maximumLength: length, isExact: false, budget: budget)
    }

    private init(_ dfa: DFA, maximumLength: Int, isExact: Bool, budget: Budget) throws(AutomataError) {
        precondition(maximumLength >= 0, "a word length must not be negative")
        // Words of a finite language have fewer letters than there are states.
        let maximumLength = dfa.isFinite ? min(maximumLength, dfa.stateCount) : maximumLength
        let counts = try DeterministicCounts(dfa, budget: budget)
        let system = counts.system
        guard maximumLength <= Self.letterLimit else { throw .wordTooLong(maximumLength, limit: Self.letterLimit) }
        let isWhole = FloatLayers.byteCount(stateCount: system.size, layers: maximumLength + 1) <= Self.largeTableBytes
        var blockLength = maximumLength + 1
        if !isWhole {
            blockLength = 1
            while blockLength * blockLength < maximumLength { blockLength += 1 }
        }
        let lengthBytes = isExact ? 0 : maximumLength * 24
        let layerCount = isWhole ? maximumLength + 1 : maximumLength / blockLength + 1 + 2 * blockLength
        try budget.check(
            bytes: counts.rows.byteCount + lengthBytes
                + FloatLayers.byteCount(stateCount: system.size, layers: layerCount))

        let initial = counts.rows.initialState.map { counts.classOf[Int($0)] }
        var kept: [FloatLayers] = []
        var layers = FloatLayers(system.final)
        var totals: [(Double, Int32)] = []
        var pace = BudgetPace()
        for length in 0...maximumLength {
            if pace.isDue(states: 0, work: length * (system.matrix.count + system.size + 1)) {
                try budget.check(bytes: layers.byteCount)
            }
            if length > 0 { layers.extend(system.matrix) }
            if let initial, !isExact || length == maximumLength {
                let cell = layers.row(length) + initial
                totals.append((layers.significands[cell], layers.exponents[cell]))
            }
            if isWhole { continue }
            if length % blockLength == 0 { kept.append(layers.last) }
            layers = layers.last
        }
        if isWhole { kept = [layers] }
        hasWords = totals.contains { $0.0 != 0 }
        lengthSums = isExact || !hasWords ? [] : Self.proportions(totals)
        self.counts = counts
        choices = counts.rows.targets.indices.map { range in
            (counts.classOf[Int(counts.rows.targets[range])], Double(counts.rows.width(range)))
        }
        self.maximumLength = maximumLength
        self.kept = kept
        self.blockLength = blockLength
        var ranges = 0
        for state in 0..<StateID(counts.rows.stateCount) { ranges = max(ranges, counts.rows.range(of: state).count) }
        errorPerLetter = Double(ranges + 4) * 0x1p-51
    }

    /// Returns the prefix sums, divided by the total.
    private static func proportions(_ numbers: [(significand: Double, exponent: Int32)]) -> [Double] {
        var greatest = Int32.min
        for number in numbers where number.significand != 0 { greatest = max(greatest, number.exponent) }
        var sum = 0.0
        let sums = numbers.map { number in
            sum += number.significand == 0 ? 0 : number.significand * FloatLayers.power(number.exponent - greatest)
            return sum
        }
        return sums.map { $0 / sum }
    }

    /// The alphabet of the letters.
    public var alphabet: Alphabet { counts.rows.alphabet }

    /// Draws a word, or returns `nil` if there is none.
    ///
    /// - Complexity: O(*l* *d*) for *l* letters and *d* ranges of letters with transitions from a
    ///   state; O(*e* *l*) for *e* pairs of states with a transition if the sampler's table is too
    ///   large to be kept as a whole.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func word(
        using generator: inout some RandomNumberGenerator, budget: Budget = .default
    ) throws(AutomataError) -> [Letter]? {
        try words(1, using: &generator, budget: budget).first
    }

    /// Draws words independently of each other; returns an empty list if there are no words.
    ///
    /// The same seed gives the same words.
    ///
    /// - Complexity: O(*l* *d*) per word for *l* letters and *d* ranges of letters with transitions
    ///   from a state. If the sampler's table is too large to be kept as a whole, O(*e* *l*) is
    ///   added once, for *e* pairs of states with a transition.
    /// - Throws: `AutomataError` if the budget stops the work.
    public func words(
        _ count: Int, using generator: inout some RandomNumberGenerator, budget: Budget = .default
    ) throws(AutomataError) -> [[Letter]] {
        guard let initial = counts.rows.initialState, hasWords, count > 0 else { return [] }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: 8 * maximumLength + 96)
        try budget.check(bytes: overflow ? .max : bytes)
        var chunks: [Chunk] = []
        for start in stride(from: 0, to: count, by: Self.chunkSize) {
            var lengths: [Int] = []
            for _ in start..<min(start + Self.chunkSize, count) {
                lengths.append(lengthSums.isEmpty ? maximumLength : try drawLength(&generator, budget: budget))
            }
            chunks.append(Chunk(state: initial, lengths: lengths))
        }
        for block in kept.indices.reversed() {
            let layers = try layers(ofBlock: block, budget: budget)
            for index in chunks.indices {
                try budget.check(bytes: bytes + layers.byteCount)
                try draw(&chunks[index], layers, &generator, budget: budget)
            }
        }
        return chunks.flatMap(\.words)
    }

    /// The number of words that are drawn in parallel, so that each layer is read once while it is
    /// in the cache.
    private static var chunkSize: Int { 1024 }

    /// Words that are drawn in parallel.
    private struct Chunk {
        private let maximumLength: Int
        let lengths: [Int]
        var states: [StateID]
        /// The letters of all words, with room for the longest.
        var letters: [Letter]

        init(state: StateID, lengths: [Int]) {
            self.lengths = lengths
            maximumLength = lengths.max() ?? 0
            states = Array(repeating: state, count: lengths.count)
            letters = Array(repeating: 0, count: lengths.count * maximumLength)
        }

        /// Returns the index of the letter from which `rest` letters remain, including itself.
        @inline(__always)
        func cursor(_ index: Int, rest: Int) -> Int { index * maximumLength + lengths[index] - rest }

        var words: [[Letter]] {
            lengths.indices.map { Array(letters[$0 * maximumLength..<$0 * maximumLength + lengths[$0]]) }
        }
    }

    /// Returns all layers, or the layers of a block and the first layer of the next block.
    private func layers(ofBlock block: Int, budget: Budget) throws(AutomataError) -> FloatLayers {
        var layers = kept[block]
        if layers.count > 1 || maximumLength == 0 { return layers }
        let last = min(maximumLength, layers.start + blockLength)
        var pace = BudgetPace()
        while layers.start + layers.count <= last {
            if pace.isDue(states: 0, work: layers.count * counts.system.matrix.count) {
                try budget.check(bytes: layers.byteCount)
            }
            layers.extend(counts.system.matrix)
        }
        return layers
    }

    /// Draws the letters that the layers are for.
    private func draw(
        _ chunk: inout Chunk, _ layers: FloatLayers, _ generator: inout some RandomNumberGenerator, budget: Budget
    ) throws(AutomataError) {
        var cursor = (rest: min(maximumLength, layers.start + layers.count - 1), index: 0)
        while let random = drawLikely(&chunk, layers, &cursor, &generator) {
            let range = try exactRange(
                chunk.states[cursor.index], cursor.rest, random, &generator, budget: budget)
            setLetter(range, at: cursor, &chunk, &generator)
            cursor.index += 1
        }
    }

    /// Draws letters until a random number is so near a border that errors could matter, and
    /// returns that number.
    private func drawLikely(
        _ chunk: inout Chunk, _ layers: FloatLayers, _ cursor: inout (rest: Int, index: Int),
        _ generator: inout some RandomNumberGenerator
    ) -> UInt64? {
        while cursor.rest > layers.start {
            while cursor.index < chunk.lengths.count {
                if chunk.lengths[cursor.index] >= cursor.rest {
                    let random = generator.next()
                    guard let range = likelyRange(chunk.states[cursor.index], cursor.rest, layers, random) else {
                        return random
                    }
                    setLetter(range, at: cursor, &chunk, &generator)
                }
                cursor.index += 1
            }
            cursor.index = 0
            cursor.rest -= 1
        }
        return nil
    }

    @inline(__always)
    private func setLetter(
        _ range: Int, at cursor: (rest: Int, index: Int), _ chunk: inout Chunk,
        _ generator: inout some RandomNumberGenerator
    ) {
        let rows = counts.rows
        let width = rows.width(range)
        let letter = rows.lowers[range] + (width == 1 ? 0 : Letter(Self.number(below: UInt64(width), &generator)))
        chunk.letters[chunk.cursor(cursor.index, rest: cursor.rest)] = letter
        chunk.states[cursor.index] = rows.targets[range]
    }

    /// Returns the range of letters for a random number; `nil` if it is so near a border that
    /// errors could matter.
    @inline(__always)
    private func likelyRange(_ state: StateID, _ rest: Int, _ layers: FloatLayers, _ random: UInt64) -> Int? {
        let row = layers.row(rest) + counts.classOf[Int(state)]
        let next = layers.row(rest - 1)
        let ranges = counts.rows.range(of: state)
        return layers.significands.withUnsafeBufferPointer { significands in
            layers.exponents.withUnsafeBufferPointer { exponents in
                choices.withUnsafeBufferPointer { choices in
                    let all = significands[row]
                    let exponent = exponents[row]
                    let drawnSum = Double(random) * 0x1p-64 * all
                    let errorBound = errorPerLetter * Double(rest + 2) * all
                    var sum = 0.0
                    for range in ranges {
                        let choice = choices[range]
                        let cell = next &+ choice.targetClass
                        let significand = significands[cell]
                        if significand == 0 { continue }
                        sum += choice.width * significand * FloatLayers.power(exponents[cell] &- exponent)
                        if drawnSum > sum + errorBound { continue }
                        return drawnSum < sum - errorBound ? range : nil
                    }
                    return nil
                }
            }
        }
    }

    /// Returns the range of letters by exact numbers, with more random bits if they are needed.
    private func exactRange(
        _ state: StateID, _ rest: Int, _ random: UInt64, _ generator: inout some RandomNumberGenerator, budget: Budget
    ) throws(AutomataError) -> Int {
        let rows = counts.rows
        var vector = try VectorIteration(counts.system.matrix, counts.system.final, budget: budget)
        while vector.power < rest - 1 { try vector.step() }
        let ranges = rows.range(of: state)
        let numbers = ranges.map { range in
            vector.number(counts.classOf[Int(rows.targets[range])]) * BigInteger(rows.width(range))
        }
        return ranges.lowerBound + Self.choose(numbers, random, &generator)
    }

    /// Returns an index drawn with a probability in proportion to its number. The first 64 bits of
    /// the random number are given.
    private static func choose(
        _ numbers: [BigInteger], _ random: UInt64, _ generator: inout some RandomNumberGenerator
    ) -> Int {
        var total = BigInteger()
        for number in numbers { total += number }
        var point = BigInteger(random)
        var bits = 64
        while true {
            // The range `low..<high` is what the bits so far leave open, times 2 to the power of
            // their number.
            let low = point * total
            let high = low + total
            var sum = BigInteger()
            for (index, number) in numbers.enumerated() where !number.isZero {
                let start = sum << bits
                sum += number
                if low >= start, high <= sum << bits { return index }
            }
            point = (point << 64) + BigInteger(generator.next())
            bits += 64
        }
    }

    private func drawLength(
        _ generator: inout some RandomNumberGenerator, budget: Budget
    ) throws(AutomataError) -> Int {
        let random = generator.next()
        let drawnSum = Double(random) * 0x1p-64
        let errorBound = errorPerLetter * Double(2 * maximumLength + 4)
        var (low, high) = (0, lengthSums.count)
        while low < high {
            let middle = (low + high) / 2
            if lengthSums[middle] <= drawnSum { low = middle + 1 } else { high = middle }
        }
        let before = low == 0 ? -1 : lengthSums[low - 1]
        if low < lengthSums.count, drawnSum > before + errorBound || low == 0, drawnSum < lengthSums[low] - errorBound {
            return low
        }
        let numbers = try counts.system.firstNumbers(maximumLength + 1, budget: budget)
        return Self.choose(numbers, random, &generator)
    }

    /// Returns a random number below the bound, each with the same chance.
    ///
    /// - Reference: D. Lemire, Fast random integer generation in an interval, ACM Transactions on
    ///   Modeling and Computer Simulation 29(1), 2019, doi:10.1145/3230636.
    @inline(__always)
    private static func number(below bound: UInt64, _ generator: inout some RandomNumberGenerator) -> UInt64 {
        var product = generator.next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let threshold = (0 &- bound) % bound
            while product.low < threshold { product = generator.next().multipliedFullWidth(by: bound) }
        }
        return product.high
    }
}
