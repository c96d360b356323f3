internal import PortableMath
internal import Strokes

/// Pieces of ink that may be the circle of a state: one stroke, or arcs whose ends meet.
struct CircleCandidate {
    /// The pieces, in ascending order.
    let members: [Int]
    let circle: StateGeometry
    /// Whether the candidate is a double circle, drawn in one stroke as a spiral.
    let isDouble: Bool
    /// The probability of a state, by shape.
    let probability: Double
    /// The probability that it is a double circle, or a single one, as it was read.
    let turnProbability: Double
    let recognition: Recognition

    /// The minimum probability of a candidate.
    private static let leastProbability = 0.01
    /// The probability above which ink is surely a state.
    static let certainty = 0.98

    /// Creates a candidate; `nil` if the pieces don't look like a circle.
    init?(_ members: [Int], on page: InkPage) {
        recognition = page.recognition(of: members)
        probability = recognition.probability(of: .state)
        guard probability > Self.leastProbability, case .state(let fitted) = recognition.geometry(of: .state),
            fitted.radius > 0
        else { return nil }
        self.members = members
        let spiral = members.count == 1 ? page.pieces[members[0]].spiral(around: fitted.center) : nil
        turnProbability = spiral?.isDoubtful ?? false ? 0.6 : 1
        if let spiral, spiral.isDouble {
            circle = StateGeometry(center: fitted.center, radius: spiral.outer)
            isDouble = true
        } else {
            (circle, isDouble) = (fitted, false)
        }
    }

    /// The cost of the circle's shape and number of strokes.
    var cost: Double {
        DrawingStatistics.cost(ofProbability: probability)
            + Double(members.count - 1) * DrawingStatistics.Share.furtherStroke
    }

    /// Returns the circles that show the usual size: those of one stroke, or if there are none but
    /// signs in others, those of arcs. Arrows may look like arcs of a large circle, too.
    static func likely(_ candidates: [CircleCandidate]) -> [StateGeometry] {
        var taken: Set<Int> = []
        let arcs = candidates.filter { candidate in
            guard candidate.members.count > 1, candidate.probability > certainty,
                taken.isDisjoint(with: candidate.members)
            else { return false }
            taken.formUnion(candidate.members)
            return true
        }.map(\.circle)
        let circles = candidates.filter { candidate in
            candidate.members.count == 1 && candidate.probability > 0.5
                && !arcs.contains { around in
                    around.distance(to: candidate.circle.center) < 0
                        && candidate.circle.radius < 0.85 * around.radius
                }
        }.map(\.circle)
        return circles.isEmpty ? arcs : circles
    }

    /// Returns whether the circle is a ring of another one: it contains the center of the other one
    /// in its frame, or has its own center in the other one.
    func isRing(of other: StateGeometry) -> Bool {
        let (dx, dy) = (abs(circle.center.x - other.center.x), abs(circle.center.y - other.center.y))
        return max(dx, dy) < circle.radius || circle.center.distance(to: other.center) < other.radius
    }
}

extension InkPiece {
    /// Two turns around a center.
    struct Spiral {
        /// The mean radius of the outer turn.
        let outer: Double
        /// The mean radius of the inner turn, as a part of the outer one.
        let ratio: Double

        /// Whether the turns are two circles, and not one that was drawn twice.
        var isDouble: Bool { ratio < 0.92 }
        /// Whether the turns may be two circles, or one that was drawn twice.
        var isDoubtful: Bool { ratio > 0.89 }
    }

    /// Whether the ink makes two turns.
    var isTurnedTwice: Bool { spiral(around: box.center) != nil }

    /// Returns the two turns of ink around a center; `nil` if it makes fewer.
    func spiral(around center: Point) -> Spiral? {
        let turns = shape.turns(around: center)
        guard let turned = turns.last, abs(turned) > 1.6 * 2 * .pi else { return nil }
        var (sums, counts) = ((0.0, 0.0), (0.0, 0.0))
        for (point, turn) in zip(shape.points, turns) {
            let radius = point.distance(to: center)
            if abs(turn) < abs(turned) / 2 {
                sums.0 += radius
                counts.0 += 1
            } else {
                sums.1 += radius
                counts.1 += 1
            }
        }
        let radii = [sums.0 / max(counts.0, 1), sums.1 / max(counts.1, 1)].sorted()
        return radii[1] > 0 ? Spiral(outer: radii[1], ratio: radii[0] / radii[1]) : nil
    }

    /// Returns whether other ink traces this ink again, or a large part of it: no part of the other
    /// ink is far from this ink.
    func isTraced(by other: InkPiece) -> Bool {
        guard mayBeTraced(by: other) else { return false }
        let size = max(extent, other.extent)
        // A barb leaves the shaft at an angle, so that a short trace must be nearer.
        let width = other.extent > 0.6 * size ? size : other.extent
        let samples = other.shape.samples(16)
        var sum = 0.0
        for sample in samples {
            let gap = shape.distance(to: sample, within: 0.15 * width)
            // Most ink ends here.
            guard gap < 0.15 * width else { return false }
            sum += gap
        }
        return sum < 0.07 * width * Double(samples.count)
    }

    /// Returns whether other ink may trace this ink by its size and its box.
    func mayBeTraced(by other: InkPiece) -> Bool {
        let size = max(extent, other.extent)
        return other.extent > 0.3 * size && extent > 0.6 * size && size > 0
            && box.isNear(other.box, margin: 0.15 * size)
    }

    /// Returns the gap between an end of this ink and an end of other ink that continues it. If the
    /// other ink begins on this ink and goes on in its direction, it is the distance between them
    /// where they overlap.
    func gap(at end: ShaftEnd, to other: InkPiece, at start: ShaftEnd) -> Double {
        let gap = end.position.distance(to: start.position)
        let turn = end.outward.x * start.outward.x + end.outward.y * start.outward.y
        guard turn < -0.5, gap < 0.5 * max(extent, other.extent) else { return gap }
        return min(gap, 3 * max(shape.distance(to: start.position), other.shape.distance(to: end.position)))
    }
}

// MARK: - Candidates on a page

extension CircleCandidate {
    /// Returns the circles that pieces may be: each alone, and arcs that close a circle together.
    static func candidates(
        among free: Set<Int>, on page: InkPage, _ mayContinue: () -> Bool
    ) -> [CircleCandidate] {
        var found: [CircleCandidate] = []
        for number in free.sorted() where !page.pieces[number].isFixed && mayContinue() {
            if let one = CircleCandidate([number], on: page) { found.append(one) }
            // A whole circle needs no further arcs.
            if page.isCircle(number) { continue }
            for arcs in closedArcs(from: number, among: free, on: page) {
                if page.mayRecognize(arcs), let circle = CircleCandidate(arcs, on: page) { found.append(circle) }
            }
        }
        return found
    }

    /// The maximum number of pieces that are tried as further arcs; the nearest ones are tried.
    private static let maximumArcCount = 12

    /// Returns the pairs and triples that begin with the given piece and whose ends meet in a
    /// circle.
    private static func closedArcs(from number: Int, among free: Set<Int>, on page: InkPage) -> [[Int]] {
        let first = page.pieces[number]
        func gap(_ other: InkPiece) -> Double {
            first.ends.reduce(.infinity) { least, end in
                other.ends.reduce(least) { min($0, $1.position.distance(to: end.position)) }
            }
        }
        var near: [(piece: Int, gap: Double)] = []
        for other in page.neighbors(of: number) where other > number && free.contains(other) {
            let piece = page.pieces[other]
            let (small, large) = (min(piece.extent, first.extent), max(piece.extent, first.extent))
            guard !piece.isFixed, small > 0.15 * large, !page.isCircle(other) else { continue }
            near.append((other, gap(piece)))
        }
        near.sort { ($0.gap, $0.piece) < ($1.gap, $1.piece) }
        let others = near.prefix(maximumArcCount).map(\.piece)
        func meets(_ one: InkPiece, _ own: Int, _ other: InkPiece, _ its: Int, _ extent: Double) -> Bool {
            one.gap(at: one.ends[own], to: other, at: other.ends[its]) < 0.2 * extent
        }
        var found: Set<[Int]> = []
        for second in others {
            let piece = page.pieces[second]
            let size = max(first.extent, piece.extent)
            for (own, its) in [(0, 0), (0, 1), (1, 0), (1, 1)] where meets(first, own, piece, its, size) {
                if meets(first, 1 - own, piece, 1 - its, size) { found.insert([number, second]) }
                for third in others where third != second {
                    let last = page.pieces[third]
                    let closes = [0, 1].contains { end in
                        meets(first, 1 - own, last, end, size) && meets(piece, 1 - its, last, 1 - end, size)
                    }
                    if closes { found.insert([number, second, third].sorted()) }
                }
            }
        }
        return found.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
