extension [UInt8] {
    /// Where a byte of a text stands as editors count it: the line, and the column in bytes, both from 1.
    func place(of offset: Int) -> (line: Int, column: Int) {
        var (line, lineStart) = (1, 0)
        for (index, byte) in prefix(offset).enumerated() where byte == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        return (line, offset - lineStart + 1)
    }
}
