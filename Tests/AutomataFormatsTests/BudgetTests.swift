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

    private func read(_ text: WriteResult, as format: Format, _ budget: Budget) throws(FormatError) -> Automaton {
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

    /// Names that aren't in natural order are put into it with many looks at the budget, each of
    /// which can end the reading.
    @Test(arguments: [Format.mata, .jflap, .att, .dot, .ba])
    func sortingNamesIsWatched(format: Format) throws {
        let count = 1 << 16
        let symbols = (0..<count).map { "s\($0 * 40_503 % count)x" }
        let text =
            switch format {
            case .mata: "@NFA\n%Initial p\n%Final p\n" + symbols.map { "p \($0) p\n" }.joined()
            case .att: symbols.map { "0\t0\t\($0)\n" }.joined() + "0\n"
            case .ba: "p\n" + symbols.map { "\($0),p->p\n" }.joined() + "p\n"
            case .dot: "digraph{s[shape=point];s->p;p->p[label=\"" + symbols.joined(separator: ",") + "\"]}"
            default:
                "<structure><type>fa</type><state id='0'/>"
                    + symbols.map { "<transition><from>0</from><to>0</to><read>\($0)</read></transition>" }.joined()
                    + "</structure>"
            }
        let calls = Calls()
        let written = WriteResult(bytes: Array(text.utf8))
        let automaton = try read(written, as: format, Budget(isCancelled: { calls.count(endingAt: .max) }))
        #expect(automaton.alphabet.count == count)
        // A look each 16 KiB of text, and then one each 4,096 comparisons.
        let whileReading = text.utf8.count >> 14
        #expect(calls.number > whileReading + 200)
        calls.number = 0
        let error = #expect(throws: FormatError.self) {
            try read(written, as: format, Budget(isCancelled: { calls.count(endingAt: whileReading + 150) }))
        }
        guard case .cancelled = error?.limit else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Counts the questions whether to go on. A reader asks in one thread.
    private final class Calls: @unchecked Sendable {
        var number = 0

        func count(endingAt last: Int) -> Bool {
            number += 1
            return number >= last
        }
    }

    /// The minterms of right formulas can be too many for a budget; too many variables are so for
    /// every one.
    @Test func formulasThatAreTooComplexAreLimits() throws {
        func read(_ formula: String, _ budget: Budget) -> FormatError? {
            let text = WriteResult(bytes: Array("@NFA-bits\n%Initial p\n%Final p\np \(formula) p\n".utf8))
            do { _ = try self.read(text, as: .mata, budget) } catch { return error }
            return nil
        }
        // All of the first half of the variables are looked at before the first of the second half.
        let formula = (0..<14).map { "a\($0) & b\($0)" }.joined(separator: " | ")
        #expect(read(formula, .default) == nil)
        guard case .budgetExceeded(_, .bytes(1_000_000)) = read(formula, Budget(maximumBytes: 1_000_000))?.limit else {
            Issue.record("a million bytes suffice for 2¹⁴ nodes")
            return
        }
        let variables = (0...512).map { "a\($0)" }.joined(separator: " | ")
        let error = read(variables, .default)
        #expect(error?.limit == .tooLarge("variables"))
        #expect(error?.message == "the formulas have 513 variables; at most 512 are supported")
    }
}
