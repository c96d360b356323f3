import Automata
import FeatureModels
import Synchronization
import Testing

/// A count that closures share.
private final class Counter: Sendable {
    private let value = Mutex(0)
    func next() -> Int {
        value.withLock {
            $0 += 1; return $0
        }
    }
    var count: Int { value.withLock { $0 } }
}

struct LayeredDFABudgetTests {
    /// xi = x(i + n), whose diagram in the order of the numbers has 3 * 2^n nodes or so.
    private func pairs(_ count: Int) -> BooleanSystem {
        var system = BooleanSystem(variableCount: 2 * count)
        for index in 0..<count {
            system.clauses.append([Literal(index), Literal(index + count, false)])
            system.clauses.append([Literal(index, false), Literal(index + count)])
        }
        // One condition that joins all parts.
        system.clauses.append((0..<2 * count).map { Literal($0) })
        return system
    }

    private func compile(
        _ system: BooleanSystem, _ order: VariableOrder, _ budget: Budget
    ) throws(LimitError) -> LayeredDFACompiler.Result {
        try LayeredDFACompiler.circuit(
            of: system, keeping: [Bool](repeating: true, count: system.variableCount), order: order, budget: budget)
    }

    @Test func limitsOnStates() throws {
        #expect(throws: LimitError.budgetExceeded(built: 4, limit: .states(3))) {
            try compile(BooleanSystem(variableCount: 3), .force, Budget(maximumStates: 3))
        }
        #expect(try compile(BooleanSystem(variableCount: 3), .force, Budget(maximumStates: 4)).stateCount == 4)
        for order in [VariableOrder.numbers, .given([])] {
            let error = #expect(throws: LimitError.self) {
                try compile(pairs(18), order, Budget(maximumStates: 100_000))
            }
            #expect(error?.isBudgetExceeded == true)
        }
        #expect(try compile(pairs(18), .sifted, Budget(maximumStates: 100_000)).stateCount < 1000)
    }

    @Test func limitsOnBytes() throws {
        for bytes in [0, 1000, 100_000, 5_000_000] {
            let error = #expect(throws: LimitError.self) {
                try compile(pairs(18), .numbers, Budget(maximumBytes: bytes))
            }
            guard case .budgetExceeded(_, .bytes(bytes)) = error else {
                Issue.record("\(bytes): \(String(describing: error))")
                continue
            }
        }
    }

    @Test func cancellationAtEachCheck() throws {
        for order in [VariableOrder.numbers, .sifted] {
            let counter = Counter()
            _ = try compile(
                pairs(14), order,
                Budget(isCancelled: {
                    _ = counter.next(); return false
                }))
            let checks = counter.count
            #expect(checks > 5)
            for stop in 1...checks {
                let counter = Counter()
                let error = #expect(throws: LimitError.self) {
                    try compile(pairs(14), order, Budget(isCancelled: { counter.next() == stop }))
                }
                #expect(error?.isCancelled == true)
                #expect(counter.count == stop)
            }
        }
    }

    @Test func cancellationOfAutomata() throws {
        let circuit = try compile(pairs(12), .sifted, .default).circuit
        let letters = (0..<24).map { Reduction.Meaning.literal(Literal($0)) }
        let counter = Counter()
        let table = try LayeredTable(
            of: circuit, letters: letters,
            budget: Budget(isCancelled: {
                _ = counter.next(); return false
            }))
        let checks = counter.count
        for stop in 1...checks {
            let counter = Counter()
            let error = #expect(throws: LimitError.self) {
                try LayeredTable(
                    of: circuit, letters: letters, budget: Budget(isCancelled: { counter.next() == stop }))
            }
            #expect(error?.isCancelled == true)
        }
        let tight = Budget(maximumStates: table.stateCount - 1)
        #expect(throws: LimitError.self) {
            try LayeredTable(of: circuit, letters: letters, budget: tight)
        }
    }

    @Test func progressIsTold() throws {
        let counter = Counter()
        _ = try compile(pairs(14), .numbers, Budget(reportProgress: { _ in _ = counter.next() }))
        #expect(counter.count > 3)
    }
}
