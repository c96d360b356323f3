internal import TextSupport

/// Transitions in different regions that exclude each other.
extension Nodes {
    /// A transition in a region of an orthogonal state.
    private struct Rival {
        var route: Int
        var region: Int
    }

    /// The transitions within an orthogonal state, by the numbers of their event patterns.
    private struct Rivals {
        /// Those that leave the state.
        var leaving: [Int: [Rival]] = [:]
        /// Those that leave only states within.
        var staying: [Int: [Rival]] = [:]
    }

    /// Finds pairs of unconditional transitions in different regions on the same event of which one
    /// leaves the orthogonal state, so that only one of them can be taken.
    mutating func findConflicts(_ routes: [Route], _ patterns: EventPatterns) {
        var rivals: [Int: Rivals] = [:]
        for (number, route) in routes.enumerated() where !route.targets.isEmpty && route.joinedSources.isEmpty {
            guard case .events(let list) = route.trigger, isUnconditional(route) else { continue }
            let domain = domain(of: route)
            var region = route.source
            while region > 0, mayContinue(steps: list.count) {
                let around = all[region].parent
                if all[around].state.kind == .orthogonal {
                    let kind = isWithin(around, domain) && around != domain ? \Rivals.leaving : \Rivals.staying
                    for pattern in list {
                        guard let event = patterns.number(of: pattern.prefix) else { continue }
                        let rival = Rival(route: number, region: region)
                        rivals[around, default: Rivals()][keyPath: kind][event, default: []].append(rival)
                    }
                }
                region = around
            }
        }
        for (node, rivals) in rivals.sorted(by: { $0.key < $1.key }) {
            for (event, leaving) in rivals.leaving.sorted(by: { $0.key < $1.key }) {
                report(leaving, on: event, rivals, of: node, routes, patterns)
            }
        }
    }

    /// Warns of the first transition that excludes one of those that leave an orthogonal state.
    private mutating func report(
        _ leaving: [Rival], on event: Int, _ rivals: Rivals, of node: Int, _ routes: [Route],
        _ patterns: EventPatterns
    ) {
        // Patterns that match all names that this one matches.
        var (events, next) = ([event], event)
        while next > 0 {
            next = patterns.around[next]
            events.append(next)
        }
        for rival in leaving {
            for event in events {
                // Of two that leave the state, the pair is told once.
                let others =
                    (rivals.staying[event] ?? []) + (rivals.leaving[event] ?? []).filter { $0.route > rival.route }
                guard mayContinue(steps: 1 + others.count) else { return }
                let targets = routes[rival.route].targets
                guard
                    let other = others.first(where: { $0.region != rival.region && routes[$0.route].targets != targets }
                    )
                else { continue }
                let (first, second) = (min(rival.region, other.region), max(rival.region, other.region))
                let name = Message.quoted(patterns.prefixes[event].isEmpty ? "*".utf8 : patterns.prefixes[event].utf8)
                return warn(
                    node,
                    "the regions \(quoted(first)) and \(quoted(second)) exclude each other on \(name), as "
                        + "\(quoted(rival.region)) leaves this state: only the transition in \(quoted(first)) is taken; "
                        + "add conditions, or move the leaving one to this state")
            }
        }
    }

    /// Returns the innermost state around the source and the targets of a transition that stays
    /// active.
    func domain(of route: Route) -> Int {
        var node = route.source
        let isInner = route.targets.allSatisfy { isWithin($0, node) && $0 != node }
        if isInner, route.isLocal, all[node].state.kind != .orthogonal { return node }
        repeat {
            node = all[node].parent
        } while node > 0
            && (all[node].state.kind == .orthogonal || !route.targets.allSatisfy { isWithin($0, node) })
        return node
    }
}
