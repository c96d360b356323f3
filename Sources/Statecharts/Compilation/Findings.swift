/// The findings about a chart, up to a limit.
///
/// A chart can have an error in each of hundreds of thousands of states. Paths are made only for
/// findings that are reported.
struct Findings {
    private struct Report {
        var node: Int
        /// The number of earlier reports.
        var order: Int
        var message: String
        var isLimit: Bool
    }

    /// The maximum number of reported findings, and of bytes of their texts.
    static let (maximumCount, maximumBytes) = (1000, 1 << 20)

    private var reports: [Report] = []
    private var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func add(_ node: Int, _ message: String, isLimit: Bool = false) {
        reports.append(Report(node: node, order: count, message: message, isLimit: isLimit))
        count += 1
        if reports.count >= 2 * Self.maximumCount { reports = Array(sorted.prefix(Self.maximumCount)) }
    }

    private var sorted: [Report] { reports.sorted { ($0.node, $0.order) < ($1.node, $1.order) } }

    /// Returns the findings in document order; the last one says how many are left out.
    ///
    /// - Parameter path: Returns the path of a node.
    func list(path: (Int) -> [String]) -> [StatechartFinding] {
        var (list, byteCount) = ([StatechartFinding](), 0)
        for report in sorted.prefix(Self.maximumCount) {
            let finding = StatechartFinding(path: path(report.node), message: report.message, isLimit: report.isLimit)
            byteCount += finding.path.reduce(finding.message.utf8.count) { $0 + 1 + $1.utf8.count }
            if byteCount > Self.maximumBytes, !list.isEmpty { break }
            list.append(finding)
        }
        let rest = count - list.count
        if rest > 0 {
            let message =
                rest == 1
                ? "1 more finding isn't listed; correct the ones above first"
                : "\(rest) more findings aren't listed; correct the ones above first"
            list.append(StatechartFinding(path: path(0), message: message))
        }
        return list
    }
}
