import Automata
import AutomataTestSupport

/// Automata of one kind of alphabet, and a source of random operations on them.
struct OperationPool {
    let letters: PoolLetters
    /// The length up to which words are tried.
    let length: Int
    /// All words up to that length, short ones first.
    let words: [[Int]]
    var random: SplitMix64
    private var entries: [Entry] = []

    /// An automaton, and which of the words it accepts.
    struct Entry {
        let automaton: Automaton
        let machine: WordMachine
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
        letters = PoolLetters(kind: kind, count: letterCount)
        length = letterCount == 2 ? 6 : 4
        words = AutomataTestSupport.words(symbols: letterCount, upTo: length).map { $0.map(Int.init) }
        random = SplitMix64(seed: seed)
        for _ in 0..<16 { entries.append(entry(try fresh())) }
    }

    mutating func draw() -> Entry { entries[random.draw(entries.count)] }

    /// Puts an automaton into the place of another, where it isn't too large; now and then a new
    /// one instead, as all roads lead to the trivial languages.
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
        let machine = WordMachine(automaton, letters)
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
}
