/// An order in which everything comes after what it depends on, and the cycles that prevent one.
package struct Dependencies {
    /// A cycle, shortened.
    package struct Cycle {
        /// The first few things of the cycle.
        package var beginning: [Int]
        /// The number of things on the cycle.
        package var count: Int
    }

    /// All things, each after those that it depends on unless a cycle prevents it.
    package private(set) var order: [Int] = []
    /// A cycle for each dependency that leads back to where the search came from.
    package private(set) var cycles: [Cycle] = []

    /// Orders things by depth-first search, without recursion.
    ///
    /// - Parameter needs: For each thing the things that it depends on.
    /// - Complexity: O(*n* + *m*) for *n* things and *m* dependencies.
    package init(_ needs: [[Int]]) {
        /// The number of needs that were looked at; `nil` for things that weren't met.
        var progress = [Int?](repeating: nil, count: needs.count)
        /// The depth of things in the path of the search; `nil` for those outside.
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
