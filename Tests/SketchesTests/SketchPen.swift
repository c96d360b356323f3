import Diagrams
import StrokeSynthesis
import Strokes

/// A hand that draws diagrams on paper, by the model that synthetic strokes are drawn by.
struct SketchPen {
    var random: RandomSource
    let hand: Hand
    let device: StrokeDevice

    init(seed: UInt64) {
        random = RandomSource(seed: seed)
        hand = .random(using: &random)
        // A tablet, as a pen draws on: what thins pictures has no strokes.
        let sampling = StrokeDevice.Sampling.clock(hertz: random.uniform(60, 240))
        device = StrokeDevice(
            sampling: sampling, size: 60, grid: random.chance(0.5) ? 1 : 0, noise: random.uniform(0, 0.3), jitter: 0,
            loss: 0, keepsRepeats: false, maximumCount: 500)
    }

    /// The strokes of a drawing whose greatest extent is a size.
    private mutating func strokes(_ path: PenPath) -> [Stroke] {
        let (low, high) = path.bounds
        let size = max((high - low).max(), 1)
        let motor = Motor(hand: hand)
        let digitizer = Digitizer(device: device, hand: hand)
        var strokes: [Stroke] = []
        for stroke in path.strokes {
            let movement = motor.move(along: stroke, size: size, using: &random)
            strokes.append(Stroke(digitizer.points(of: movement, using: &random).map { Point($0) }))
        }
        return strokes
    }

    /// A circle in one stroke.
    mutating func circle(_ center: Diagram.Point, _ radius: Double) -> [Stroke] {
        var path = PenPath()
        let start = random.uniform(-2.6, -0.6)
        let sweep = random.sign() * random.uniform(6.1, 6.6)
        let shape = Vector(random.uniform(0.92, 1.08), random.uniform(0.92, 1.08))
        path.arc(center: Vector(center.x, center.y), radius: shape * radius, from: start, sweep: sweep)
        return strokes(path)
    }

    /// An arrow along a way, whose head is drawn with the shaft or after it.
    mutating func arrow(_ way: [Diagram.Point], headLength: Double) -> [[Stroke]] {
        var places = way.map { Vector($0.x, $0.y) }
        // Hands miss outlines.
        let miss = 0.16 * headLength * hand.carelessness
        for index in [0, places.count - 1] { places[index] += miss * Vector(random.bell(), random.bell()) }
        let (tip, before) = (places[places.count - 1], places[max(0, places.count - 4)])
        let back = (before - tip).direction
        let length = headLength * random.uniform(0.75, 1.25)
        let spread = random.uniform(0.4, 0.75)
        let first = tip + length * back.rotated(by: Vector(angle: spread))
        let second = tip + length * back.rotated(by: Vector(angle: -spread))
        var shaft = PenPath()
        shaft.move(to: places[0])
        shaft.line(through: Array(places.dropFirst()))
        if random.chance(0.5) {
            shaft.line(through: [first, tip, second])
            return [strokes(shaft)]
        }
        if random.chance(0.5) {
            shaft = PenPath()
            shaft.move(to: tip)
            shaft.line(through: places.reversed().dropFirst().map { $0 })
        }
        var head = PenPath()
        head.move(to: first)
        head.line(through: [tip, second])
        return [strokes(shaft), strokes(head)]
    }
}

/// A drawn element of a diagram.
struct Drawn {
    var events: [[Stroke]]
    /// The symbols that are set on the arrow that comes of it.
    var symbols: [String] = []
    var hasEpsilon = false
}

extension SketchPen {
    /// The elements of a diagram, drawn in the diagram's order.
    mutating func elements(of diagram: Diagram) -> [Drawn] {
        var drawn: [Drawn] = []
        for state in diagram.states {
            drawn.append(Drawn(events: [circle(state.center, state.radius)]))
            if state.isFinal {
                let ring = state.radius * (random.chance(0.5) ? 0.75 : 1.25)
                drawn[drawn.count - 1].events.append(circle(state.center, ring))
            }
        }
        for transition in diagram.transitions {
            let radius = diagram.states.first?.radius ?? 24
            drawn.append(
                Drawn(
                    events: arrow(diagram.polyline(of: transition), headLength: 0.5 * radius),
                    symbols: transition.symbols, hasEpsilon: transition.hasEpsilon))
        }
        return drawn
    }
}
