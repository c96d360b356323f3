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
        let leaving = leavingStates(sureRoutesBySource)
        func next(after node: Int, by route: Route) -> Int? {
            route.targets.isEmpty ? node : route.targets.lazy.compactMap { leaving[$0] }.first
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

    /// Returns the states that are always left at once: for each of them itself, and for states
    /// around them the one that their initial states lead to.
    private mutating func leavingStates(_ routesBySource: [Int: Route]) -> [Int: Int] {
        var isAround = [Bool](repeating: false, count: all.count)
        for source in routesBySource.keys {
            var node = all[source].parent
            while node > 0, !isAround[node] { (isAround[node], node) = (true, all[node].parent) }
        }
        var leaving: [Int: Int] = [:]
        // Children come after their parents.
        for node in all.indices.reversed() {
            if routesBySource[node] != nil { leaving[node] = node }
            guard isAround[node], leaving[node] == nil else { continue }
            var entered: [Int] = []
            switch all[node].state.kind {
            case .orthogonal: entered = all[node].children
            case .state: entered = initialRoute(of: node)?.targets ?? []
            default: break
            }
            for target in entered where leaving[node] == nil { leaving[node] = leaving[target] }
        }
        return leaving
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
