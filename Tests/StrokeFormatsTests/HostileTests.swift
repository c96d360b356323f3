import StrokeFormats
import Synchronization
import Testing

/// Texts that aren't as they should be: each is refused with a place and a sentence, or read, and
/// nothing traps.
@Suite struct HostileTests {
    static let refused: [(InkFormat, String, String)] = [
        (
            .json, "",
            "x:1:1: expected a stroke, a list of strokes, or an object with 'points', 'strokes' or 'drawing', found the end of the file"
        ),
        (
            .json, "{\"points\": [[1,2],\n[3,4,5]]}",
            "x:2:1: expected a point of 2 numbers as before, found a list of length 3"
        ),
        (.json, "[[1],[2]]", "x:1:2: expected a point [x, y], [x, y, t] or [x, y, t, p], found a list of length 1"),
        (.json, "[[1,2],3]", "x:1:8: expected a point [x, y], [x, y, t] or [x, y, t, p], found '3]'"),
        (.json, "[1,2]", "x:1:2: expected a point [x, y], [x, y, t] or [x, y, t, p], found '1,2]'"),
        (
            .json, "[[1,2]] []",
            "x:1:9: expected the end of the file (several values must be NDJSON, one on each line), found '[]'"
        ),
        (.json, "[[01,2]]", "x:1:3: expected a number without leading zeros, found '01,2]]'"),
        (.json, "[[1.,2]]", "x:1:5: expected a digit after the point of a number, found ',2]]'"),
        (.json, "[[1e,2]]", "x:1:5: expected a digit in the exponent of a number, found ',2]]'"),
        (.json, "[[+1,2]]", "x:1:3: expected a number, found '+1,2]]'"),
        (.json, "[[1 2]]", "x:1:5: expected ',' or ']', found '2]]'"),
        (.json, "[[1,2]", "x:1:7: expected ',' or ']', found the end of the file"),
        (
            .json, "{\"kind\": \"a\"}",
            "x:1:1: expected 'points', 'strokes', 'drawing' or 'elements' in the object, or 'text' and 'at' with a position [x, y]"
        ),
        (.json, "{\"points\": 3}", "x:1:12: expected a list for 'points', found '3}'"),
        (.json, "{\"strokes\": [[1,2]]}", "x:1:13: expected a list of strokes for 'strokes', found '[[1,2]]}'"),
        (.json, "{\"a\":1,\"a\":2,\"points\":[]}", "x:1:8: duplicate key 'a'; remove one of the two"),
        (
            .json, "{\"points\":[],\"strokes\":[]}",
            "x:1:14: expected one of 'points', 'strokes', 'drawing' and 'elements', found a second one"
        ),
        (.json, "{points:[]}", "x:1:2: expected a key in quotes, found 'points:[]}'"),
        (.json, "{\"a\\q\":1}", "x:1:4: expected an escape of JSON, such as \\n or \\u0041, found '\\q\":1}'"),
        (
            .json, "{\"a\":\"\\ud800\"}",
            "x:1:7: expected a low surrogate such as \\udc00 after the high one, found '\\ud800\"}'"
        ),
        (.json, "[{\"x\":1}]", "x:1:2: expected 'x' and 'y' in the point"),
        (
            .json, "\u{FF}\u{FE}[",
            "x:1:1: expected a stroke, a list of strokes, or an object with 'points', 'strokes' or 'drawing', found 'ÿþ['"
        ),
        (.ndjson, "[[1,2]]\n[[1,2]\n", "x:2:7: expected ',' or ']', found the end of the line"),
        (
            .ndjson, "[[1,2]] [[1,2]]\n",
            "x:1:9: expected the end of the line (each value has a line of its own), found '[[1,2]]'"
        ),
        (.inkML, "<svg/>", "x:1:1: expected <ink>, found <svg>"),
        (.inkML, "<ink><trace>1 2, 3</trace></ink>", "x:1:6: expected 2 values in point 2 of the trace, found 1"),
        (
            .inkML, "<ink><trace>1 2 3</trace></ink>",
            "x:1:6: expected ',' after 2 values in point 1 of the trace, found '3'"
        ),
        (.inkML, "<ink><trace>1 a</trace></ink>", "x:1:6: expected a number in point 1 of the trace, found 'a'"),
        (.inkML, "<ink><trace>1 '</trace></ink>", "x:1:6: expected a value in point 1 of the trace"),
        (
            .inkML, "<ink>\n<traceView traceDataRef=\"#a\"/></ink>",
            "x:2:1: expected the id of a trace or a group, found 'a'"
        ),
        (.inkML, "<ink><trace>1 2</trace>", "x:1:24: expected the end of an element, found the end of the file"),
        (.inkML, "<!DOCTYPE ink [<!ENTITY a \"b\">]><ink/>", "x:1:27: unexpected declaration of an entity; remove it"),
        (
            .inkML, "<!DOCTYPE ink [<!ATTLIST trace a CDATA \"b\">]><ink/>",
            "x:1:40: unexpected declaration of attributes; remove it"
        ),
        (
            .inkML, "<ink><trace>1 2<trace>3 4</trace></trace></ink>",
            "x:1:16: expected the end of a trace before the next trace"
        ),
        (.dollar, "<ink/>", "x:1:1: expected <Gesture>, found <ink>"),
        (.dollar, "<Gesture><Point X=\"1\"/></Gesture>", "x:1:10: expected the attributes 'X' and 'Y' of <Point>"),
        (.dollar, "<Gesture><Point X=\"1\" Y=\"b\"/></Gesture>", "x:1:10: expected a number in <Point>, found 'b'"),
    ]

    @Test(arguments: refused.indices)
    func isRefused(_ index: Int) throws {
        let (format, text, message) = Self.refused[index]
        do {
            _ = try format.read(text)
            Issue.record("it was read: \(text)")
        } catch let error as InkFormatError {
            #expect(error.description == message)
        }
    }

    private static func repeated(_ text: String, _ count: Int = 200_000) -> String {
        String(repeating: text, count: count)
    }

    @Test func depthCostsNothing() throws {
        for text in [
            Self.repeated("["), Self.repeated("[") + Self.repeated("]"), Self.repeated("{\"elements\":["),
            Self.repeated("{\"a\":"), "{\"a\":" + Self.repeated("["),
            "{\"points\":[],\"a\":" + Self.repeated("[{\"a\":"),
        ] {
            #expect(throws: InkFormatError.self) { try InkFormat.json.read(text) }
        }
        let skipped = "{\"points\":[[1,2]],\"a\":" + Self.repeated("[") + Self.repeated("]") + "}"
        #expect(try InkFormat.json.read(skipped).points?.count == 1)
        let groups = XMLTests.ink(Self.repeated("<traceGroup>", 10_000) + Self.repeated("</traceGroup>", 10_000))
        #expect(try InkFormat.inkML.read(groups).elements.count == 1)
        #expect(throws: InkFormatError.self) { try InkFormat.dollar.read(Self.repeated("<Gesture>")) }
    }

    /// Whether a text is refused as it repeats too much.
    private static func isTooMuch(_ format: InkFormat, _ text: String) -> Bool {
        do {
            _ = try format.read(text)
            return false
        } catch {
            guard let error = error as? InkFormatError, error.line != nil, case .tooLarge = error.limit else {
                return false
            }
            return error.message.hasPrefix("labels and traces are repeated so often")
        }
    }

    @Test func labelsOfManyElementsAreBounded() throws {
        func labels(_ count: Int) -> String { (0..<count).map { "\"a\($0)\":1," }.joined() }
        func text(_ element: String, _ count: Int) -> String {
            "{\(labels(count))\"elements\":[" + Self.repeated(element + ",", count - 1) + element + "]}"
        }
        #expect(Self.isTooMuch(.json, text("[]", 10_000)))
        #expect(Self.isTooMuch(.json, text("{\"b\":1,\"points\":[]}", 10_000)))
        // Lines share what a file may take.
        #expect(Self.isTooMuch(.ndjson, Self.repeated(text("[]", 1000) + "\n", 20)))
        let elements = try InkFormat.json.read(text("[]", 500)).elements
        #expect(elements.count == 500)
        #expect(elements.allSatisfy { $0.labels.count == 500 })
    }

    @Test func repetitionsInInkMLAreBounded() throws {
        func nested(_ count: Int, _ trace: String, _ innermost: String = "") -> String {
            let groups = (0..<count).map { "<traceGroup><annotation type=\"a\($0)\">1</annotation>" + trace }
            return XMLTests.ink(groups.joined() + innermost + Self.repeated("</traceGroup>", count))
        }
        #expect(Self.isTooMuch(.inkML, nested(8000, "<trace/>")))
        // Depth itself costs nothing.
        let deep = try InkFormat.inkML.read(nested(8000, "", "<trace>1 2</trace>"))
        #expect(deep.elements.map(\.labels.count) == [8000])

        let group = "<traceGroup id=\"g\">" + Self.repeated("<trace/>", 5000) + "</traceGroup>"
        let views = Self.repeated("<traceView traceDataRef=\"#g\"/>", 5000)
        #expect(Self.isTooMuch(.inkML, XMLTests.ink(group + views)))
        #expect(Self.isTooMuch(.inkML, XMLTests.ink(group + "<traceGroup>" + views + "</traceGroup>")))
    }

    private static func read(_ format: InkFormat, _ text: String, maximumBytes: Int) throws -> InkDocument {
        try Array(text.utf8).withUnsafeBytes {
            try format.read($0, options: InkReadOptions(budget: Budget(maximumBytes: maximumBytes)))
        }
    }

    @Test func memoryIsBounded() throws {
        let samples: [(InkFormat, String)] = [
            (.json, "[" + Self.repeated("[[1,2]],", 1000) + "[[3,4]]]"), (.ndjson, Self.repeated("[[1,2]]\n", 1000)),
            (.inkML, XMLTests.ink(Self.repeated("<trace>1 2</trace>", 1000))),
            (.dollar, "<Gestures>" + Self.repeated("<Gesture><Point X='1' Y='2'/></Gesture>", 1000) + "</Gestures>"),
        ]
        for (format, text) in samples {
            let error = #expect(throws: InkFormatError.self) { try Self.read(format, text, maximumBytes: 50_000) }
            #expect(error?.limit?.isBudgetExceeded == true)
            #expect(try Self.read(format, text, maximumBytes: 1_000_000).elements.count >= 1000)
        }
    }

    @Test func readingCanBeCancelled() throws {
        let points = (0..<20_000).map { "[\($0),1]" }.joined(separator: ",")
        let trace = (0..<20_000).map { "\($0) 1" }.joined(separator: ",")
        let gesture = (0..<20_000).map { "<Point X='\($0)' Y='1'/>" }.joined()
        let samples: [(InkFormat, String)] = [
            (.json, "[\(points)]"), (.ndjson, "[\(points)]\n"), (.inkML, XMLTests.ink("<trace>\(trace)</trace>")),
            (.dollar, "<Gesture>\(gesture)</Gesture>"),
        ]
        for (format, text) in samples {
            // Also within one stroke, and at the start.
            for count in [1, 5] {
                let calls = Mutex(0)
                let budget = Budget(isCancelled: {
                    calls.withLock {
                        $0 += 1
                        return $0 == count
                    }
                })
                let error = #expect(throws: InkFormatError.self) {
                    try Array(text.utf8).withUnsafeBytes {
                        try format.read($0, options: InkReadOptions(budget: budget))
                    }
                }
                #expect(error?.limit?.isCancelled == true)
                #expect(calls.withLock { $0 } == count)
            }
        }
    }

    @Test func fixedLimitsAreTold() {
        let nested = Self.repeated("{\"elements\":[", 17)
        let channels = Self.repeated("<channel name='X'/>", 1001)
        for (format, text) in [
            (InkFormat.json, nested), (.inkML, XMLTests.ink("<traceFormat>\(channels)</traceFormat>")),
        ] {
            let error = #expect(throws: InkFormatError.self) { try format.read(text) }
            guard case .tooLarge = error?.limit else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(error?.line != nil)
        }
    }

    @Test func bytesThatAreNoText() {
        let samples: [[UInt8]] = [
            [0xFF, 0xFE, 0x5B, 0], [0xEF, 0xBB, 0xBF], [0], Array(repeating: 0xFF, count: 10_000),
            Array("{\"a\":\"".utf8) + [0xC0, 0x80] + Array("\",\"points\":[]}".utf8),
            Array("<ink><annotation>".utf8) + [0xC0, 0x80] + Array("</annotation></ink>".utf8),
        ]
        for sample in samples where sample.count != 3 {
            for format in [InkFormat.json, .inkML, .dollar] {
                #expect(throws: InkFormatError.self) { try format.read(sample) }
            }
        }
        #expect(throws: Never.self) { try InkFormat.ndjson.read([0xEF, 0xBB, 0xBF]) }
    }
}
