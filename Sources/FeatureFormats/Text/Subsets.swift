/// The subsets of a given size of indices, in lexicographic order.
struct Subsets: Sequence, IteratorProtocol {
    /// The number of sets.
    let number: Int
    private let count: Int
    private var nextSubset: [Int]?

    /// Creates the sets of `size` out of `count` indices.
    ///
    /// - Returns: `nil` if there are more than `maximum`.
    init?(of count: Int, taking size: Int, atMost maximum: Int) {
        guard let number = Self.number(of: count, taking: size, atMost: maximum) else { return nil }
        self.number = number
        self.count = count
        nextSubset = size <= count ? Array(0..<size) : nil
    }

    /// Returns the number of sets of `size` out of `count` indices; `nil` if above `maximum`.
    ///
    /// Use this if only the number is needed: if the first set isn't read, the optimizer of Swift
    /// 6.3 leaves writes to it after its release.
    static func number(of count: Int, taking size: Int, atMost maximum: Int) -> Int? {
        var number = 1
        // Computes C(n, k) from C(n, k - 1); all are whole numbers.
        for index in 0..<Swift.min(size, count - size) {
            number = number * (count - index) / (index + 1)
            guard number <= maximum else { return nil }
        }
        return number
    }

    mutating func next() -> [Int]? {
        guard let current = nextSubset else { return nil }
        var following = current
        var index = current.count - 1
        while index >= 0, current[index] == count - current.count + index { index -= 1 }
        if index < 0 {
            nextSubset = nil
        } else {
            following[index] += 1
            for later in (index + 1)..<Swift.max(index + 1, current.count) {
                following[later] = following[later - 1] + 1
            }
            nextSubset = following
        }
        return current
    }
}
