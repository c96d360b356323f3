import Testing

@testable import Automata

/// Operations on what operations made: operands are drawn from a pool that results join, so that they come in all models, over alphabets
/// that differ, with states that are of no use and with cycles of epsilon moves. Each result is compared with what defines its operation, word
/// by word.
@Suite("Operations on the results of operations")
struct OperationPoolTests {
    private static let kinds: [Alphabet.Kind] = [.named, .bytes, .scalars]

    @Test("each result has the words that its definition says", arguments: kinds, 0..<4)
    func resultsAreAsDefined(kind: Alphabet.Kind, part: Int) throws {
        var pool = try OperationPool(kind, letterCount: 2 + part % 2, seed: UInt64(60 + part))
        for round in 0..<150 {
            let outcome = try pool.operate()
            let accepted = pool.words.filter { pool.letters.accepts($0, by: outcome.result) }
            let expected = pool.words.filter { outcome.contains($0) }
            if accepted != expected { Issue.record("\(outcome.name) in round \(round): \(outcome.result)") }
            #expect(outcome.result.isWellFormed, "\(outcome.name) in round \(round)")
            try pool.join(outcome.result)
        }
    }

    @Test("each answer is what the words say", arguments: kinds, 0..<2)
    func answersAreAsDefined(kind: Alphabet.Kind, part: Int) throws {
        var pool = try OperationPool(kind, letterCount: 2 + part, seed: UInt64(80 + part))
        for round in 0..<120 {
            let (left, right) = (pool.draw(), pool.draw())
            let algorithm = InclusionAlgorithm.allCases[pool.random.draw(InclusionAlgorithm.allCases.count)]
            let (a, b) = (left.automaton, right.automaton)
            /// Short witnesses are the least words; ones that are longer than what was tried must be right at least.
            func check(
                _ witness: Witness?, _ what: String, _ isWanted: ([Int]) -> Bool, orByItself isRight: ([Int]) -> Bool
            ) {
                let least = pool.letters.least(pool.words.filter(isWanted), over: witness?.alphabet)
                if let least {
                    #expect(witness?.word == least, "\(what) in round \(round)")
                } else if let witness {
                    #expect(witness.length > pool.length && isRight(pool.letters.word(of: witness)), "\(what) \(round)")
                }
            }

            let counterexample = try a.inclusionCounterexample(in: b)
            check(counterexample, "inclusion") {
                left.has($0) && !right.has($0)
            } orByItself: {
                left.machine.accepts($0) && !right.machine.accepts($0)
            }
            #expect(try a.isIncluded(in: b, using: algorithm) == (counterexample == nil), "\(algorithm) \(round)")
            let difference = try a.equivalenceCounterexample(to: b)
            check(difference?.witness, "equivalence") {
                left.has($0) != right.has($0)
            } orByItself: {
                left.machine.accepts($0) != right.machine.accepts($0)
            }
            if let difference {
                let isFirst = left.machine.accepts(pool.letters.word(of: difference.witness))
                #expect(difference.isAcceptedByFirst == isFirst)
            }
            #expect(try a.isEquivalent(to: b, using: algorithm) == (difference == nil), "\(algorithm) \(round)")
            let common = try a.commonWord(with: b)
            check(common, "disjointness") {
                left.has($0) && right.has($0)
            } orByItself: {
                left.machine.accepts($0) && right.machine.accepts($0)
            }
            #expect(try a.isDisjoint(with: b) == (common == nil))

            let shortest = a.shortestWord()
            check(shortest, "emptiness") {
                left.has($0)
            } orByItself: {
                left.machine.accepts($0)
            }
            let all = try pool.letters.full
            let rejected = try a.shortestRejectedWord(over: all)
            check(rejected, "universality") {
                !left.has($0)
            } orByItself: {
                !left.machine.accepts($0)
            }
            #expect(try a.isUniversal(over: all, using: algorithm) == (rejected == nil))

            let isFinite = left.machine.isFinite
            if let longest = a.longestWord() {
                #expect(isFinite && left.machine.accepts(pool.letters.word(of: longest)))
                let longer = pool.words.filter { left.has($0) && $0.count >= longest.length }
                if longest.length <= pool.length {
                    #expect(pool.letters.least(longer, over: longest.alphabet) == longest.word)
                }
                #expect(try a.growth() == .finite)
            } else {
                #expect(shortest == nil || !isFinite)
            }
            #expect(try a.isUnambiguous() == (a.ambiguity() == nil))
            try pool.join(pool.operate().result)
        }
    }

    /// Names become classes by an image, and classes names by a preimage.
    @Test func homomorphismsConvertAlphabets() throws {
        let names = try NFA(
            alphabet: ["a", "b"], transitions: [("p", "a", "p"), ("p", "b", "q"), ("q", "a", "q")], initial: ["p"],
            final: ["q"])
        let classes = try Alphabet.scalars([["a"..."a"], ["b"..."b"]])
        let spelling = try Homomorphism(from: ["a", "b"], to: classes, ["a": "a", "b": "b"])
        let spelled = try names.image(under: spelling)
        #expect(spelled.alphabet == classes)
        #expect(spelled.accepts("aaba") && !spelled.accepts("aa"))
        var builder = DFA.Builder(alphabet: try .scalars([["a"..."z"], ["1"..."1"]]))
        try builder.addStates(3)
        for (source, symbol, target) in [(0, 0, 1), (1, 0, 1), (1, 1, 2)] as [(State, Symbol, State)] {
            try builder.addTransition(from: source, on: symbol, to: target)
        }
        builder.initialState = 0
        builder.insertFinal(2)
        let letters = try builder.build()
        let read = try letters.preimage(
            under: Homomorphism(from: ["a", "one"], to: letters.alphabet, ["a": "a", "one": "1"]))
        #expect(read.alphabet == ["a", "one"])
        #expect(read.accepts("a a one", separator: " ") && !read.accepts("one", separator: " "))
    }
}

// MARK: - The pool

/// Automata of one kind of alphabet, and a source of random operations on them.
private struct OperationPool {
    let letters: Letters
    /// The length up to which words are tried.
    let length: Int
    /// All words up to that length, short ones first.
    let words: [[Int]]
    var random: SplitMix64
    private var entries: [Entry] = []

    /// An automaton, and which of the words it accepts.
    struct Entry {
        let automaton: Automaton
        let machine: Machine
        let language: Set<[Int]>

        func has(_ word: some Collection<Int>) -> Bool { language.contains(Array(word)) }
    }

    /// What was done, and what defines the words of the result.
    struct Outcome {
        let name: String
        let result: Automaton
        let contains: ([Int]) -> Bool
    }

    init(_ kind: Alphabet.Kind, letterCount: Int, seed: UInt64) throws {
        letters = Letters(kind: kind, count: letterCount)
        length = letterCount == 2 ? 6 : 4
        words = AutomataTests.words(symbols: letterCount, upTo: length).map { $0.map(Int.init) }
        random = SplitMix64(seed: seed)
        for _ in 0..<16 { entries.append(entry(try fresh())) }
    }

    mutating func draw() -> Entry { entries[random.draw(entries.count)] }

    /// Puts an automaton into the place of another, where it isn't too large; now and then a new one instead, as all roads lead to the trivial
    /// languages.
    mutating func join(_ automaton: Automaton) throws {
        let place = random.draw(entries.count)
        if random.draw(4) == 0 {
            entries[place] = entry(try fresh())
        } else if automaton.stateCount <= 9 {
            let new = entry(automaton)
            let isTrivial = new.language.isEmpty || new.language.count == words.count
            if !isTrivial || random.draw(8) == 0 { entries[place] = new }
        }
    }

    private func entry(_ automaton: Automaton) -> Entry {
        let machine = Machine(automaton, letters)
        return Entry(automaton: automaton, machine: machine, language: Set(words.filter(machine.accepts)))
    }

    private mutating func fresh() throws -> Automaton {
        let alphabet = try letters.randomAlphabet(&random)
        var shape = RandomShape.mixed(&random, maximumStates: 5)
        shape.symbols = alphabet.count
        switch random.draw(3) {
        case 0: return .dfa(try RandomAutomata.dfa(shape, &random, alphabet: alphabet))
        case 1: return .nfa(try RandomAutomata.nfa(shape, &random, alphabet: alphabet))
        default:
            shape.epsilonDensity = 0.7
            return .epsilonNFA(try RandomAutomata.epsilonNFA(shape, &random, alphabet: alphabet))
        }
    }

    /// Does something to one, two or three automata of the pool.
    mutating func operate() throws -> Outcome {
        let (left, right, third) = (draw(), draw(), draw())
        switch random.draw(6) {
        case 0: return try boolean(left, right, third)
        case 1: return try rational(left, right)
        case 2: return try quotient(left, right)
        case 3: return try subwords(left)
        case 4: return try homomorphic(left, right, third)
        default: return try sameLanguage(left)
        }
    }

    private mutating func boolean(_ left: Entry, _ right: Entry, _ third: Entry) throws -> Outcome {
        let (a, b, c) = (left.automaton, right.automaton, third.automaton)
        switch random.draw(7) {
        case 0: return Outcome(name: "union", result: try a.union(b)) { left.has($0) || right.has($0) }
        case 1: return Outcome(name: "intersection", result: try a.intersection(b)) { left.has($0) && right.has($0) }
        case 2: return Outcome(name: "difference", result: try a.difference(b)) { left.has($0) && !right.has($0) }
        case 3:
            return Outcome(name: "symmetric difference", result: try a.symmetricDifference(b)) {
                left.has($0) != right.has($0)
            }
        case 4:
            return Outcome(name: "union of three", result: try .union(of: [a, b, c])) {
                left.has($0) || right.has($0) || third.has($0)
            }
        case 5:
            return Outcome(name: "intersection of three", result: try .intersection(of: [a, b, c])) {
                left.has($0) && right.has($0) && third.has($0)
            }
        default:
            let letters = letters
            let alphabet = random.draw(2) == 0 ? a.alphabet : try letters.randomAlphabet(&random)
            let total = random.draw(2) == 0
            return Outcome(name: "complement", result: .dfa(try a.complement(over: alphabet, total: total))) { word in
                !left.has(word) && word.allSatisfy { letters.symbol($0, in: alphabet) != nil }
            }
        }
    }

    private mutating func rational(_ left: Entry, _ right: Entry) throws -> Outcome {
        let a = left.automaton
        switch random.draw(5) {
        case 0:
            return Outcome(name: "concatenation", result: try a.concatenation(right.automaton)) { word in
                (0...word.count).contains { left.has(word[..<$0]) && right.has(word[$0...]) }
            }
        case 1:
            let (least, most) = (random.draw(3), random.draw(3))
            return Outcome(name: "\(least) to \(least + most) times", result: try a.repeated(least...least + most)) {
                left.counts(of: $0, upTo: least + most).contains { $0 >= least }
            }
        case 2:
            let least = random.draw(4)
            let result = try least == 0 ? a.kleeneStar() : least == 1 ? a.kleenePlus() : a.repeated(atLeast: least)
            return Outcome(name: "at least \(least) times", result: result) { word in
                left.counts(of: word, upTo: least + word.count).contains { $0 >= least }
            }
        case 3: return Outcome(name: "option", result: try a.optional()) { $0.isEmpty || left.has($0) }
        default:
            return Outcome(name: "shuffle", result: try a.shuffle(right.automaton)) { word in
                (0..<1 << word.count).contains { taken in
                    let isTaken = { (index: Int) in taken >> index & 1 == 1 }
                    return left.has(word.indices.filter(isTaken).map { word[$0] })
                        && right.has(word.indices.filter { !isTaken($0) }.map { word[$0] })
                }
            }
        }
    }

    private mutating func quotient(_ left: Entry, _ right: Entry) throws -> Outcome {
        let (a, machine) = (left.automaton, left.machine)
        switch random.draw(3) {
        case 0:
            let starts = machine.reached(from: machine.initial, by: right.machine)
            return Outcome(name: "left quotient", result: try a.leftQuotient(by: right.automaton)) {
                machine.accepts($0, from: starts)
            }
        case 1:
            let ends = Set(
                (0..<machine.stateCount).filter {
                    !machine.reached(from: [$0], by: right.machine).isDisjoint(with: machine.final)
                })
            return Outcome(name: "right quotient", result: try a.rightQuotient(by: right.automaton)) {
                !machine.reached(by: $0).isDisjoint(with: ends)
            }
        default:
            let letters = letters
            let word = words[random.draw(min(words.count, 40))]
            // A letter that the automaton doesn't know is a symbol beyond its alphabet.
            let symbols = word.map { letters.symbol($0, in: a.alphabet) ?? Symbol(a.alphabet.count) }
            return Outcome(name: "residual by \(word)", result: a.residual(by: symbols)) {
                machine.accepts(word + $0)
            }
        }
    }

    private mutating func subwords(_ entry: Entry) throws -> Outcome {
        let (a, machine) = (entry.automaton, entry.machine)
        let (useful, accessible) = (machine.leadingToFinal, machine.closed(machine.initial, overLetters: true))
        switch random.draw(6) {
        case 0:
            return Outcome(name: "prefixes", result: a.prefixes()) {
                !machine.reached(by: $0).isDisjoint(with: useful)
            }
        case 1: return Outcome(name: "suffixes", result: a.suffixes()) { machine.accepts($0, from: accessible) }
        case 2:
            return Outcome(name: "factors", result: a.factors()) {
                !machine.reached(by: $0, from: accessible).isDisjoint(with: useful)
            }
        case 3:
            return Outcome(name: "subsequences", result: a.subsequences()) { word in
                let reached = word.reduce(accessible) { set, letter in
                    machine.closed(machine.step(set, letter), overLetters: true)
                }
                return !reached.isDisjoint(with: machine.final)
            }
        case 4:
            let (least, more) = (random.draw(4), random.draw(3))
            return Outcome(name: "lengths", result: try a.restricted(toLengths: least...least + more)) {
                (least...least + more).contains($0.count) && entry.has($0)
            }
        default:
            let least = random.draw(5)
            return Outcome(name: "lengths from \(least)", result: try a.restricted(toLengths: least...)) {
                $0.count >= least && entry.has($0)
            }
        }
    }

    private mutating func homomorphic(_ left: Entry, _ right: Entry, _ third: Entry) throws -> Outcome {
        let (a, machine, letters) = (left.automaton, left.machine, letters)
        switch random.draw(5) {
        case 0:
            let target = try letters.randomAlphabet(&random)
            let images = a.alphabet.symbols.map { _ in randomWord(over: target) }
            let h = try Homomorphism(from: a.alphabet, to: target, images: images)
            return Outcome(name: "image under \(images)", result: try a.image(under: h)) { word in
                machine.accepts(word) { symbol, part in
                    part.map { letters.symbol($0, in: target) } == images[Int(symbol)].map { Optional($0) }
                }
            }
        case 1:
            let source = try letters.randomAlphabet(&random)
            let images = source.symbols.map { _ in randomWord(over: a.alphabet) }
            let h = try Homomorphism(from: source, to: a.alphabet, images: images)
            return Outcome(name: "preimage under \(images)", result: try a.preimage(under: h)) { word in
                let symbols = word.map { letters.symbol($0, in: source) }
                return !symbols.contains(nil) && a.accepts(symbols.compactMap(\.self).flatMap { images[Int($0)] })
            }
        case 2:
            var languages: [Symbol: Entry] = [:]
            for symbol in a.alphabet.symbols {
                languages[symbol] = [nil, right, third][random.draw(3)]
            }
            let result = try a.substituting(languages.mapValues(\.automaton))
            return Outcome(name: "substitution", result: result) { word in
                machine.accepts(word) { symbol, part in
                    languages[symbol]?.has(part) ?? (part.map { letters.symbol($0, in: a.alphabet) } == [symbol])
                }
            }
        case 3:
            let kept = a.alphabet.symbols.filter { _ in random.draw(2) == 0 }
            return Outcome(name: "projection", result: try a.projected(onto: kept)) { word in
                machine.accepts(word) { symbol, part in
                    part.map { letters.symbol($0, in: a.alphabet) } == (kept.contains(symbol) ? [symbol] : [])
                }
            }
        default:
            guard a.alphabet.kind == .named else { return try sameLanguage(left) }
            var names: [String: String] = [:]
            for symbol in a.alphabet.symbols where random.draw(2) == 0 {
                names[a.alphabet.name(of: symbol)] = letters.name(random.draw(letters.count))
            }
            return Outcome(name: "renaming \(names)", result: try a.renamed(names)) { word in
                machine.accepts(word) { symbol, part in
                    let name = a.alphabet.name(of: symbol)
                    return part.map(letters.name) == [names[name] ?? name]
                }
            }
        }
    }

    private mutating func randomWord(over alphabet: Alphabet) -> [Symbol] {
        alphabet.count == 0 ? [] : (0..<random.draw(3)).map { _ in Symbol(random.draw(alphabet.count)) }
    }

    /// What changes the automaton and not its language; and reversal.
    private mutating func sameLanguage(_ entry: Entry) throws -> Outcome {
        let a = entry.automaton
        let result: Automaton
        let name: String
        switch random.draw(8) {
        case 0:
            return Outcome(name: "reversal", result: a.reversed()) { entry.has($0.reversed()) }
        case 1: (name, result) = ("trimming", a.trimmed())
        case 2: (name, result) = ("determinization", .dfa(try a.determinized(total: random.draw(2) == 0)))
        case 3:
            let algorithm = MinimizationAlgorithm.allCases[random.draw(MinimizationAlgorithm.allCases.count)]
            let isPossible = algorithm != .revuz || entry.machine.isFinite
            (name, result) = (
                "minimization by \(algorithm)", .dfa(try a.minimized(using: isPossible ? algorithm : .automatic))
            )
        case 4: (name, result) = ("removal of epsilon moves", .nfa(try a.asEpsilonNFA.removingEpsilonMoves()))
        case 5: (name, result) = ("alignment", try a.aligned(to: a.alphabet.joint(with: letters.full)))
        default:
            let method = ReductionMethod.allCases[random.draw(ReductionMethod.allCases.count)]
            (name, result) = ("reduction by \(method)", try a.reduced(using: method))
            #expect(result.stateCount <= max(a.stateCount, 1), "\(name)")
        }
        return Outcome(name: name, result: result) { entry.has($0) }
    }
}

extension OperationPool.Entry {
    /// Of how many words of the language a word can consist, up to a number of them.
    func counts(of word: [Int], upTo most: Int) -> Set<Int> {
        // For each number of words where in the word so many can end.
        var ends: [Set<Int>] = [[0]]
        for _ in 0..<most {
            let last = ends[ends.count - 1]
            ends.append(
                Set((0...word.count).filter { end in last.contains { $0 <= end && has(word[$0..<end]) } }))
        }
        return Set(ends.indices.filter { ends[$0].contains(word.count) })
    }
}

// MARK: - The definition

/// What words consist of, whatever the alphabets make of it: a name, or a byte or scalar that classes have as their member.
private struct Letters {
    let kind: Alphabet.Kind
    let count: Int

    func name(_ letter: Int) -> String { ["a", "b", "c"][letter] }

    /// The symbol of an alphabet that stands for a letter.
    func symbol(_ letter: Int, in alphabet: Alphabet) -> Symbol? {
        switch kind {
        case .named: alphabet.symbol(named: name(letter))
        case .bytes: alphabet.symbol(for: UInt8(97 + letter))
        case .scalars: alphabet.symbol(for: UnicodeScalar(UInt8(97 + letter)))
        }
    }

    func accepts(_ word: [Int], by automaton: Automaton) -> Bool {
        let symbols = word.map { symbol($0, in: automaton.alphabet) }
        return !symbols.contains(nil) && automaton.accepts(symbols.compactMap(\.self))
    }

    /// The shortest of some words that come shortest first, and of those the least by the symbols of an alphabet.
    func least(_ words: [[Int]], over alphabet: Alphabet?) -> [Symbol]? {
        words.prefix { $0.count == words[0].count }
            .map { $0.map { letter in alphabet.flatMap { symbol(letter, in: $0) } ?? .none } }
            .min { $0.lexicographicallyPrecedes($1) }
    }

    /// The least letters that a witness stands for.
    func word(of witness: Witness) -> [Int] {
        witness.word.map { symbol in
            (0..<count).first { self.symbol($0, in: witness.alphabet) == symbol } ?? -1
        }
    }

    /// All letters, as symbols of their own.
    var full: Alphabet {
        get throws {
            switch kind {
            case .named: try Alphabet((0..<count).map(name))
            case .bytes: try .bytes((0..<count).map { [UInt8(97 + $0)...UInt8(97 + $0)] })
            case .scalars: try .scalars((0..<count).map { [Self.scalar($0)...Self.scalar($0)] })
            }
        }
    }

    private static func scalar(_ letter: Int) -> UnicodeScalar { UnicodeScalar(UInt8(97 + letter)) }

    /// Some of the letters in any order; as classes, several of them in one now and then.
    func randomAlphabet(_ random: inout SplitMix64) throws -> Alphabet {
        var chosen = (0..<count).filter { _ in random.draw(5) > 0 }
        chosen.shuffle(using: &random)
        if kind == .named { return try Alphabet(chosen.map(name)) }
        var classes: [[Int]] = []
        for letter in chosen {
            if !classes.isEmpty, random.draw(3) == 0 {
                classes[random.draw(classes.count)].append(letter)
            } else {
                classes.append([letter])
            }
        }
        let sorted = classes.map { $0.sorted() }
        return switch kind {
        case .bytes: try .bytes(sorted.map { $0.map { UInt8(97 + $0)...UInt8(97 + $0) } })
        default: try .scalars(sorted.map { $0.map { Self.scalar($0)...Self.scalar($0) } })
        }
    }
}

/// An automaton read as its definition says, one set of states after another.
private struct Machine {
    let stateCount: Int
    let initial: Set<Int>
    let final: Set<Int>
    /// The transitions on symbols, and on nothing, of each state.
    private let steps: [[(symbol: Symbol, target: Int)]]
    private let moves: [[Int]]
    /// The symbol that stands for each letter.
    private let symbols: [Symbol?]

    init(_ automaton: Automaton, _ letters: Letters) {
        let automaton = automaton.asEpsilonNFA
        stateCount = automaton.stateCount
        initial = Set(automaton.initialStates.map(Int.init))
        final = Set(automaton.finalStates.map(Int.init))
        steps = automaton.states.map { automaton.transitions(from: $0).map { ($0.symbol, Int($0.target)) } }
        moves = automaton.states.map { automaton.epsilonTargets(from: $0).map(Int.init) }
        symbols = (0..<letters.count).map { letters.symbol($0, in: automaton.alphabet) }
    }

    /// The states that moves lead to from some, and where wanted transitions too.
    func closed(_ set: Set<Int>, overLetters: Bool = false) -> Set<Int> {
        var (closed, pending) = (set, Array(set))
        while let state = pending.popLast() {
            for target in moves[state] + (overLetters ? readable(state) : []) where closed.insert(target).inserted {
                pending.append(target)
            }
        }
        return closed
    }

    /// Where a state's transitions lead that a letter stands for.
    private func readable(_ state: Int) -> [Int] {
        steps[state].filter { symbols.contains($0.symbol) }.map(\.target)
    }

    func step(_ set: Set<Int>, _ letter: Int) -> Set<Int> {
        guard let symbol = symbols[letter] else { return [] }
        return closed(Set(set.flatMap { steps[$0].filter { $0.symbol == symbol }.map(\.target) }))
    }

    func reached(by word: [Int], from states: Set<Int>? = nil) -> Set<Int> {
        word.reduce(closed(states ?? initial), step)
    }

    func accepts(_ word: [Int], from states: Set<Int>) -> Bool {
        !reached(by: word, from: states).isDisjoint(with: final)
    }

    func accepts(_ word: [Int]) -> Bool { accepts(word, from: initial) }

    /// Whether some run reads symbols that stand for the parts of a word one after the other.
    func accepts(_ word: [Int], where matches: (Symbol, ArraySlice<Int>) -> Bool) -> Bool {
        struct Place: Hashable {
            var state: Int
            var position: Int
        }
        var met = Set(initial.map { Place(state: $0, position: 0) })
        var pending = Array(met)
        while let place = pending.popLast() {
            if place.position == word.count, final.contains(place.state) { return true }
            var next = moves[place.state].map { Place(state: $0, position: place.position) }
            for (symbol, target) in steps[place.state] {
                for end in place.position...word.count where matches(symbol, word[place.position..<end]) {
                    next.append(Place(state: target, position: end))
                }
            }
            for place in next where met.insert(place).inserted { pending.append(place) }
        }
        return false
    }

    /// The states from which a final one can be reached.
    var leadingToFinal: Set<Int> {
        Set((0..<stateCount).filter { !closed([$0], overLetters: true).isDisjoint(with: final) })
    }

    /// Where words of another automaton lead.
    func reached(from states: Set<Int>, by other: Machine) -> Set<Int> {
        var pending = [(closed(states), other.closed(other.initial))]
        var met: Set<[Set<Int>]> = []
        var found: Set<Int> = []
        while let (mine, others) = pending.popLast() {
            guard met.insert([mine, others]).inserted else { continue }
            if !others.isDisjoint(with: other.final) { found.formUnion(mine) }
            for letter in symbols.indices { pending.append((step(mine, letter), other.step(others, letter))) }
        }
        return found
    }

    /// Whether no state that words pass on their way to acceptance leads back to itself by a letter.
    var isFinite: Bool {
        let useful = closed(initial, overLetters: true).intersection(leadingToFinal)
        return !useful.contains { state in
            readable(state).contains { useful.contains($0) && closed([$0], overLetters: true).contains(state) }
        }
    }
}

extension Automaton {
    /// Whether the parts fit together as the types promise.
    fileprivate var isWellFormed: Bool {
        let automaton = asEpsilonNFA
        let rows = automaton.rows
        let areRowsSorted = automaton.states.allSatisfy { state in
            let row = rows.range(of: state).map { UInt64(rows.symbols[$0]) << 32 | UInt64(rows.targets[$0]) }
            let moves = Array(automaton.epsilonTargets(from: state))
            return zip(row, row.dropFirst()).allSatisfy { $0 < $1 }
                && zip(moves, moves.dropFirst()).allSatisfy { $0 < $1 }
        }
        let count = State(stateCount)
        guard areRowsSorted, rows.stateCount == stateCount, rows.symbols.allSatisfy({ Int($0) < alphabet.count }),
            rows.targets.allSatisfy({ $0 < count }), automaton.epsilon.targets.allSatisfy({ $0 < count }),
            automaton.epsilon.offsets.count == stateCount + 1, automaton.initialStates.allSatisfy({ $0 < count }),
            automaton.finalStates.allSatisfy({ $0 < count }),
            automaton.initialStates.words.last != 0, automaton.finalStates.words.last != 0,
            automaton.names.map({ $0.count == stateCount }) ?? true
        else { return false }
        guard case .dfa(let dfa) = self else { return true }
        // Equal automata have equal tables.
        return dfa == (try? DFA(NFA(dfa)))
    }
}
