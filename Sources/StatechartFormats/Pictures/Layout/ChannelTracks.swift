/// The tracks of the horizontal pieces of arrows between two layers.
///
/// Overlapping pieces get different tracks, in an order in which few cross and none covers another.
/// Cost: O(*k*²) for *k* pieces; 400 and more are ordered by their positions.
struct ChannelTracks {
    /// A piece that comes from above at one place and leaves downward at another.
    struct Piece {
        var upper: Double
        var lower: Double

        var low: Double { min(upper, lower) }
        var high: Double { max(upper, lower) }
    }

    /// The track of each piece, the uppermost being 0.
    private(set) var tracks: [Int]
    /// The number of tracks.
    private(set) var count = 0

    private static let orderedCount = 400
    /// The least distance between pieces in one track.
    private static let gap = 8.0

    init(_ pieces: [Piece]) {
        tracks = [Int](repeating: 0, count: pieces.count)
        let order = pieces.count <= Self.orderedCount ? Self.order(pieces) : Self.plainOrder(pieces)
        if pieces.count <= Self.orderedCount {
            for (position, index) in order.enumerated() {
                var track = 0
                for other in order[..<position] where Self.overlap(pieces[index], pieces[other]) {
                    track = max(track, tracks[other] + 1)
                }
                tracks[index] = track
            }
        } else {
            // The coordinate from which each track is free.
            var ends: [Double] = []
            for index in order {
                let track = ends.firstIndex { $0 + Self.gap < pieces[index].low } ?? ends.count
                if track == ends.count { ends.append(0) }
                ends[track] = pieces[index].high
                tracks[index] = track
            }
        }
        count = (tracks.max() ?? -1) + 1
    }

    private static func plainOrder(_ pieces: [Piece]) -> [Int] {
        pieces.indices.sorted { (pieces[$0].low, $0) < (pieces[$1].low, $1) }
    }

    private static func overlap(_ one: Piece, _ other: Piece) -> Bool {
        one.low < other.high + gap && other.low < one.high + gap
    }

    /// Returns the cost of a piece above another: crossings, and much more for parts that cover
    /// each other.
    private static func cost(_ above: Piece, _ below: Piece) -> Int {
        func isWithin(_ position: Double, _ piece: Piece) -> Bool { position > piece.low && position < piece.high }
        var cost = 0
        if isWithin(above.lower, below) { cost += 1 }
        if isWithin(below.upper, above) { cost += 1 }
        if abs(above.lower - below.upper) < 4 { cost += 100 }
        return cost
    }

    /// Returns the pieces from top to bottom: the next one is always one that prefers the fewest
    /// others above it.
    private static func order(_ pieces: [Piece]) -> [Int] {
        let count = pieces.count
        var weights = [Int](repeating: 0, count: count)
        var preferences = [[(other: Int, weight: Int)]](repeating: [], count: count)
        for one in pieces.indices {
            for other in pieces.indices where other > one && overlap(pieces[one], pieces[other]) {
                let preference = cost(pieces[other], pieces[one]) - cost(pieces[one], pieces[other])
                if preference > 0 {
                    preferences[one].append((other, preference))
                    weights[other] += preference
                } else if preference < 0 {
                    preferences[other].append((one, -preference))
                    weights[one] -= preference
                }
            }
        }
        var isDone = [Bool](repeating: false, count: count)
        var order: [Int] = []
        for _ in 0..<count {
            var best: Int?
            for index in 0..<count where !isDone[index] && best.map({ weights[index] < weights[$0] }) ?? true {
                best = index
            }
            guard let best else { break }
            isDone[best] = true
            order.append(best)
            for preference in preferences[best] { weights[preference.other] -= preference.weight }
        }
        return order
    }
}
