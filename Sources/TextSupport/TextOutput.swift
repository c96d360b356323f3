/// The text that a writer builds, in one buffer.
package struct TextOutput {
    /// The bytes that were written so far.
    @usableFromInline
    package var bytes: [UInt8] = []

    /// Creates an empty text.
    @inlinable
    package init() {}

    /// Writes a constant text.
    @inlinable
    package mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes a byte.
    @inlinable
    package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Writes the bytes of a buffer.
    @inlinable
    package mutating func append(_ text: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: text) }

    /// Writes bytes.
    @inlinable
    package mutating func append(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

    /// Writes a string.
    @inlinable
    package mutating func append(string: String) { bytes.append(contentsOf: string.utf8) }

    /// Writes a number that isn't negative, in decimal.
    @inlinable
    package mutating func append(_ number: Int) {
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
