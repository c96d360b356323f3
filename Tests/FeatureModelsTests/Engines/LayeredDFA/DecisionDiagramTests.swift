import AlgorithmSupport
import Automata
import FeatureModels
import Testing
import WorkLimits

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
            let all = [Bool](repeating: true, count: system.variableCount)
            var diagram = try DecisionDiagram(order: order, budget: .default)
            let one = try diagram.function(of: system, keeping: all)
            let nodes = diagram.nodeCount
            var functions = try system.clauses.map { clause throws in try diagram.clause(clause) }
            functions += try system.bounds.map { bound throws in try diagram.bound(bound) }
            var other: DecisionDiagram.Function = 1
            for function in functions.shuffled(using: &random) {
                other = try #require(try diagram.apply(.conjunction, function, other))
            }
            #expect(one == other)
            #expect(assignments(of: one, diagram) == system.assignments, "\(system)")
            try diagram.collect(keeping: [one])
            #expect(diagram.nodeCount == nodes)
            system.clauses.shuffle(using: &random)
            let again = try diagram.function(of: system, keeping: all)
            #expect(again == one)
        }
    }

    @Test func operationsAgreeWithSets() throws {
        var random = SplitMix64(seed: 22)
        for _ in 0..<300 {
            let count = Int.random(in: 1...7, using: &random)
            let all = [Bool](repeating: true, count: count)
            var systems: [BooleanSystem] = []
            while systems.count < 2 {
                var system = BooleanSystem.random(maximumVariables: count, using: &random)
                system.variableCount = count
                systems.append(system)
            }
            var diagram = try DecisionDiagram(order: Array(0..<count).shuffled(using: &random), budget: .default)
            let left = try diagram.function(of: systems[0], keeping: all)
            var functions = [left]
            for clause in systems[1].clauses { functions.append(try diagram.clause(clause)) }
            for function in functions {
                let (one, other) = (assignments(of: left, diagram), assignments(of: function, diagram))
                let either = try #require(try diagram.apply(.disjunction, left, function))
                #expect(assignments(of: either, diagram) == one.union(other))
                let both = try #require(try diagram.apply(.conjunction, left, function))
                #expect(assignments(of: both, diagram) == one.intersection(other))
                let hidden = (0..<count).filter { _ in Bool.random(using: &random) }
                let exists = try #require(try diagram.exists(hidden, in: either))
                let mask = hidden.reduce(0) { $0 | 1 << $1 }
                let kept = Set(one.union(other).map { $0 & ~mask })
                #expect(
                    assignments(of: exists, diagram)
                        == Set((0..<1 << count).filter { kept.contains($0 & ~mask) }))
            }
        }
    }

    @Test func siftingKeepsFunctions() throws {
        var random = SplitMix64(seed: 23)
        for round in 0..<300 {
            let count = Int.random(in: 2...8, using: &random)
            let order = Array(0..<count).shuffled(using: &random)
            var diagram = try DecisionDiagram(order: order, budget: .default)
            var functions: [DecisionDiagram.Function] = []
            for _ in 0..<2 {
                var system = BooleanSystem.random(maximumVariables: count, using: &random)
                system.variableCount = count
                var function: DecisionDiagram.Function = 1
                for clause in system.clauses {
                    function = try #require(try diagram.apply(.conjunction, function, diagram.clause(clause)))
                }
                for bound in system.bounds {
                    function = try #require(try diagram.apply(.conjunction, function, diagram.bound(bound)))
                }
                functions.append(function)
                functions.append(try diagram.clause([Literal(0), Literal(count - 1, false)]))
            }
            try diagram.collect(keeping: functions)
            let before = functions.map { assignments(of: $0, diagram) }
            let size = diagram.nodeCount
            try diagram.sift(isThorough: round % 2 == 0, keeping: functions)
            #expect(functions.map { assignments(of: $0, diagram) } == before)
            #expect(diagram.nodeCount <= size)
            #expect(diagram.order.sorted() == Array(0..<count))
            // No node is lost, none left over, and none there twice.
            let sifted = diagram.nodeCount
            try diagram.collect(keeping: functions)
            #expect(diagram.nodeCount == sifted)
            let again = try #require(try diagram.apply(.disjunction, functions[0], functions[2]))
            #expect(assignments(of: again, diagram) == before[0].union(before[2]))
            var fresh = try DecisionDiagram(order: diagram.order, budget: .default)
            var copies: [DecisionDiagram.Function] = []
            for set in before {
                var copy: DecisionDiagram.Function = 0
                for bits in set.sorted() {
                    var one: DecisionDiagram.Function = 1
                    for variable in fresh.order.reversed() {
                        let isTrue = bits >> variable & 1 == 1
                        one = try fresh.node(variable, isTrue ? 0 : one, isTrue ? one : 0)
                    }
                    copy = try #require(try fresh.apply(.disjunction, copy, one))
                }
                copies.append(copy)
            }
            try fresh.collect(keeping: copies)
            #expect(fresh.nodeCount == sifted)
        }
    }

    @Test func siftingWhileBuildingKeepsFunctions() throws {
        var random = SplitMix64(seed: 24)
        for _ in 0..<400 {
            let system = BooleanSystem.random(maximumVariables: 9, using: &random)
            let count = system.variableCount
            let kept = (0..<count).map { _ in Int.random(in: 0..<5, using: &random) > 0 }
            let mask = kept.indices.reduce(0) { kept[$1] ? $0 | 1 << $1 : $0 }
            var diagram = try DecisionDiagram(order: Array(0..<count), budget: .default)
            let function = try diagram.function(
                of: system, keeping: kept, siftingFrom: .random(in: 2...12, using: &random))
            let expected = system.assignments(keeping: kept)
            let found = assignments(of: function, diagram)
            #expect(found == Set((0..<1 << count).filter { expected.contains($0 & mask) }), "\(system) \(kept)")
        }
    }

    @Test func siftingEndsWithItsSteps() throws {
        var random = SplitMix64(seed: 25)
        for steps in 0..<300 {
            var system = BooleanSystem.random(maximumVariables: 9, using: &random)
            let count = system.variableCount
            system.clauses.append((0..<count).map { Literal($0) })
            var diagram = try DecisionDiagram(order: Array(0..<count), budget: .default)
            diagram.siftingStepsLeft = steps
            let kept = [Bool](repeating: true, count: count)
            let function = try diagram.function(of: system, keeping: kept, siftingFrom: 2)
            #expect(assignments(of: function, diagram) == Set(system.assignments(keeping: kept)))
        }
    }

    @Test func siftingFindsEqualPairs() throws {
        // xi = x(i + n): 3 * 2^n - 1 nodes or so in the order of the numbers, 3 n as pairs.
        let count = 8
        var system = BooleanSystem(variableCount: 2 * count)
        for index in 0..<count {
            system.clauses.append([Literal(index), Literal(index + count, false)])
            system.clauses.append([Literal(index, false), Literal(index + count)])
        }
        var diagram = try DecisionDiagram(order: Array(0..<2 * count), budget: .default)
        let kept = [Bool](repeating: true, count: 2 * count)
        let function = try diagram.function(of: system, keeping: kept)
        #expect(diagram.nodeCount > 1 << count)
        diagram.siftingStepsLeft = 0
        try diagram.sift(isThorough: true, keeping: [function])
        #expect(diagram.order == Array(0..<2 * count))
        diagram.siftingStepsLeft = .max
        try diagram.sift(isThorough: true, keeping: [function])
        #expect(diagram.nodeCount == 3 * count + 2)
    }
}
