import StrokeFormats
import Strokes
import Testing

@Suite struct InkJSONTests {
    static let line = points((1, 2), (3, 4), (5, 6))

    @Test(arguments: [
        "[[1, 2], [3, 4], [5, 6]]", "[[[1,2],[3,4],[5,6]]]", "\u{FEFF} [ [1.0, 2e0], [30E-1, 4], [5, 0.06e+2] ] \n",
        #"{"points": [[1,2],[3,4],[5,6]]}"#, #"{"strokes": [[[1,2],[3,4],[5,6]]]}"#,
        #"{"drawing": [[[1,3,5],[2,4,6]]]}"#, #"[{"x":1,"y":2},{"y":4,"x":3},{"x":5,"y":6,"azimuth":[7,{}]}]"#,
        #"{"elements": [{"other": {"deep": [[1]]}, "points": [{"x":1,"y":2},{"x":3,"y":4},{"x":5,"y":6}]}]}"#,
        #"[{"points": [[1,2,null],[3,4,0],[5,6,1]]}]"#,
    ])
    func oneStrokeInManyForms(_ text: String) throws {
        let document = try InkFormat.json.read(text)
        #expect(document.elements == [LabeledInk(strokes: [Stroke(Self.line)])])
    }

    @Test func timesAndPressures() throws {
        let stroke = try Stroke(points((1, 2), (3, 4)), times: [0, 0.5], pressures: [0.25, 1])
        for text in [
            "[[1,2,0,0.25],[3,4,0.5,1]]", #"[{"x":1,"y":2,"t":0,"p":0.25},{"x":3,"y":4,"t":0.5,"p":1.5}]"#,
            #"{"drawing":[[[1,3],[2,4],[0,500],[0.25,1]]]}"#,
        ] {
            #expect(try InkFormat.json.read(text).elements.first?.strokes == [stroke])
        }
    }

    /// Lists of two to four numbers could be points or columns.
    @Test func columnsAreLongerThanPoints() throws {
        let columns = try InkFormat.json.read("[[0,1,2,3,4],[5,6,7,8,9]]")
        #expect(columns.points == points((0, 5), (1, 6), (2, 7), (3, 8), (4, 9)))
        #expect(try InkFormat.json.read("[[0,1],[5,6]]").points == points((0, 1), (5, 6)))
        #expect(try InkFormat.json.read(#"{"drawing":[[[0,1],[5,6]]]}"#).points == points((0, 5), (1, 6)))
        #expect(try InkFormat.json.read(#"{"drawing":[[[0,1],[5,6],[7,8],[9,9],[1,1]]]}"#).points?.count == 5)
    }

    @Test func quickDraw() throws {
        let text = #"{"key_id":"5891796615823360","word":"circle","countrycode":"AE","recognized":true,"drawing":"#
        let document = try InkFormat.ndjson.read(text + "[[[1,2],[3,4]],[[5],[6]]]}\n" + text + "[]}\n")
        #expect(document.elements.count == 2)
        #expect(document.elements[0].strokes == [Stroke(points((1, 3), (2, 4))), Stroke(points((5, 6)))])
        #expect(document.elements[0].labels["word"] == "circle")
        #expect(document.elements[0].labels["recognized"] == "true")
        #expect(document.elements[1].strokes.isEmpty)
    }

    @Test func whatIsOneElementAndWhatIsSeveral() throws {
        let stroke = "[[1,2],[3,4]]"
        func counts(_ text: String) throws -> [Int] { try InkFormat.json.read(text).elements.map(\.strokes.count) }
        #expect(try counts("[\(stroke),\(stroke)]") == [1, 1])
        #expect(try counts("[[\(stroke),\(stroke)],[\(stroke)]]") == [2, 1])
        #expect(try counts("{\"strokes\":[\(stroke),{\"points\":\(stroke)}]}") == [2])
        #expect(try counts("{\"strokes\":[{\"kind\":\"a\",\"points\":\(stroke)},\(stroke)]}") == [1, 1])
        #expect(try counts("{\"elements\":[\(stroke),{\"strokes\":[\(stroke),\(stroke)]}]}") == [1, 2])
        #expect(try counts("[]") == [])
        #expect(try counts("[[]]") == [1])
        #expect(try counts("[[[]]]") == [1])
        #expect(try counts("{\"points\":[]}") == [1])
        #expect(try counts("{\"strokes\":[]}") == [0])
    }

    @Test func labels() throws {
        let text =
            #"{"fold": 4, "ok": false, "none": null, "strokes": [{"kind": "\u00e9\ud83d\ude00\n", "points": []}, "#
            + #"{"kind": "b", "fold": 1e2, "points": []}], "labels": {"x": "1", "element": "state"}, "more": [{}]}"#
        let document = try InkFormat.json.read(text)
        #expect(
            document.elements.map(\.labels) == [
                ["fold": "4", "ok": "false", "kind": "é😀\n", "x": "1", "element": "state"],
                ["fold": "1e2", "ok": "false", "kind": "b", "x": "1", "element": "state"],
            ])
    }

    @Test func anOriginMovesWhatIsInTheObject() throws {
        let moved = points((11, 22), (13, 24))
        for text in [
            #"{"x":10,"y":20,"points":[[1,2],[3,4]]}"#, #"{"points":[[1,2],[3,4]],"y":20,"x":10}"#,
            #"{"elements":[{"x":10,"y":20,"points":[{"x":1,"y":2},{"x":3,"y":4}]}]}"#,
            #"{"x":8,"elements":[{"x":2,"y":20,"points":[[1,2],[3,4]]}]}"#,
        ] {
            let document = try InkFormat.json.read(text)
            #expect(document.points == moved, "\(text)")
            #expect(document.elements.first?.labels == [:])
        }
        let text = try InkFormat.json.read(#"{"x":5,"elements":[{"text":"a","at":[1,2],"y":1}]}"#)
        #expect(text.texts == [InkText("a", at: Point(x: 6, y: 3))])
        #expect(try InkFormat.json.read(#"{"x":"left","points":[[1,2]]}"#).elements.first?.labels == ["x": "left"])
        for (text, message) in [
            (#"{"x":1e999,"points":[[1,2]]}"#, "expected a finite number for 'x'"),
            (#"{"x":1,"x":2,"points":[[1,2]]}"#, "duplicate key 'x'"),
        ] {
            let error = #expect(throws: InkFormatError.self) { try InkFormat.json.read(text) }
            #expect(error?.message == message)
        }
        #expect(
            try InkFormat.json.notes(#"{"x":1e308,"points":[[1e308,0],[0,0]]}"#) == [
                "a point without two finite coordinates is left out"
            ])
    }

    @Test func pointsThatAreNoPlaces() throws {
        let text = "[[NaN, 1], [1, Infinity], [-Infinity, 2], [1e999, 3], [null, 0], [4, 5]]"
        #expect(try InkFormat.json.read(text).points == points((4, 5)))
        #expect(try InkFormat.json.notes(text) == ["5 points without two finite coordinates are left out"])
        #expect(
            try InkFormat.ndjson.notes("[[1e999, 3], [0, 0]]") == ["a point without two finite coordinates is left out"]
        )
    }

    @Test func numbersAreTheNearestDoubles() throws {
        var mutator = Mutator(seed: 7)
        for index in 0..<5000 {
            let number = Double(bitPattern: mutator.next())
            guard number.isFinite else { continue }
            let long = "\(mutator.next())\(mutator.next()).\(mutator.next())e\(mutator.below(700) - 350)"
            let text = index % 2 == 0 ? number.description : long
            let expected = try #require(Double(text))
            let read = try InkFormat.json.read("[[0,\(text)]]").points
            #expect(read == (expected.isFinite ? [Point(x: 0, y: expected)] : []), "\(text)")
        }
        for text in [
            "0.1", "9007199254740993", "123456789012345678", "1e22", "1e23", "4.35", "0.000001", "1e-22", "5e-324",
        ] {
            #expect(try InkFormat.json.read("[[0,\(text)]]").points?.first?.y == Double(text))
        }
    }

    @Test func linesInPieces() throws {
        var mutator = Mutator(seed: 3)
        for _ in 0..<200 {
            let document = try mutator.document()
            var bytes = try InkFormat.ndjson.write(document)
            if mutator.below(2) == 0 { bytes = Array(bytes.dropLast()) }
            var lines = InkLines()
            var elements: [LabeledInk] = []
            while !bytes.isEmpty {
                let count = min(bytes.count, 1 + mutator.below(100))
                try Array(bytes[..<count]).withUnsafeBytes { try lines.read($0) { elements.append($0) } }
                bytes.removeFirst(count)
            }
            try lines.finish { elements.append($0) }
            #expect(elements == document.elements)
        }
    }

    @Test func linesTellWhereTheyAre() {
        var lines = InkLines(options: InkReadOptions(inputName: "pipe"))
        let pieces = ["[[1,2]]\n\n[[3", ",4]]\n{\"points\":", " 5}\n"]
        #expect(
            throws: InkFormatError(
                inputName: "pipe", line: 4, column: 12, message: "expected a list for 'points', found '5}'")
        ) {
            for piece in pieces { try Array(piece.utf8).withUnsafeBytes { try lines.read($0) { _ in } } }
        }
    }

    @Test func recognition() {
        func format(_ name: String?, _ text: String) -> InkFormat? {
            Array(text.utf8).withUnsafeBytes { InkFormat.recognize(fileName: name, content: $0) }
        }
        #expect(format("a.JSONL", "") == .ndjson)
        #expect(format("a.b.json", "<") == .json)
        #expect(format("a.json.gz", "") == .json)
        #expect(format("a.json", #"{"version":2,"type":"excalidraw","elements":[]}"#) == .excalidraw)
        #expect(format("-", #"{"type":"excalidraw/clipboard"}"#) == .excalidraw)
        #expect(format("a.json", #"{"tldrawFileFormatVersion":1}"#) == .tldraw)
        #expect(format(nil, #"{"document":{"store":{}}}"#) == .tldraw)
        #expect(format("a.json", #"{"points":[],"type":"excalidraw"}"#) == .json)
        #expect(format(nil, "<?xml version='1.0'?><xournal/>") == .xournal)
        #expect(format("a.dat", ".VERSION 1.0\n.PEN_DOWN\n") == .unipen)
        #expect(format("a.dat", ".VERSION 1.0\n") == nil)
        #expect(format("x.inkml", "") == .inkML)
        #expect(format("x.xml", "<?xml version='1.0'?><!-- <ink> --><Gesture Name='a'/>") == .dollar)
        #expect(format("x.xml", "<?xml version='1.0'?>\n<i:ink xmlns:i='u'>") == .inkML)
        #expect(format("-", "<svg>") == .svg)
        #expect(format(nil, " [[1,2]]\n") == .json)
        #expect(format(nil, "[[1,2]]\n[[1,2]]\n") == .ndjson)
        #expect(format(nil, "[\n[1,2]]\n") == .json)
        #expect(format(nil, "{\"a\": ") == .json)
        #expect(format(nil, "stroke") == nil)
        #expect(format(nil, "") == nil)
        for format in InkFormat.allCases {
            #expect(format.names.allSatisfy { InkFormat(named: $0.uppercased()) == format })
        }
        #expect(InkFormat(named: "pdf") == nil)
    }
}
