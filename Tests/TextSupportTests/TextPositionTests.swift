import Testing
import TextSupport

@Suite struct TextPositionTests {
    @Test func linesAndColumnsCountFromOne() {
        let text = Array("ab\n\r\né\tx\n".utf8)
        let expected = [
            (1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (4, 1),
        ]
        for (offset, (line, column)) in expected.enumerated() {
            let position = TextPosition(of: offset, in: text)
            #expect((position.line, position.column) == (line, column), "offset \(offset)")
        }
        // Beyond the text is its end.
        let offsets = [7, 1000, 0, -1] + Array(text.indices.reversed())
        let positions = text.withUnsafeBytes { TextPosition.positions(of: offsets, in: $0) }
        #expect(positions == offsets.map { TextPosition(of: $0, in: text) })
        #expect(TextPosition(of: 1000, in: text) == TextPosition(of: text.count, in: text))
        #expect(TextPosition(of: -1, in: text) == TextPosition(of: 0, in: text))
        #expect(TextPosition(of: 0, in: []) == TextPosition(of: 9, in: []))
    }

    private struct Problem: TextualError {
        var inputName: String?
        var line: Int?
        var column: Int?
        var message = "no"
        var remedy: String?
    }

    @Test func errorsSayWhereWhatAndWhatToDo() {
        #expect(Problem().description == "no")
        #expect(Problem(line: 2).description == "2: no")
        #expect(Problem(inputName: "f", line: 2, column: 3).description == "f:2:3: no")
        #expect(Problem(inputName: "f", remedy: "try").description == "f: no; try")
        #expect(Problem(line: 1, column: 1, remedy: "try").sentence == "no; try")
    }
}
