/// The targets of some states sorted by class, by counting.
struct ClassBuckets: ~Copyable {
    private let ends: ScratchBuffer<Int>
    private let counts: ScratchBuffer<Int>
    /// One bit per class that has a target; ``nextClass()`` clears it.
    private let used: ScratchBuffer<UInt64>
    private(set) var targets = ScratchBuffer<StateID>(capacity: 64)
    private var firstUsedWord = 0

    init(classCount: Int) {
        ends = ScratchBuffer(repeating: 0, count: classCount)
        counts = ScratchBuffer(repeating: 0, count: classCount)
        used = ScratchBuffer(repeating: 0, count: classCount / 64 + 1)
    }

    @inline(__always)
    mutating func fill(_ states: UnsafePointer<StateID>, count: Int, _ source: borrowing SubsetSource) {
        var total = 0
        for position in 0..<count {
            let state = Int(states[position])
            for index in source.row(of: state) {
                let symbolClass = source.symbolClass(at: index)
                counts[symbolClass] += 1
                used[symbolClass >> 6] |= 1 << UInt64(symbolClass & 63)
                total += 1
            }
        }
        targets.truncate(to: 0)
        targets.appendUninitialized(total)
        var start = 0
        for wordIndex in 0..<used.count {
            var word = used[wordIndex]
            while word != 0 {
                let symbolClass = wordIndex * 64 + word.trailingZeroBitCount
                word &= word &- 1
                ends[symbolClass] = start
                start += counts[symbolClass]
            }
        }
        for position in 0..<count {
            let state = Int(states[position])
            for index in source.row(of: state) {
                let symbolClass = source.symbolClass(at: index)
                targets[ends[symbolClass]] = source.target(at: index)
                ends[symbolClass] += 1
            }
        }
        firstUsedWord = 0
    }

    /// Returns the least class with targets that hasn't been returned yet.
    @inline(__always)
    mutating func nextClass() -> Int? {
        while firstUsedWord < used.count {
            let word = used[firstUsedWord]
            if word != 0 {
                used[firstUsedWord] = word & (word &- 1)
                return firstUsedWord * 64 + word.trailingZeroBitCount
            }
            firstUsedWord += 1
        }
        return nil
    }

    /// Returns the targets of a class; call it once per class.
    @inline(__always)
    mutating func bucket(_ symbolClass: Int) -> Range<Int> {
        let end = ends[symbolClass]
        let start = end - counts[symbolClass]
        counts[symbolClass] = 0
        return start..<end
    }
}
