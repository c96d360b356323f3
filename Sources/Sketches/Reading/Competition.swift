/// Groups that compete for pieces of ink.
enum Competition {
    /// Returns the groups that the cheapest cover may have: for each set of pieces the cheapest
    /// group, if it costs less than its pieces one by one.
    static func undominated(_ groups: [StrokeGroup]) -> [StrokeGroup] {
        var cheapest: [[Int]: Int] = [:]
        for (index, group) in groups.enumerated() {
            if let other = cheapest[group.members], groups[other].cost <= group.cost { continue }
            cheapest[group.members] = index
        }
        func costAlone(_ piece: Int) -> Double { cheapest[[piece]].map { groups[$0].cost } ?? .infinity }
        return cheapest.values.sorted().map { groups[$0] }.filter { group in
            group.members.count == 1 || group.cost < group.members.reduce(0) { $0 + costAlone($1) }
        }
    }

    /// Returns the sets of groups that share pieces, directly or through others, as indices.
    static func components(of groups: [StrokeGroup]) -> [[Int]] {
        var parents: [Int: Int] = [:]
        func root(_ piece: Int) -> Int {
            var piece = piece
            while let parent = parents[piece], parent != piece { piece = parent }
            return piece
        }
        for group in groups {
            for member in group.members {
                let (one, other) = (root(group.members[0]), root(member))
                parents[max(one, other)] = min(one, other)
            }
        }
        var components: [Int: [Int]] = [:]
        for (index, group) in groups.enumerated() { components[root(group.members[0]), default: []].append(index) }
        return components.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns the cheapest of the groups that cover all their pieces.
    ///
    /// More pieces than ``CoverSearch`` takes are covered in turns: each piece is in a group of its
    /// own, so that a part of them can be covered.
    static func cheapest(_ groups: [StrokeGroup]) -> [StrokeGroup] {
        var chosen: [StrokeGroup] = []
        var pieces = Set(groups.flatMap(\.members)).sorted()
        while !pieces.isEmpty {
            let part = pieces.prefix(CoverSearch.maximumItemCount)
            let positions = Dictionary(uniqueKeysWithValues: part.enumerated().map { ($1, $0) })
            let possible = groups.filter { $0.members.allSatisfy { positions[$0] != nil } }
            let candidates = possible.map { group in
                CoverSearch.Candidate(
                    items: group.members.reduce(0) { $0 | 1 << UInt64(positions[$1] ?? 0) }, cost: group.cost)
            }
            chosen += (CoverSearch.cheapest(candidates, itemCount: part.count) ?? []).map { possible[$0] }
            pieces.removeFirst(part.count)
        }
        return chosen
    }
}
