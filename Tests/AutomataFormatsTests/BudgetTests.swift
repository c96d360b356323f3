import Automata
import AutomataFormats
import Testing

/// Reading and writing within budgets.
@Suite struct BudgetTests {
    private static let automaton: Automaton = {
        var builder = NFA.Builder()
        do {
            try builder.addStates(5_000)
            for state in 0..<State(4_999) {
                try builder.addTransition(from: state, on: state % 2 == 0 ? "a" : "b", to: state + 1)
            }
            builder.insertInitial(0)
            builder.insertFinal(4_999)
            return .nfa(try builder.build())
        } catch { fatalError("\(error)") }
    }()

    private func read(_ text: WrittenText, as format: Format, _ budget: Budget) throws(FormatError) -> Automaton {
        let bytes = text.bytes
        var options = ReadOptions(inputName: "text")
        options.budget = budget
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(FormatError) in try format.read(bytes, options: options) }
        }
        return try result.get()
    }

    @Test(arguments: Format.allCases)
    func limitsEndTheWork(format: Format) throws {
        let text = try format.write(Self.automaton)
        #expect(try read(text, as: format, Budget(maximumStates: 5_000)).stateCount == 5_000)
        let states = #expect(throws: FormatError.self) {
            try read(text, as: format, Budget(maximumStates: 4_999))
        }
        #expect(states?.limit == .budgetExceeded(statesBuilt: 5_000, limit: .states(4_999)))
        #expect(states?.inputName == "text")
        #expect(states?.line == nil)
        let bytes = #expect(throws: FormatError.self) { try read(text, as: format, Budget(maximumBytes: 10_000)) }
        guard case .budgetExceeded(_, .bytes(10_000)) = bytes?.limit else {
            Issue.record("\(String(describing: bytes))")
            return
        }
        let cancelled = #expect(throws: FormatError.self) {
            try read(text, as: format, Budget(isCancelled: { true }))
        }
        #expect(cancelled?.limit == .cancelled(statesBuilt: 0))
    }

    @Test(arguments: Format.allCases)
    func textsThatAreTooLongAreNotWritten(format: Format) throws {
        let count = try format.write(Self.automaton).bytes.count
        #expect(try format.write(Self.automaton, budget: Budget(maximumBytes: count)).bytes.count == count)
        let error = #expect(throws: FormatError.self) {
            try format.write(Self.automaton, budget: Budget(maximumBytes: count - 1))
        }
        #expect(error?.limit == .budgetExceeded(statesBuilt: 0, limit: .bytes(count - 1)))
        let cancelled = #expect(throws: FormatError.self) {
            try format.write(Self.automaton, budget: Budget(isCancelled: { true }))
        }
        #expect(cancelled?.limit == .cancelled(statesBuilt: 0))
    }
}
