internal import Strokes
internal import TextSupport

/// Reads UNIPEN 1.0 (Guyon, Schomaker, Plamondon, Liberman and Janet, 1994): the strokes of the
/// pen, and as elements the segments of the finest level, with their labels.
struct UnipenReader {
    /// The points of the pen, while it is down or up.
    private struct Component {
        var parts = StrokeParts()
        let isDown: Bool
        let offset: Int
    }

    /// A labeled part of the components.
    private struct Segment {
        let level: String
        let label: String?
        let pieces: [UnipenPiece]
        let writer: String?
        let offset: Int
    }

    private var components: [Component] = []
    /// The first numbers of a point of the open component whose others are on the next line.
    private var openPoint: [Double] = []
    /// The offset of the line on which it begins.
    private var openOffset = 0
    private var segments: [Segment] = []
    private var writer: String?
    /// The names of the numbers of a point.
    private var channels = ["X", "Y"]
    private var hierarchy: [String] = []
    private var builder: DrawingBuilder
    private let budget: ReadingBudget

    static func read(_ text: UnsafeRawBufferPointer, budget: ReadingBudget) throws(TextProblem) -> InkReadResult {
        var reader = UnipenReader(builder: DrawingBuilder(budget: budget), budget: budget)
        var (statement, words) = ("", [Substring]())
        var offset = 0
        var line = text.byteOrderMarkLength
        while line < text.count {
            while line < text.count, text[line] <= 0x20 { line += 1 }
            let end = text[line...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? text.count
            let content = UnsafeRawBufferPointer(rebasing: text[line..<end])
            if content.count > 1, content[0] == UInt8(ascii: "."), content[1] > UInt8(ascii: "9") {
                try reader.apply(statement, words, offset)
                let count = content.firstIndex { $0 <= 0x20 } ?? content.count
                let rest = UnsafeRawBufferPointer(rebasing: content[count...])
                (statement, words, offset) = (String(decoding: content[..<count], as: UTF8.self), [], line)
                if isComponent(statement) {
                    try reader.begin(statement, offset: line)
                    try reader.addPoints(rest, offset: line)
                } else {
                    words = Self.words(rest)
                }
            } else if isComponent(statement) {
                try reader.addPoints(content, offset: line)
            } else {
                words += Self.words(content)
            }
            try budget.check(holding: words.count * 32, offset: line)
            line = end + 1
        }
        try reader.apply(statement, words, offset)
        return try reader.result()
    }

    private init(builder: DrawingBuilder, budget: ReadingBudget) { (self.builder, self.budget) = (builder, budget) }

    /// Returns the words of a line; quotes keep blanks.
    private static func words(_ line: UnsafeRawBufferPointer) -> [Substring] {
        var (words, start, isQuoted) = ([Substring](), String.Index?.none, false)
        let text = String(decoding: line, as: UTF8.self)
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            if text[index].isWhitespace, !isQuoted {
                if let first = start { words.append(text[first..<index]) }
                start = nil
            } else if start == nil {
                start = index
            }
        }
        if let first = start { words.append(text[first...]) }
        return words
    }

    // MARK: Statements

    private static func isComponent(_ statement: String) -> Bool { statement == ".PEN_DOWN" || statement == ".PEN_UP" }

    private mutating func apply(_ statement: String, _ words: [Substring], _ offset: Int) throws(TextProblem) {
        switch statement {
        case ".PEN_DOWN", ".PEN_UP":
            if !openPoint.isEmpty { throw wrongCount(openPoint.count, offset: openOffset) }
        case ".COORD":
            channels = words.map { $0.uppercased() }
            guard channels.contains("X"), channels.contains("Y") else {
                throw TextProblem(offset: offset, message: "expected X and Y in .COORD")
            }
        case ".HIERARCHY": hierarchy = words.map { $0.uppercased() }
        case ".WRITER_ID": writer = words.first.map(String.init)
        case ".SEGMENT": try addSegment(words, offset)
        case ".INCLUDE":
            throw TextProblem(
                offset: offset, message: "the file includes \(words.first.map { "'\($0)'" } ?? "another file")",
                remedy: "replace .INCLUDE by the content of that file")
        default: break
        }
    }

    private mutating func begin(_ component: String, offset: Int) throws(TextProblem) {
        try budget.reserve(128, offset: offset)
        components.append(Component(isDown: component == ".PEN_DOWN", offset: offset))
    }

    /// Adds the points of a line to the open component; a point may go on in the next line.
    private mutating func addPoints(_ line: UnsafeRawBufferPointer, offset: Int) throws(TextProblem) {
        let isContinued = !openPoint.isEmpty
        var (count, start) = (0, 0)
        while start < line.count {
            let end = line[start...].firstIndex { $0 <= 0x20 } ?? line.count
            defer { start = end + 1 }
            if start == end { continue }
            let text = String(decoding: line[start..<end], as: UTF8.self)
            guard let number = Double(text) else {
                throw TextProblem(offset: offset, message: "expected numbers, found '\(text.prefix(40))'")
            }
            count += 1
            if openPoint.isEmpty { openOffset = offset }
            openPoint.append(number)
            if openPoint.count == channels.count { try closePoint(offset: offset) }
        }
        // Numbers that aren't declared would shift those of all other points.
        if !isContinued, count > channels.count, !openPoint.isEmpty { throw wrongCount(count, offset: offset) }
    }

    private func wrongCount(_ count: Int, offset: Int) -> TextProblem {
        TextProblem(
            offset: offset, message: "expected \(channels.count) numbers, found \(count)",
            remedy: ".COORD names the numbers of a point")
    }

    private mutating func closePoint(offset: Int) throws(TextProblem) {
        var point = (x: Double.nan, y: Double.nan, time: Double.nan)
        for (channel, number) in zip(channels, openPoint) {
            switch channel {
            case "X": point.x = number
            // y grows upwards in UNIPEN.
            case "Y": point.y = -number
            // Times are in milliseconds.
            case "T": point.time = number / 1000
            default: break
            }
        }
        openPoint.removeAll(keepingCapacity: true)
        try budget.reserve(32, offset: offset)
        components[components.count - 1].parts.append(
            StrokeParts(points: [Point(x: point.x, y: point.y)], times: [point.time]))
    }

    /// Adds a segment: its level, its components, their quality and its label.
    private mutating func addSegment(_ words: [Substring], _ offset: Int) throws(TextProblem) {
        guard words.count >= 2, let pieces = UnipenPiece.pieces(words[1]) else {
            throw TextProblem(
                offset: offset, message: "expected a level and components after .SEGMENT",
                remedy: "write them as in .SEGMENT CHARACTER 0-2 OK \"a\"")
        }
        let label = words.dropFirst(2).last { $0.hasPrefix("\"") }.map { String($0.dropFirst().prefix { $0 != "\"" }) }
        try budget.reserve(256 + pieces.count * 64 + (label?.utf8.count ?? 0), offset: offset)
        segments.append(
            Segment(level: words[0].uppercased(), label: label, pieces: pieces, writer: writer, offset: offset))
    }

    // MARK: Elements

    private mutating func result() throws(TextProblem) -> InkReadResult {
        var isUsed = [Bool](repeating: false, count: components.count)
        let down = components.indices.filter { components[$0].isDown }
        // The position in `down` of the first component from each one on.
        var next = Array(repeating: down.count, count: components.count + 1)
        for (position, index) in down.enumerated().reversed() { next[index] = position }
        for index in components.indices.reversed() { next[index] = min(next[index], next[index + 1]) }
        let finest = finestLevel
        for segment in segments where segment.level == finest {
            var parts: [StrokeParts] = []
            for piece in segment.pieces {
                guard piece.last < components.count else {
                    throw TextProblem(
                        offset: segment.offset,
                        message: "expected components below \(components.count), found \(piece.last)")
                }
                for index in down[next[piece.first]..<next[piece.last + 1]] {
                    isUsed[index] = true
                    let part = piece.part(of: components[index].parts, at: index)
                    try budget.reserve(16 + part.points.count * 32, offset: segment.offset)
                    if !part.points.isEmpty { parts.append(part) }
                }
            }
            var labels = ["level": segment.level.lowercased()]
            labels["kind"] = segment.label
            labels["writer"] = segment.writer
            try builder.add(parts, labels: labels, offset: segment.offset)
        }
        for index in down where !isUsed[index] && !components[index].parts.points.isEmpty {
            try builder.add([components[index].parts], offset: components[index].offset)
        }
        let coarser = segments.count { $0.level != finest }
        builder.omit("label of a coarser segment", "labels of coarser segments", count: coarser)
        return builder.result
    }

    /// The last level of the hierarchy that segments have, or the usual one.
    private var finestLevel: String? {
        let levels = Set(segments.map(\.level))
        return hierarchy.last { levels.contains($0) }
            ?? ["CHARACTER", "WORD", "LINE", "PAGE"].first { levels.contains($0) } ?? segments.first?.level
    }
}
