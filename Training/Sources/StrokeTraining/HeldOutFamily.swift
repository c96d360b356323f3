import StrokeSynthesis
import Strokes

/// A family of elements that is kept out of training.
///
/// Its generator shares no code with the generator of training strokes, except for the letters of
/// labels. So the family shows the quality of a model on drawings it has never seen.
struct HeldOutFamily {
    let name: String
    let drawings: [Drawing]

    /// An element at its place on the page.
    struct Drawing {
        var sample: Sample
        /// The states around it.
        var states: [StateGeometry] = []
        /// The true tip of an arrow, or `nil` if the ink has no head.
        var tip: Point?
    }

    /// Draws letters, digits and words in states, between them, and above loops.
    private static func labels(count: Int) -> HeldOutFamily {
        var generator = StrokeGenerator(seed: 905)
        var random = TrainingRandom(seed: 905)
        let styles: [UnknownStyle] = [.letter, .digit, .cursiveWord]
        return HeldOutFamily(
            name: "labels",
            drawings: (0..<count).map { index in
                let strokes = generator.element(.unknown(styles[index / 3 % 3])).strokes.map(\.points)
                let radius = random.uniform(25, 60)
                let apart = radius * random.uniform(2.6, 6)
                let states = [0, apart, 2.5 * apart].map { StateGeometry(center: Point(x: $0, y: 0), radius: radius) }
                let (name, origin) = [
                    ("label in a state", Point.zero),
                    ("label between states", Point(x: apart / 2, y: radius * random.uniform(-1, 0.5))),
                    (
                        "label above a state",
                        Point(x: radius * random.uniform(-0.7, 0.7), y: -radius * random.uniform(1.3, 2.5))
                    ),
                ][index % 3]
                let all = strokes.flatMap { $0 }
                let box = all.span.boundingBox ?? BoundingBox(minimum: .zero, maximum: .zero)
                let scale = radius * random.uniform(0.4, 1.2) / max(box.side, 1e-9)
                let placed = strokes.map { stroke in
                    stroke.map {
                        Point(x: origin.x + ($0.x - box.center.x) * scale, y: origin.y + ($0.y - box.center.y) * scale)
                    }
                }
                let sample = Sample(strokes: placed, kind: .unknown, name: name, source: "held out")
                return Drawing(sample: sample, states: states)
            })
    }

    /// Draws all families, with `count` elements each.
    static func all(count: Int) -> [HeldOutFamily] {
        func family(_ name: String, seed: UInt64, _ draw: (inout FamilyPen, Int) -> Drawing) -> HeldOutFamily {
            var pen = FamilyPen(seed: seed)
            return HeldOutFamily(name: name, drawings: (0..<count).map { draw(&pen, $0) })
        }
        return [
            family("bent connectors", seed: 901) { $0.connector($1) },
            family("heads", seed: 902) { $0.arrow($1) },
            family("machine-made ink", seed: 903) { $0.machineMade($1) },
            family("no elements", seed: 904) { $0.mark($1) },
            labels(count: count),
        ]
    }
}
