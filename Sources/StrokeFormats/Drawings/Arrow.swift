internal import Strokes

/// An arrow of a drawing program.
struct Arrow {
    var points: [Point]
    /// The ids of the circles at its ends.
    var from, to: String?
    /// Whether there is a head at the first and at the last point.
    var hasTail = false, hasTip = true
    /// The symbols.
    var text: String?

    /// The same line from its last point to its first.
    var reversed: Arrow {
        Arrow(points: points.reversed(), from: to, to: from, hasTail: hasTip, hasTip: hasTail, text: text)
    }
}
