package import TextSupport

extension TextOutput {
    /// Appends a stroke as JSON: an array of points `[x,y]`, `[x,y,time]` or
    /// `[x,y,time,pressure]`; the time is `null` if there are only pressures.
    package mutating func append(_ stroke: Stroke) {
        append("[")
        for (index, point) in stroke.points.enumerated() {
            append(index == 0 ? "[" : ",[")
            append(number: point.x)
            append(",")
            append(number: point.y)
            if let times = stroke.times {
                append(",")
                append(number: times[index])
            } else if stroke.pressures != nil {
                append(",null")
            }
            if let pressures = stroke.pressures {
                append(",")
                append(number: pressures[index])
            }
            append("]")
        }
        append("]")
    }
}

extension JSONCursor {
    /// Reads a stroke in the format of `append(_:)`.
    package mutating func stroke() throws(TextProblem) -> Stroke {
        skipBlanks()
        let start = position
        var (points, times, pressures) = ([Point](), [Double](), [Double]())
        let rows = try list { cursor throws(TextProblem) in
            try cursor.list { cursor throws(TextProblem) in
                cursor.skipBlanks()
                return cursor.skipWord("null") ? Double?.none : try cursor.number()
            }
        }
        for row in rows {
            guard 2...4 ~= row.count, row.count == rows[0].count, let x = row[0], let y = row[1] else {
                throw TextProblem(
                    offset: start, message: "expected points [x, y], [x, y, t] or [x, y, t, p], all alike")
            }
            points.append(Point(x: x, y: y))
            if row.count > 2, let time = row[2] { times.append(time) }
            if row.count > 3, let pressure = row[3] { pressures.append(pressure) }
        }
        do throws(StrokeError) {
            return try Stroke(
                points, times: times.isEmpty ? nil : times, pressures: pressures.isEmpty ? nil : pressures)
        } catch {
            throw TextProblem(offset: start, message: "expected a time and a pressure at each point or at none")
        }
    }
}
