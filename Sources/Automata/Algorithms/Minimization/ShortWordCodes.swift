/// A classification of states by the words of a few symbols that they accept.
///
/// A state's code for words of up to *i* + 1 symbols consists of the bits of its own code and of
/// its targets' codes for up to *i* symbols: rounds of Moore's algorithm without hashes, as long as
/// codes fit 16 bits. For two symbols, these are all words of up to two symbols.
enum ShortWordCodes {
    /// - Returns: the number of classes, or `nil` if a state's code for one symbol doesn't fit.
    @inline(__always)
    static func classify(_ rows: some RefinableRows, _ classes: UnsafeMutablePointer<UInt32>) -> Int? {
        let stateCount = rows.stateCount
        let entries = rows.maximumRowLength + 1
        // Without symbols there is nothing to add; few states soon have a class each.
        guard entries > 1, entries <= 16, stateCount >= 256 else { return nil }
        var codes = ScratchBuffer<UInt16>(repeating: 0, count: stateCount)
        for state in 0..<stateCount { codes.base[state] = UInt16(rows.finality[state]) }
        var bits = 1
        while bits * entries <= 16 {
            let next = ScratchBuffer<UInt16>(repeating: 0, count: stateCount)
            for state in 0..<stateCount {
                var code = codes.base[state]
                for index in rows.row(state) {
                    code = code &<< UInt16(truncatingIfNeeded: bits) | codes.base[Int(rows.targets[index])]
                }
                next.base[state] = code
            }
            codes = next
            bits *= entries
        }
        let classOf = ScratchBuffer<UInt32>(repeating: .max, count: 1 << bits)
        var count: UInt32 = 0
        for state in 0..<stateCount {
            let code = Int(codes.base[state])
            if classOf.base[code] == .max {
                classOf.base[code] = count
                count += 1
            }
            classes[state] = classOf.base[code]
        }
        return Int(count)
    }
}
