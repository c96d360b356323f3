import ToolSupport

/// The contents of the screen while a product is configured.
package struct ConfigureScreen: Hashable {
    var title = ""
    package var tree: [ConfigureTree.Row] = []
    /// The index of the row to which keys apply.
    package var cursor = 0
    /// The index of the first row that is shown.
    package var top = 0
    /// The lines below the tree, such as an explanation.
    package var message: [String] = [] { didSet { messageTop = 0 } }
    /// The index of the first line of the message that is shown, after wrapping.
    private var messageTop = 0
    package var status = ""
    /// The question that is being asked; `nil` if no question is.
    package var prompt: Prompt?

    package init() {}

    /// A question, and the text typed so far.
    package struct Prompt: Hashable {
        var question: String
        var answer: String

        var text: String { "\(question) \(answer)" }

        /// Returns the text; its beginning is cut if the end of the answer wouldn't fit otherwise.
        func text(width: Int) -> String {
            var text = text
            if answer.isEmpty || ConfigureScreen.columns(of: text) <= width { return text }
            while !text.isEmpty, ConfigureScreen.columns(of: text) >= width { text.removeFirst() }
            return "…" + text
        }
    }

    /// A line of the screen.
    package struct Line: Hashable {
        package var text: String
        package var style = Style.plain
    }

    /// The rows and columns of a terminal.
    package struct Size: Hashable {
        package var height: Int
        var width: Int

        package init(height: Int, width: Int) {
            self.height = height
            self.width = width
        }
    }

    package enum Style: Hashable {
        case plain, bold, reversed
    }

    /// The keys in the order of the line; those with lower numbers are shown first if there is
    /// little space.
    private static let keys: [(text: String, rank: Int)] = [
        ("+/- decide", 2), ("u undo", 4), ("? why", 3), ("/ search", 6), ("o open", 8),
        ("c complete", 5), ("a stage", 7), ("s save", 1), ("q quit", 0),
    ]

    /// Returns the line of help about keys: as many keys as fit, the most important ones first.
    package static func help(width: Int) -> String {
        var room = width + 2
        var shown: Set<Int> = []
        for index in keys.indices.sorted(by: { keys[$0].rank < keys[$1].rank }) {
            room -= keys[index].text.count + 2
            if room < 0 { break }
            shown.insert(index)
        }
        return keys.indices.filter(shown.contains).map { keys[$0].text }.joined(separator: "  ")
    }

    private func wrappedMessage(_ size: Size) -> [String] { message.flatMap { Self.wrapped($0, toWidth: size.width) } }

    /// The number of lines for the message, which leave half of the screen to the tree.
    private func messageHeight(_ size: Size) -> Int { max(1, (size.height - 3) / 2) }

    /// The lines of the message that are shown, and how to scroll if it has more.
    private func shownMessage(_ size: Size) -> [String] {
        let (lines, most) = (wrappedMessage(size), messageHeight(size))
        if lines.count <= most { return lines }
        let height = max(1, most - 1)
        let top = min(messageTop, lines.count - height)
        let range = "\(grouped(top + 1))–\(grouped(top + height)) of \(grouped(lines.count)) lines"
        let help = most > 1 ? ["… \(range); arrows scroll, Esc closes"] : []
        return lines[top..<top + height] + help
    }

    /// Scrolls a message that doesn't fit; returns whether the key does that.
    mutating func scrollMessage(_ key: Key, _ size: Size) -> Bool {
        let (count, most) = (wrappedMessage(size).count, messageHeight(size))
        guard count > most else { return false }
        let height = max(1, most - 1)
        let top = min(messageTop, count - height)
        guard let target = key.row(from: top, of: count - height + 1, page: height) else { return false }
        messageTop = target
        return true
    }

    /// The number of rows of the tree that are shown.
    func treeHeight(_ size: Size) -> Int { max(1, size.height - 3 - shownMessage(size).count) }

    /// Scrolls the rows so that the cursor is visible.
    mutating func scroll(to size: Size) {
        let rows = treeHeight(size)
        cursor = max(0, min(cursor, tree.count - 1))
        top = max(0, min(top, tree.count - rows))
        if cursor < top { top = cursor }
        if cursor >= top + rows { top = cursor - rows + 1 }
    }

    /// Draws the screen: a line for each row of the terminal, at most as long as the terminal is
    /// wide.
    package func lines(_ size: Size) -> [Line] {
        let rows = treeHeight(size)
        var lines = [Line(text: title, style: .bold)]
        for index in top..<top + rows {
            guard index < tree.count else {
                lines.append(Line(text: ""))
                continue
            }
            lines.append(Line(text: tree[index].text, style: index == cursor ? .reversed : .plain))
        }
        lines += shownMessage(size).map { Line(text: $0) }
        lines.append(Line(text: status, style: .bold))
        lines.append(Line(text: prompt?.text(width: size.width) ?? Self.help(width: size.width)))
        return lines.prefix(size.height).map {
            Line(text: Self.truncated($0.text, toWidth: size.width), style: $0.style)
        }
    }

    /// Returns the beginning of a text that fits into a width, with an ellipsis if the text is cut.
    package static func truncated(_ text: String, toWidth width: Int) -> String {
        var used = 0
        var fitting = ""
        for character in text {
            let next = columns(of: character)
            if used + next > width {
                while used > max(0, width - 1), let last = fitting.popLast() { used -= columns(of: last) }
                return width > 0 ? fitting + "…" : ""
            }
            used += next
            fitting.append(character)
        }
        return text
    }

    /// Splits a text into lines, at blanks if that is possible.
    private static func wrapped(_ text: String, toWidth width: Int) -> [String] {
        guard width > 0 else { return [] }
        var lines: [String] = []
        var rest = Substring(text)
        while columns(of: rest) > width {
            var used = 0
            var end = rest.startIndex
            while end < rest.endIndex, used + columns(of: rest[end]) <= width {
                used += columns(of: rest[end])
                end = rest.index(after: end)
            }
            // A character may be wider than the line.
            if end == rest.startIndex { end = rest.index(after: end) }
            let first = rest.firstIndex { $0 != " " } ?? end
            if first < end, end < rest.endIndex, let blank = rest[first...end].lastIndex(of: " ") { end = blank }
            lines.append(String(rest[..<end]))
            rest = rest[end...].drop { $0 == " " }
        }
        return lines + [String(rest)]
    }

    /// The columns that a text takes.
    static func columns(of text: some Sequence<Character>) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

    /// Returns the number of columns of a character in a terminal.
    package static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        let isWide = Self.wideScalars.contains { $0.contains(first.value) }
        return isWide ? 2 : 1
    }

    /// The blocks of characters that take two columns: East Asian ones, and pictures.
    private static let wideScalars: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}
