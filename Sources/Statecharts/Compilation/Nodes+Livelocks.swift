extension Nodes {
    /// Reports endless loops of transitions without events and conditions.
    ///
    /// It reports only those that nothing can stop: another transition without event that comes
    /// first, is further inside or in another region may end the loop.
    ///
    /// - Complexity: O(*n* + *m*) for *n* states and *m* transitions, and O(*n* log *n*) for the
    ///   order.
    mutating func checkLivelocks(_ routes: [Route]) {
        let sureRoutesBySource = sureRoutes(routes)
        func next(after node: Int, by route: Route) -> Int? {
            route.targets.isEmpty ? node : route.targets.first { sureRoutesBySource[$0] != nil }
        }
        // The start from which each node was reached first.
        var startByNode: [Int: Int] = [:]
        for start in sureRoutesBySource.keys.sorted() {
            var node = start
            while let route = sureRoutesBySource[node], startByNode[node] == nil {
                startByNode[node] = start
                guard let target = next(after: node, by: route) else { break }
                node = target
                if startByNode[node] == start {
                    reportLoop(from: node, sureRoutesBySource, next)
                    break
                }
            }
        }
    }

    /// Reports a loop as an error; warns of it instead if one of its transitions has a condition,
    /// which may be meant to stop the loop.
    private mutating func reportLoop(
        from first: Int, _ routesBySource: [Int: Route], _ next: (_ node: Int, _ route: Route) -> Int?
    ) {
        var node = first
        repeat {
            guard let route = routesBySource[node], let target = next(node, route) else { return }
            guard route.conditions.isEmpty else {
                return warn(
                    first,
                    "transitions without events return here forever, as their conditions always hold; correct one of the conditions"
                )
            }
            node = target
        } while node != first
        report(first, "transitions without events and conditions return here forever; add a condition")
    }

    /// Returns the transitions that are always taken if their sources are active, by source.
    private func sureRoutes(_ routes: [Route]) -> [Int: Route] {
        var sureRoutesBySource: [Int: Route] = [:]
        var hasOwn = [Bool](repeating: false, count: all.count)
        for route in routes where route.trigger == .always {
            if !hasOwn[route.source], route.joinedSources.isEmpty, isUnconditional(route) {
                sureRoutesBySource[route.source] = route
            }
            for source in route.sources { hasOwn[source] = true }
        }
        // Children come after their parents.
        var withinCounts = [Int](repeating: 0, count: all.count)
        for node in all.indices.reversed() where node > 0 && (hasOwn[node] || withinCounts[node] > 0) {
            withinCounts[all[node].parent] += 1
        }
        var hasRival = [Bool](repeating: false, count: all.count)
        for node in all.indices.dropFirst() {
            let parent = all[node].parent
            hasRival[node] = hasRival[parent] || all[parent].state.kind == .orthogonal && withinCounts[parent] > 1
        }
        return sureRoutesBySource.filter { !hasRival[$0.key] && withinCounts[$0.key] == 0 }
    }
}
