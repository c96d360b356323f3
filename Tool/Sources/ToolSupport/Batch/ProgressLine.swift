/// A line on the terminal with the progress of the work; it appears after one second.
struct ProgressLine {
    private let total: Int
    private let isEnabled: Bool
    private let startTime = Clock.now()
    private var lastDrawn: UInt64 = 0
    private var isVisible = false

    init(total: Int, isQuiet: Bool) {
        self.total = total
        isEnabled = Terminal.isInteractive && !isQuiet
    }

    /// The time at which the line should be drawn again, if there is one.
    var nextDraw: UInt64? {
        isEnabled ? max(startTime + Clock.second, lastDrawn + Clock.second / 10) : nil
    }

    mutating func draw(done: Int, status: String) {
        let now = Clock.now()
        guard let nextDraw, now >= nextDraw else { return }
        lastDrawn = now
        isVisible = true
        var line =
            total > 1 ? Self.bar(done, of: total) + " \(done)/\(total)  " : "\((now - startTime) / Clock.second) s  "
        line += status
        Messages.write("\r" + String(line.prefix(Terminal.width - 1)) + "\u{1B}[K")
    }

    mutating func clear() {
        if isVisible { Messages.write("\r\u{1B}[K") }
        isVisible = false
    }

    private static func bar(_ done: Int, of total: Int) -> String {
        let width = 24
        let filledWidth = width * done / total
        return "[" + String(repeating: "#", count: filledWidth) + String(repeating: "-", count: width - filledWidth)
            + "]"
    }
}
