@_exported public import AlgorithmSupport
package import Automata
// For all tests that use this target.

extension SplitMix64 {
    /// Returns a random number below `count`, or 0 if `count` is 0.
    package mutating func draw(_ count: Int) -> Int { count == 0 ? 0 : Int(next() % UInt64(count)) }

    /// Returns `true` with the given probability.
    package mutating func chance(_ probability: Double) -> Bool {
        unit() < probability
    }
}

/// The parameters of a random automaton.
package struct RandomShape: Sendable, CustomStringConvertible {
    package var states: Int
    package var symbols: Int
    /// The probability that a cell of a deterministic table has a target; in a nondeterministic
    /// automaton, the expected number of targets per state and symbol.
    package var density: Double
    package var finalDensity = 0.3
    /// The probability that there is no initial state.
    package var initialMissing = 0.0
    /// The expected number of epsilon moves per state.
    package var epsilonDensity = 0.3
    /// The maximum number of initial states of a nondeterministic automaton.
    package var maximumInitialStates = 2
    /// Whether transitions lead only from a smaller state to a larger state.
    package var isAcyclic = false

    package init(
        states: Int, symbols: Int, density: Double, finalDensity: Double = 0.3, initialMissing: Double = 0.0,
        epsilonDensity: Double = 0.3, maximumInitialStates: Int = 2, isAcyclic: Bool = false
    ) {
        (self.states, self.symbols, self.density, self.finalDensity) = (states, symbols, density, finalDensity)
        (self.initialMissing, self.epsilonDensity) = (initialMissing, epsilonDensity)
        (self.maximumInitialStates, self.isAcyclic) = (maximumInitialStates, isAcyclic)
    }

    package var description: String { "n=\(states) k=\(symbols) density=\(density) final=\(finalDensity)" }

    /// Returns a random shape of any kind: without states or symbols, sparse, about linear, dense
    /// or total, with few or many final states.
    package static func mixed(_ random: inout SplitMix64, maximumStates: Int = 12, symbols: [Int] = [0, 1, 2, 5])
        -> RandomShape
    {
        RandomShape(
            states: random.draw(maximumStates + 1), symbols: symbols[random.draw(symbols.count)],
            density: [0.1, 0.4, 0.7, 0.95, 1, 1][random.draw(6)], finalDensity: [0.05, 0.3, 0.5, 0.9][random.draw(4)],
            initialMissing: 0.03, isAcyclic: random.draw(5) == 0)
    }
}

/// Seeded random machines, the same on every run and platform.
package enum RandomAutomata {
    /// Returns an alphabet: `a`, `b`, … for the first 26 symbols, then `s26`, `s27`, ….
    package static func alphabet(_ count: Int) throws -> Alphabet {
        try Alphabet((0..<count).map { $0 < 26 ? String(UnicodeScalar(UInt8(97 + $0))) : "s\($0)" })
    }

    package static func dfa(_ shape: RandomShape, _ random: inout SplitMix64, alphabet: Alphabet? = nil) throws -> DFA {
        var builder = DFA.Builder(alphabet: try alphabet ?? Self.alphabet(shape.symbols))
        try builder.addStates(shape.states)
        for source in 0..<shape.states {
            for symbol in 0..<shape.symbols where random.chance(shape.density) {
                guard let target = target(from: source, shape, &random) else { continue }
                try builder.addTransition(from: StateID(source), on: Symbol(symbol), to: target)
            }
            if random.chance(shape.finalDensity) { builder.insertFinal(StateID(source)) }
        }
        if shape.states > 0, !random.chance(shape.initialMissing) {
            builder.initialState = shape.isAcyclic ? 0 : StateID(random.draw(shape.states))
        }
        return try builder.build()
    }

    package static func epsilonNFA(
        _ shape: RandomShape, _ random: inout SplitMix64, alphabet: Alphabet? = nil
    ) throws -> EpsilonNFA {
        var builder = EpsilonNFA.Builder(alphabet: try alphabet ?? Self.alphabet(shape.symbols))
        try builder.addStates(shape.states)
        for source in 0..<shape.states {
            for symbol in 0..<shape.symbols {
                for _ in 0..<2 where random.chance(shape.density / 2) {
                    guard let target = target(from: source, shape, &random) else { continue }
                    try builder.addTransition(from: StateID(source), on: Symbol(symbol), to: target)
                }
            }
            if random.chance(shape.epsilonDensity), let target = target(from: source, shape, &random) {
                try builder.addEpsilonMove(from: StateID(source), to: target)
            }
            if random.chance(shape.finalDensity) { builder.insertFinal(StateID(source)) }
        }
        if shape.states > 0, !random.chance(shape.initialMissing) {
            for _ in 0..<(1 + random.draw(shape.maximumInitialStates)) {
                builder.insertInitial(StateID(random.draw(shape.states)))
            }
        }
        return try builder.build()
    }

    package static func nfa(_ shape: RandomShape, _ random: inout SplitMix64, alphabet: Alphabet? = nil) throws -> NFA {
        let automaton = try epsilonNFA(shape, &random, alphabet: alphabet)
        var builder = NFA.Builder(alphabet: automaton.alphabet)
        try builder.addStates(automaton.stateCount)
        for transition in automaton.transitions {
            try builder.addTransition(from: transition.source, on: transition.symbol, to: transition.target)
        }
        for state in automaton.initialStates { builder.insertInitial(state) }
        for state in automaton.finalStates { builder.insertFinal(state) }
        return try builder.build()
    }

    private static func target(from source: Int, _ shape: RandomShape, _ random: inout SplitMix64) -> StateID? {
        guard shape.isAcyclic else { return StateID(random.draw(shape.states)) }
        let later = shape.states - source - 1
        return later == 0 ? nil : StateID(source + 1 + random.draw(later))
    }
}

/// The families of automata in benchmarks of automata libraries.
package enum Families {
    /// Returns a random total DFA: each target is drawn from all states, each state is final with
    /// probability ½.
    package static func dfa(_ states: Int, _ symbols: Int, seed: UInt64) throws -> DFA {
        var random = SplitMix64(seed: seed)
        var builder = DFA.Builder(alphabet: try RandomAutomata.alphabet(symbols))
        try builder.addStates(states)
        for source in 0..<states {
            for symbol in 0..<symbols {
                try builder.addTransition(from: StateID(source), on: Symbol(symbol), to: StateID(random.draw(states)))
            }
        }
        for state in 0..<states where random.draw(2) == 1 { builder.insertFinal(StateID(state)) }
        if states > 0 { builder.initialState = 0 }
        return try builder.build()
    }

    /// Returns ``dfa(_:_:seed:)`` with a tenth of the states, each split into ten copies.
    package static func dup(_ states: Int, _ symbols: Int, seed: UInt64) throws -> DFA {
        let bases = states / 10
        let base = try dfa(bases, symbols, seed: seed)
        var random = SplitMix64(seed: seed ^ 0xABCDEF)
        var builder = DFA.Builder(alphabet: base.alphabet)
        try builder.addStates(bases * 10)
        for source in 0..<bases * 10 {
            for symbol in 0..<symbols {
                guard let target = base.target(from: StateID(source % bases), on: Symbol(symbol)) else { continue }
                try builder.addTransition(
                    from: StateID(source), on: Symbol(symbol), to: target + bases * random.draw(10))
            }
        }
        for state in 0..<bases * 10 where base.isFinal(StateID(state % bases)) { builder.insertFinal(StateID(state)) }
        if bases > 0 { builder.initialState = 0 }
        return try builder.build()
    }

    /// Returns an NFA for the words whose `position`-th symbol from the end is `a`. It has
    /// `position` + 1 states, the minimal DFA 2^`position`.
    package static func kth(_ position: Int) throws -> NFA {
        var builder = NFA.Builder(alphabet: ["a", "b"])
        try builder.addStates(position + 1)
        try builder.addTransition(from: 0, on: 0 as Symbol, to: 0)
        try builder.addTransition(from: 0, on: 0 as Symbol, to: 1)
        try builder.addTransition(from: 0, on: 1 as Symbol, to: 0)
        for state in 1..<max(1, position) {
            try builder.addTransition(from: StateID(state), on: 0 as Symbol, to: StateID(state + 1))
            try builder.addTransition(from: StateID(state), on: 1 as Symbol, to: StateID(state + 1))
        }
        builder.insertInitial(0)
        builder.insertFinal(StateID(position))
        return try builder.build()
    }

    /// Returns a chain of n + 1 states, which accepts only the word `a`ⁿ.
    package static func chain(_ length: Int, symbols: Int = 1) throws -> DFA {
        var builder = DFA.Builder(alphabet: try RandomAutomata.alphabet(symbols))
        try builder.addStates(length + 1)
        for state in 0..<length {
            try builder.addTransition(from: StateID(state), on: 0 as Symbol, to: StateID(state + 1))
        }
        builder.initialState = 0
        builder.insertFinal(StateID(length))
        return try builder.build()
    }
}

/// Returns all words over the first `symbols` symbols up to the given length, short ones first.
package func words(symbols: Int, upTo length: Int) -> [[Symbol]] {
    var all: [[Symbol]] = [[]]
    var last = all
    for _ in 0..<length {
        last = last.flatMap { word in (0..<Symbol(symbols)).map { word + [$0] } }
        all += last
    }
    return all
}
