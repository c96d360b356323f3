import Automata
import AutomataTestSupport
import Foundation
import RegularExpressions
import Testing

/// What Python knows: its `re` on random expressions and texts, and its `unicodedata`.
private enum Python {
    static let path = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The lines that a program prints.
    static func run(_ program: String, input: String = "") throws -> [Substring] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path ?? "")
        process.arguments = ["-c", program]
        let (toProgram, fromProgram) = (Pipe(), Pipe())
        process.standardInput = toProgram
        process.standardOutput = fromProgram
        try process.run()
        // It reads all before it writes, so that neither waits for the other.
        try toProgram.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try toProgram.fileHandleForWriting.close()
        let output = try fromProgram.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: output, as: UTF8.self).split(separator: "\n")
    }
}

@Suite(.enabled(if: Python.path != nil, "python3 is missing"))
struct ExpressionDifferentialTests {
    /// A random expression in the syntax that is Python's too.
    private static func expression(_ random: inout SplitMix64, depth: Int) -> String {
        let atoms = [
            "a", "b", "ab", ".", "[ab]", "[^a]", "[^\\w]", "\\w", "\\W", "\\d", "\\s", "\\S", "\\b", "\\B", "^", "$",
            "-", "[a-z_]", "(?i:A)",
            "\\x61", "\\.",
        ]
        if depth == 0 { return atoms[random.draw(atoms.count)] }
        func part() -> String { expression(&random, depth: depth - 1) }
        switch random.draw(8) {
        case 0: return "(?:\(part()))*"
        case 1: return "(\(part())|\(part()))"
        case 2: return "(?:\(part())){\(random.draw(3)),\(2 + random.draw(2))}"
        case 3: return "(?:\(part()))?"
        case 4: return "(?:\(part()))+?"
        default: return part() + part()
        }
    }

    private func hexadecimal(_ text: String) -> String {
        text.utf8.map { String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
    }

    @Test func randomExpressions() throws {
        var random = SplitMix64(seed: 606)
        let letters = Array("ab _1-.A")
        // Python's \B isn't in the empty text, unlike everybody else's; so that is left out.
        let texts = (0..<60).map { _ in String((0...random.draw(6)).map { _ in letters[random.draw(letters.count)] }) }
        let patterns = (0..<400).map { Self.expression(&random, depth: $0 % 4) }
        let program = """
            import re, sys
            lines = [bytes.fromhex(line) for line in sys.stdin.read().split("\\n")]
            count = int(lines[0])
            patterns, texts = lines[1:count + 1], lines[count + 1:]
            for pattern in patterns:
                compiled, search = re.compile(pattern), re.compile(pattern)
                print("".join("01"[bool(compiled.fullmatch(text))] + "01"[bool(search.search(text))] for text in texts))
            """
        let input = ([String(patterns.count)] + patterns + texts).map(hexadecimal).joined(separator: "\n")
        let answers = try Python.run(program, input: input)
        #expect(answers.count == patterns.count)
        for (pattern, answer) in zip(patterns, answers) {
            let whole = try ExpressionMatcher(pattern)
            let search = try ExpressionMatcher(pattern, .init(allowsTextAround: true))
            let expected = Array(answer)
            for (index, text) in texts.enumerated() {
                #expect(whole.accepts(text) == (expected[2 * index] == "1"), "\(pattern) and '\(text)'")
                #expect(search.accepts(text) == (expected[2 * index + 1] == "1"), "\(pattern) within '\(text)'")
            }
        }
    }

    /// Each scalar that Python knows has the category that Python says.
    @Test func generalCategories() throws {
        let lines = try Python.run(
            """
            import unicodedata
            start, last = 0, None
            for code in range(0x110001):
                category = unicodedata.category(chr(code)) if code < 0x110000 else ""
                if category != last:
                    if last: print(last, start, code - 1)
                    start, last = code, category
            """)
        var ranges: [Substring: [ClosedRange<UInt32>]] = [:]
        for line in lines {
            let fields = line.split(separator: " ")
            ranges[fields[0], default: []].append(try #require(UInt32(fields[1]))...(try #require(UInt32(fields[2]))))
        }
        #expect(ranges.count == 30)
        for (category, ranges) in ranges where category != "Cn" && category != "Cs" {
            let expression = try RegularExpression(parsing: "\\p{\(category)}", options: .init(unit: .scalars))
            let dfa = try expression.dfa()
            var wrong = 0
            for range in ranges {
                for value in [range.lowerBound, range.upperBound] {
                    guard let scalar = Unicode.Scalar(value), let symbol = expression.alphabet.symbol(for: scalar)
                    else {
                        continue
                    }
                    if !dfa.accepts([symbol]) { wrong += 1 }
                }
            }
            #expect(wrong == 0, "\(category)")
        }
    }

    /// Letters that Python folds alike are alike where case is ignored.
    @Test func caseFolding() throws {
        let lines = try Python.run(
            """
            for code in range(0x110000):
                folded = chr(code).casefold()
                if len(folded) == 1 and folded != chr(code): print(code, ord(folded))
            """)
        #expect(lines.count > 1000)
        for line in lines {
            let codes = line.split(separator: " ").compactMap { UInt32($0) }
            let expression = try RegularExpression(
                parsing: "\\u{\(String(codes[0], radix: 16))}", options: .init(unit: .scalars, ignoresCase: true))
            let dfa = try expression.dfa()
            for code in codes {
                let scalar = try #require(Unicode.Scalar(code))
                #expect(dfa.accepts([try #require(expression.alphabet.symbol(for: scalar))]), "\(line)")
            }
        }
    }
}
