internal import Components
internal import Drawing

extension MessageSequence {
    /// The messages as a sequence diagram in SVG, from top to bottom.
    ///
    /// A message that wasn't handled is dashed, and says why.
    public func svg(title: String = "") -> String {
        let shown = shownComponents
        let widths = shown.map { AssemblyLayout.width($0, 13) + 24 }
        let (columns, right) = columns(shown, widths)
        let rows = Double(messages.count + failures.count)
        let bottom = 50 + Self.rowHeight * rows + 10
        var writer = SVGWriter()
        let left = messages.map { AssemblyLayout.width(Self.text($0.time), 9) }.max() ?? 0
        let frame = Box(PlanePoint(x: -max(left, 30) - 16, y: 0)).including(
            PlanePoint(x: max(right + 12, 200), y: bottom + 10))
        writer.begin(
            frame, title: title.isEmpty ? "Messages" : title,
            description: "\(messages.count) messages between \(shown.count) components")
        for (name, width) in zip(shown, widths) {
            let middle = PlanePoint(x: columns[name] ?? 0, y: 22)
            writer.write(Box(around: middle, width: width, height: 26), attributes: " rx=\"3\"")
            writer.write(DrawnText(text: name, middle: middle, size: 13))
            let line = Curve(from: PlanePoint(x: middle.x, y: 35), to: PlanePoint(x: middle.x, y: bottom))
            writer.text +=
                "<path class=\"line\" d=\"\(line.path)\" fill=\"none\" stroke=\"#111\" stroke-width=\"0.6\"/>\n"
        }
        writeRows(columns, to: &writer)
        writer.text += "</svg>\n"
        return writer.text
    }

    private static let rowHeight = 28.0

    /// Returns the place of the line of each component, such that titles lie between the lines that
    /// they join, and the right end of the picture.
    private func columns(_ shown: [String], _ widths: [Double]) -> (columns: [String: Double], right: Double) {
        let numbers = Dictionary(shown.enumerated().map { ($1, $0) }) { first, _ in first }
        // The widest title between each two lines, by the right one.
        var titles = [[Int: Double]](repeating: [:], count: shown.count)
        for message in messages {
            guard let sender = numbers[message.sender] else { continue }
            let receiver = numbers[message.receiver] ?? sender
            let (first, last) = (min(sender, receiver), max(sender, receiver))
            titles[last][first] = max(titles[last][first] ?? 0, AssemblyLayout.width(Self.title(message), 10))
        }
        var (places, right) = ([Double](), 0.0)
        for (index, width) in widths.enumerated() {
            var place = width / 2
            if let before = places.last { place = before + max(widths[index - 1] / 2 + width / 2 + 40, 120) }
            for (first, title) in titles[index] where first < index { place = max(place, places[first] + title + 20) }
            right = max(right, place + width / 2, titles[index][index].map { place + 10 + $0 } ?? 0)
            places.append(place)
        }
        return (Dictionary(zip(shown, places)) { first, _ in first }, right)
    }

    private static func text(_ time: Duration) -> String { "\(time.milliseconds.shortText) ms" }

    private static func title(_ message: Delivery) -> String {
        message.title(width: 20) + (message.loss.map { " (lost: \($0.rawValue))" } ?? "")
    }

    private func writeRows(_ columns: [String: Double], to writer: inout SVGWriter) {
        var (y, time) = (50 + Self.rowHeight / 2, Duration(secondsComponent: -1, attosecondsComponent: 0))
        var failures = failures[...]
        for position in 0...messages.count {
            while let failure = failures.first, failure.position <= position {
                writer.write(
                    DrawnText(text: "failed", middle: PlanePoint(x: columns[failure.component] ?? 0, y: y), size: 10),
                    attributes: " font-weight=\"bold\"")
                failures.removeFirst()
                y += Self.rowHeight
            }
            guard position < messages.count else { break }
            let message = messages[position]
            if message.time != time {
                time = message.time
                let text = Self.text(time)
                let place = PlanePoint(x: -8 - AssemblyLayout.width(text, 9) / 2, y: y + 6)
                writer.write(DrawnText(text: text, middle: place, size: 9))
            }
            write(message, columns, y, to: &writer)
            y += Self.rowHeight
        }
    }

    private func write(_ message: Delivery, _ columns: [String: Double], _ y: Double, to writer: inout SVGWriter) {
        let start = columns[message.sender] ?? 0
        let end = columns[message.receiver] ?? start
        let tail = PlanePoint(x: start, y: y + 6)
        var tip = PlanePoint(x: end, y: y + 6)
        var curve = Curve(from: tail, to: tip)
        var middle = PlanePoint(x: (start + end) / 2, y: y - 2)
        let title = Self.title(message)
        let width = AssemblyLayout.width(title, 10)
        if start == end {
            tip.y += 10
            let out = PlanePoint(x: start + 30, y: tail.y)
            curve = Curve(pieces: [Cubic(tail, out, PlanePoint(x: start + 30, y: tip.y), tip)])
            middle.x = start + 10 + width / 2
        }
        if columns.values.contains(where: { abs($0 - middle.x) < width / 2 }) {
            // Lines of others end at the title.
            let box = Box(around: middle, width: width + 4, height: 14)
            writer.text +=
                "<rect class=\"paper\" x=\"\(writer.number(box.low.x))\" y=\"\(writer.number(box.low.y))\" "
                + "width=\"\(writer.number(box.width))\" height=\"\(writer.number(box.height))\" fill=\"#fff\"/>\n"
        }
        let arrow = DrawnArrow(along: curve, isHighlighted: false)
        let dashes = message.loss == nil ? "" : " stroke-dasharray=\"4 3\""
        writer.text +=
            "<path class=\"line\" d=\"\(arrow.shaftPath)\" fill=\"none\" stroke=\"#111\" stroke-width=\"1.2\"\(dashes)/>\n"
        writer.text += "<path class=\"filled\" d=\"\(arrow.headPath)\" fill=\"#111\"/>\n"
        writer.write(DrawnText(text: title, middle: middle, size: 10))
    }
}
