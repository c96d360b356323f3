internal import Diagrams
internal import Strokes

/// Pieces of ink that may be one element, with the cost of that reading.
struct StrokeGroup {
    /// The pieces, in ascending order.
    let members: [Int]
    /// The pieces that are the head of an arrow.
    var heads: [Int] = []
    /// The meaning of the ink.
    let reading: Reading
    let cost: Double
    /// The probability of the kind, by shape and position.
    let probability: Double
    /// The arrow; `nil` if the ink isn't one.
    var arrow: PlacedArrow?
    /// The number of the state whose circle the ink traces; `nil` if it doesn't.
    var state: Int?
}

/// An arrow between states.
struct PlacedArrow {
    /// The numbers of the states at its ends.
    var tail: Int?
    var tip: Int?
    var geometry: TransitionGeometry
    /// The point of a loop that is farthest from its state.
    var apex: Point

    /// Turns the arrow around.
    mutating func turn() {
        swap(&tail, &tip)
        swap(&geometry.tail, &geometry.tip)
    }
}

/// One or more pieces that may be the shaft of an arrow.
struct Shaft {
    /// The pieces, in ascending order.
    var members: [Int]
    /// The pieces by which the shaft is recognized; if it was traced again, those of the first
    /// trace.
    var basis: [Int]
    var ends: [ShaftEnd]
    var extent: Double
    /// The cost of the shaft's structure.
    var cost: Double
}

/// The strokes of a head at an end of a shaft.
struct HeadStrokes {
    var pieces: [Int]
    var end: ShaftEnd
    var cost: Double
}
