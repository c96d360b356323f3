import Automata
import AutomataTestSupport
import Testing

@Suite("Tables for long inputs")
struct LongInputTableTests {
    @Test func pairsLeadWhereTwoBytesDo() throws {
        for seed in 0..<12 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let matcher = Matcher(try LongInputMachine(&random).dfa)
            let rows = try #require(RowTargets(matcher.table, classes: matcher.symbols.ofByte))
            let pairs = try #require(BytePairTable(rows, classes: matcher.symbols.ofByte))
            var mistakes = 0
            for row in 0..<rows.rowCount {
                for pair in 0..<1 << 16 {
                    let column = Int(pairs.columnOfPair[pair])
                    let found: Int
                    switch pairs.cells {
                    case .shorts(let cells): found = Int(cells[row * pairs.stride + column])
                    case .words(let cells): found = Int(cells[row * pairs.stride + column])
                    }
                    let middle = target(rows, matcher, row, UInt8(pair & 255))
                    if found != target(rows, matcher, middle, UInt8(pair >> 8)) * pairs.stride { mistakes += 1 }
                }
            }
            #expect(mistakes == 0)
        }
    }

    @Test func survivorIsTheOneRowThatAllRunsEndIn() throws {
        var knownCount = 0
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let machine = try LongInputMachine(&random)
            let matcher = Matcher(machine.dfa)
            let classes = matcher.symbols.ofByte
            let rows = try #require(RowTargets(matcher.table, classes: classes))
            let stop = matcher.table.allAccepting
            let stopRow = stop == FrozenTable.nowhere ? nil : stop / matcher.table.stride
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
                var ends = Set(1..<rows.rowCount).subtracting([stopRow ?? 0])
                for byte in text[..<found.byteCount] {
                    ends = Set(ends.map { target(rows, matcher, $0, byte) }).subtracting([0, stopRow ?? 0])
                }
                #expect(ends == (found.row == 0 ? [] : [found.row]))
            }
        }
        #expect(knownCount > 1000)
    }

    @Test func setsThatTakeTooManyStepsAreAllRows() throws {
        var random = SplitMix64(seed: 4)
        let machine = try LongInputMachine(.lastLetters, states: 256, symbols: 2, &random)
        let matcher = Matcher(machine.dfa)
        let rows = try #require(RowTargets(matcher.table, classes: matcher.symbols.ofByte))
        #expect(StateConvergence(rows, stoppingAt: nil, maximumSteps: 100) == nil)
        #expect(StateConvergence(rows, stoppingAt: nil, maximumSteps: 2000) == nil)
        #expect(StateConvergence(rows, stoppingAt: nil, maximumSteps: 1 << 16) != nil)
    }

    private func target(_ rows: RowTargets, _ matcher: Matcher, _ row: Int, _ byte: UInt8) -> Int {
        Int(rows.targets[row * rows.columnCount + Int(matcher.symbols.ofByte[Int(byte)])])
    }
}
