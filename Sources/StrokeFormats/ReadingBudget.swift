internal import Strokes
internal import TextSupport

/// The memory limit for the ink of a text, as labels of many elements and traces of many views are
/// written once, but repeated any number of times in memory.
struct ReadingBudget {
    private var rest: Int
    private let byteLimit: Int
    private let isLimitedByOptions: Bool

    /// Creates a limit of 128 MiB plus 256 bytes for each byte of the text, which ink without
    /// repetitions never reaches, or the lower one of the options.
    init(textLength: Int, options: InkReadOptions) {
        let (relative, overflow) = textLength.multipliedReportingOverflow(by: 256)
        let bound = overflow ? Int.max : max(relative, relative &+ (128 << 20))
        let maximum = options.maximumMemory ?? Int.max
        isLimitedByOptions = maximum < bound
        byteLimit = min(maximum, bound)
        rest = byteLimit
    }

    /// Reserves memory.
    ///
    /// - Throws: the problem at this offset if there isn't enough.
    mutating func reserve(_ count: Int, offset: Int) throws(TextProblem) {
        guard count <= rest else {
            rest = 0
            throw TextProblem(
                offset: offset,
                message: isLimitedByOptions
                    ? "the ink takes more than \(byteLimit) bytes of memory"
                    : "labels and traces are repeated so often that they take more than \(byteLimit) bytes of memory",
                isLimit: isLimitedByOptions)
        }
        rest -= count
    }

    /// Reserves the memory of an element, without its labels and strokes.
    mutating func reserveElement(offset: Int) throws(TextProblem) { try reserve(96, offset: offset) }

    /// Reserves the memory of a stroke.
    mutating func reserve(_ stroke: Stroke, offset: Int) throws(TextProblem) {
        let columns = 2 + (stroke.times == nil ? 0 : 1) + (stroke.pressures == nil ? 0 : 1)
        // The text contains this many doubles.
        try reserve(96 + stroke.points.count * columns * 8, offset: offset)
    }

    /// Returns the bytes of labels, even shared ones, as writers repeat them for each element.
    static func size(of labels: [String: String]) -> Int {
        labels.reduce(0) { $0 + 64 + $1.key.utf8.count + $1.value.utf8.count }
    }
}
