internal import CExpat
internal import Glibc
package import TextSupport

/// A reader of an XML format, which receives elements and texts in document order.
///
/// A problem without an offset is about the current element or text.
package protocol XMLReader: AnyObject {
    /// Begins an element, whose name is without its namespace prefix.
    func start(_ name: String, attributes: XMLAttributes) throws(TextProblem)

    /// Ends the innermost open element, at `offset`.
    func end(at offset: Int) throws(TextProblem)

    /// Receives text in the open element, possibly in several pieces.
    func text(_ bytes: UnsafeRawBufferPointer)

    /// The maximum number of bytes that the parser may allocate.
    var maximumParserBytes: Int { get }

    /// Checks a budget. The parser calls this method every 16 KiB of text, with the number of bytes
    /// that it has allocated.
    func check(parserBytes: Int) throws(TextProblem)

    /// Throws the error for a parser that exceeds ``maximumParserBytes`` or the machine's memory.
    func outOfMemory() throws(TextProblem)
}

extension XMLReader {
    /// No limit.
    package var maximumParserBytes: Int { .max }

    /// Does nothing.
    package func check(parserBytes: Int) {}

    /// Throws a problem about insufficient memory.
    package func outOfMemory() throws(TextProblem) {
        throw TextProblem(
            message: "there is too little memory to read the XML", remedy: "raise the memory limit, or split the file",
            isGivenLimit: true)
    }

    /// Reads a whole text. Declarations of entities and of attributes are refused, because they can
    /// expand the text exponentially.
    ///
    /// - Throws: The first problem of the parser or the reader.
    package func read(xml text: UnsafeRawBufferPointer) throws(TextProblem) {
        let memory = ParserMemory(limit: maximumParserBytes)
        let outer = memory.enter()
        defer { memory.leave(to: outer) }
        guard let parser = memory.makeParser() else { return try outOfMemory() }
        defer { XML_ParserFree(parser) }
        let reading = XMLReading(for: self, of: text.count, with: parser, in: memory)
        try withExtendedLifetime(reading) { () throws(TextProblem) in try reading.parse(text) }
    }
}

/// The attributes of an element.
package struct XMLAttributes {
    fileprivate let element: UnsafePointer<XML_Char>
    fileprivate let pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    /// The offset of the element's beginning.
    package let offset: Int

    /// The name of the element with its namespace prefix.
    package var qualifiedElementName: String { String(cString: element) }

    /// The value of the attribute with a name, in any namespace.
    package subscript(_ name: String) -> String? {
        // There may be a million attributes, so only the value becomes a string.
        var result: UnsafePointer<XML_Char>?
        var index = 0
        while let pairs, let key = pairs[index], let value = pairs[index + 1] {
            if isLocalName(key, name) { result = value }
            index += 2
        }
        return result.map { String(cString: $0) }
    }

    /// Calls a function with the name, without its namespace prefix, and the value of each
    /// attribute.
    package func forEach(_ body: (String, String) -> Void) { forEachQualified { body(localName($0), $1) } }

    /// Calls a function with the name, as it is written, and the value of each attribute.
    package func forEachQualified(_ body: (String, String) -> Void) {
        var index = 0
        while let pairs, let name = pairs[index], let value = pairs[index + 1] {
            body(String(cString: name), String(cString: value))
            index += 2
        }
    }
}

/// Returns whether a name without its namespace prefix equals another name.
private func isLocalName(_ name: UnsafePointer<XML_Char>, _ other: String) -> Bool {
    let local = strrchr(name, CInt(UInt8(ascii: ":"))).map { UnsafePointer($0 + 1) } ?? name
    return strcmp(local, other) == 0
}

/// Returns a name without its namespace prefix.
private func localName(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.index(after: colon)...])
}

/// The connection between expat and a reader: expat's handlers call it, and it keeps the first
/// problem, which stops expat.
private final class XMLReading {
    private let reader: any XMLReader
    private let parser: XML_Parser
    private let memory: ParserMemory
    private let count: Int
    /// The offsets of the open elements.
    private var open: [Int] = []
    private var problem: TextProblem?

    init(for reader: some XMLReader, of count: Int, with parser: XML_Parser, in memory: ParserMemory) {
        self.reader = reader
        self.memory = memory
        self.parser = parser
        self.count = count
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name else { return }
                XMLReading.handle(data) { (reading) throws(TextProblem) in
                    reading.open.append(reading.offset)
                    try reading.reader.start(
                        localName(String(cString: name)),
                        attributes: XMLAttributes(element: name, pairs: attributes, offset: reading.offset))
                }
            },
            { data, _ in
                XMLReading.handle(data) { (reading) throws(TextProblem) in
                    reading.open.removeLast()
                    try reading.reader.end(at: reading.offset)
                }
            })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let text, count > 0 else { return }
            XMLReading.handle(data) { $0.reader.text(UnsafeRawBufferPointer(start: text, count: Int(count))) }
        }
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
            XMLReading.handle(data) { (_) throws(TextProblem) in
                throw TextProblem(message: "unexpected declaration of an entity; remove it")
            }
        }
        XML_SetAttlistDeclHandler(parser) { data, _, _, _, _, _ in
            XMLReading.handle(data) { (_) throws(TextProblem) in
                throw TextProblem(message: "unexpected declaration of attributes; remove it")
            }
        }
    }

    /// Lets a function handle an event, unless there is already a problem.
    private static func handle(_ data: UnsafeMutableRawPointer?, _ body: (XMLReading) throws(TextProblem) -> Void) {
        guard let data else { return }
        let reading = Unmanaged<XMLReading>.fromOpaque(data).takeUnretainedValue()
        guard reading.problem == nil else { return }
        do throws(TextProblem) { try body(reading) } catch {
            reading.problem = error
            if error.offset == nil { reading.problem?.offset = reading.offset }
            XML_StopParser(reading.parser, 0)
        }
    }

    func parse(_ text: UnsafeRawBufferPointer) throws(TextProblem) {
        var offset = 0
        repeat {
            let pieceCount = min(count - offset, 1 << 14)
            let isLast = offset + pieceCount == count
            let piece = UnsafeRawBufferPointer(rebasing: text[offset..<offset + pieceCount])
            let status = XML_Parse(
                parser, piece.assumingMemoryBound(to: CChar.self).baseAddress, Int32(pieceCount), isLast ? 1 : 0)
            if let problem { throw problem }
            guard status == XML_STATUS_OK else {
                if XML_GetErrorCode(parser) == XML_ERROR_NO_MEMORY { try reader.outOfMemory() }
                throw failure(in: text)
            }
            offset += pieceCount
            try reader.check(parserBytes: memory.byteCount)
        } while offset < count
    }

    private func failure(in text: UnsafeRawBufferPointer) -> TextProblem {
        let code = XML_GetErrorCode(parser)
        // The parser reports the same error for a truncated text.
        if code == XML_ERROR_NO_ELEMENTS, !open.isEmpty {
            let elements = open.count == 1 ? "an element" : "\(open.count) elements"
            return TextProblem(offset: offset, message: "expected the end of \(elements), found the end of the file")
        }
        if code == XML_ERROR_TAG_MISMATCH, let start = open.last, let name = name(after: start, in: text),
            let found = self.name(after: offset - 1, in: text)
        {
            return TextProblem(
                offset: offset,
                message: "expected </\(name)> for the element that begins in line "
                    + "\(TextPosition(of: start, in: text).line), found </\(found)>")
        }
        if code == XML_ERROR_NO_ELEMENTS, offset == 0 {
            return TextProblem(offset: offset, message: "the text is empty", remedy: "check the program that wrote it")
        }
        let message = "invalid XML: \(XML_ErrorString(code).map { String(cString: $0) } ?? "not well-formed")"
        let isUnescaped = code == XML_ERROR_INVALID_TOKEN && isMark(at: offset, in: text)
        return TextProblem(
            offset: offset, message: message, remedy: isUnescaped ? "write &lt; for < and &amp; for &" : nil)
    }

    /// Returns the name after a `<` or `/`, shortened; `nil` if no name in UTF-8 follows.
    private func name(after offset: Int, in text: UnsafeRawBufferPointer) -> String? {
        let name = text.dropFirst(offset + 1).prefix { $0 > 0x20 && !"</>".utf8.contains($0) }
        return name.isEmpty ? nil : String(Message.quoted(name).dropFirst().dropLast())
    }

    /// Returns whether a `<` is at an offset, or a `&` whose name ends there.
    private func isMark(at offset: Int, in text: UnsafeRawBufferPointer) -> Bool {
        guard offset < text.count else { return false }
        if text[offset] == UInt8(ascii: "<") || text[offset] == UInt8(ascii: "&") { return true }
        let rest = text[..<offset].suffix(64).reversed().drop { byte in
            byte >= 0x80 || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "_")
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        }
        return rest.first == UInt8(ascii: "&")
    }

    /// The offset up to which the parser has read.
    private var offset: Int { max(0, min(Int(XML_GetCurrentByteIndex(parser)), count)) }
}
