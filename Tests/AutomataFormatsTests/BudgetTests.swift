import Automata
import AutomataFormats
import Testing

/// Reading and writing within budgets.
@Suite struct BudgetTests {
    private static let automaton: Automaton = {
        var builder = NFA.Builder()
        do {
            try builder.addStates(5_000)
            for state in 0..<StateID(4_999) {
                try builder.addTransition(from: state, on: Int(state) % 2 == 0 ? "a" : "b", to: state + 1)
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

    /// What is allowed for each of two texts isn't for both of them.
    @Test(arguments: Format.allCases)
    func textsReadTogetherShareTheBudget(format: Format) throws {
        let first = try format.write(Self.automaton).bytes
        // Its states are half of those of both.
        for other in [format, .mata, .att] {
            let second = try other.write(Self.automaton).bytes
            for (maximumStates, isEnough) in [(10_000, true), (9_999, false)] {
                let options = ReadOptions(inputName: "text", budget: Budget(maximumStates: maximumStates))
                let read = Self.withBytes(of: first, second) { first, second in
                    Result { () throws(FormatError) in
                        try Format.read(jointly: [
                            TextToRead(first, format: format, options: options),
                            TextToRead(second, format: other, options: options),
                        ])
                    }
                }
                switch read {
                case .success(let texts): #expect(isEnough && texts.count == 2, "\(format) and \(other)")
                case .failure(let error):
                    #expect(!isEnough, "\(format) and \(other)")
                    #expect(error.limit == .budgetExceeded(statesBuilt: 10_000, limit: .states(9_999)))
                }
            }
        }
    }

    /// Formulas are written out beside what others hold.
    @Test func formulasShareTheBudget() throws {
        let lines = (0..<5_000).map { "q\($0) (a1 & !a2) q\($0 + 1)\n" }
        let text = Array(("@NFA-bits\n%Alphabet-auto\n%Initial q0\n%Final q1\n" + lines.joined()).utf8)
        let large = try Format.mata.write(Self.automaton).bytes
        func isRead(_ texts: [[UInt8]], _ bytes: Int) -> Bool {
            let options = ReadOptions(budget: Budget(maximumBytes: bytes))
            return Self.withBytes(of: texts[0], texts[texts.count - 1]) { first, last in
                let inputs = texts.count == 1 ? [first] : [first, last]
                return (try? Format.mata.read(jointly: inputs.map { ($0, options) })) != nil
            }
        }
        let enough = try #require((1...1_000).first { isRead([large], $0 << 10) }) << 10
        #expect(isRead([text], 2 * enough))
        #expect(!isRead([large, text], enough))
        #expect(isRead([large, text], 4 * enough))
    }

    private static func withBytes<Result>(
        of first: [UInt8], _ second: [UInt8], _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result
    ) -> Result {
        first.withUnsafeBytes { first in second.withUnsafeBytes { second in body(first, second) } }
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
