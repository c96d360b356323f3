import Automata
import AutomataCounting
import CGMP
import Testing

@Suite struct CountingTests {
    private static let methods: [CountingMethod] = [.automatic, .iteration, .matrix, .recurrence]

    private func fibonacci(_ index: UInt) -> BigInteger {
        var number = __mpz_struct()
        __gmpz_init(&number)
        defer { __gmpz_clear(&number) }
        __gmpz_fib_ui(&number, index)
        return BigInteger(limbs: Array(UnsafeBufferPointer(start: number._mp_d, count: Int(number._mp_size))))
    }

    @Test(arguments: methods) func fibonacciNumbers(_ method: CountingMethod) throws {
        let counter = try WordCounter(Samples.fibonacci())
        for length in 0...200 {
            #expect(try counter.count(ofLength: length, using: method) == fibonacci(UInt(length) + 2))
            // The sum of Fibonacci's numbers is another one, less one; here from the second number
            // on.
            #expect(try counter.count(upToLength: length, using: method) == fibonacci(UInt(length) + 4) - 2)
        }
    }

    @Test(arguments: [CountingMethod.automatic, .matrix, .recurrence])
    func theMillionthFibonacciNumber(_ method: CountingMethod) throws {
        let count = try Samples.fibonacci().wordCount(ofLength: 1_000_000, using: method)
        let expected = fibonacci(1_000_002)
        #expect(count == expected)
        let digits = count.description
        #expect(digits.count == 208_988)
        #expect(digits == expected.description)
        #expect(BigInteger(digits) == expected)
    }

    @Test func randomAutomataAgainstAllWords() throws {
        var random = SeededGenerator(seed: 21)
        for round in 0..<120 {
            let symbols = 1 + round % 3
            let length = symbols == 3 ? 6 : 8
            let states = Int.random(in: 0...7, using: &random)
            let dfa = try Samples.dfa(
                states: states, symbols: symbols, density: [0.3, 0.6, 0.9, 1][round % 4], &random)
            let counter = try WordCounter(dfa)
            var sum = BigInteger()
            var expected: [BigInteger] = []
            for length in 0...length {
                let number = BigInteger(Samples.words(symbols: symbols, length: length).count { dfa.accepts($0) })
                sum += number
                expected.append(number)
                for method in Self.methods {
                    #expect(try counter.count(ofLength: length, using: method) == number)
                    #expect(try counter.count(upToLength: length, using: method) == sum)
                }
            }
            #expect(try counter.counts(upToLength: length) == expected)
            if dfa.isFinite, states <= length {
                #expect(try counter.countOfAllWords() == sum)
            } else if !dfa.isFinite {
                #expect(try counter.countOfAllWords() == nil)
            }
        }
    }

    @Test func ambiguousAutomataCountEachWordOnce() throws {
        var random = SeededGenerator(seed: 22)
        for round in 0..<80 {
            let states = Int.random(in: 1...6, using: &random)
            let automaton = try Samples.epsilonNFA(
                states: states, symbols: 2, density: [0.1, 0.25, 0.4][round % 3], &random)
            let nfa = try automaton.removingEpsilonMoves()
            for length in 0...7 {
                let expected = BigInteger(Samples.words(symbols: 2, length: length).count { automaton.accepts($0) })
                #expect(try Automaton.epsilonNFA(automaton).wordCount(ofLength: length) == expected)
                #expect(try Automaton.nfa(nfa).wordCount(ofLength: length) == expected)
                #expect(try nfa.wordCount(ofLength: length) == expected)
                #expect(try automaton.wordCount(upToLength: length) == nfa.wordCount(upToLength: length))
            }
        }
    }

    /// Automata large and long enough for numbers of many limbs, negative coefficients and numbers
    /// before the recurrence.
    @Test func methodsAgreeOnLongWords() throws {
        var random = SeededGenerator(seed: 23)
        for round in 0..<40 {
            let states = [1, 2, 3, 5, 9, 17, 30, 45][round % 8]
            let dfa = try Samples.dfa(
                states: states, symbols: 1 + round % 4, density: [0.55, 0.8, 1][round % 3],
                finalDensity: [0.1, 0.5][round % 2], &random)
            let counter = try WordCounter(dfa)
            for length in [97, 500, 1023, 1024] {
                let expected = try counter.count(ofLength: length, using: .iteration)
                #expect(try counter.count(ofLength: length, using: .recurrence) == expected, "\(dfa)")
                #expect(try counter.count(ofLength: length) == expected)
                if states < 10 { #expect(try counter.count(ofLength: length, using: .matrix) == expected) }
                let sum = try counter.count(upToLength: length, using: .iteration)
                #expect(try counter.count(upToLength: length, using: .recurrence) == sum)
            }
        }
    }

    @Test func anUnambiguousAutomatonIsNotDeterminized() throws {
        // The 60th symbol from the end is `a`: the smallest DFA has 2⁶⁰ states.
        var builder = NFA.Builder(alphabet: ["a", "b"])
        try builder.addStates(61)
        try builder.addTransition(from: 0, on: 0 as Symbol, to: 0)
        try builder.addTransition(from: 0, on: 1 as Symbol, to: 0)
        try builder.addTransition(from: 0, on: 0 as Symbol, to: 1)
        for state in 1..<StateID(60) {
            try builder.addTransition(from: state, on: 0 as Symbol, to: state + 1)
            try builder.addTransition(from: state, on: 1 as Symbol, to: state + 1)
        }
        builder.insertInitial(0)
        builder.insertFinal(60)
        let counter = try WordCounter(builder.build(), budget: Budget(maximumStates: 20_000))
        for length in [0, 59, 60, 61, 100, 5000] {
            let expected: BigInteger = length < 60 ? 0 : BigInteger(1) << (length - 1)
            for method in [CountingMethod.automatic, .iteration, .recurrence] {
                #expect(try counter.count(ofLength: length, using: method) == expected)
            }
        }
    }

    @Test func classesCountTheirMembers() throws {
        let dfa = try {
            var builder = DFA.Builder(alphabet: try .scalars([["a"..."z"], ["\u{0}"..."`", "{"..."\u{10FFFF}"]]))
            try builder.addStates(1)
            try builder.addTransition(from: 0, on: 0 as Symbol, to: 0)
            try builder.addTransition(from: 0, on: 1 as Symbol, to: 0)
            builder.initialState = 0
            builder.insertFinal(0)
            return try builder.build()
        }()
        for method in Self.methods {
            #expect(try dfa.wordCount(ofLength: 1, using: method) == 1_112_064)
            #expect(try dfa.wordCount(ofLength: 321, using: method) == BigInteger(1_112_064).power(321))
        }
    }

    @Test func finiteLanguages() throws {
        // All words of up to 200 letters out of 26.
        var builder = DFA.Builder(alphabet: try .bytes([[97...122]]))
        try builder.addStates(201)
        for state in 0..<StateID(200) { try builder.addTransition(from: state, on: 0 as Symbol, to: state + 1) }
        for state in 0...StateID(200) { builder.insertFinal(state) }
        builder.initialState = 0
        let dfa = try builder.build()
        let expected = (BigInteger(26).power(201) - 1) / 25
        #expect(try dfa.wordCount() == expected)
        #expect(try dfa.wordCount(upToLength: 1_000_000_000) == expected)
        #expect(try dfa.wordCount(ofLength: Int.max) == 0)
        #expect(try dfa.wordCount(ofLength: 200) == BigInteger(26).power(200))
        let empty = try DFA(alphabet: ["a"], transitions: [], initial: nil, final: [])
        for method in Self.methods {
            #expect(try empty.wordCount(ofLength: 1000, using: method) == 0)
            #expect(try empty.wordCount(upToLength: 1000, using: method) == 0)
        }
        #expect(try empty.wordCount() == 0)
    }

    @Test func whatIsTooLargeIsRefused() throws {
        let dfa = try Samples.dfa(states: 50, symbols: 2, &Self.generator)
        let counter = try WordCounter(dfa)
        for method in Self.methods {
            #expect(throws: AutomataError.budgetExceeded(statesBuilt: 0, limit: .bytes(100_000))) {
                try counter.count(ofLength: 1_000_000_000, using: method, budget: Budget(maximumBytes: 100_000))
            }
            #expect {
                try counter.count(ofLength: 1_000_000, using: method, budget: Budget(isCancelled: { true }))
            } throws: {
                ($0 as? AutomataError)?.isCancelled ?? false
            }
        }
        #expect {
            try counter.count(ofLength: .max, budget: Budget(maximumBytes: 1 << 24))
        } throws: {
            ($0 as? AutomataError)?.isBudgetExceeded ?? false
        }
    }

    private static var generator: SeededGenerator {
        get { SeededGenerator(seed: 24) }
        set { _ = newValue }
    }

    @Test func longWordsGoByRecurrence() throws {
        var random = SeededGenerator(seed: 25)
        let counter = try WordCounter(Samples.dfa(states: 100, symbols: 2, &random))
        #expect(counter.method(forLength: 100) == .iteration)
        #expect(counter.method(forLength: 1_000_000) == .recurrence)
    }
}
