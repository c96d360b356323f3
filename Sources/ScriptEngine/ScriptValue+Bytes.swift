internal import CScriptEngine

/// Encodes values for the engine, in the format of `script_engine.h`.
struct ValueEncoder {
    private(set) var bytes: [UInt8] = []

    private mutating func append(tag: Int) { bytes.append(UInt8(truncatingIfNeeded: tag)) }

    private mutating func append(count: Int) throws(ScriptError) {
        guard let count = UInt32(exactly: count), count <= Int32.max else { throw .size }
        withUnsafeBytes(of: count) { bytes.append(contentsOf: $0) }
    }

    private mutating func append(key: String) throws(ScriptError) {
        let start = bytes.count
        try append(count: 0)
        let textStart = bytes.count
        bytes.appendForEngine(key)
        guard let size = UInt32(exactly: bytes.count - textStart), size < Int32.max else { throw .size }
        withUnsafeBytes(of: size) { bytes.replaceSubrange(start..<textStart, with: $0) }
        bytes.append(0)
    }

    private mutating func append(text: String) throws(ScriptError) {
        append(tag: SCRIPT_TAG_STRING)
        try append(key: text)
    }

    /// Appends a value.
    mutating func append(_ value: ScriptValue, depth: Int = 0) throws(ScriptError) {
        switch value {
        case .undefined: append(tag: SCRIPT_TAG_UNDEFINED)
        case .null: append(tag: SCRIPT_TAG_NULL)
        case .boolean(let isTrue): append(tag: isTrue ? SCRIPT_TAG_TRUE : SCRIPT_TAG_FALSE)
        case .number(let number):
            append(tag: SCRIPT_TAG_NUMBER)
            withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
        case .text(let text): try append(text: text)
        case .list(let values):
            guard depth < SCRIPT_DEPTH_LIMIT else { throw .nesting }
            append(tag: SCRIPT_TAG_LIST)
            try append(count: values.count)
            for value in values { try append(value, depth: depth + 1) }
        case .record(let fields):
            guard depth < SCRIPT_DEPTH_LIMIT else { throw .nesting }
            append(tag: SCRIPT_TAG_RECORD)
            try append(count: fields.count)
            // The order is that in which scripts see the keys.
            for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
                try append(key: key)
                try append(value, depth: depth + 1)
            }
        }
    }

    /// Appends a document.
    mutating func append(_ document: ScriptDocument) throws(ScriptError) {
        append(tag: SCRIPT_TAG_XML)
        append(tag: SCRIPT_TAG_LIST)
        try append(count: document.nodes.count + 1)
        try append(.list([]))
        for node in document.nodes {
            let parent = ScriptValue.number(Double(node.parent))
            switch node.content {
            case .text(let text): try append(.list([parent, .text(text)]))
            case .element(let name, let attributes):
                try append(.list([parent, .text(name), .record(attributes.mapValues { .text($0) })]))
            }
        }
    }
}

/// Decodes values from the engine.
struct ValueDecoder {
    private var bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func read(_ count: Int) -> UnsafeRawBufferPointer {
        let taken = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
        bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(count))
        return taken
    }

    private mutating func count() -> Int { Int(read(4).loadUnaligned(as: UInt32.self)) }

    private mutating func text() throws(ScriptError) -> String {
        let text = read(count())
        _ = read(1)
        return try String(fromEngine: text)
    }

    /// Returns the next value.
    mutating func value() throws(ScriptError) -> ScriptValue {
        switch Int(read(1).first ?? 0) {
        case SCRIPT_TAG_NULL: return .null
        case SCRIPT_TAG_FALSE: return .boolean(false)
        case SCRIPT_TAG_TRUE: return .boolean(true)
        case SCRIPT_TAG_NUMBER: return .number(read(8).loadUnaligned(as: Double.self))
        case SCRIPT_TAG_STRING: return .text(try text())
        case SCRIPT_TAG_LIST:
            var values: [ScriptValue] = []
            for _ in 0..<count() { values.append(try value()) }
            return .list(values)
        case SCRIPT_TAG_RECORD:
            var fields: [String: ScriptValue] = [:]
            for _ in 0..<count() {
                let key = try text()
                guard fields.updateValue(try value(), forKey: key) == nil else {
                    throw .conversion("an object with the key '\(key)' in two Unicode forms")
                }
            }
            return .record(fields)
        default: return .undefined
        }
    }
}

// MARK: - Texts

extension [UInt8] {
    /// Appends CESU-8, in which each half of a surrogate pair has three bytes.
    mutating func appendForEngine(_ text: String) {
        var scalars = text.utf8.makeIterator()
        while let byte = scalars.next() {
            guard byte >= 0xF0 else {
                append(byte)
                continue
            }
            var scalar = UInt32(byte & 7)
            for _ in 0..<3 { scalar = scalar << 6 | UInt32((scalars.next() ?? 0) & 0x3F) }
            scalar -= 0x1_0000
            append(surrogate: 0xD800 | scalar >> 10)
            append(surrogate: 0xDC00 | scalar & 0x3FF)
        }
    }

    private mutating func append(surrogate: UInt32) {
        for shift: UInt32 in [12, 6, 0] {
            append(UInt8(truncatingIfNeeded: shift == 12 ? 0xED : 0x80 | surrogate >> shift & 0x3F))
        }
    }
}

extension String {
    /// The zero-terminated text for the engine.
    var forEngine: [CChar] {
        var bytes: [UInt8] = []
        bytes.appendForEngine(self)
        return (bytes + [0]).map { CChar(bitPattern: $0) }
    }

    /// Creates a text from the engine's, in which halves of surrogate pairs have three bytes each.
    ///
    /// - Throws: ``ScriptError/conversion(_:)`` if a surrogate isn't part of a pair, or the bytes
    ///   aren't UTF-8.
    init(fromEngine text: UnsafeRawBufferPointer) throws(ScriptError) {
        if let text = String(validating: text, as: UTF8.self) {
            self = text
            return
        }
        var (bytes, index) = ([UInt8](), 0)
        bytes.reserveCapacity(text.count)
        while index < text.count {
            if let high = Self.surrogate(at: index, in: text), high < 0xDC00,
                let low = Self.surrogate(at: index + 3, in: text), low >= 0xDC00,
                let scalar = Unicode.Scalar(0x1_0000 + (high - 0xD800) << 10 + low - 0xDC00)
            {
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                index += 6
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .conversion("a text with an unpaired surrogate")
        }
        self = text
    }

    /// Returns the surrogate that three bytes encode; `nil` if they don't encode one.
    private static func surrogate(at index: Int, in text: UnsafeRawBufferPointer) -> UInt32? {
        guard index + 2 < text.count, text[index] == 0xED, 0xA0...0xBF ~= text[index + 1] else { return nil }
        return 0xD000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
    }
}
