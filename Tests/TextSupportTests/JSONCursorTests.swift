import AlgorithmSupport
import Testing
@_spi(Tool) import TextSupport

/// Reads a text with the cursor: the values and brackets that it meets, in order.
private func events(of text: [UInt8]) throws -> [String] {
    try text.withUnsafeBytes { bytes in
        var events: [String] = []
        var cursor = JSONCursor(bytes)
        var closers: [(bracket: UInt8, isFirst: Bool)] = []
        repeat {
            cursor.skipBlanks()
            if let byte = cursor.peek, byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
                events.append(byte == UInt8(ascii: "[") ? "[" : "{")
                try cursor.open(byte, "a bracket")
                closers.append((byte + 2, true))
            } else {
                events.append(try cursor.scalar() ?? "null")
            }
            while var last = closers.popLast() {
                if try cursor.next(before: last.bracket, isFirst: &last.isFirst) {
                    closers.append(last)
                    if last.bracket == UInt8(ascii: "}") { events.append(try cursor.key().name + ":") }
                    break
                }
                events.append("]")
            }
        } while !closers.isEmpty
        cursor.skipBlanks()
        guard cursor.isAtEnd else { throw cursor.problem("the end") }
        return events
    }
}

/// Moves past a text that is one value.
private func skip(_ text: [UInt8]) throws {
    try text.withUnsafeBytes { bytes in
        var cursor = JSONCursor(bytes)
        try cursor.skipValue()
        cursor.skipBlanks()
        guard cursor.isAtEnd else { throw cursor.problem("the end") }
    }
}

@Suite struct JSONCursorTests {
    /// Texts of RFC 8259 with what they hold.
    static let valid: [(text: String, events: [String])] = [
        ("null", ["null"]), (" true ", ["true"]), ("\t\r\nfalse", ["false"]), ("[]", ["[", "]"]),
        ("{}", ["{", "]"]), ("[ ]", ["[", "]"]), ("0", ["0"]), ("-0", ["-0"]), ("10", ["10"]), ("-1.50", ["-1.50"]),
        ("1e5", ["1e5"]), ("1E+05", ["1E+05"]), ("0.1e-07", ["0.1e-07"]),
        ("123456789012345678901", ["123456789012345678901"]),
        (#""""#, [""]), (#""a""#, ["a"]), (#""é∀😀""#, ["é∀😀"]), (#""\"\\\/\b\f\n\r\t""#, ["\"\\/\u{8}\u{C}\n\r\t"]),
        (#""\u0041\u00e9\u00E9\u2200\ud83d\uDE00\u0000""#, ["Aéé∀😀\u{0}"]), ("\"\u{7F}\u{2028}\"", ["\u{7F}\u{2028}"]),
        ("[1,2]", ["[", "1", "2", "]"]), ("[1 , [ ] ,\"x\"]", ["[", "1", "[", "]", "x", "]"]),
        (#"{"a":1,"b":{"c":[null]}}"#, ["{", "a:", "1", "b:", "{", "c:", "[", "null", "]", "]", "]"]),
        (#"{ "" : 0 , "a\n" : -0.0 }"#, ["{", ":", "0", "a\n:", "-0.0", "]"]),
    ]

    @Test(arguments: valid.indices)
    func readsWhatIsJSON(_ index: Int) throws {
        let (text, expected) = Self.valid[index]
        #expect(try events(of: Array(text.utf8)) == expected)
        #expect(throws: Never.self) { try skip(Array(text.utf8)) }
    }

    /// Texts that aren't JSON, with the byte where they go wrong.
    static let invalid: [(text: String, offset: Int)] = [
        ("", 0), (" ", 1), ("nul", 0), ("nulL", 0), ("True", 0), ("'a'", 0), ("[", 1), ("[1", 2), ("[1,", 3),
        ("[,1]", 1),
        ("[1,]", 3), ("[1 2]", 3), ("[1}", 2), ("{\"a\":1]", 6), ("{", 1), ("{a:1}", 1), ("{\"a\"}", 4),
        ("{\"a\" 1}", 5),
        ("{\"a\":}", 5), ("{\"a\":1,}", 7), ("{1:2}", 1), ("[1]]", 3), ("1 2", 2), ("]", 0), ("01", 0), ("-", 0),
        ("-01", 0),
        ("+1", 0), (".5", 0), ("1.", 2), ("1.e5", 2), ("1e", 2), ("1e+", 3), ("0x1", 1), ("NaN", 0), ("Infinity", 0),
        ("-Infinity", 0), ("\"", 1), ("\"a", 2), ("\"\\", 2), ("\"\\x\"", 1), ("\"\\u12\"", 1), ("\"\\u12g4\"", 1),
        ("\"\\ud800\"", 1), ("\"\\ud800\\u0041\"", 1), ("\"\\udc00\"", 1), ("\"a\nb\"", 2), ("\"\u{1}\"", 1),
        ("\"\u{0}\"", 1),
        ("/**/1", 0), ("[1,//\n2]", 3), ("\u{FEFF}1", 0), ("\u{A0}1", 0),
    ]

    @Test(arguments: invalid.indices)
    func refusesWhatIsNone(_ index: Int) throws {
        let (text, offset) = Self.invalid[index]
        for problem in [
            #expect(throws: TextProblem.self) { try events(of: Array(text.utf8)) },
            #expect(throws: TextProblem.self) { try skip(Array(text.utf8)) },
        ] {
            #expect(problem?.offset == offset, "\(problem?.message ?? "")")
            #expect(problem?.message.hasPrefix("expected ") == true)
        }
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xE2, 0x82], [0xC3],
        ] as [[UInt8]])
    func stringsAreUTF8(_ bytes: [UInt8]) {
        let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
        #expect(throws: TextProblem.self) { try events(of: text) }
        #expect(throws: TextProblem.self) { try skip(text) }
    }

    @Test func depthCostsNothing() throws {
        let depth = 1_000_000
        let lists = Array(repeating: UInt8(ascii: "["), count: depth)
        try skip(lists + Array(repeating: UInt8(ascii: "]"), count: depth))
        try skip(Array(String(repeating: "{\"a\":", count: depth).utf8) + [0x31] + Array(repeating: 0x7D, count: depth))
        let problem = #expect(throws: TextProblem.self) { try skip(lists) }
        #expect(problem?.offset == depth)
    }

    @Test func naturalNumbersAreDigitsAlone() {
        let cases: [(String, Int?)] = [
            ("0", 0), ("7", 7), ("999999999999999999", 999_999_999_999_999_999), ("1000000000000000000", nil),
            ("99999999999999999999999", nil), ("00", nil), ("-1", nil), ("1.0", nil), ("1e0", nil), ("1E0", nil),
            ("", nil),
            ("a", nil), ("12,", 12),
        ]
        for (text, expected) in cases {
            Array(text.utf8).withUnsafeBytes {
                var cursor = JSONCursor($0)
                #expect(cursor.naturalNumber() == expected, "\(text)")
                #expect(expected != nil || cursor.position == 0)
            }
        }
    }

    @Test func numbersAreTheNearestDoubles() throws {
        var random = SplitMix64(seed: 7)
        for index in 0..<2000 {
            let bits = Double(bitPattern: random.next())
            let text =
                index % 2 == 0 && bits.isFinite ? "\(bits)" : "\(random.next()).\(random.next())e\(random.next() % 700)"
            let number = try Array(text.utf8).withUnsafeBytes { bytes in
                var cursor = JSONCursor(bytes)
                return try cursor.number()
            }
            #expect(number == Double(text), "\(text)")
        }
    }

    @Test func numbersOfPythonAreReadWhereTheyMayBe() throws {
        for (text, expected) in [("Infinity", Double.infinity), ("-Infinity", .infinity), ("NaN", nil), ("null", nil)] {
            try Array(text.utf8).withUnsafeBytes { bytes in
                var cursor = JSONCursor(bytes, acceptsNonFinite: true)
                let number = try cursor.number()
                #expect(expected.map { $0 == number } ?? number.isNaN)
                #expect(cursor.isAtEnd)
            }
        }
    }

    /// Reading and skipping agree about every text, and what is read is what a writer of strings
    /// wrote.
    @Test func damagedTextsAreReadOrRefusedAlike() {
        var random = SplitMix64(seed: 3)
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        let tokens = [
            "\"", "\\", "[", "]", "{", "}", ",", ":", "0", "-", ".", "e", "\\u", "d800", "null", " ", "\n", "é",
        ]
        for round in 0..<20_000 {
            var text = Array(Self.valid[round % Self.valid.count].text.utf8)
            for _ in 0...below(4) {
                let place = below(text.count + 1)
                switch below(4) {
                case 0 where place < text.count: text.remove(at: place)
                case 1 where place < text.count: text[place] = UInt8(truncatingIfNeeded: random.next())
                case 2: text.removeSubrange(place...)
                default: text.insert(contentsOf: tokens[below(tokens.count)].utf8, at: place)
                }
            }
            let read = try? events(of: text)
            let isSkipped = (try? skip(text)) != nil
            #expect((read != nil) == isSkipped, "\(String(decoding: text, as: UTF8.self))")
        }
    }

    @Test func writtenStringsAreReadAgain() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<500 {
            var text = ""
            for _ in 0..<random.next() % 20 {
                let bound: UInt64 = random.next() % 2 == 0 ? 0x100 : 0x11_0000
                if let scalar = Unicode.Scalar(UInt32(random.next() % bound)) { text.unicodeScalars.append(scalar) }
            }
            let quoted = JSONString.quoted(text)
            #expect(try events(of: Array(quoted.utf8)).first?.utf8.elementsEqual(text.utf8) == true, "\(quoted)")
            #expect(!quoted.utf8.contains { $0 < 0x20 || $0 == 0x7F })
        }
        #expect(JSONString.quoted("a\"\\\n\t\r\u{1}\u{7F}é") == #""a\"\\\n\t\r\u0001\u007fé""#)
    }

    @Test(
        arguments: [
            (#""\u00g4""#, "four hexadecimal digits of a character, found '\\u00g4\"'"),
            (#""\u+041""#, "four hexadecimal digits of a character, found '\\u+041\"'"),
            (#""\ud800""#, "a low surrogate such as \\udc00 after the high one, found '\\ud800\"'"),
            (#""\udc00""#, "a high surrogate such as \\ud800 before the low one, found '\\udc00\"'"),
        ])
    func faultsOfEscapesDiffer(text: String, message: String) {
        let problem = #expect(throws: TextProblem.self) { try events(of: Array(text.utf8)) }
        #expect(problem?.message == "expected " + message)
    }

    @Test func stringsAtTheBeginningOfTexts() {
        func read(_ text: String) -> (string: String, byteCount: Int)? { JSONString.read(Array(text.utf8)[...]) }
        #expect(read(#""\u0041\ud83d\ude00", b"#)?.string == "A😀")
        #expect(read(#""\u0041\ud83d\ude00", b"#)?.byteCount == 20)
        #expect(JSONString.read(Array("a\"b\"".utf8)[1...])?.string == "b")
        for text in ["", "a", " \"a\"", "\"a", "\"a\n\"", #""\u+041""#, #""\udc00""#] { #expect(read(text) == nil) }
    }

    @Test func whatIsExpectedIsSaidWithWhatIsFound() {
        Array("[1 x]\n[2]".utf8).withUnsafeBytes {
            var cursor = JSONCursor($0, to: 5)
            let problem = #expect(throws: TextProblem.self) { try cursor.skipValue() }
            #expect(problem?.message == "expected ',' or ']', found 'x]'")
        }
        Array("[1\n[2]".utf8).withUnsafeBytes {
            var cursor = JSONCursor($0, to: 2)
            let problem = #expect(throws: TextProblem.self) { try cursor.skipValue() }
            #expect(problem?.message == "expected ',' or ']', found the end of the line")
        }
    }
}
