import AlgorithmSupport
import Strokes
import Testing

@Suite struct TemplateTextTests {
    @Test func textIsReadBackAsItWasWritten() throws {
        for number in 0..<16 {
            let options = TemplateRecognizer.Options(
                ignoresRotation: number & 1 > 0, ignoresScale: number & 2 > 0, ignoresDirection: number & 4 > 0,
                ignoresStrokeOrder: number & 8 > 0)
            var recognizer = TemplateRecognizer(options: options)
            for seed in 0..<2 {
                for name in Gestures.names {
                    try recognizer.add(Gestures.drawn(name, seed: UInt64(seed)), name: "\(name) \u{1F44D}")
                }
            }
            try recognizer.add(
                [
                    Stroke([Point(x: .leastNonzeroMagnitude, y: -0.0), Point(x: 1.7976931348623157e308, y: 0.1)]),
                    Stroke([]),
                    Stroke([Point(x: 1e22, y: -1e-7)]),
                ], name: "# end")
            let copy = try TemplateRecognizer(parsing: recognizer.text)
            #expect(copy.options == options)
            #expect(copy.templates == recognizer.templates)
            #expect(copy.text == recognizer.text)
            let drawn = Gestures.drawn("bolt", seed: 7)
            #expect(copy.matches(for: drawn) == recognizer.matches(for: drawn))
        }
        #expect(try TemplateRecognizer(parsing: TemplateRecognizer().text).templates.isEmpty)
    }

    @Test func numbersAreGivenAnew() throws {
        var recognizer = try Gestures.recognizer()
        recognizer.remove(id: 0)
        let copy = try TemplateRecognizer(parsing: recognizer.text)
        #expect(copy.templates.map(\.id) == Array(0..<Gestures.names.count - 1))
        #expect(copy.names == recognizer.names)
    }

    @Test func theFormIsThis() throws {
        var recognizer = TemplateRecognizer(options: .init(ignoresDirection: true))
        try recognizer.add([Stroke([Point(x: 1, y: 2.5), Point(x: -3, y: 4)]), Stroke([])], name: "two words")
        let text = """
            automata-gestures 1
            options scale direction
            gesture two words
            stroke 2
            1.0 2.5
            -3.0 4.0
            stroke 0
            end 1

            """
        #expect(recognizer.text == text)
        let written = """
            # By hand.
            automata-gestures 1\r
            options direction   scale

            gesture two words
            stroke 2
            1 +2.5
            # Between points.
              -3e0   4
            stroke 0
            end 1
            """
        #expect(try TemplateRecognizer(parsing: written).text == text)
    }

    @Test(arguments: [
        ("", 1, "expected 'automata-gestures 1': this isn't a text of gestures"),
        ("automata-gesture 1", 1, "expected 'automata-gestures 1': this isn't a text of gestures"),
        ("automata-gestures 2\noptions\nend 0", 1, "expected version 1, found '2'"),
        ("automata-gestures 1\n", 2, "expected 'options' and differences to ignore: rotation, scale, direction, order"),
        ("automata-gestures 1\noptions size", 2, "expected rotation, scale, direction or order, found 'size'"),
        ("automata-gestures 1\noptions", 3, "expected 'gesture', 'stroke' or 'end', found nothing"),
        ("automata-gestures 1\noptions\nend 1", 3, "expected 'end 0' after 0 gestures, found 'end 1'"),
        ("automata-gestures 1\noptions\nend 0\nend 0", 4, "expected nothing after 'end', found 'end 0'"),
        ("automata-gestures 1\noptions\n\ngesture a\nend 1", 4, "all points of the gesture are equal; draw more"),
        (
            "automata-gestures 1\noptions\ngesture \nstroke 2\n1 2\n3 4\nend 1", 3,
            "invalid gesture name; use 1 to 1000 bytes without control characters"
        ),
        (
            "automata-gestures 1\noptions\ngesture a\nstroke 9999999999", 4,
            "expected the number of points of the stroke, found '9999999999'"
        ),
        ("automata-gestures 1\noptions\ngesture a\nstroke 999999999\n1 2", 6, "expected 999999999 points, found 1"),
        (
            "automata-gestures 1\noptions\ngesture a\nstroke 2\n1 2\n3 nan", 6,
            "expected point 2 of 2 as two numbers, found '3 nan'"
        ),
        (
            "automata-gestures 1\noptions\ngesture a\nstroke 2\n1 2\n3 1e999", 6,
            "expected point 2 of 2 as two numbers, found '3 1e999'"
        ),
        (
            "automata-gestures 1\noptions\ngesture a\nstroke 2\n0x10 2\n3 4", 5,
            "expected point 1 of 2 as two numbers, found '0x10 2'"
        ),
        (
            "automata-gestures 1\noptions\ngesture a\nstroke 2\n1 2 3\n3 4", 5,
            "expected point 1 of 2 as two numbers, found '1 2 3'"
        ),
    ])
    func errorsTellTheLine(text: String, line: Int, message: String) {
        let error = #expect(throws: TemplateTextError.self) { try TemplateRecognizer(parsing: text) }
        #expect(error?.line == line)
        #expect(error?.message == message)
        #expect(error?.description == "\(line): \(message)")
    }

    @Test func namesMustBeUTF8() {
        var bytes = Array("automata-gestures 1\noptions\ngesture a".utf8)
        bytes += [0xC3, 0x28] + Array("\nstroke 2\n1 2\n3 4\nend 1".utf8)
        let error = #expect(throws: TemplateTextError.self) { try TemplateRecognizer(parsing: bytes) }
        #expect(error?.line == 3)
    }

    /// A text that is cut off anywhere but in its last line's end is never taken for whole.
    @Test func whatIsCutOffIsRejected() throws {
        var recognizer = TemplateRecognizer()
        for name in ["zed", "caret"] { try recognizer.add(Gestures.shape(name, count: 8), name: name) }
        let bytes = Array(recognizer.text.utf8)
        for length in 0..<bytes.count - 1 {
            #expect(throws: TemplateTextError.self) { try TemplateRecognizer(parsing: Array(bytes[..<length])) }
        }
        #expect(try TemplateRecognizer(parsing: Array(bytes.dropLast())).templates.count == 2)
    }

    /// Whatever is done to a text, it is read or rejected with a line within it, and what is read
    /// is written and read again.
    @Test func mutationsAreReadOrRejected() throws {
        var recognizer = TemplateRecognizer(options: .init(ignoresRotation: true))
        for name in ["zed", "caret", "ell"] { try recognizer.add(Gestures.shape(name, count: 5), name: name) }
        let original = Array(recognizer.text.utf8)
        let pieces = [
            "stroke", "gesture", "end", "\n", " ", "1e308", "-", "nan", "\u{0}", "\r", "9999999999999999999", "#",
            "1e-400",
        ].map { Array($0.utf8) }
        var random = SplitMix64(seed: 42)
        var readCount = 0
        for _ in 0..<1000 {
            var bytes = original
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: pieces[Int.random(in: 0..<pieces.count, using: &random)], at: place)
                case 3: bytes.removeSubrange(place..<min(place + 20, bytes.count))
                default: bytes.insert(contentsOf: bytes[place..<min(place + 30, bytes.count)], at: place)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            do {
                let mutant = try TemplateRecognizer(parsing: bytes)
                readCount += 1
                let text = mutant.text
                #expect(try TemplateRecognizer(parsing: text).text == text)
                let drawn = Gestures.drawn("zed", seed: 1)
                #expect(mutant.matches(for: drawn).count == mutant.names.count)
            } catch {
                #expect(1...bytes.split(separator: 10, omittingEmptySubsequences: false).count + 1 ~= error.line ?? 0)
            }
        }
        #expect(readCount > 50)
    }
}
