internal import Strokes

extension GroupProposals {
    /// A piece that runs around a state at about the same distance from its center.
    private struct Arc {
        let piece: Int
        /// The mean distance from the center, in radii.
        let size: Double
        /// The angle through which it turns around the center.
        let turn: Double
    }

    /// Returns the rings that stay open: one piece, or arcs that don't meet, beside the circle of a
    /// state and around most of it. They may be something else.
    func openRings() -> [StrokeGroup] {
        var arcs: [Int: [Arc]] = [:]
        for number in numbers where !page.pieces[number].isFixed {
            for state in states.states(near: page.pieces[number].box) {
                if let arc = arc(number, around: states.outlines[state]) { arcs[state, default: []].append(arc) }
            }
        }
        return arcs.sorted { $0.key < $1.key }.compactMap { ring(of: $1, around: $0) }
    }

    private func arc(_ number: Int, around outline: StateGeometry) -> Arc? {
        let shape = page.pieces[number].shape
        var (sum, count, least, greatest) = (0.0, 0.0, Double.infinity, 0.0)
        for sample in shape.samples(16) {
            let distance = sample.distance(to: outline.center)
            (least, greatest) = (min(least, distance), max(greatest, distance))
            guard least > 0.4 * outline.radius, greatest < min(1.35 * least, 2 * outline.radius) else { return nil }
            (sum, count) = (sum + distance, count + 1)
        }
        let (size, turn) = (sum / max(count, 1) / outline.radius, shape.turn(around: outline.center))
        let trace = DrawingStatistics.traceProbability(ofSize: min(size, 1 / size))
        guard turn > 0.5 * .pi, trace < 0.5 else { return nil }
        return Arc(piece: number, size: size, turn: turn)
    }

    private func ring(of arcs: [Arc], around state: Int) -> StrokeGroup? {
        guard let longestArc = arcs.max(by: { $0.turn < $1.turn }) else { return nil }
        let members = arcs.filter { abs($0.size - longestArc.size) < 0.15 * longestArc.size }
        let turn = members.reduce(0) { $0 + $1.turn }
        guard members.count <= 4, turn > 1.5 * .pi else { return nil }
        let pieces = members.map(\.piece)
        let (ring, circle) = (page.box(of: pieces), box(of: state, near: pieces[0]))
        let size = longestArc.size
        let isRing = DrawingStatistics.ringProbability(
            of: size < 1 ? ring : circle, in: size < 1 ? circle : ring)
        guard isRing > 0.5 else { return nil }
        let cost =
            DrawingStatistics.Share.ring + DrawingStatistics.ringCost(ofSize: min(size, 1 / size))
            + Double(pieces.count - 1) * DrawingStatistics.Share.furtherStroke
        // One that is almost closed is hardly anything else.
        return StrokeGroup(
            members: pieces, reading: .ring, cost: cost,
            probability: turn > 1.7 * .pi ? isRing : Self.doubtfulProbability, state: state)
    }

    /// Returns whether a piece in a state may be a small ring of it.
    func isSmallRing(_ number: Int) -> Bool {
        let box = page.pieces[number].box
        guard page.isCircle(number) else { return false }
        return states.states(near: box).contains { state in
            guard states.outlines[state].distance(to: box.center) < 0 else { return false }
            let circle = self.box(of: state, near: number)
            return DrawingStatistics.ringProbability(of: box, in: circle) > Self.doubtfulRing
        }
    }

    /// The probability of a ring from which a sign is doubtful.
    private static let doubtfulRing = 0.3

    /// Returns the smallest box around the pieces that draw a state, as far as they are near a
    /// piece.
    private func box(of state: Int, near number: Int) -> BoundingBox {
        let drawn = page.neighbors(of: number).filter { circles[$0] == state }
        return drawn.isEmpty ? states.outlines[state].box : page.box(of: drawn)
    }
}
