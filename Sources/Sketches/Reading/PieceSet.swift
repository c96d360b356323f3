/// A set of pieces of a page, by their numbers.
struct PieceSet {
    private var words: [UInt64]

    /// Creates a set of numbers less than a count.
    init(_ pieces: some Sequence<Int>, below count: Int) {
        words = Array(repeating: 0, count: count / 64 + 1)
        for piece in pieces { words[piece / 64] |= 1 << UInt64(piece % 64) }
    }

    func contains(_ piece: Int) -> Bool { words[piece / 64] >> UInt64(piece % 64) & 1 != 0 }
}
