/// A text as a dictionary key, compared by its bytes.
///
/// In contrast, strings are equal if they are canonically equivalent, like the two spellings of
/// "é".
package struct ByteKey: Hashable, Sendable {
    package let text: String

    /// Creates a key.
    @inlinable
    package init(_ text: String) { self.text = text }

    /// Returns whether two texts have the same bytes.
    @inlinable
    package static func == (left: ByteKey, right: ByteKey) -> Bool {
        let isEqual = left.text.utf8.withContiguousStorageIfAvailable { left in
            right.text.utf8.withContiguousStorageIfAvailable { right in
                left.count == right.count && left.elementsEqual(right)
            }
        }
        return (isEqual ?? nil) ?? left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes.
    @inlinable
    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}
