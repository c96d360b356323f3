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
