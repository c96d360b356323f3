internal import PortableMath
public import Strokes

/// Draws elements of diagrams as people do, to train and test recognizers for people and devices
/// without data.
///
/// A style is the intended drawing, a ``Hand`` moves the pen, and a ``StrokeDevice`` samples the
/// points. Parameters that aren't given are random, with wide bounds.
///
/// ```swift
/// var generator = StrokeGenerator(seed: 1)
/// let loop = generator.element(of: .cycle)
/// let arrow = generator.element(
///     .transition(.arrow(.barbed)), on: StrokeDevice(sampling: .count(16)))
/// ```
///
/// The same seed and the same calls give the same points on every platform, but other versions of
/// this library may give others.
///
/// - Complexity: some 10…30 µs an element, O(*n*) in its length and number of points; several
///   times that for pictures.
public struct StrokeGenerator: Sendable {
    private var random: RandomSource

    /// Creates a generator whose drawings depend only on the seed and the calls.
    public init(seed: UInt64) {
        random = RandomSource(seed: seed)
    }

    /// Draws an element of a random kind, all equally likely.
    public mutating func element() -> SyntheticElement {
        element(of: random.pick([ElementKind.state, .transition, .cycle, .unknown]))
    }

    /// Draws an element of a kind in a random style.
    public mutating func element(of kind: ElementKind) -> SyntheticElement {
        element(style(of: kind))
    }

    /// Draws an element.
    ///
    /// - Parameters:
    ///   - style: the kind and shape to draw.
    ///   - hand: the hand; a random one if `nil`.
    ///   - device: the device; a random one if `nil`. If neither is given, a program draws now and
    ///     then.
    public mutating func element(
        _ style: ElementStyle, by hand: Hand? = nil, on device: StrokeDevice? = nil
    ) -> SyntheticElement {
        let isByMachine = hand == nil && device == nil && random.chance(0.12)
        let hand = hand ?? (isByMachine ? .steady : self.hand())
        let device = device ?? (isByMachine ? .program(using: &random) : self.device())
        var path = path(of: style, by: hand)
        pose(&path, by: hand, on: device)
        let motor = Motor(hand: hand)
        let movements = path.strokes.map { motor.move(along: $0, size: device.size, using: &random) }
        let strokes =
            if case .picture(let side) = device.sampling {
                [traced(movements, side: side, on: device)]
            } else {
                digitized(movements, by: hand, on: device)
            }
        return SyntheticElement(style: style, strokes: strokes, hand: hand, device: device)
    }

    /// Returns a random style of a kind, common ones more often.
    public mutating func style(of kind: ElementKind) -> ElementStyle {
        switch kind {
        case .state: .state(random.pick(StatePainter.weights))
        case .transition: .transition(TransitionPainter.style(using: &random))
        case .cycle: .cycle(CyclePainter.style(using: &random))
        case .unknown: .unknown(random.pick(UnknownPainter.weights))
        }
    }

    /// Returns a random hand.
    public mutating func hand() -> Hand { .random(using: &random) }

    /// Returns a random device.
    public mutating func device() -> StrokeDevice { .random(using: &random) }

    private mutating func path(of style: ElementStyle, by hand: Hand) -> PenPath {
        switch style {
        case .state(let style): StatePainter(hand: hand).path(style, using: &random)
        case .transition(let style): TransitionPainter(hand: hand).path(style, using: &random)
        case .cycle(let style): CyclePainter(hand: hand).path(style, using: &random)
        case .unknown(let style): UnknownPainter(hand: hand).path(style, using: &random)
        }
    }

    /// Rotates, slants and scales the drawing on the page.
    private mutating func pose(_ path: inout PenPath, by hand: Hand, on device: StrokeDevice) {
        let angle: Double
        if path.isUpright {
            angle = 0.1 * random.bell()
        } else if path.upright > 0, random.chance(path.upright) {
            angle = 0.3 * random.bell()
        } else if random.chance(path.alongSides) {
            // Along the page's sides, like many parts of diagrams.
            angle = Double(random.integer(0...3)) * Portable.pi / 2 + 0.1 * random.bell()
        } else {
            angle = random.uniform(0, 2 * Portable.pi)
        }
        let turn = Vector(angle: angle)
        let (slant, aspect) = (path.isSlanted ? hand.slant : 0.3 * hand.slant, hand.aspect.squareRoot())
        path.map { vertex in
            let vertex = vertex.rotated(by: turn)
            return Vector((vertex.x - slant * vertex.y) / aspect, vertex.y * aspect)
        }
        let (minimum, maximum) = path.bounds
        let scale = device.size / max((maximum - minimum).max(), 1e-9)
        let offset = device.size * Vector(random.uniform(0, 2), random.uniform(0, 2))
        path.map { ($0 - minimum) * scale + offset }
    }

    private mutating func digitized(
        _ movements: [Motor.Movement], by hand: Hand, on device: StrokeDevice
    ) -> [Stroke] {
        let digitizer = Digitizer(device: device, hand: hand)
        return movements.map { movement in
            Stroke(digitizer.points(of: movement, using: &random).map(Point.init))
        }
    }

    /// Returns the stroke that is traced from a small picture of the movements.
    private mutating func traced(_ movements: [Motor.Movement], side: Int, on device: StrokeDevice) -> Stroke {
        var (minimum, maximum) = (Vector(repeating: .infinity), Vector(repeating: -.infinity))
        for movement in movements {
            for place in movement.places {
                minimum = pointwiseMin(minimum, place)
                maximum = pointwiseMax(maximum, place)
            }
        }
        // Tracers enlarge small pictures before thinning them.
        let scale = 2 * Double(side)
        let margin = random.uniform(0.03, 0.12) * scale
        let enlargement = (scale - 2 * margin) / max((maximum - minimum).max(), 1e-9)
        let strokes = movements.map { movement in movement.places.map { ($0 - minimum) * enlargement + margin } }
        var picture = ThinnedPicture(of: strokes, side: 2 * side, penRadius: random.uniform(1, 2.3))
        picture.thin()
        let unit = random.chance(0.5) ? 0.5 : device.size / scale
        let grid = unit / 5
        let places = picture.traced(startingAt: random.integer(0...7))
        return Stroke(
            places.map { place in
                let rounded = (place * unit).rounded(to: grid)
                return Point(rounded)
            })
    }
}
