internal import TextSupport

extension InkFormat {
    /// The common names of the format in lower case, the usual one first: `json`; `ndjson`,
    /// `jsonl`; `inkml`; `dollar`, `$`; `xopp`; `excalidraw`; `tldraw`; `svg`; `unipen`.
    public var names: [String] {
        switch self {
        case .json: ["json"]
        case .ndjson: ["ndjson", "jsonl"]
        case .inkML: ["inkml"]
        case .dollar: ["dollar", "$"]
        case .xournal: ["xopp", "xournal"]
        case .excalidraw: ["excalidraw"]
        case .tldraw: ["tldraw"]
        case .svg: ["svg"]
        case .unipen: ["unipen"]
        }
    }

    /// Creates the format with a name, in upper or lower case; `nil` if no format has that name.
    public init?(named name: String) {
        let name = name.lowercased()
        guard let format = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
        self = format
    }

    /// The extensions of file names, the usual one first. They don't include `.xml` and `.dat`, for
    /// which the content of the file decides. `.gz` may follow each of them.
    public var fileExtensions: [String] {
        switch self {
        case .json: ["json"]
        case .ndjson: ["ndjson", "jsonl"]
        case .inkML: ["inkml"]
        case .dollar: []
        case .xournal: ["xopp", "xoj"]
        case .excalidraw: ["excalidraw"]
        case .tldraw: ["tldr"]
        case .svg: ["svg", "svgz"]
        case .unipen: ["upn", "unp"]
        }
    }

    /// Returns the format by the extension of a file's name, or else by the content. For a `.json`
    /// file, the content decides which program drew it. Returns `nil` if both are unknown, and for
    /// formats that can't be read; see ``unreadableFormatError(fileName:content:)``.
    public static func recognize(fileName: String?, content: UnsafeRawBufferPointer?) -> InkFormat? {
        guard ForeignInk.recognize(fileName: fileName, content: content) == nil else { return nil }
        if var name = fileName?.lowercased() {
            if name.hasSuffix(".gz") { name.removeLast(3) }
            for format in allCases {
                for fileExtension in format.fileExtensions where name.hasSuffix("." + fileExtension) {
                    guard format == .json, let content else { return format }
                    let exact = recognize(content: content)
                    return exact == .excalidraw || exact == .tldraw ? exact : format
                }
            }
        }
        return content.flatMap(recognize(content:))
    }

    /// Returns an error for a file of a known format that can't be read, with another format to
    /// save or export; `nil` for other files.
    ///
    /// - Parameters:
    ///   - fileName: The name of the file; `nil` if it has none.
    ///   - content: The content, or its beginning; `nil` if only the name is known.
    public static func unreadableFormatError(fileName: String?, content: UnsafeRawBufferPointer?) -> InkFormatError? {
        ForeignInk.recognize(fileName: fileName, content: content).map { $0.error(inputName: fileName) }
    }

    private static func recognize(content: UnsafeRawBufferPointer) -> InkFormat? {
        if Gzip.isCompressed(content) {
            return Gzip.beginning(of: content).withUnsafeBytes { Gzip.isCompressed($0) ? nil : recognize(content: $0) }
        }
        var index = content.byteOrderMarkLength
        while index < content.count, content[index] <= 0x20 { index += 1 }
        guard index < content.count else { return nil }
        switch content[index] {
        case UInt8(ascii: "<"): return recognize(xml: content[index...])
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if let program = program(ofJSON: content, from: index) { return program }
            var scanner = JSONCursor(content, from: index, acceptsNonFinite: true)
            // NDJSON has a complete value in the first line, and another one after it.
            guard (try? scanner.skipValue()) != nil else { return .json }
            let end = scanner.position
            scanner.skipBlanks()
            let isFollowed = !scanner.isAtEnd && content[end..<scanner.position].contains(UInt8(ascii: "\n"))
            return isFollowed && !content[index..<end].contains(UInt8(ascii: "\n")) ? .ndjson : .json
        case UInt8(ascii: "."):
            // UNIPEN may begin with any statement.
            let start = content[index...].prefix(1 << 16)
            return start.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: ".PEN_DOWN".utf8) }
                ? .unipen : nil
        default: return nil
        }
    }

    /// Returns the drawing program whose JSON begins at an offset, by the first keys of the object.
    private static func program(ofJSON content: UnsafeRawBufferPointer, from index: Int) -> InkFormat? {
        var scanner = JSONCursor(content, from: index, acceptsNonFinite: true)
        guard scanner.skip(UInt8(ascii: "{")) else { return nil }
        var isFirst = true
        while (try? scanner.next(before: UInt8(ascii: "}"), isFirst: &isFirst)) == true, let key = try? scanner.key() {
            switch key.name {
            case "type" where scanner.peek == UInt8(ascii: "\""):
                guard let type = try? scanner.string() else { return nil }
                if type == "excalidraw" || type == "excalidraw/clipboard" { return .excalidraw }
            case "tldrawFileFormatVersion", "store": return .tldraw
            case "document" where scanner.peek == UInt8(ascii: "{"):
                // A snapshot has the document's records and the session.
                var document = scanner
                guard document.skip(UInt8(ascii: "{")), let key = try? document.key() else { return nil }
                return key.name == "store" ? .tldraw : nil
            case let name:
                if InkJSON.contents.contains(name) || (try? scanner.skipValue()) == nil { return nil }
            }
        }
        return nil
    }

    /// Returns the XML format by the name of the first element.
    private static func recognize(xml content: Slice<UnsafeRawBufferPointer>) -> InkFormat? {
        // Except after long comments, the first element comes soon.
        let start = content.prefix(1 << 16)
        var index = start.startIndex
        while let open = start[index...].firstIndex(of: UInt8(ascii: "<")), open + 1 < start.endIndex {
            index = open + 1
            switch start[index] {
            case UInt8(ascii: "?"): continue
            case UInt8(ascii: "!"):
                // A comment may contain anything.
                guard start[index...].starts(with: "!--".utf8) else { continue }
                while index < start.endIndex, !start[index...].starts(with: "-->".utf8) { index += 1 }
            default:
                let name = start[index...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
                let local = name.split(separator: UInt8(ascii: ":")).last ?? name
                if local.elementsEqual("ink".utf8) { return .inkML }
                if local.elementsEqual("xournal".utf8) { return .xournal }
                if local.elementsEqual("svg".utf8) { return .svg }
                return String(decoding: local, as: UTF8.self).lowercased().hasPrefix("gesture") ? .dollar : nil
            }
        }
        return nil
    }
}
