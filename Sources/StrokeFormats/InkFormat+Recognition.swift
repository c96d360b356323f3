internal import TextSupport

extension InkFormat {
    /// The names that people use for the format, in lower case, the usual one first: `json`;
    /// `ndjson`, `jsonl`; `inkml`; `dollar`, `$`.
    public var names: [String] {
        switch self {
        case .json: ["json"]
        case .ndjson: ["ndjson", "jsonl"]
        case .inkML: ["inkml"]
        case .dollar: ["dollar", "$"]
        }
    }

    /// Creates the format with a name, in upper or lower case; `nil` if no format has that name.
    public init?(named name: String) {
        let name = name.lowercased()
        guard let format = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
        self = format
    }

    /// The extensions of file names, the usual one first. They don't include `.xml`: the content of
    /// such a file decides.
    public var fileExtensions: [String] {
        switch self {
        case .json: ["json"]
        case .ndjson: ["ndjson", "jsonl"]
        case .inkML: ["inkml"]
        case .dollar: []
        }
    }

    /// Returns the format by the extension of a file's name, or else by the content; `nil` if both
    /// are unknown.
    public static func recognize(fileName: String?, content: UnsafeRawBufferPointer?) -> InkFormat? {
        if let name = fileName?.lowercased() {
            for format in allCases {
                for fileExtension in format.fileExtensions where name.hasSuffix("." + fileExtension) { return format }
            }
        }
        return content.flatMap(recognize(content:))
    }

    private static func recognize(content: UnsafeRawBufferPointer) -> InkFormat? {
        var index = content.byteOrderMarkLength
        while index < content.count, content[index] <= 0x20 { index += 1 }
        guard index < content.count else { return nil }
        switch content[index] {
        case UInt8(ascii: "<"): return recognize(xml: content[index...])
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            var scanner = JSONCursor(content, from: index, acceptsNonFinite: true)
            // NDJSON has a complete value in the first line, and another one after it.
            guard (try? scanner.skipValue()) != nil else { return .json }
            let end = scanner.position
            scanner.skipBlanks()
            let isFollowed = !scanner.isAtEnd && content[end..<scanner.position].contains(UInt8(ascii: "\n"))
            return isFollowed && !content[index..<end].contains(UInt8(ascii: "\n")) ? .ndjson : .json
        default: return nil
        }
    }

    /// Returns InkML or the gesture format, by the name of the first element.
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
                return String(decoding: local, as: UTF8.self).lowercased().hasPrefix("gesture") ? .dollar : nil
            }
        }
        return nil
    }
}
