internal import PortableMath
internal import Strokes

/// The contents of usual drawings of automata, by which readings of ink are compared.
///
/// The cost of a reading is the negative logarithm of its probability. This is the product of three
/// probabilities: that of its shape, which the recognizer gives, that of such an element in a
/// drawing, and that of its size and its gaps. Shares are counted among the elements of a drawing,
/// and sizes in usual radii of its states.
enum DrawingStatistics {
    /// The costs of elements, by their share in drawings.
    enum Share {
        static let state = cost(0.3)
        static let ring = cost(0.2)
        static let joined = cost(0.5)
        static let loop = cost(0.15)
        static let mark = cost(0.06)
        /// An arrow that leads nowhere yet.
        static let dangling = cost(0.03)
        /// An arrow without a state, or a loop that has none yet.
        static let loose = cost(0.02)
        static let text = cost(0.2)
        static let none = cost(0.02)
        /// A stroke of a head that isn't drawn with the shaft.
        static let headStroke = cost(0.5)
        /// A further stroke that continues a shaft or a circle, or traces it again.
        static let furtherStroke = cost(0.1)

        private static func cost(_ share: Double) -> Double { -Portable.log(share) }
    }

    /// The extents of ink: a normal distribution of their logarithms.
    struct Size {
        private let mean: Double
        private let deviation: Double
        private let scale: Double

        init(median: Double, factor: Double) {
            (mean, deviation) = (Portable.log(median), Portable.log(factor))
            scale = Portable.log(deviation)
        }

        /// Returns the cost of an extent in usual radii.
        func cost(_ extent: Double) -> Double {
            let offset = (Portable.log(max(extent, 1e-9)) - mean) / deviation
            return offset * offset / 2 + scale
        }

        // Shares and sizes were counted in synthetic drawings of people's habits; text and what is
        // nothing vary more than there.
        static let circle = Size(median: 2.8, factor: 1.3)
        static let arrow = Size(median: 3.3, factor: 1.8)
        static let loop = Size(median: 1.7, factor: 1.35)
        static let mark = Size(median: 1.5, factor: 1.5)
        static let head = Size(median: 0.5, factor: 1.5)
        static let text = Size(median: 0.55, factor: 1.8)
        static let none = Size(median: 1, factor: 3)
        /// The smaller circle of a final state, and a circle drawn again, in radii of the other
        /// one.
        static let ring = Size(median: 0.75, factor: 1.1)
        static let trace = Size(median: 1, factor: 1.05)
    }

    /// Returns the cost of a gap, whose usual size is given.
    static func cost(ofGap gap: Double, usual: Double) -> Double {
        let offset = gap / max(usual, 1e-9)
        return min(offset * offset / 2, greatestGapCost)
    }

    /// The greatest cost of a gap, so that costs stay finite.
    private static let greatestGapCost = 50.0

    /// Returns the cost of a gap between an end of an arrow and the outline of a state. Gaps of
    /// half the radius are usual, and so are arrows that enter their states.
    static func cost(ofEnd end: Point, at state: StateGeometry) -> Double {
        let distance = state.distance(to: end)
        return cost(ofGap: distance < 0 ? -distance / 2 : distance, usual: state.radius / 2)
    }

    /// Returns the probability that the smaller one of two circles traces the larger one, and isn't
    /// a ring.
    static func traceProbability(ofSize size: Double) -> Double {
        let ring = Share.ring + Size.ring.cost(size)
        let trace = Share.furtherStroke + Size.trace.cost(size)
        return 1 / (1 + Portable.exp(trace - ring))
    }

    /// Returns the probability that a circle in another one is its ring, and not a sign, such as a
    /// handwritten 0. Rings are as wide and high as their circles, and most are of one size.
    static func ringProbability(of inner: BoundingBox, in outer: BoundingBox) -> Double {
        let (size, whole) = (inner.width + inner.height, max(outer.width + outer.height, 1e-9))
        let shape = logarithmicShape(of: inner) - logarithmicShape(of: outer)
        let ring = Share.ring + ringCost(ofSize: size / whole) + min(normalCost(shape, 0, 0.08), anyRingShape)
        let sign = Share.text + Size.text.cost(4 * inner.diagonal / whole) + normalCost(shape, -0.15, 0.3)
        return 1 / (1 + Portable.exp(ring - sign))
    }

    /// Returns the cost of the radius of a ring, in radii of the larger circle.
    static func ringCost(ofSize size: Double) -> Double { min(Size.ring.cost(size), anyRingSize) }

    // A tenth of the rings have any size, and a twentieth any shape.
    private static let anyRingSize = 1.52
    private static let anyRingShape = 2.77

    private static func logarithmicShape(of box: BoundingBox) -> Double {
        Portable.log(max(box.width, 1e-9) / max(box.height, 1e-9))
    }

    private static func normalCost(_ value: Double, _ mean: Double, _ deviation: Double) -> Double {
        let offset = (value - mean) / deviation
        return offset * offset / 2 + Portable.log(deviation)
    }

    /// Returns the cost of a probability.
    static func cost(ofProbability probability: Double) -> Double { -Portable.log(max(probability, 1e-12)) }
}
