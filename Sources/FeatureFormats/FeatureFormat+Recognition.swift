internal import TextSupport

extension FeatureFormat {
    /// The extensions of file names, the usual one first.
    public var fileExtensions: [String] {
        switch self {
        case .dimacs: [fileExtension, "cnf"]
        case .markdown: [fileExtension, "markdown"]
        case .uvl, .featureIDE, .json, .csv: [fileExtension]
        }
    }

    /// Creates the format of a file by the extension of its name, in upper or lower case.
    ///
    /// - Returns: `nil` if no format has the extension.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        let format = Self.allCases.first { format in format.fileExtensions.contains { name.hasSuffix(".\($0)") } }
        guard let format else { return nil }
        self = format
    }

    /// Recognizes the format of a text by the text's beginning; `nil` if no format is recognized.
    public init?(recognizing text: UnsafeRawBufferPointer) {
        var index = text.byteOrderMarkLength
        while index < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[index]) { index += 1 }
        let rest = text[index...]
        func isEnd(of word: Slice<UnsafeRawBufferPointer>, in rest: Slice<UnsafeRawBufferPointer>) -> Bool {
            rest.dropFirst(word.count).first.map { $0 <= 0x20 } ?? true
        }
        let word = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
        switch String(decoding: word.prefix(16), as: UTF8.self) {
        case "namespace", "include", "imports", "features", "constraints":
            guard isEnd(of: word, in: rest) || rest.dropFirst(word.count).first == UInt8(ascii: "/") else { return nil }
            self = .uvl
        case "c", "p":
            guard isEnd(of: word, in: rest) else { return nil }
            self = .dimacs
        case "id":
            guard let next = rest.dropFirst(2).first, ",;\t".utf8.contains(next) else { return nil }
            self = .csv
        case "" where rest.first == UInt8(ascii: "|") || rest.starts(with: "# ".utf8): self = .markdown
        case "" where rest.first == UInt8(ascii: "<"): self = .featureIDE
        case "" where rest.first == UInt8(ascii: "{"): self = .json
        case "" where rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8): self = .uvl
        default: return nil
        }
    }
}
