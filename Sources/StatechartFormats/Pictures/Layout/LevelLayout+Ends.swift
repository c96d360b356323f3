internal import Drawing

/// The ends of paths at items, and the straightening of paths.
extension LevelLayout {
    /// A side of an item at which paths end.
    private struct Side: Hashable, Comparable {
        var item: Int
        var isLower: Bool

        static func < (left: Side, right: Side) -> Bool {
            (left.item, left.isLower ? 1 : 0) < (right.item, right.isLower ? 1 : 0)
        }
    }

    /// Returns the paths at each side of each item, with their fixed positions and preferred
    /// positions.
    private func sides() -> [Side: [(path: Int, port: Double?, preferredX: Double)]] {
        var sides: [Side: [(path: Int, port: Double?, preferredX: Double)]] = [:]
        for (number, path) in paths.enumerated() where chains[number].count > 1 {
            let chain = chains[number]
            if case .item(let item, let port) = path.upper {
                sides[Side(item: item, isLower: true), default: []].append((number, port, x[chain[1]]))
            }
            if case .item(let item, let port) = path.lower {
                sides[Side(item: item, isLower: false), default: []].append((number, port, x[chain[chain.count - 2]]))
            }
        }
        return sides
    }

    /// Returns the positions of both ends of each path.
    ///
    /// Paths end directly below or above their other end, as far as the side of the item and other
    /// paths allow.
    func ends() -> [(upper: Double, lower: Double)] {
        var ends = chains.map { (upper: x[$0[0]], lower: x[$0[$0.count - 1]]) }
        for (side, all) in sides() {
            func set(_ path: Int, _ position: Double) {
                if side.isLower { ends[path].upper = position } else { ends[path].lower = position }
            }
            let middle = x[side.item]
            for one in all { if let port = one.port { set(one.path, middle + port) } }
            let free = all.filter { $0.port == nil }.sorted { ($0.preferredX, $0.path) < ($1.preferredX, $1.path) }
            let marks = side.isLower ? items[side.item].lowerMarks : items[side.item].upperMarks
            let fixed = all.compactMap { one in one.port.map { middle + $0 } } + marks.map { middle + $0 }
            let positions = Self.positions(
                free.map(\.preferredX), around: middle, reach: items[side.item].reach, beside: fixed)
            for (one, position) in zip(free, positions) { set(one.path, position) }
        }
        return ends
    }

    /// Returns positions as near as possible to sorted, preferred ones, apart from each other and,
    /// if there is room, from fixed ones.
    static func positions(
        _ preferredPositions: [Double], around middle: Double, reach: Double, beside fixed: [Double] = []
    ) -> [Double] {
        guard reach > 0 else { return preferredPositions.map { _ in middle } }
        let (low, high) = (middle - reach, middle + reach)
        let gap = preferredPositions.count > 1 ? min(endGap, 2 * reach / Double(preferredPositions.count - 1)) : endGap
        let fixed = fixed.sorted()
        /// Returns the position itself, or the nearest one that isn't too near to a fixed position.
        func free(_ position: Double, isUpward: Bool) -> Double {
            var position = position
            for one in isUpward ? fixed : fixed.reversed() where abs(one - position) < endGap - 1 {
                position = one + (isUpward ? endGap : -endGap)
            }
            return position
        }
        var positions: [Double] = []
        for preferredX in preferredPositions {
            let least = positions.last.map { $0 + gap } ?? low
            let (below, above) = (
                free(min(preferredX, high), isUpward: false), free(max(preferredX, least), isUpward: true)
            )
            positions.append(below >= least && preferredX - below <= above - preferredX ? below : above)
        }
        var most = high
        for index in positions.indices.reversed() {
            if positions[index] > most { positions[index] = max(free(most, isUpward: false), low) }
            most = positions[index] - gap
        }
        return positions
    }

    /// The distance between ends of paths.
    private static let endGap = 12.0

    // MARK: - Straight paths

    /// Moves vertices of paths in line with their neighbors, and items in line with their paths, if
    /// that is near and there is room.
    mutating func straighten(_ order: [[Int]]) {
        var positions = [Int](repeating: 0, count: layers.count)
        for layer in order { for (position, vertex) in layer.enumerated() { positions[vertex] = position } }
        for isDownward in [true, false, true, false] {
            for (chain, end) in zip(chains, ends()) {
                var last = isDownward ? end.upper : end.lower
                for index in isDownward ? Array(chain.indices) : chain.indices.reversed() where isDummy[chain[index]] {
                    let vertex = chain[index]
                    var farthest = Spacing.maximumStraightenedOffset
                    let next = isDownward ? index + 1 : index - 1
                    if chain.indices.contains(next) {
                        let other = isDummy[chain[next]] ? x[chain[next]] : isDownward ? end.lower : end.upper
                        // Removes a bend, whatever the distance.
                        if other != x[vertex] { farthest = .infinity }
                    }
                    move(vertex, to: last, within: farthest, order[layers[vertex]], positions[vertex])
                    last = x[vertex]
                }
            }
            let sides = sides()
            for item in items.indices {
                let paths =
                    (sides[Side(item: item, isLower: false)] ?? []) + (sides[Side(item: item, isLower: true)] ?? [])
                // The shifts for which all paths end straight.
                var (least, most) = (-Double.infinity, Double.infinity)
                for path in paths {
                    let reach = path.port == nil ? items[item].reach : 0
                    let shift = path.preferredX - x[item] - (path.port ?? 0)
                    (least, most) = (max(least, shift - reach), min(most, shift + reach))
                }
                guard least <= most + 0.5 else { continue }
                let shift = least > 0 ? least : most < 0 ? most : 0
                move(
                    item, to: x[item] + shift, within: Spacing.maximumStraightenedOffset, order[layers[item]],
                    positions[item])
            }
        }
    }

    private mutating func move(
        _ vertex: Int, to preferredX: Double, within distance: Double, _ layer: [Int], _ position: Int
    ) {
        guard x[vertex] != preferredX, abs(x[vertex] - preferredX) <= distance else { return }
        if position > 0 {
            let other = layer[position - 1]
            guard preferredX - leading[vertex] - x[other] - trailing[other] >= 0.7 * Spacing.gap else { return }
        }
        if position + 1 < layer.count {
            let other = layer[position + 1]
            guard x[other] - leading[other] - preferredX - trailing[vertex] >= 0.7 * Spacing.gap else { return }
        }
        x[vertex] = preferredX
    }
}
