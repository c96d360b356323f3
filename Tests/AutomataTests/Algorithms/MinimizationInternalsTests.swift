import Automata
import AutomataTestSupport
import Testing

/// The parts of minimization that inputs of ordinary size or luck don't reach.
@Suite struct MinimizationInternalsTests {
    /// Rounds compare hashes, so everything must come out right where hashes are no good.
    @Test(arguments: [0, 1, 1 << 31, 1 << 40, 1 << 58] as [UInt64]) func poorHashesCostTimeOnly(multiplier: UInt64)
        throws
    {
        var random = SplitMix64(seed: 11)
        for symbols in [1, 2, 6] {
            for density in [0.2, 1] {
                let shape = RandomShape(states: 300, symbols: symbols, density: density, finalDensity: 0.1)
                let dfa = try RandomAutomata.dfa(shape, &random)
                let minimal = try dfa.minimized(using: .valmari)
                let input = try MinimizationInput(dfa, keepingDense: true, budget: .default)
                for isMoore in [false, true] {
                    var classes = StateClasses(input)
                    try input.withRows(
                        complete: { (rows) throws(AutomataError) in try classes.refine(rows, multiplier, isMoore) },
                        pairs: { (rows) throws(AutomataError) in try classes.refine(rows, multiplier, isMoore) },
                        sparse: { (rows) throws(AutomataError) in try classes.refine(rows, multiplier, isMoore) })
                    let result = try input.quotient(classes, total: false, budget: .default)
                    #expect(result == minimal, "\(shape) \(isMoore)")
                }
            }
        }
    }

    @Test func shortWordsTellWhatTheyShould() throws {
        let dfa = try Families.dfa(2_000, 2, seed: 3)
        let input = try MinimizationInput(dfa, keepingDense: true, budget: .default)
        let classes = StateClasses(input)
        var count: Int?
        try input.withRows(
            complete: { _ in }, pairs: { count = $0.classifyByShortWords(classes.classes.base) }, sparse: { _ in })
        // Words of up to two of two symbols are seven; each subset of them is some state's.
        #expect(count == 128)
        var acceptedBy: [UInt32: [Bool]] = [:]
        let tests = words(symbols: 2, upTo: 2)
        for state in 0..<input.stateCount {
            let accepted = tests.map { word in
                input.finality[Int(word.reduce(StateID(state)) { input.targets[Int($0) * 2 + Int($1)] })] == 1
            }
            let known = acceptedBy.updateValue(accepted, forKey: classes.classes[state])
            #expect(known == nil || known == accepted)
        }
        #expect(Set(acceptedBy.values).count == 128)
    }

    @Test func partitionsSplitBySmallerHalves() {
        var partition = RefinablePartition<StateID>(classes: [0, 0, 0, 0, 0, 1], elementCount: 6, classCount: 2)
        for element in [1, 3, 3, 5] { partition.mark(element) }
        partition.split()
        #expect(partition.setCount == 3)
        #expect(
            [1, 3].allSatisfy { partition.set(of: $0) == 2 } && [0, 2, 4].allSatisfy { partition.set(of: $0) == 0 })
        for element in [0, 2, 4] { partition.mark(element) }
        partition.split()
        #expect(partition.setCount == 3)
        for element in [0, 2] { partition.mark(element) }
        partition.split()
        #expect(partition.set(of: 4) == 3 && partition.size(of: 0) == 2 && partition.members(of: 3).elementsEqual([4]))
    }

    @Test func symbolGroupsAreExact() throws {
        var random = SplitMix64(seed: 21)
        for _ in 0..<300 {
            let base = RandomShape.mixed(&random, maximumStates: 5, symbols: [1, 2, 4])
            let narrow = try RandomAutomata.dfa(base, &random)
            // Each symbol several times over, in any order.
            let width = 2 + random.draw(20)
            let origin = (0..<width).map { _ in random.draw(base.symbols) }
            var builder = DFA.Builder(alphabet: try RandomAutomata.alphabet(width))
            try builder.addStates(narrow.stateCount)
            for state in narrow.states {
                for symbol in 0..<width {
                    guard let target = narrow.target(from: state, on: Symbol(origin[symbol])) else { continue }
                    try builder.addTransition(from: state, on: Symbol(symbol), to: target)
                }
            }
            for state in narrow.finalStates { builder.insertFinal(state) }
            builder.initialState = narrow.initialState
            let wide = try builder.build()
            let columns = wide.alphabet.symbols.map { symbol in
                wide.states.map { wide.target(from: $0, on: symbol) }
            }
            let groups = SymbolGroups(wide, atMost: width)
            #expect((groups == nil) == (Set(columns).count == width))
            if let groups {
                #expect(groups.count == Set(columns).count)
                for one in 0..<width {
                    for other in 0..<width {
                        #expect(
                            (groups.groupBySymbol[one] == groups.groupBySymbol[other])
                                == (columns[one] == columns[other]))
                    }
                }
                let fewer = try RandomAutomata.alphabet(groups.count)
                let restricted = wide.restricted(to: groups, over: fewer)
                #expect(restricted.expanded(from: groups, over: wide.alphabet) == wide)
            }
            #expect(try wide.minimized() == NaiveMinimization(wide).minimized())
            #expect(try wide.minimized(total: true) == NaiveMinimization(wide).minimized(total: true))
            #expect(try wide.minimized(using: .brzozowski) == NaiveMinimization(wide).minimized())
        }
    }
}

extension StateClasses {
    fileprivate mutating func refine(
        _ rows: some RefinableRows, _ multiplier: UInt64, _ isMoore: Bool
    ) throws(AutomataError) {
        let poor = Multipliers(count: rows.maximumRowLength + 1, allEqualTo: multiplier)
        if isMoore {
            try refineByMoore(rows, poor, budget: .default)
        } else {
            try refineByRoundsAndSplits(rows, poor, budget: .default)
        }
    }
}
