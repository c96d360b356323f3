extension Diagram.Strip {
    /// A table that fills from frame to frame, such as the table of the subset construction.
    public struct Table: Sendable, Hashable {
        /// A cell, and the index of the first frame that shows it.
        public struct Cell: Sendable, Hashable {
            /// The text.
            public var text: String
            /// The index of the first frame that shows the text.
            public var frame: Int

            /// Creates a cell.
            public init(_ text: String, from frame: Int) { (self.text, self.frame) = (text, frame) }
        }

        /// The titles of the columns; the first column has the names of the rows.
        public var columns: [String]
        /// The rows, each with its name first.
        public var rows: [[Cell]]

        /// Creates a table.
        public init(columns: [String], rows: [[Cell]]) { (self.columns, self.rows) = (columns, rows) }
    }
}

/// The table of a strip as drawn in its cells, with the same size in every frame.
struct StripTable {
    private let columns: [String]
    private let rows: [[Diagram.Strip.Table.Cell]]
    private let widths: [Double]
    let width: Double
    let height: Double

    private static let (size, rowHeight, padding) = (13.0, 20.0, 8.0)
    /// The maximum width of a text, in units of the font's size; longer texts are shortened.
    private static let maximumWidth = 16.0

    init(_ table: Diagram.Strip.Table) {
        columns = table.columns.map(Self.shortened)
        rows = table.rows.map { row in row.map { Diagram.Strip.Table.Cell(Self.shortened($0.text), from: $0.frame) } }
        var widths = columns.map { Label.width(of: $0) }
        for row in rows {
            for (column, cell) in row.enumerated() where column < widths.count {
                widths[column] = max(widths[column], Label.width(of: cell.text))
            }
        }
        // Fonts of other programs may be wider.
        self.widths = widths.map { 1.15 * Self.size * $0 + 2 * Self.padding }
        width = self.widths.reduce(0, +)
        height = Self.rowHeight * Double(rows.count + 1)
    }

    private static func shortened(_ text: String) -> String { Label.shortened(text, toWidth: maximumWidth) }

    /// Writes the part of the table that a frame shows. Cells that the frame adds are bold.
    func write(frame: Int, at corner: Diagram.Point, to svg: inout SVGWriter) {
        func write(_ text: String, row: Int, column: Int, _ left: Double, isNew: Bool) {
            let middle = Diagram.Point(
                x: left + widths[column] / 2, y: corner.y + (Double(row) + 0.5) * Self.rowHeight)
            let box = Box(around: middle, width: widths[column], height: Self.rowHeight)
            svg.write(box, attributes: " opacity=\"0.4\"")
            svg.write(
                DrawnText(text: text, middle: middle, size: Self.size),
                attributes: isNew ? " font-weight=\"bold\"" : "")
        }
        let columnLefts = widths.indices.map { corner.x + widths[..<$0].reduce(0, +) }
        for (column, name) in columns.enumerated() {
            write(name, row: 0, column: column, columnLefts[column], isNew: false)
        }
        for (index, row) in rows.enumerated() {
            // A row whose name isn't known yet isn't shown.
            guard let name = row.first, name.frame <= frame else { continue }
            for (column, cell) in row.enumerated() where column < widths.count {
                let isKnown = cell.frame <= frame
                write(
                    isKnown ? cell.text : "", row: index + 1, column: column, columnLefts[column],
                    isNew: cell.frame == frame && frame > 0)
            }
        }
    }
}
