internal import ScriptEngine
internal import Statecharts
internal import TextSupport
internal import XMLSupport

/// The meaning of a text within `<data>`, `<assign>` or `<content>` (SCXML, appendix B.2.3).
enum InlineText {
    /// Returns the value of JSON, or the text with single blanks between words.
    static func value(of text: String) -> Value {
        if let value = try? ScriptValue(json: text) { return Value(value) }
        return .text(text.normalized)
    }

    /// Returns the value of JSON, the document of XML, or the text with single blanks between
    /// words.
    static func source(of text: String) -> ScriptEngine.Source {
        if let value = try? ScriptValue(json: text) { return .value(value) }
        return document(of: text).map { .document($0) } ?? .value(.text(text.normalized))
    }

    /// Returns the document of XML, or `nil` for another text.
    private static func document(of text: String) -> ScriptDocument? {
        if text.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
            let builder = DocumentBuilder()
            var text = text.trimmed
            let isRead = text.withUTF8 { bytes in
                do throws(TextProblem) {
                    try builder.read(xml: UnsafeRawBufferPointer(bytes))
                    return true
                } catch {
                    return false
                }
            }
            if isRead { return builder.document }
        }
        return nil
    }
}

/// Builds a document as it is read.
private final class DocumentBuilder: XMLReader {
    private(set) var document = ScriptDocument()

    func start(_ name: String, attributes: XMLAttributes) {
        var pairs: [String: String] = [:]
        attributes.forEachQualified { name, value in pairs[name] = value }
        document.beginElement(attributes.qualifiedElementName, attributes: pairs)
    }

    func end(at offset: Int) { document.endElement() }

    func text(_ bytes: UnsafeRawBufferPointer) { document.addText(String(decoding: bytes, as: UTF8.self)) }
}

extension String {
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D }

    /// The words with single blanks between them.
    fileprivate var normalized: String {
        String(decoding: Array(utf8.split(whereSeparator: Self.isBlank).joined(separator: [0x20])), as: UTF8.self)
    }

    /// The text without leading blanks.
    fileprivate var trimmed: String { String(decoding: Array(utf8.drop(while: Self.isBlank)), as: UTF8.self) }
}

// MARK: - Values

extension Value {
    /// Creates the value of a script; an undefined one becomes null.
    init(_ value: ScriptValue) {
        switch value {
        case .undefined, .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        // The recursion is at most as deep as the engine's values.
        case .list(let items): self = .list(items.map { Value($0) })
        case .record(let members): self = .record(members.mapValues { Value($0) })
        }
    }
}

extension ScriptValue {
    /// Creates a value for scripts.
    init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .list(let items): self = .list(items.map { ScriptValue($0) })
        case .record(let members): self = .record(members.mapValues { ScriptValue($0) })
        }
    }
}
