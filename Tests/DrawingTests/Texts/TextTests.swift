import Drawing
import Testing

@Suite struct TextTests {
    @Test(arguments: [
        ("abc", 1.7, "abc"), ("abcdef", 2.3, "a…f"), ("abcdef", 2.8, "ab…f"), ("abcdef", 0, "a…"), ("W", 0, "W"),
        ("", 0, ""),
        ("{q0,q1,q2}", 4.5, "{q0,…,q2}"),
    ])
    func longNamesLoseTheirMiddle(name: String, width: Double, text: String) {
        #expect(Label.shortened(name, toWidth: width) == text)
        #expect(name.count < 2 || width == 0 || Label.width(of: Label.shortened(name, toWidth: width)) <= width)
    }

    @Test func blocksBreakBetweenWordsAndEndWithAnEllipsis() {
        let block = TextBlock("one two three four five", size: 10, width: 60, lineCount: 2)
        #expect(block.lines.count == 2 && block.lines[1].hasSuffix("…") && block.isShortened)
        #expect(block.full == "one two three four five")
        #expect(TextBlock.wrapped("one two", width: 100) == ["one two"])
        #expect(TextBlock.wrapped(" \n", width: 100).isEmpty)
    }

    @Test func textsInDOTAreQuoted() {
        #expect(DOTText.quoted("a\"b\\c\n&\u{1}") == "\"a\\\"b\\\\c\\n&amp;\u{FFFD}\"")
        let long = DOTText.quoted(String(repeating: "x", count: 9_000))
        #expect(long.split(separator: "\n").allSatisfy { $0.utf8.count <= 4_002 })
    }

    @Test func numbersHaveAtMostTwoDecimals() {
        #expect(
            [1, -0.5, 0.05, 2.345, -0.001, 1e15].map(Decimal.hundredths) == ["1", "-0.5", "0.05", "2.35", "0", "0"])
    }
}
