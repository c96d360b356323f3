import StrokeSynthesis
import Strokes

/// Elements of a kind that training sees only as its own generator draws them, drawn by another
/// one.
///
/// Nothing but the letters of labels is shared with the generator of training strokes, neither
/// shapes nor hands, so that a family tells what a model makes of drawings that it has never seen.
struct HeldOutFamily {
    let name: String
    let drawings: [Drawing]

    /// An element where it was drawn.
    struct Drawing {
        var sample: Sample
        /// The states that it was drawn beside.
        var states: [StateGeometry] = []
        /// Where an arrow really points; nil where its ink doesn't tell.
        var tip: Point?
    }

    /// Letters, digits and words as the training's generator draws them, but where labels are: in
    /// states, between them, and above loops.
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
                let (name, place) = [
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
                        Point(x: place.x + ($0.x - box.center.x) * scale, y: place.y + ($0.y - box.center.y) * scale)
                    }
                }
                let sample = Sample(strokes: placed, kind: .unknown, name: name, source: "held out")
                return Drawing(sample: sample, states: states)
            })
    }

    /// Draws as many elements as are wanted of each family.
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
