internal import TextSupport

/// A canonical prefix code of DEFLATE (RFC 1951, 3.2.2), decoded by the first code and the number
/// of codes of each length.
struct PrefixCode {
    private static let maximumLength = 15
    /// The number of codes of each length.
    private var counts = [Int](repeating: 0, count: maximumLength + 1)
    /// The symbols in the order of their codes.
    private var symbols: [Int] = []

    /// Creates the code in which each symbol has a length; 0 means that a symbol has no code.
    ///
    /// - Throws: A problem if there are more codes than bits allow.
    init(lengths: some Sequence<Int>) throws(TextProblem) {
        let lengths = Array(lengths)
        for length in lengths { counts[length] += 1 }
        counts[0] = 0
        var room = 1
        for length in 1...Self.maximumLength {
            room = 2 * room - counts[length]
            guard room >= 0 else { throw Inflater.damaged }
        }
        for length in 1...Self.maximumLength where counts[length] > 0 {
            for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
        }
    }

    /// Reads a symbol.
    func read(_ bits: inout BitReader) throws(TextProblem) -> Int {
        var (code, firstCode, firstIndex) = (0, 0, 0)
        for length in 1...Self.maximumLength {
            code = code << 1 | (try bits.read(1))
            let index = code - firstCode
            if index < counts[length] { return symbols[firstIndex + index] }
            firstIndex += counts[length]
            firstCode = (firstCode + counts[length]) << 1
        }
        throw Inflater.damaged
    }
}
