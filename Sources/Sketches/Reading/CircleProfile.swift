internal import PortableMath
internal import Strokes

/// The distances of a drawn circle from its center, by direction.
struct CircleProfile {
    private let circle: StateGeometry
    /// The mean distances in equal sectors.
    private let radii: [Double]

    private static let sectorCount = 24

    /// Creates the profile of an exact circle.
    init(_ circle: StateGeometry) {
        self.circle = circle
        radii = Array(repeating: circle.radius, count: Self.sectorCount)
    }

    /// Creates the profile of a drawn circle; its gaps have the radius of the fitted one.
    init(_ circle: StateGeometry, drawnBy pieces: [InkPiece]) {
        self.circle = circle
        var (sums, counts) = (
            Array(repeating: 0.0, count: Self.sectorCount), Array(repeating: 0.0, count: Self.sectorCount)
        )
        for point in pieces.flatMap(\.shape.points) {
            let sector = Self.sector(of: point, around: circle.center)
            sums[sector] += point.distance(to: circle.center)
            counts[sector] += 1
        }
        radii = zip(sums, counts).map { [circle] in $1 > 0 ? $0 / $1 : circle.radius }
    }

    private static func sector(of point: Point, around center: Point) -> Int {
        let angle = Portable.angle(x: point.x - center.x, y: point.y - center.y)
        let share = (angle / (2 * .pi) + 0.5) * Double(sectorCount)
        // Angles between points that are too far away aren't numbers.
        guard share > 0 else { return 0 }
        return share < Double(sectorCount) ? Int(share) : sectorCount - 1
    }

    /// Returns the probability that another circle draws this one again, and isn't a ring.
    func traceProbability(of other: CircleCandidate, on page: InkPage) -> Double {
        guard other.circle.center.distance(to: circle.center) < 0.3 * circle.radius else { return 0 }
        return traceProbability(of: other.members.flatMap { page.pieces[$0].shape.points })
    }

    /// Returns the probability that ink around the same center draws this circle again.
    func traceProbability(of points: [Point]) -> Double {
        let ratios = points.map { point in
            point.distance(to: circle.center) / radii[Self.sector(of: point, around: circle.center)]
        }
        let ratio = ratios.reduce(0, +) / Double(max(ratios.count, 1))
        guard ratio.isFinite, ratio > 0 else { return 0 }
        return DrawingStatistics.traceProbability(ofSize: min(ratio, 1 / ratio))
    }
}
