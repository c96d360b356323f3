internal import TextSupport

extension Format {
    /// The common names of the format, in lower case, the usual one first: `mata`; `jflap`, `jff`;
    /// `att`, `openfst`, `fsm`; `json`; `dot`, `gv`, `graphviz`; `ba`.
    public var names: [String] {
        switch self {
        case .mata: ["mata"]
        case .jflap: ["jflap", "jff"]
        case .att: ["att", "openfst", "fsm"]
        case .json: ["json"]
        case .dot: ["dot", "gv", "graphviz"]
        case .ba: ["ba"]
        }
    }

    /// Creates the format with the given name, in upper or lower case; `nil` if no format has it.
    public init?(named name: String) {
        let name = name.lowercased()
        guard let format = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
        self = format
    }

    /// The extensions of file names, the usual one first.
    public var fileExtensions: [String] {
        switch self {
        case .mata: ["mata"]
        case .jflap: ["jff"]
        case .att: ["att", "fst.txt"]
        case .json: ["json"]
        case .dot: ["dot", "gv"]
        case .ba: ["ba"]
        }
    }

    /// Returns the format that a file's name suggests, or else the format that its content
    /// suggests; `nil` if neither suggests a format.
    public static func recognize(fileName: String?, content: UnsafeRawBufferPointer?) -> Format? {
        if let name = fileName?.lowercased() {
            for format in allCases {
                for fileExtension in format.fileExtensions where name.hasSuffix("." + fileExtension) { return format }
            }
        }
        return content.flatMap(recognize(content:))
    }

    /// Returns the format of a text by its beginning, ignoring comments.
    private static func recognize(content: UnsafeRawBufferPointer) -> Format? {
        var index = content.byteOrderMarkLength
        while index < content.count {
            switch content[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                index += 1
            case UInt8(ascii: "#"):
                while index < content.count, content[index] != UInt8(ascii: "\n") { index += 1 }
            case UInt8(ascii: "@"): return .mata
            case UInt8(ascii: "<"): return .jflap
            case UInt8(ascii: "{"): return .json
            case UInt8(ascii: "0")...UInt8(ascii: "9"): return isBA(content[index...]) ? .ba : .att
            case UInt8(ascii: "/"): return .dot
            default:
                let word = content[index..<min(index + 8, content.count)].map { $0 | 0x20 }
                if ["digraph", "strict", "graph"].contains(where: { word.starts(with: $0.utf8) }) { return .dot }
                return isBA(content[index...]) ? .ba : nil
            }
        }
        return nil
    }

    /// Returns whether the first line that isn't a name is `symbol,source->target`, with no blank
    /// up to its end.
    private static func isBA(_ text: some Sequence<UInt8>) -> Bool {
        var previous: UInt8 = 0
        var hasComma = false
        var hasArrow = false
        for byte in text {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): return false
            case UInt8(ascii: ","):
                if hasComma { return false }
                hasComma = true
            case UInt8(ascii: ">") where previous == UInt8(ascii: "-"):
                if !hasComma || hasArrow { return false }
                hasArrow = true
            case UInt8(ascii: "\n") where hasComma: return hasArrow
            default: break
            }
            previous = byte
        }
        return hasArrow
    }
}
