internal import CAutomata

/// Zero-terminated names to be lent to C.
final class StableNames: @unchecked Sendable {
    // Unchecked: written in init only.
    private let bytes: UnsafeMutableBufferPointer<CChar>
    private let texts: UnsafeMutableBufferPointer<automata_text>

    /// Copies names of the given total length; `append` is called for each name and passes its
    /// bytes on.
    init(
        count: Int, byteCount: Int, append: (Int, (UnsafeBufferPointer<UInt8>) -> Void) -> Void
    ) {
        bytes = .allocate(capacity: byteCount + count)
        texts = .allocate(capacity: count)
        var end = 0
        for index in 0..<count {
            append(index) { name in
                let start = end
                for byte in name {
                    bytes.initializeElement(at: end, to: CChar(bitPattern: byte))
                    end += 1
                }
                bytes.initializeElement(at: end, to: 0)
                texts.initializeElement(
                    at: index,
                    to: automata_text(data: bytes.baseAddress.map { UnsafePointer($0 + start) }, length: name.count))
                end += 1
            }
        }
    }

    convenience init(_ names: [String]) {
        self.init(count: names.count, byteCount: names.reduce(0) { $0 + $1.utf8.count }) { index, append in
            var name = names[index]
            name.withUTF8(append)
        }
    }

    deinit {
        bytes.deallocate()
        texts.deallocate()
    }

    var lent: automata_names {
        automata_names(items: texts.isEmpty ? nil : UnsafePointer(texts.baseAddress), count: texts.count)
    }

    /// Returns the bytes of a name.
    func bytes(of index: UInt32) -> UnsafeBufferPointer<UInt8> {
        let text = texts[Int(index)]
        return UnsafeBufferPointer(
            start: text.data.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, count: text.length)
    }

    /// Whether each name is one scalar, in UTF-8.
    var areSingleScalars: Bool {
        (0..<UInt32(texts.count)).allSatisfy { name in
            // No scalar has more bytes.
            let bytes = bytes(of: name)
            return bytes.count <= 4 && String(validating: bytes, as: UTF8.self)?.unicodeScalars.count == 1
        }
    }

    /// The zero-terminated name; "" if there is none with the number.
    subscript(index: UInt32) -> UnsafePointer<CChar>? {
        Int(index) < texts.count ? texts[Int(index)].data : emptyText
    }
}

/// The empty text for C.
var emptyText: UnsafePointer<CChar>? { StaticText("").pointer }

/// A text that is valid while the library is loaded.
struct StaticText {
    private let text: StaticString

    init(_ text: StaticString) {
        self.text = text
    }

    var pointer: UnsafePointer<CChar>? { UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self) }
}
