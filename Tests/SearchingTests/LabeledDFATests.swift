import Automata
import AutomataTestSupport
import RegularExpressions
import Searching
import Testing

/// Tables for lexical analyzers.
@Suite struct LabeledDFATests {
    private func searcher(_ patterns: [String]) throws -> Searcher {
        try Searcher(for: patterns.map { try RegularExpression(parsing: $0) })
    }

    /// The end and the label of the longest word at a position, by the tables alone.
    private func token(_ dfa: LabeledDFA, _ text: [UInt8], at start: Int) -> (end: Int, label: Int)? {
        var (state, position) = (dfa.start, start)
        var token: (Int, Int)?
        while true {
            if let label = dfa.labels[Int(state)] { token = (position, Int(label)) }
            guard position < text.count else { return token }
            state = dfa.targets[Int(state) * dfa.classCount + Int(dfa.classOfByte[Int(text[position])])]
            if state == 0 { return token }
            position += 1
        }
    }

    @Test func keywordsComeBeforeIdentifiers() throws {
        let dfa = try searcher(["if|else", "[a-z]+", "[0-9]+", " +"]).labeledDFA()
        #expect(dfa.classOfByte.count == 256 && dfa.targets.count == dfa.stateCount * dfa.classCount)
        var tokens: [String] = []
        let text = Array("if x else1 elsewhere".utf8)
        var position = 0
        while let (end, label) = token(dfa, text, at: position) {
            tokens.append("\(label):" + String(decoding: text[position..<end], as: UTF8.self))
            position = end
        }
        #expect(position == text.count)
        #expect(tokens == ["0:if", "3: ", "1:x", "3: ", "0:else", "2:1", "3: ", "1:elsewhere"])
    }

    /// Each text at each position, beside the definition, and in states that all differ.
    @Test func tablesAreMinimalAndRight() throws {
        var (tokenCount, mergedCount) = (0, 0)
        let texts = ExpressionCorpus.programmer
        for (index, text) in texts.enumerated() {
            let patterns = [text, ["b", "a+", "a|b", "[ab]*", ""][index % 5], texts[(index + 7) % texts.count]]
            let expressions = try patterns.map { try RegularExpression(parsing: $0) }
            let searcher = try Searcher(for: expressions)
            guard let dfa = try? searcher.labeledDFA() else {
                #expect(expressions.contains { $0.hasAssertions })
                continue
            }
            #expect(classes(of: dfa) == dfa.stateCount)
            if dfa.stateCount < searcher.automaton.rowCount { mergedCount += 1 }
            let naive = NaiveSearch(expressions: expressions)
            var random = SplitMix64(seed: UInt64(index))
            for _ in 0..<10 {
                let alphabet = Array("aabcx 0\n_Bé".utf8)
                let bytes = (0..<random.draw(12)).map { _ in alphabet[random.draw(alphabet.count)] }
                for position in 0...bytes.count {
                    let expected = naive.longestMatch(in: bytes, at: position)
                    let found = token(dfa, bytes, at: position)
                    #expect(found?.end == expected?.range.upperBound && found?.label == expected?.patterns[0])
                    if found != nil { tokenCount += 1 }
                }
            }
        }
        #expect(tokenCount > 1_000 && mergedCount > 5)
    }

    /// The number of states that labels of some words tell apart.
    private func classes(of dfa: LabeledDFA) -> Int {
        var classOfState = dfa.labels.map { $0.map { Int($0) + 1 } ?? 0 }
        var count = Set(classOfState).count
        while true {
            var numbers: [[Int]: Int] = [:]
            let next = classOfState.indices.map { state in
                let row = dfa.targets[state * dfa.classCount..<(state + 1) * dfa.classCount]
                let key = [classOfState[state]] + row.map { classOfState[Int($0)] }
                numbers[key] = numbers[key] ?? numbers.count
                return numbers[key] ?? 0
            }
            if numbers.count == count { return count }
            (classOfState, count) = (next, numbers.count)
        }
    }

    /// A trie isn't minimal, and its words share their ends here.
    @Test func wordsAreMinimized() throws {
        let words = (0..<1_000).map { Array("\($0 + 1_000)".utf8) }
        let searcher = try Searcher(forWords: words.map { $0 + Array("end".utf8) })
        let same = try Searcher(for: [RegularExpression(parsing: "1[0-9]{3}end")]).labeledDFA()
        #expect(same.stateCount == 9)
        #expect(try searcher.labeledDFA().stateCount > 1_000)
        let unlabeled = try Searcher(for: [RegularExpression(parsing: "abend|acend")]).labeledDFA()
        #expect(unlabeled.stateCount == 7 && unlabeled.classCount == 6)
        #expect(try Searcher(forWords: [[UInt8]]()).labeledDFA().stateCount == 1)
    }

    @Test func searchersWithoutTablesAreRefused() throws {
        #expect(throws: AutomataError.self) { try searcher(["a$"]).labeledDFA() }
        let lazy = try Searcher(for: [RegularExpression(parsing: "a")], lazily: true)
        #expect(throws: AutomataError.self) { try lazy.labeledDFA() }
        let large = try searcher(["[ab]*a[ab]{9}"])
        #expect(throws: AutomataError.self) { try large.labeledDFA(budget: Budget(isCancelled: { true })) }
    }
}
