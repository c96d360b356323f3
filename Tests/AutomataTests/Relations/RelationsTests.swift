import Automata
import AutomataTestSupport
import Testing

@Suite struct RelationsTests {
    /// The coffee machines: after the coin the choice is made for you, or is yours.
    private static func machines() throws -> NFA {
        try NFA(
            alphabet: ["coin", "coffee", "tea"],
            transitions: [
                ("fair", "coin", "choice"), ("choice", "coffee", "done"), ("choice", "tea", "done"),
                ("moody", "coin", "coffee only"), ("moody", "coin", "tea only"), ("coffee only", "coffee", "done"),
                ("tea only", "tea", "done"),
            ],
            initial: ["fair", "moody"], final: ["done"])
    }

    @Test func theMoodyMachineIsSimulatedOnly() throws {
        let nfa = try Self.machines()
        let fair = try #require(nfa.state(named: "fair"))
        let moody = try #require(nfa.state(named: "moody"))
        let choice = try #require(nfa.state(named: "choice"))
        let tea = try #require(nfa.state(named: "tea only"))
        let preorder = try nfa.simulationPreorder()
        #expect(preorder.isSimulated(moody, by: fair))
        #expect(!preorder.isSimulated(fair, by: moody))
        #expect(preorder.isSimulated(tea, by: choice))
        #expect(preorder.simulators(of: tea) == StateSet([choice, tea]))
        #expect(preorder.states(simulatedBy: fair) == StateSet([fair, moody]))
        #expect(preorder.pairCount == 9)
        #expect(!preorder.isIdentity)
        #expect(try nfa.bisimulationPartition().isDiscrete)
        // Both machines are reached by nothing but the empty word; what comes after a coin is
        // reached alike.
        let backward = try nfa.bisimulationPartition(.backward)
        #expect(backward.areEquivalent(fair, moody))
        #expect(backward.areEquivalent(choice, tea))
        #expect(backward.blockCount == 3)
    }

    @Test func blocksAreNumberedByTheirLeastStates() throws {
        let partition = StatePartition(numbers: [2, 0, 2, 1, 0], count: 3)
        #expect(partition.description == "{0, 2} {1, 4} {3}")
        #expect(partition.blocks.map(Array.init) == [[0, 2], [1, 4], [3]])
        #expect(partition.block(of: 4) == 1)
        #expect(partition.representative(ofBlock: 2) == 3)
        #expect(partition.stateCount == 5)
        #expect(!partition.isDiscrete)
    }

    @Test func noStatesNoRelation() throws {
        let empty = try NFA.Builder(alphabet: ["a"]).build()
        for direction in RunDirection.allCases {
            #expect(try empty.bisimulationPartition(direction).blockCount == 0)
            #expect(try empty.simulationPreorder(direction).pairCount == 0)
        }
    }

    @Test(arguments: 0..<12 as Range<UInt64>, RunDirection.allCases)
    func relationsAreTheGreatestFixpoints(_ seed: UInt64, _ direction: RunDirection) throws {
        var random = SplitMix64(seed: 700 + seed)
        for round in 0..<40 {
            var shape = RandomShape.mixed(&random, maximumStates: round % 8 == 0 ? 80 : 12, symbols: [0, 1, 2, 4])
            shape.density *= [0.5, 1, 2][random.draw(3)]
            let nfa = try RandomAutomata.nfa(shape, &random)
            let naive = NaiveRelations(nfa, direction)
            let preorder = try nfa.simulationPreorder(direction)
            let partition = try nfa.bisimulationPartition(direction)
            let (simulation, bisimulation) = (naive.simulation(), naive.bisimulation())
            var pairs = 0
            for p in nfa.states {
                for q in nfa.states {
                    let isSimulated = simulation[Int(p)][Int(q)]
                    pairs += isSimulated ? 1 : 0
                    if preorder.isSimulated(p, by: q) != isSimulated
                        || preorder.areEquivalent(p, q) != (isSimulated && simulation[Int(q)][Int(p)])
                        || partition.areEquivalent(p, q) != bisimulation[Int(p)][Int(q)]
                    {
                        Issue.record("states \(p) and \(q) of\n\(nfa)")
                        return
                    }
                }
                #expect(preorder.simulators(of: p) == StateSet(nfa.states.filter { simulation[Int(p)][Int($0)] }))
                #expect(
                    preorder.states(simulatedBy: p) == StateSet(nfa.states.filter { simulation[Int($0)][Int(p)] }))
            }
            #expect(preorder.pairCount == pairs)
        }
    }

    /// Copies of a few states, each with many targets on one symbol, into whichever copies of the
    /// same ones.
    @Test(arguments: 0..<6 as Range<UInt64>, RunDirection.allCases)
    func copiesWithManyTargetsAreTogether(_ seed: UInt64, _ direction: RunDirection) throws {
        var random = SplitMix64(seed: 1_000 + seed)
        let (bases, copies) = (4, 24)
        let base = try RandomAutomata.nfa(RandomShape(states: bases, symbols: 2, density: 1.2), &random)
        var builder = NFA.Builder(alphabet: base.alphabet)
        try builder.addStates(bases * copies)
        for transition in base.transitions {
            for copy in 0..<copies {
                let chance = [0.1, 0.9][copy % 2]
                for other in 0..<copies where other == (copy + 1) % copies || random.chance(chance) {
                    try builder.addTransition(
                        from: transition.source + bases * copy, on: transition.symbol,
                        to: transition.target + bases * other)
                }
            }
        }
        for copy in 0..<copies {
            for state in base.initialStates { builder.insertInitial(state + bases * copy) }
            for state in base.finalStates { builder.insertFinal(state + bases * copy) }
        }
        let copied = try builder.build()
        let partition = try copied.bisimulationPartition(direction)
        let preorder = try copied.simulationPreorder(direction)
        let (few, order) = (try base.bisimulationPartition(direction), try base.simulationPreorder(direction))
        #expect(partition.blockCount == few.blockCount)
        for p in copied.states {
            for q in copied.states {
                let (one, other) = (StateID(Int(p) % bases), StateID(Int(q) % bases))
                if partition.areEquivalent(p, q) != few.areEquivalent(one, other)
                    || preorder.isSimulated(p, by: q) != order.isSimulated(one, by: other)
                {
                    Issue.record("states \(p) and \(q)")
                    return
                }
            }
        }
        #expect(try copied.reduced(using: .bisimulation).stateCount <= few.blockCount)
    }

    /// Simulation implies inclusion, bisimulation equality: of what follows forward, of what leads
    /// there backward.
    @Test(arguments: 0..<6 as Range<UInt64>)
    func simulationImpliesInclusion(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 800 + seed)
        for _ in 0..<15 {
            let shape = RandomShape.mixed(&random, maximumStates: 7, symbols: [1, 2])
            let nfa = try RandomAutomata.nfa(shape, &random)
            for (direction, automaton) in [(RunDirection.forward, nfa), (.backward, nfa.reversed())] {
                let preorder = try nfa.simulationPreorder(direction)
                let partition = try nfa.bisimulationPartition(direction)
                let languages = automaton.states.map {
                    ReferenceAutomaton(automaton.starting(in: $0)).language(upTo: 5)
                }
                for p in nfa.states {
                    for q in nfa.states {
                        if preorder.isSimulated(p, by: q) {
                            #expect(zip(languages[Int(p)], languages[Int(q)]).allSatisfy { !$0 || $1 })
                        }
                        if partition.areEquivalent(p, q) { #expect(languages[Int(p)] == languages[Int(q)]) }
                    }
                }
            }
        }
    }

    /// Backward is forward on the reversed automaton, and a DFA's trim states that are bisimilar
    /// are those that minimization merges.
    @Test(arguments: 0..<6 as Range<UInt64>)
    func relationsAgreeWithReversalAndMinimization(_ seed: UInt64) throws {
        var random = SplitMix64(seed: 900 + seed)
        for _ in 0..<20 {
            let shape = RandomShape.mixed(&random, maximumStates: 40, symbols: [1, 2, 3])
            let dfa = try RandomAutomata.dfa(shape, &random).trimmed()
            let nfa = NFA(dfa)
            #expect(try nfa.bisimulationPartition().blockCount == dfa.minimized().stateCount)
            #expect(try nfa.simulationPreorder(.backward) == nfa.reversed().simulationPreorder(.forward))
        }
    }

    @Test func aLongChainIsNoTrouble() throws {
        let chain = NFA(try Families.chain(3_000, symbols: 2))
        #expect(try chain.bisimulationPartition().isDiscrete)
        let preorder = try chain.simulationPreorder()
        #expect(preorder.isIdentity)
    }

    @Test func memoryIsCountedBeforeItIsTaken() throws {
        let chain = NFA(try Families.chain(20_000))
        // Fifty million bytes each for the rows and for what was taken out of them.
        for direction in RunDirection.allCases {
            #expect(throws: AutomataError.budgetExceeded(statesBuilt: 0, limit: .bytes(90 << 20))) {
                try chain.simulationPreorder(direction, budget: Budget(maximumBytes: 90 << 20))
            }
            #expect(throws: AutomataError.self) {
                try chain.bisimulationPartition(direction, budget: Budget(maximumBytes: 1 << 10))
            }
            #expect(throws: AutomataError.self) {
                try chain.simulationPreorder(direction, budget: Budget(maximumBytes: 0))
            }
        }
    }

    @Test func longWorkCanBeCancelled() throws {
        let chain = NFA(try Families.chain(4_000))
        for direction in RunDirection.allCases {
            #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
                try chain.simulationPreorder(direction, budget: Budget(isCancelled: { true }))
            }
            #expect(throws: AutomataError.cancelled(statesBuilt: 0)) {
                try chain.bisimulationPartition(direction, budget: Budget(isCancelled: { true }))
            }
        }
    }
}
