import StrokeFormats
import Testing

@Suite struct RoundTripTests {
    @Test(arguments: [InkFormat.json, .ndjson, .inkML])
    func whatIsWrittenIsReadAgain(_ format: InkFormat) throws {
        var mutator = Mutator(seed: 11)
        for _ in 0..<500 {
            let document = try mutator.document()
            #expect(try format.read(format.write(document)) == document)
        }
    }

    @Test func writersAreStable() throws {
        let document = InkDocument(elements: [
            LabelledInk(strokes: [], labels: ["b": "2", "a": "1", "y": "\u{1}\"", "x": ""]),
            try InkFormat.json.read("[[1.50,-0,3e0],[1e30,0.1,4]]").elements[0],
        ])
        #expect(
            String(decoding: try InkFormat.ndjson.write(document), as: UTF8.self)
                == "{\"a\":\"1\",\"b\":\"2\",\"labels\":{\"x\":\"\",\"y\":\"\\u0001\\\"\"},\"strokes\":[]}\n"
                + "{\"points\":[[1.5,-0,3],[1e+30,0.1,4]]}\n")
        #expect(String(decoding: try InkFormat.json.write(InkDocument()), as: UTF8.self) == "[]\n")
        #expect(throws: InkFormatError.self) { try InkFormat.inkML.write(document) }
        #expect(throws: InkFormatError.self) { try InkFormat.dollar.write(document) }
    }
}
