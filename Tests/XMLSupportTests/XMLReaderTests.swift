import Testing
import TextSupport
import XMLSupport

/// Notes what it is told.
private final class Recorder: XMLReader {
    var events: [String] = []
    var refused: String?
    var checkCount = 0
    var largestParser = 0
    var maximumParserBytes = Int.max

    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem) {
        if name == refused { throw TextProblem(message: "no <\(name)>") }
        var text = "<\(name)@\(attributes.offset)"
        attributes.forEach { text += " \($0)=\($1)" }
        events.append(text + ">")
    }

    func end(at offset: Int) { events.append("</@\(offset)>") }

    func text(_ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let last = events.last, last.hasPrefix("'") {
            events.removeLast(); events.append(last + text)
        } else {
            events.append("'" + text)
        }
    }

    func check(parserBytes: Int) {
        checkCount += 1
        largestParser = max(largestParser, parserBytes)
    }

    func read(_ text: String) throws -> [String] {
        try Array(text.utf8).withUnsafeBytes { try read(xml: $0) }
        return events
    }
}

@Suite struct XMLReaderTests {
    @Test func eventsComeInOrderWithTheirPlaces() throws {
        let text = "<?xml version='1.0'?><!-- c --><a:b xml:id='1' n='&lt;'>x&amp;<![CDATA[<y>]]><c/>z</a:b>\n"
        #expect(
            try Recorder().read(text) == ["<b@31 id=1 n=<>", "'x&<y>", "<c@77>", "</@81>", "'z", "</@82>"])
    }

    @Test func namesAreToldAsTheyAreWritten() throws {
        final class Finder: XMLReader {
            var found: [String] = []
            func start(_ name: String, attributes: XMLAttributes) {
                found.append(attributes.qualifiedElementName)
                attributes.forEachQualified { name, value in found.append("\(name)=\(value)") }
            }
            func end(at offset: Int) {}
            func text(_ bytes: UnsafeRawBufferPointer) {}
        }
        let finder = Finder()
        try Array("<n:x n:a='1' xmlns:n='u' b=''/>".utf8).withUnsafeBytes { try finder.read(xml: $0) }
        #expect(finder.found == ["n:x", "n:a=1", "xmlns:n=u", "b="])
    }

    @Test func attributesAreFoundByName() throws {
        final class Finder: XMLReader {
            var found: [String?] = []
            func start(_ name: String, attributes: XMLAttributes) {
                found = [attributes["a"], attributes["b"], attributes["c"]]
            }
            func end(at offset: Int) {}
            func text(_ bytes: UnsafeRawBufferPointer) {}
        }
        let finder = Finder()
        try Array("<x a='1' n:b=''/>".utf8).withUnsafeBytes { try finder.read(xml: $0) }
        #expect(finder.found == ["1", "", nil])
    }

    static let refused: [(text: String, offset: Int, message: String)] = [
        ("", 0, "the text is empty"),
        ("<a>", 3, "expected the end of an element, found the end of the file"),
        ("<a><b><c>", 9, "expected the end of 3 elements, found the end of the file"),
        ("<a></b>", 5, "expected </a> for the element that begins in line 1, found </b>"),
        ("<a/><a/>", 4, "invalid XML: junk after document element"),
        ("<a b='1' b='2'/>", 9, "invalid XML: duplicate attribute"),
        ("<a>\u{1}</a>", 3, "invalid XML: not well-formed (invalid token)"),
        ("<!DOCTYPE a [<!ENTITY e 'x'>]><a/>", 24, "unexpected declaration of an entity; remove it"),
        ("<!DOCTYPE a [<!ATTLIST a b CDATA 'x'>]><a/>", 33, "unexpected declaration of attributes; remove it"),
        ("<a><no/></b>", 3, "no <no>"),
    ]

    @Test(arguments: refused.indices)
    func isRefused(_ index: Int) {
        let (text, offset, message) = Self.refused[index]
        let reader = Recorder()
        reader.refused = "no"
        let problem = #expect(throws: TextProblem.self) { try reader.read(text) }
        #expect(problem?.message == message)
        #expect(problem?.offset == offset)
    }

    @Test(arguments: [
        ("<a b='1 < 2'/>", 8, true), ("<a b='x && y'/>", 9, true), ("<a b='x & y'/>", 9, true),
        ("<a b='R&D'/>", 9, true), ("<a>x && y</a>", 6, true), ("<a b=c/>", 5, false), ("<a>\u{1}</a>", 3, false),
    ])
    func marksAreToBeEscaped(text: String, offset: Int, isMark: Bool) {
        let problem = #expect(throws: TextProblem.self) { try Recorder().read(text) }
        #expect(problem?.message == "invalid XML: not well-formed (invalid token)")
        #expect(problem?.offset == offset)
        #expect(problem?.remedy == (isMark ? "write &lt; for < and &amp; for &" : nil))
    }

    /// The handlers that expat still calls for the piece that it has don't reach the reader.
    @Test func nothingComesAfterAProblem() {
        let reader = Recorder()
        reader.refused = "b"
        #expect(throws: TextProblem.self) { try reader.read("<a><b>t<c/></b></a>") }
        #expect(reader.events == ["<a@0>"])
    }

    @Test func longTextsAreCheckedOnTheWayAndMayBeDeep() throws {
        let depth = 300_000
        let reader = Recorder()
        let events = try reader.read(String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth))
        #expect(events.count == 2 * depth)
        #expect(reader.checkCount > 2 * depth / 10_000)
        #expect(reader.largestParser > depth)
    }

    /// What a parser takes is counted and limited: here for the attributes of one element.
    @Test func theParsersMemoryIsBounded() throws {
        let text = "<a " + (0..<100_000).map { "b\($0)='' " }.joined() + "/>"
        let reader = Recorder()
        _ = try reader.read(text)
        #expect(reader.largestParser > text.utf8.count)
        reader.maximumParserBytes = 1 << 20
        let error = #expect(throws: TextProblem.self) { try reader.read(text) }
        #expect(error?.isLimit == true)
    }
}
