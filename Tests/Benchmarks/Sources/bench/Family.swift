import Automata

/// A small generator of random numbers whose sequence a seed fixes for good (Steele, Lea and Flood,
/// 2014, doi:10.1145/2660193.2660195).
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func draw(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}

/// The families of automata that are measured, the same for everybody who draws the same numbers in
/// the same order.
struct Family {
    private var stateCount = 0
    private var symbolCount = 0
    private var transitions: [Automaton.Transition] = []
    private var finalStates: [StateID] = []
    private var moves: [(source: StateID, target: StateID)] = []

    /// `kth K` · `tv N DENSITY FINAL SEED` · `dfa N SYMBOLS SEED` · `dup N SYMBOLS SEED` ·
    /// `eps N DENSITY EPSILON FINAL SEED` · `chain N` · `keywords COUNT LENGTH SYMBOLS SEED` ·
    /// `words COUNT LENGTH SYMBOLS SEED`.
    static func make(_ arguments: [String]) throws -> Automaton {
        let numbers = arguments.dropFirst().compactMap(Double.init)
        guard let name = arguments.first, numbers.count == arguments.count - 1,
            numbers.allSatisfy({ $0 >= 0 && $0 <= 1e8 })
        else { throw Failure("a family and its numbers, not '\(arguments.joined(separator: " "))'") }
        let integers = numbers.map { Int($0) }
        var family = Family()
        switch (name, numbers.count) {
        case ("kth", 1): family.makeKth(integers[0])
        case ("chain", 1): family.makeChain(integers[0])
        case ("tv", 4): family.makeTabakovVardi(integers[0], numbers[1], numbers[2], seed: UInt64(integers[3]))
        case ("dfa", 3): family.makeDFA(integers[0], integers[1], seed: UInt64(integers[2]))
        case ("dup", 3): family.makeDuplicates(integers[0], integers[1], seed: UInt64(integers[2]))
        case ("eps", 5):
            family.makeTabakovVardi(integers[0], numbers[1], numbers[3], seed: UInt64(integers[4]))
            family.addMoves(density: numbers[2], seed: UInt64(integers[4]) + 77)
        case ("keywords", 4), ("words", 4):
            family.makeWords(
                integers[0], length: integers[1], symbols: integers[2], seed: UInt64(integers[3]),
                isSearch: name == "keywords")
        default: throw Failure("no family '\(arguments.joined(separator: " "))'")
        }
        return try family.automaton()
    }

    /// The k-th symbol from the end is `a`: k + 1 states, 2^k in the minimal DFA.
    private mutating func makeKth(_ position: Int) {
        (stateCount, symbolCount) = (position + 1, 2)
        add(0, 0, 0)
        add(0, 0, 1)
        add(0, 1, 0)
        for state in 1..<max(position, 1) {
            add(state, 0, state + 1)
            add(state, 1, state + 1)
        }
        finalStates = [StateID(position)]
    }

    /// The one word `a`ⁿ.
    private mutating func makeChain(_ length: Int) {
        (stateCount, symbolCount) = (length + 1, 2)
        for state in 0..<length { add(state, 0, state + 1) }
        finalStates = [StateID(length)]
    }

    /// Tabakov and Vardi (2005, doi:10.1007/11591191_28): for each of two symbols so many random
    /// pairs of states, and so many final states.
    private mutating func makeTabakovVardi(_ states: Int, _ density: Double, _ finalDensity: Double, seed: UInt64) {
        (stateCount, symbolCount) = (states, 2)
        var random = SplitMix64(seed: seed)
        for symbol in 0..<2 {
            var drawn = Set<Int>()
            let count = min(Int(density * Double(states) + 0.5), states * states)
            while drawn.count < count {
                let source = random.draw(states)
                let target = random.draw(states)
                if drawn.insert(source * states + target).inserted { add(source, symbol, target) }
            }
        }
        var isFinal = [Bool](repeating: false, count: states)
        isFinal[0] = true
        var count = 1
        while count < min(Int(finalDensity * Double(states) + 0.5), states) {
            let state = random.draw(states)
            if !isFinal[state] { count += 1 }
            isFinal[state] = true
        }
        finalStates = (0..<StateID(states)).filter { isFinal[Int($0)] }
    }

    /// A random total DFA; each state is final with chance ½.
    private mutating func makeDFA(_ states: Int, _ symbols: Int, seed: UInt64) {
        (stateCount, symbolCount) = (states, symbols)
        var random = SplitMix64(seed: seed)
        transitions.reserveCapacity(states * symbols)
        for state in 0..<states {
            for symbol in 0..<symbols { add(state, symbol, random.draw(states)) }
        }
        for state in 0..<states where random.draw(2) == 1 { finalStates.append(StateID(state)) }
    }

    /// A random DFA with a tenth of the states, each of them ten times.
    private mutating func makeDuplicates(_ states: Int, _ symbols: Int, seed: UInt64) {
        var base = Family()
        let bases = states / 10
        base.makeDFA(bases, symbols, seed: seed)
        (stateCount, symbolCount) = (bases * 10, symbols)
        var random = SplitMix64(seed: seed ^ 0xABCDEF)
        transitions.reserveCapacity(stateCount * symbols)
        for state in 0..<stateCount {
            for symbol in 0..<symbols {
                let target = base.transitions[state % bases * symbols + symbol].target
                add(state, symbol, Int(target) + bases * random.draw(10))
            }
        }
        for copy in 0..<10 { finalStates += base.finalStates.map { $0 + copy * bases } }
    }

    /// Random words, one chain each; or the search for any of them in a text: a trie below a state
    /// that reads everything.
    private mutating func makeWords(_ count: Int, length: Int, symbols: Int, seed: UInt64, isSearch: Bool) {
        (stateCount, symbolCount) = (1, symbols)
        var random = SplitMix64(seed: seed)
        var children: [UInt64: Int] = [:]
        if isSearch { for symbol in 0..<symbols { add(0, symbol, 0) } }
        for _ in 0..<count {
            var state = 0
            for _ in 0..<length {
                let symbol = random.draw(symbols)
                let edge = UInt64(state * symbols + symbol)
                let known = isSearch ? children[edge] : nil
                let child = known ?? stateCount
                if known == nil {
                    stateCount += 1
                    add(state, symbol, child)
                    if isSearch { children[edge] = child }
                }
                state = child
            }
            finalStates.append(StateID(state))
        }
    }

    private mutating func addMoves(density: Double, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<Int(density * Double(stateCount) + 0.5) {
            let source = StateID(random.draw(stateCount))
            let target = StateID(random.draw(stateCount))
            moves.append((source, target))
        }
    }

    private mutating func add(_ source: Int, _ symbol: Int, _ target: Int) {
        transitions.append(Automaton.Transition(from: StateID(source), on: Symbol(symbol), to: StateID(target)))
    }

    private func automaton() throws -> Automaton {
        var builder = EpsilonNFA.Builder(alphabet: try Input.alphabet(symbolCount))
        try builder.addStates(stateCount)
        for transition in transitions {
            try builder.addTransition(from: transition.source, on: transition.symbol, to: transition.target)
        }
        for move in moves { try builder.addEpsilonMove(from: move.source, to: move.target) }
        builder.insertInitial(0)
        for state in finalStates.reversed() { builder.insertFinal(state) }
        return Automaton(mostSpecific: try builder.build())
    }

    /// The DFA of a scan over random letters, and how many letters there are.
    static func scanned(_ name: String) throws -> (dfa: DFA, letters: Int) {
        let (states, letters) = name == "kth8" ? (256, 2) : (1000, 26)
        guard name == "kth8" || name == "random1000" else { throw Failure("no table '\(name)'") }
        var builder = DFA.Builder(alphabet: .bytes)
        try builder.addStates(states)
        var random = SplitMix64(seed: 7)
        for state in 0..<states {
            for byte in 0..<256 {
                let isLetter = byte >= 97 && byte < 97 + letters
                let target =
                    name == "kth8" ? state << 1 & 255 | (byte == 97 ? 1 : 0) : isLetter ? random.draw(states) : 0
                try builder.addTransition(from: StateID(state), on: Symbol(byte), to: StateID(target))
            }
        }
        builder.initialState = 0
        for state in states / 2..<states { builder.insertFinal(StateID(state)) }
        return (try builder.build(), letters)
    }
}
