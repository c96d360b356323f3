/// The kinds of this library's JSON documents.
@_spi(Tool) public enum JSONDocument {
    /// Returns the format of the object that a text begins with: the value of its key `format`, or
    /// `components` if it has that key, which assemblies alone have.
    ///
    /// - Parameter beginning: The text, which may be cut off anywhere.
    /// - Returns: `nil` if the beginning has neither key, or isn't an object.
    /// - Complexity: O(*n*) for *n* bytes.
    public static func format(of beginning: UnsafeRawBufferPointer) -> String? {
        var cursor = JSONCursor(beginning, from: beginning.byteOrderMarkLength)
        guard cursor.skip(UInt8(ascii: "{")) else { return nil }
        var isFirst = true
        do throws(TextProblem) {
            while try cursor.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
                switch try cursor.key().name {
                case "format": return try cursor.string()
                case "components": return "components"
                default: try cursor.skipValue()
                }
            }
        } catch {
            // What is wrong, or cut off, is told by whoever reads the text.
        }
        return nil
    }
}
