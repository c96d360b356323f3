/// A topological order of dependencies, and the cycles that prevent one.
package struct Dependencies {
    /// A cycle of dependencies, of which only the beginning is listed.
    package struct Cycle {
        /// The first items of the cycle.
        package var beginning: [Int]
        /// The number of items on the cycle.
        package var count: Int
    }

    /// All items, each after its dependencies unless a cycle prevents it.
    package private(set) var order: [Int] = []
    /// A cycle for each back edge of the search.
    package private(set) var cycles: [Cycle] = []

    /// Orders items by depth-first search, without recursion.
    ///
    /// - Parameter needs: The dependencies of each item.
    /// - Complexity: O(*n* + *m*) for *n* items and *m* dependencies.
    package init(_ needs: [[Int]]) {
        /// The number of visited dependencies; `nil` for items that weren't visited.
        var progress = [Int?](repeating: nil, count: needs.count)
        /// The depth of items on the path of the search; `nil` for others.
        var depth = [Int?](repeating: nil, count: needs.count)
        var path: [Int] = []
        for start in needs.indices where progress[start] == nil {
            (progress[start], depth[start]) = (0, 0)
            path = [start]
            while let thing = path.last {
                let next = progress[thing] ?? 0
                guard next < needs[thing].count else {
                    order.append(thing)
                    depth[thing] = nil
                    path.removeLast()
                    continue
                }
                progress[thing] = next + 1
                let need = needs[thing][next]
                if let first = depth[need] {
                    cycles.append(Cycle(beginning: Array(path[first...].prefix(5)), count: path.count - first))
                } else if progress[need] == nil {
                    (progress[need], depth[need]) = (0, path.count)
                    path.append(need)
                }
            }
        }
    }
}
