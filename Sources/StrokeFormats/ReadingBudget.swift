internal import Strokes
internal import TextSupport

/// The memory that the ink of a text may take: labels that hold for many elements and traces that
/// many views share are said once and repeated any number of times.
struct ReadingBudget {
    private var rest: Int
    private let allowed: Int
    private let isOptions: Bool

    /// 128 MiB and 256 bytes for each byte of a text, which what isn't repeated never reaches; less
    /// where the options say so.
    init(textLength: Int, options: InkReadOptions) {
        let (relative, overflow) = textLength.multipliedReportingOverflow(by: 256)
        let bound = overflow ? Int.max : max(relative, relative &+ (128 << 20))
        let maximum = options.maximumMemory ?? Int.max
        isOptions = maximum < bound
        allowed = min(maximum, bound)
        rest = allowed
    }

    /// Takes memory.
    ///
    /// - Throws: the problem at this offset if there isn't as much.
    mutating func take(_ count: Int, offset: Int) throws(TextProblem) {
        guard count <= rest else {
            rest = 0
            throw TextProblem(
                offset: offset,
                message: isOptions
                    ? "the ink takes more than the \(allowed) bytes of memory that it may"
                    : "labels and traces are repeated so often that they take more than \(allowed) bytes of memory",
                isLimit: isOptions)
        }
        rest -= count
    }

    /// Takes what an element takes, its labels and strokes aside.
    mutating func takeElement(offset: Int) throws(TextProblem) { try take(96, offset: offset) }

    /// Takes what a stroke takes.
    mutating func take(_ stroke: Stroke, offset: Int) throws(TextProblem) {
        let columns = 2 + (stroke.times == nil ? 0 : 1) + (stroke.pressures == nil ? 0 : 1)
        // So many doubles were read from the text.
        try take(96 + stroke.points.count * columns * 8, offset: offset)
    }

    /// Returns the bytes of labels, shared by elements or not: writers spell them for each.
    static func size(of labels: [String: String]) -> Int {
        labels.reduce(0) { $0 + 64 + $1.key.utf8.count + $1.value.utf8.count }
    }
}
