internal import Strokes
internal import TextSupport
internal import WorkLimits

/// The limits on the ink of a text: those of the caller, and a fixed one, as labels of many
/// elements and traces of many views are written once, but repeated any number of times in memory.
final class ReadingBudget {
    private let budget: Budget
    /// 128 MiB plus 256 bytes for each byte of the text, which ink without repetitions never
    /// reaches.
    private let fixedLimit: Int
    private var reservedBytes = 0
    private var pace = BudgetPace()
    /// The limit that ended the work.
    private(set) var limit: LimitError?

    init(textLength: Int, options: InkReadOptions) {
        budget = options.budget
        let (relative, overflow) = textLength.multipliedReportingOverflow(by: 256)
        fixedLimit = overflow ? Int.max : max(relative, relative &+ (128 << 20))
    }

    /// Reserves memory until the end of the work.
    ///
    /// - Throws: The problem at this offset if there isn't enough, or if the work is cancelled.
    func reserve(_ count: Int, offset: Int) throws(TextProblem) {
        let (sum, overflow) = reservedBytes.addingReportingOverflow(count)
        reservedBytes = overflow ? .max : sum
        try check(offset: offset)
    }

    /// Checks the limits, now and then also whether the work is cancelled; `bytes` are held besides
    /// the reserved ones.
    func check(holding bytes: Int = 0, offset: Int?) throws(TextProblem) {
        let (sum, overflow) = reservedBytes.addingReportingOverflow(bytes)
        let count = overflow ? Int.max : sum
        if count > min(fixedLimit, budget.maximumBytes) || pace.isDue(at: count) {
            try checkNow(count, offset: offset)
        }
    }

    /// Checks the limits, and whether the work is cancelled.
    func checkNow(holding bytes: Int = 0) throws(TextProblem) {
        let (sum, overflow) = reservedBytes.addingReportingOverflow(bytes)
        try checkNow(overflow ? .max : sum, offset: nil)
    }

    private func checkNow(_ count: Int, offset: Int?) throws(TextProblem) {
        do throws(LimitError) {
            // A greater budget doesn't help then.
            if count > fixedLimit, fixedLimit <= budget.maximumBytes { throw .tooLarge("labels and traces") }
            try budget.check(built: 0, bytes: count)
        } catch {
            throw problem(error, offset: offset)
        }
    }

    /// Returns the problem that the memory of the budget isn't enough.
    func exceeded() -> TextProblem {
        problem(.budgetExceeded(built: 0, limit: budget.byteLimit), offset: nil)
    }

    private func problem(_ error: LimitError, offset: Int?) -> TextProblem {
        limit = error
        let (message, remedy): (String, String?) =
            switch error {
            case .budgetExceeded(_, .bytes(let limit)):
                ("the ink needs more than \(limit) bytes of memory", "raise the budget's limit on bytes")
            case .tooLarge:
                (
                    "labels and traces are repeated so often that they need more than \(fixedLimit) bytes of memory",
                    "refer to them less often, or split the text"
                )
            case .budgetExceeded, .cancelled: (error.description, nil)
            }
        return TextProblem(offset: offset, message: message, remedy: remedy, isLimit: true)
    }

    /// The bytes that may still be reserved.
    var remainingBytes: Int { max(0, budget.maximumBytes - reservedBytes) }

    /// Reserves the memory of an element, without its labels and strokes.
    func reserveElement(offset: Int) throws(TextProblem) { try reserve(96, offset: offset) }

    /// Reserves the memory of a stroke.
    func reserve(_ stroke: Stroke, offset: Int) throws(TextProblem) {
        let columns = 2 + (stroke.times == nil ? 0 : 1) + (stroke.pressures == nil ? 0 : 1)
        // The text contains this many doubles.
        try reserve(96 + stroke.points.count * columns * 8, offset: offset)
    }

    /// Returns the bytes of labels, even shared ones, as writers repeat them for each element.
    static func size(of labels: [String: String]) -> Int {
        labels.reduce(0) { $0 + 64 + $1.key.utf8.count + $1.value.utf8.count }
    }
}
