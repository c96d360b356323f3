internal import CExpat

/// What a reader has against a text, at the place where the parser is.
struct XMLProblem: Error {
    var message: String
    /// Another place, where there is one.
    var offset: Int?
    var isLimit = false
}

extension XMLProblem {
    init(_ problem: TextProblem) {
        self.init(message: problem.message, offset: problem.offset, isLimit: problem.isLimit)
    }
}

/// The attributes of an element.
struct XMLAttributes {
    fileprivate let pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    /// Where the element begins.
    let offset: Int

    /// The value of the attribute of a name, with any namespace.
    subscript(_ name: String) -> String? {
        var result: String?
        forEach { if $0 == name { result = $1 } }
        return result
    }

    /// Calls a function with the name, without its namespace's prefix, and the value of each attribute.
    func forEach(_ body: (String, String) -> Void) {
        var index = 0
        while let pairs, let name = pairs[index], let value = pairs[index + 1] {
            body(XMLNames.local(String(cString: name)), String(cString: value))
            index += 2
        }
    }
}

/// Names of elements and attributes.
enum XMLNames {
    /// A name without its namespace's prefix.
    static func local(_ name: String) -> String {
        guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return String(name[name.index(after: colon)...])
    }
}

/// Goes through the elements of an XML text with expat; a reader of a format overrides what it wants to see.
class XMLReader {
    private var parser: XML_Parser?
    private var count = 0
    /// How many elements are open.
    private var depth = 0
    /// The first thing that is wrong, which stops the parser.
    private var problem: TextProblem?

    /// An element begins.
    func start(_ name: String, attributes: XMLAttributes) throws(XMLProblem) {}

    /// The element that began last, of those that are open, ends.
    func end() throws(XMLProblem) {}

    /// Text stands in the element that is open; it may come in pieces.
    func text(_ bytes: UnsafeRawBufferPointer) {}

    /// Goes through a whole text.
    final func parse(_ text: UnsafeRawBufferPointer) throws(TextProblem) {
        guard let parser = XML_ParserCreate(nil) else {
            throw TextProblem(offset: 0, message: "there is no memory for an XML parser")
        }
        defer {
            self.parser = nil
            XML_ParserFree(parser)
        }
        self.parser = parser
        count = text.count
        try parse(text, with: parser)
    }

    private func parse(_ text: UnsafeRawBufferPointer, with parser: XML_Parser) throws(TextProblem) {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let data, let name else { return }
                let reader = Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
                reader.depth += 1
                reader.handle { () throws(XMLProblem) in
                    try reader.start(
                        XMLNames.local(String(cString: name)),
                        attributes: XMLAttributes(pairs: attributes, offset: reader.currentOffset))
                }
            },
            { data, _ in
                guard let data else { return }
                let reader = Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
                reader.depth -= 1
                reader.handle { () throws(XMLProblem) in try reader.end() }
            })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let data, let text, count > 0 else { return }
            let reader = Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
            guard reader.problem == nil else { return }
            reader.text(UnsafeRawBufferPointer(start: text, count: Int(count)))
        }
        // Entities can blow up a text, and ink has none.
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
            guard let data else { return }
            let reader = Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
            reader.handle { () throws(XMLProblem) in
                throw XMLProblem(message: "expected no declaration of an entity")
            }
        }
        // An attribute's default stands in every element that doesn't have it.
        XML_SetAttlistDeclHandler(parser) { data, _, _, _, _, _ in
            guard let data else { return }
            let reader = Unmanaged<XMLReader>.fromOpaque(data).takeUnretainedValue()
            reader.handle { () throws(XMLProblem) in
                throw XMLProblem(message: "expected no declaration of attributes")
            }
        }
        var offset = 0
        repeat {
            let count = min(text.count - offset, 1 << 20)
            let isLast = offset + count == text.count
            let piece = UnsafeRawBufferPointer(rebasing: text[offset..<offset + count])
            let status = XML_Parse(
                parser, piece.assumingMemoryBound(to: CChar.self).baseAddress, Int32(count), isLast ? 1 : 0)
            if let problem { throw problem }
            guard status == XML_STATUS_OK else {
                throw TextProblem(offset: currentOffset, message: failure(of: parser))
            }
            offset += count
        } while offset < text.count
    }

    private func failure(of parser: XML_Parser) -> String {
        let code = XML_GetErrorCode(parser)
        // What the parser says of a text that was cut, too.
        if code == XML_ERROR_NO_ELEMENTS, depth > 0 {
            let elements = depth == 1 ? "an element" : "\(depth) elements"
            return "expected the end of \(elements), found the end of the file"
        }
        return "invalid XML: \(XML_ErrorString(code).map { String(cString: $0) } ?? "not well-formed")"
    }

    /// Where the parser is.
    final var currentOffset: Int { max(0, min(parser.map { Int(XML_GetCurrentByteIndex($0)) } ?? 0, count)) }

    private func handle(_ body: () throws(XMLProblem) -> Void) {
        guard problem == nil else { return }
        do throws(XMLProblem) { try body() } catch {
            problem = TextProblem(
                offset: error.offset ?? currentOffset, message: error.message, isLimit: error.isLimit)
            XML_StopParser(parser, 0)
        }
    }
}
