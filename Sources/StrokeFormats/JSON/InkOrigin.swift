internal import Strokes

/// The origin of an object of ink: its coordinates `x` and `y`, by which it moves what is in it.
struct InkOrigin {
    var x: Double?
    var y: Double?

    private var isZero: Bool { x ?? 0 == 0 && y ?? 0 == 0 }

    private func moved(_ point: Point) -> Point { Point(x: point.x + (x ?? 0), y: point.y + (y ?? 0)) }

    /// Returns elements at their place.
    func moved(_ members: [LabeledInk]) -> [LabeledInk] {
        if isZero { return members }
        return members.map { member in
            LabeledInk(strokes: member.strokes.map { $0.mapped(moved) }, labels: member.labels)
        }
    }

    /// Moves texts to their place; those that would lie at infinity stay.
    func move(_ texts: inout ArraySlice<InkText>) {
        for index in texts.indices {
            let new = moved(texts[index].position)
            if new.isFinite { texts[index].position = new }
        }
    }
}

extension LabeledInk {
    /// The number of points of all strokes.
    var pointCount: Int { strokes.reduce(0) { $0 + $1.points.count } }
}
