/// The frames of a strip as cells of one size: each has a diagram, and below it the word and the
/// caption.
struct StripCells {
    private let frames: [Diagram.Strip.Frame]
    private let drawings: [DrawnDiagram]
    /// The smallest box around all diagrams.
    private let bounds: Box
    private let captions: [[String]]
    private let tapes: [[TapeCell]]
    private let hasTape: Bool
    private let table: StripTable?
    let width: Double
    let height: Double

    private static let margin = 12.0
    private static let captionSize = 14.0
    private static let lineHeight = 19.0
    private static let tapeHeight = 30.0
    /// The number of symbols that are shown on either side of the one that was read.
    private static let tapeReach = 8

    init(_ strip: Diagram.Strip) {
        frames = strip.frames
        var drawings: [DrawnDiagram] = []
        for (index, frame) in frames.enumerated() {
            // A diagram is laid out once for all frames that show it.
            let isSame = index > 0 && frame.diagram == frames[index - 1].diagram
            drawings.append(
                isSame ? drawings[index - 1] : DrawnDiagram(frame.diagram, highlighting: Diagram.Highlight()))
        }
        self.drawings = drawings
        let boxes = drawings.map(\.bounds)
        bounds = boxes.dropFirst().reduce(boxes.first ?? Box(.zero)) { $0.union($1) }
        captions = frames.map { $0.caption.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        tapes = frames.map { $0.tape.map(Self.tapeCells) ?? [] }
        hasTape = frames.contains { $0.tape != nil }
        table = strip.table.map { StripTable($0) }
        let lineWidths = captions.joined().map { Self.captionSize * Label.width(of: $0) }
        let tapeWidths = tapes.map { $0.reduce(0) { $0 + $1.width } }
        width = max(bounds.width, lineWidths.max() ?? 0, tapeWidths.max() ?? 0, table?.width ?? 0) + 2 * Self.margin
        height =
            bounds.height + 3 * Self.margin + (hasTape ? Self.tapeHeight : 0)
            + (table.map { $0.height + Self.margin } ?? 0)
            + Self.lineHeight * Double(captions.map(\.count).max() ?? 0)
    }

    /// Style rules for the fills of groups in dark appearance, if there are groups.
    var style: String {
        let count = min(frames.map(\.groups.count).max() ?? 0, SVGWriter.tints.count)
        if count == 0 { return "" }
        let rules = SVGWriter.tints.prefix(count).enumerated().map { ".tint\($0) { fill: \($1.dark) }" }
        return "@media screen and (prefers-color-scheme: dark) {\n\(rules.joined(separator: " "))\n}\n"
    }

    /// Writes a frame within its cell, whose corner is the origin.
    func write(_ index: Int, to svg: inout SVGWriter) {
        let frame = frames[index]
        let drawing = drawn(frame, drawings[index])
        let (x, y) = ((width - bounds.width) / 2 - bounds.low.x, Self.margin - bounds.low.y)
        svg.text += "<g transform=\"translate(\(svg.number(x)) \(svg.number(y)))\">\n"
        svg.write(drawing)
        svg.text += "</g>\n"
        var top = bounds.height + 2 * Self.margin
        if hasTape {
            writeTape(tapes[index], middle: top + Self.tapeHeight / 2, to: &svg)
            top += Self.tapeHeight
        }
        if let table {
            table.write(frame: index, at: Diagram.Point(x: (width - table.width) / 2, y: top), to: &svg)
            top += table.height + Self.margin
        }
        for (line, text) in captions[index].enumerated() where !text.isEmpty {
            let middle = Diagram.Point(x: width / 2, y: top + (Double(line) + 0.5) * Self.lineHeight)
            svg.write(DrawnText(text: text, middle: middle, size: Self.captionSize))
        }
    }

    /// Returns the drawing of a frame's diagram, with the frame's highlights, and without the
    /// elements that it hides.
    private func drawn(_ frame: Diagram.Strip.Frame, _ drawing: DrawnDiagram) -> DrawnDiagram {
        var tints: [Diagram.State.ID: Int] = [:]
        for (index, group) in frame.groups.enumerated() {
            for state in group { tints[state] = index % SVGWriter.tints.count }
        }
        var result = drawing
        result.circles = zip(frame.diagram.states, drawing.circles).compactMap { state, circle in
            if frame.hiddenElements.states.contains(state.id) { return nil }
            var circle = circle
            circle.isHighlighted = frame.highlight.states.contains(state.id)
            circle.tint = tints[state.id]
            return circle
        }
        result.arrows = zip(frame.diagram.transitions, drawing.arrows).compactMap { transition, arrow in
            if frame.hiddenElements.transitions.contains(transition.id) { return nil }
            var arrow = arrow
            arrow.isHighlighted = frame.highlight.transitions.contains(transition.id)
            return arrow
        }
        return result
    }

    // MARK: Tapes

    /// A symbol on a tape, or the ellipsis for symbols that are left out.
    private struct TapeCell {
        enum Role { case read, current, unread, omission }

        var text: String
        var role: Role
        var width: Double { max(captionSize * Label.width(of: text) + 8, 18) }
    }

    private static func tapeCells(_ tape: Diagram.Strip.Tape) -> [TapeCell] {
        let count = tape.symbols.count
        let current = min(max(tape.readCount, 0), count) - 1
        let low = max(0, min(current - tapeReach, count - 2 * tapeReach - 1))
        let high = min(count, max(low + 2 * tapeReach + 1, current + tapeReach + 1))
        var cells = (low..<high).map { index in
            TapeCell(
                text: Label.brief(tape.symbols[index]),
                role: index < current ? .read : index == current ? .current : .unread)
        }
        if low > 0 { cells.insert(TapeCell(text: "…", role: .omission), at: 0) }
        if high < count { cells.append(TapeCell(text: "…", role: .omission)) }
        return cells.isEmpty ? [TapeCell(text: "ε", role: .omission)] : cells
    }

    private func writeTape(_ cells: [TapeCell], middle: Double, to svg: inout SVGWriter) {
        var x = (width - cells.reduce(0) { $0 + $1.width }) / 2
        for cell in cells {
            let center = Diagram.Point(x: x + cell.width / 2, y: middle)
            if cell.role != .omission {
                // Symbols that were read are faint; the last of them has a thick box.
                let attributes =
                    cell.role == .current ? " stroke-width=\"2.8\"" : " stroke-width=\"0.6\" opacity=\"0.5\""
                svg.write(Box(around: center, width: cell.width, height: 22), attributes: attributes)
            }
            svg.write(
                DrawnText(text: cell.text, middle: center, size: Self.captionSize),
                attributes: cell.role == .current
                    ? " font-weight=\"bold\"" : cell.role == .read ? " opacity=\"0.4\"" : "")
            x += cell.width
        }
    }
}
