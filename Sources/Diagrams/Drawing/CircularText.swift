internal import Drawing

/// A name in lines that need as small a circle as possible.
struct CircularText {
    private(set) var lines: [TypesetText]
    /// The radius of the circle that the lines need, in units of the font's size.
    private(set) var radius: Double

    /// The maximum number of lines of a name.
    private static let maximumLineCount = 4
    /// The maximum width of names that are never broken, in units of the font's size.
    private static let unbrokenWidth = 5.0

    /// Breaks a name into lines: after blanks and the usual separators, and before a capital letter
    /// that follows a small one.
    ///
    /// - Complexity: O(*p*²) for *p* pieces between breaks.
    init(_ text: TypesetText) {
        (lines, radius) = ([text], Self.radius(of: [text]))
        guard text.width > Self.unbrokenWidth else { return }
        let pieces = Self.pieces(of: text)
        for count in 1..<Self.maximumLineCount where count < pieces.count {
            let other = Self.lines(of: pieces, count: count + 1)
            let needed = Self.radius(of: other)
            // A further line must be worth it.
            if needed < 0.95 * radius { (lines, radius) = (other, needed) }
        }
    }

    /// Half of the height of capital letters and digits, in units of the font's size.
    private static let halfHeight = 0.36

    private static func radius(of lines: [TypesetText]) -> Double {
        let block = DrawnText(lines: lines, middle: .zero, size: 1)
        return block.placedLines.reduce(0) { radius, item in
            let (x, y) = (item.line.width / 2, abs(item.offset) + halfHeight)
            return max(radius, (x * x + y * y).squareRoot())
        }
    }

    /// Returns the parts of a name between possible breaks. Blanks are at their ends.
    private static func pieces(of text: TypesetText) -> [TypesetText] {
        var pieces: [[TypesetText.Run]] = [[]]
        var last: Character?
        for run in text.runs {
            guard run.level == .base else {
                pieces[pieces.count - 1].append(run)
                last = nil
                continue
            }
            var part = ""
            for character in run.text {
                let isNewWord = last.map { $0.isLowercase && character.isUppercase } ?? false
                let isAfterSeparator = last.map(separators.contains) ?? false
                if isNewWord || isAfterSeparator && !separators.contains(character) {
                    if !part.isEmpty { pieces[pieces.count - 1].append(.init(part, .base)) }
                    part = ""
                    pieces.append([])
                }
                part.append(character)
                last = character
            }
            if !part.isEmpty { pieces[pieces.count - 1].append(.init(part, .base)) }
        }
        return pieces.filter { !$0.isEmpty }.map { TypesetText($0) }
    }

    private static let separators: Set<Character> = [" ", ",", ";", "_", "-", "/", ".", ":", "|", "+"]

    /// Returns at most `count` lines of pieces. The widest line is as narrow as possible.
    private static func lines(of pieces: [TypesetText], count: Int) -> [TypesetText] {
        let widths = pieces.map(\.width)
        var bound = max(widths.max() ?? 0, widths.reduce(0, +) / Double(count))
        while true {
            var (starts, line) = ([0], 0.0)
            // The least increase of the bound that lets a piece move up.
            var excess = Double.infinity
            for (index, width) in widths.enumerated() {
                if line + width > bound + 1e-9, index > 0 {
                    excess = min(excess, line + width - bound)
                    starts.append(index)
                    line = 0
                }
                line += width
            }
            if starts.count <= count {
                return zip(starts, starts.dropFirst() + [pieces.count]).map { joined(pieces[$0..<$1]) }
            }
            bound += excess
        }
    }

    /// Returns pieces as one line without blanks at its end.
    private static func joined(_ pieces: ArraySlice<TypesetText>) -> TypesetText {
        var runs = pieces.flatMap(\.runs)
        while let last = runs.last, last.level == .base, last.text.last == " " {
            runs[runs.count - 1].text.removeLast()
            if runs[runs.count - 1].text.isEmpty { runs.removeLast() }
        }
        return TypesetText(runs)
    }
}
