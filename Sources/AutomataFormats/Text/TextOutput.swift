/// The text that a writer builds, in one buffer.
struct TextOutput {
    var bytes: [UInt8] = []

    @inline(__always)
    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

    mutating func append(string: String) { bytes.append(contentsOf: string.utf8) }

    /// A number that isn't negative, in decimal.
    mutating func append(_ number: Int) {
        if number < 10 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
            return
        }
        let first = bytes.count
        var rest = number
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        bytes[first...].reverse()
    }
}
