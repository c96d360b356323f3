import AlgorithmSupport
import Automata
import FeatureModels
import Testing
import WorkLimits

struct LayeredDFATests {
    private func compile(
        _ system: BooleanSystem, _ order: VariableOrder = .force, keeping kept: [Bool]? = nil
    ) throws -> LayeredDFACompiler.Result {
        try LayeredDFACompiler.circuit(
            of: system, keeping: kept ?? [Bool](repeating: true, count: system.variableCount), order: order,
            budget: .default)
    }

    @Test func knownStates() throws {
        // Exactly one of four: two states in each inner layer.
        let literals = (0..<4).map { Literal($0) }
        var system = BooleanSystem(variableCount: 4, clauses: [literals])
        system.bounds = [BooleanSystem.AtMostConstraint(condition: nil, bound: 1, literals: literals)]
        #expect(try compile(system).stateCount == 8)
        // x0 = x2 and x1 = x3 remember both values between the layers.
        let equal = { (left: Int, right: Int) in
            [[Literal(left), Literal(right, false)], [Literal(left, false), Literal(right)]]
        }
        system = BooleanSystem(variableCount: 4, clauses: equal(0, 2) + equal(1, 3))
        #expect(try compile(system, .numbers).stateCount == 7)
        let part = try compile(system, .given([0, 2, 1, 3]))
        #expect(part.stateCount == 7)
        #expect(part.order == [0, 2, 1, 3])
    }

    @Test func constants() throws {
        let none = try compile(BooleanSystem(variableCount: 0))
        #expect(none.stateCount == 1 && none.circuit.reference() == ([0], nil))
        let free = try compile(BooleanSystem(variableCount: 3))
        #expect(free.stateCount == 4 && free.circuit.reference().assignments.count == 8)
        for system in [
            BooleanSystem(variableCount: 2, clauses: [[]]),
            BooleanSystem(variableCount: 2, clauses: [[Literal(1)], [Literal(1, false)]]),
            BooleanSystem(variableCount: 2, bounds: [.init(condition: nil, bound: -1, literals: [])]),
            BooleanSystem(variableCount: 2, bounds: [.init(condition: nil, bound: -1, literals: [Literal(0)])]),
        ] {
            let result = try compile(system)
            #expect(result.circuit.isEmpty && result.stateCount == 0 && result.circuit.variableCount == 2)
        }
    }

    @Test func randomSystemsAgreeWithTheirDefinition() throws {
        var random = SplitMix64(seed: 11)
        for round in 0..<600 {
            let system = BooleanSystem.random(maximumVariables: round % 10 == 0 ? 12 : 8, using: &random)
            let given = Array(0..<system.variableCount).shuffled(using: &random)
            for order in [VariableOrder.numbers, .force, .sifted, .given(given)] {
                let result = try compile(system, order)
                let (assignments, fault) = result.circuit.reference()
                #expect(fault == nil, "\(system)")
                #expect(assignments == system.assignments, "\(system)")
                #expect(result.order.sorted() == Array(0..<system.variableCount))
                #expect(
                    result.stateCount == layeredStateCount(of: assignments, order: result.order),
                    "\(system) \(result.order)")
            }
        }
    }

    @Test func projectionsAgreeWithTheirDefinition() throws {
        var random = SplitMix64(seed: 12)
        for _ in 0..<600 {
            let system = BooleanSystem.random(maximumVariables: 9, using: &random)
            let kept = (0..<system.variableCount).map { _ in Int.random(in: 0..<3, using: &random) > 0 }
            let result = try compile(system, .sifted, keeping: kept)
            let (assignments, fault) = result.circuit.reference(keeping: kept)
            #expect(fault == nil, "\(system) \(kept)")
            #expect(assignments == system.assignments(keeping: kept), "\(system) \(kept)")
            let order = result.order.filter { kept[$0] }
            #expect(
                result.stateCount == layeredStateCount(of: assignments, order: order), "\(system) \(kept)")
        }
    }

    @Test func sortedSystemsAreTheSame() throws {
        var random = SplitMix64(seed: 13)
        for _ in 0..<300 {
            let system = BooleanSystem.random(maximumVariables: 8, using: &random)
            let sorted = SortedSystem(system)
            // Further variables are defined by the others.
            let kept = (0..<sorted.variableCount).map { $0 < system.variableCount }
            let circuit = try LayeredDFACompiler.circuit(
                of: sorted, keeping: kept, order: .force, budget: .default
            ).circuit
            #expect(circuit.reference(keeping: kept) == (system.assignments, nil), "\(system)")
        }
    }

    @Test func forceShortensEdges() {
        // A path whose variables are far from each other.
        let count = 60
        let path = (0..<count).map { $0 * 7 % count }
        var system = BooleanSystem(variableCount: count)
        for (left, right) in zip(path, path.dropFirst()) { system.clauses.append([Literal(left), Literal(right)]) }
        let graph = ConstraintGraph(system)
        let order = graph.forceOrder()
        var places = order
        for (place, variable) in order.enumerated() { places[variable] = place }
        #expect(graph.span(of: places) < 2 * count)
        #expect(graph.span(of: Array(0..<count)) > 6 * count)
    }
}
