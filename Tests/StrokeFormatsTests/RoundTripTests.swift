import StrokeFormats
import Strokes
import Testing

@Suite struct RoundTripTests {
    @Test(arguments: [InkFormat.json, .ndjson, .inkML])
    func whatIsWrittenIsReadAgain(_ format: InkFormat) throws {
        var mutator = Mutator(seed: 11)
        for _ in 0..<500 {
            var document = try mutator.document()
            if format == .inkML { document.texts = [] }
            #expect(try format.read(format.write(document)) == document)
        }
    }

    @Test func writersAreStable() throws {
        let document = InkDocument(elements: [
            LabeledInk(strokes: [], labels: ["b": "2", "a": "1", "y": "\u{1}\"", "x": ""]),
            try InkFormat.json.read("[[1.50,-0,3e0],[1e30,0.1,4]]").elements[0],
        ])
        #expect(
            String(decoding: try InkFormat.ndjson.write(document), as: UTF8.self)
                == "{\"a\":\"1\",\"b\":\"2\",\"labels\":{\"x\":\"\",\"y\":\"\\u0001\\\"\"},\"strokes\":[]}\n"
                + "{\"points\":[[1.5,-0,3],[1e+30,0.1,4]]}\n")
        #expect(String(decoding: try InkFormat.json.write(InkDocument()), as: UTF8.self) == "[]\n")
        #expect(throws: InkFormatError.self) { try InkFormat.inkML.write(document) }
        let text = InkDocument(texts: [InkText("a, b", at: Point(x: 1, y: -2))])
        #expect(
            String(decoding: try InkFormat.json.write(text), as: UTF8.self)
                == "[\n{\"text\":\"a, b\",\"at\":[1,-2]}\n]\n")
        #expect(throws: InkFormatError.self) { try InkFormat.inkML.write(text) }
        #expect(throws: InkFormatError.self) { try InkFormat.dollar.write(document) }
    }

    @Test func textsStandBesideTheInk() throws {
        let read = try InkFormat.ndjson.read(
            """
            {"points":[[1,2],[3,4]],"text":"a label","at":[1,2]}
            {"at":[5,6.5],"text":"ε","size":3}
            {"text":"q0","at":[1e999,2],"points":[[0,0]]}

            """)
        #expect(read.elements.map { $0.labels["text"] } == ["a label", "q0"])
        #expect(read.texts == [InkText("ε", at: Point(x: 5, y: 6.5))])
        #expect(throws: InkFormatError.self) { try InkFormat.ndjson.read("{\"text\":\"a\",\"at\":[1]}") }
        #expect(throws: InkFormatError.self) { try InkFormat.ndjson.read("{\"at\":[1,2]}") }
    }
}
