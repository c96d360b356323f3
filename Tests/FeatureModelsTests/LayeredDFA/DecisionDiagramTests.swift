import Automata
import RandomNumbers
import Testing

@testable import FeatureModels

struct DecisionDiagramTests {
    /// Returns the assignments for which a function is true.
    private func assignments(
        of function: DecisionDiagram.Function, _ diagram: borrowing DecisionDiagram
    ) -> Set<Int> {
        var result: Set<Int> = []
        for bits in 0..<1 << diagram.variableCount {
            var at = function
            while at > 1 {
                let (low, high) = diagram.children(of: at)
                at = bits >> diagram.order[diagram.level(of: at)] & 1 == 1 ? high : low
            }
            if at == 1 { result.insert(bits) }
        }
        return result
    }

    @Test func functionsAreCanonical() throws {
        var random = SplitMix64(seed: 21)
        for _ in 0..<300 {
            var system = BooleanSystem.random(maximumVariables: 8, using: &random)
            let order = Array(0..<system.variableCount).shuffled(using: &random)
            let none = [Bool](repeating: false, count: system.variableCount)
            var diagram = try DecisionDiagram(order: order, budget: .default)
            let one = try diagram.function(of: system, hiding: none)
            let nodes = diagram.nodeCount
            var functions = try system.clauses.map { clause throws in try diagram.clause(clause) }
            functions += try system.bounds.map { bound throws in try diagram.bound(bound) }
            var other: DecisionDiagram.Function = 1
            for function in functions.shuffled(using: &random) {
                other = try diagram.apply(.conjunction, function, other)
            }
            #expect(one == other)
            #expect(assignments(of: one, diagram) == system.assignments, "\(system)")
            diagram.collect(keeping: [one])
            #expect(diagram.nodeCount == nodes)
            system.clauses.shuffle(using: &random)
            let again = try diagram.function(of: system, hiding: none)
            #expect(again == one)
        }
    }

    @Test func operationsAgreeWithSets() throws {
        var random = SplitMix64(seed: 22)
        for _ in 0..<300 {
            let count = Int.random(in: 1...7, using: &random)
            let none = [Bool](repeating: false, count: count)
            var systems: [BooleanSystem] = []
            while systems.count < 2 {
                var system = BooleanSystem.random(maximumVariables: count, using: &random)
                system.variableCount = count
                systems.append(system)
            }
            var diagram = try DecisionDiagram(order: Array(0..<count).shuffled(using: &random), budget: .default)
            let left = try diagram.function(of: systems[0], hiding: none)
            var functions = [left]
            for clause in systems[1].clauses { functions.append(try diagram.clause(clause)) }
            for function in functions {
                let (one, other) = (assignments(of: left, diagram), assignments(of: function, diagram))
                let either = try diagram.apply(.disjunction, left, function)
                #expect(assignments(of: either, diagram) == one.union(other))
                let both = try diagram.apply(.conjunction, left, function)
                #expect(assignments(of: both, diagram) == one.intersection(other))
                let hidden = (0..<count).filter { _ in Bool.random(using: &random) }
                let exists = try diagram.exists(hidden, in: either)
                let mask = hidden.reduce(0) { $0 | 1 << $1 }
                let kept = Set(one.union(other).map { $0 & ~mask })
                #expect(
                    assignments(of: exists, diagram)
                        == Set((0..<1 << count).filter { kept.contains($0 & ~mask) }))
            }
        }
    }
}
