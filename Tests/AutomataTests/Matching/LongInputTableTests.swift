import Automata
import AutomataTestSupport
import Testing

@Suite("Tables for long inputs")
struct LongInputTableTests {
    @Test func pairsLeadWhereTwoBytesDo() throws {
        for seed in 0..<12 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let matcher = Matcher(try LongInputMachine(&random).dfa)
            let rows = try #require(RowTargets(matcher.table, classes: matcher.symbols.classOfByte))
            let pairs = try #require(BytePairTable(rows, classes: matcher.symbols.classOfByte))
            #expect(rows.mistakeCount(in: pairs, classes: matcher.symbols.classOfByte) == 0)
        }
    }

    @Test func survivorIsTheOneRowThatAllRunsEndIn() throws {
        var knownCount = 0
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let machine = try LongInputMachine(&random)
            let matcher = Matcher(machine.dfa)
            let classes = matcher.symbols.classOfByte
            let rows = try #require(RowTargets(matcher.table, classes: classes))
            let stop = matcher.table.allAcceptingPosition
            let stopRow = stop == FrozenTable.noPosition ? nil : stop / matcher.table.stride
            guard let convergence = StateConvergence(rows, stoppingAt: stopRow, maximumSteps: 1 << 14) else { continue }
            for _ in 0..<20 {
                let text = machine.text(1 + random.draw(30), &random)
                let found = text.withUnsafeBufferPointer { text in
                    classes.withUnsafeBufferPointer { classes in
                        classes.baseAddress.flatMap { convergence.survivor(of: text, classes: $0) }
                    }
                }
                guard let found else { continue }
                knownCount += 1
                let ends = rows.ends(
                    of: text[..<found.byteCount], stops: Set([0, stopRow ?? 0]), classes: classes)
                #expect(ends == (found.row == 0 ? [] : [found.row]))
            }
        }
        #expect(knownCount > 1000)
    }

    @Test func setsThatTakeTooManyStepsAreAllRows() throws {
        var random = SplitMix64(seed: 4)
        let machine = try LongInputMachine(.lastLetters, states: 256, symbols: 2, &random)
        let matcher = Matcher(machine.dfa)
        let rows = try #require(RowTargets(matcher.table, classes: matcher.symbols.classOfByte))
        #expect(StateConvergence(rows, stoppingAt: nil, maximumSteps: 100) == nil)
        #expect(StateConvergence(rows, stoppingAt: nil, maximumSteps: 2000) == nil)
        #expect(StateConvergence(rows, stoppingAt: nil, maximumSteps: 1 << 16) != nil)
    }
}
