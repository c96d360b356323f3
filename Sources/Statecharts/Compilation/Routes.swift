internal import TextSupport

/// A transition with its names resolved, along one path through junctions, entry points and exit
/// points.
struct Route {
    /// The node that has the transition.
    var source: Int
    /// The index among the transitions of the node.
    var index: Int
    var joinedSources: [Int]
    var trigger: Statechart.Transition.Trigger
    var conditions: [Scoped<Statechart.Condition>]
    /// The states and histories that it leads to.
    var targets: [Int]
    var isLocal: Bool
    /// Whether an entry point is on the path.
    var isThroughEntryPoint = false
    var actions: [Scoped<Statechart.Action>]

    /// All sources.
    var sources: [Int] { [source] + joinedSources }
}

/// Content that contains names of states, with the node from which these are looked up.
package struct Scoped<Content> {
    package var content: Content
    var node: Int
}

extension Nodes {
    /// The maximum number of paths of one transition through junctions, and the maximum number of
    /// targets, conditions and actions of all these paths together.
    private static let (maximumPaths, maximumPathParts) = (1000, 1 << 20)

    /// Returns the transitions of all states, including those of choices, in document order of
    /// their sources.
    mutating func routes() -> [Route] {
        var all: [[Route]] = self.all.indices.map { _ in [] }
        for node in self.all.indices where !self.all[node].state.kind.isHistory {
            let state = self.all[node].state
            for (index, transition) in state.transitions.enumerated() {
                if state.kind.isPseudostate {
                    // Other routes lead through it, or none does.
                    for name in transition.targets { _ = resolve(name, from: node, as: "target", at: node) }
                } else {
                    all[node] += routes(of: transition, index, from: node, scope: node)
                }
            }
        }
        // A submachine's root names states within its owner.
        for (node, transitions) in ownedTransitions {
            let scope = self.all[node].children.first ?? node
            for (index, transition) in transitions.enumerated() {
                all[node] += routes(
                    of: transition, index + self.all[node].state.transitions.count, from: node, scope: scope)
            }
        }
        return all.flatMap(\.self)
    }

    /// Returns the transition to the default states of a history, or `nil` if there is none.
    mutating func defaultRoute(of history: Int) -> Route? {
        guard let transition = all[history].state.transitions.first else { return nil }
        let routes = routes(of: transition, from: history, scope: history)
        if routes.contains(where: { !$0.conditions.isEmpty }) {
            report(history, "the transition to a history's default can't have a condition; remove it")
        }
        return routes.first
    }

    /// Returns the transition to the initial states, with the actions on the way.
    mutating func initialRoute(of node: Int) -> Route? {
        let state = all[node].state
        let scope = all[node].hasForeignInitial ? all[node].children.first ?? node : node
        let transition = Statechart.Transition(.always, to: state.initial, do: state.initialActions)
        var first: [Int] = []
        if state.initial.isEmpty {
            guard let child = all[node].children.first(where: { all[$0].id != nil }) else { return nil }
            first = [child]
        }
        let routes = routes(of: transition, from: node, scope: scope, to: first)
        for target in routes.first?.targets ?? [] where target == node || !isWithin(target, node) {
            report(node, "the initial state \(quoted(target)) isn't within this state; name one that is")
            return nil
        }
        if let (one, other) = pairInOneRegion(routes.first?.targets ?? []) {
            report(
                node,
                "\(quoted(one)) and \(quoted(other)) can't be entered at the same time; "
                    + "name one initial state, or one in each region")
            return nil
        }
        if routes.contains(where: { !$0.conditions.isEmpty }) {
            report(node, "the transition to the initial state can't have a condition; use a choice")
        }
        return routes.first
    }

    /// Returns the routes of a transition to the states that it names and to the given ones.
    private mutating func routes(
        of transition: Statechart.Transition, _ index: Int = 0, from node: Int, scope: Int, to given: [Int] = []
    ) -> [Route] {
        guard mayContinue(steps: 4 + transition.targets.count + transition.joinedSources.count) else { return [] }
        var route = Route(
            source: node, index: index, joinedSources: [], trigger: transition.trigger, conditions: [], targets: [],
            isLocal: transition.isLocal, actions: transition.actions.map { Scoped(content: $0, node: scope) })
        if let condition = transition.condition { route.conditions = [Scoped(content: condition, node: scope)] }
        for name in transition.joinedSources {
            guard let source = resolve(name, from: scope, as: "source", at: node) else { return [] }
            guard all[source].id != nil else {
                report(node, "\(Message.quoted(name.utf8)) can't be a source, as it is never active; name a state")
                return []
            }
            route.joinedSources.append(source)
        }
        var targets = given
        for name in transition.targets {
            guard let target = resolve(name, from: scope, as: "target", at: node) else { return [] }
            targets.append(target)
        }
        return paths(of: route, to: targets)
    }

    /// A partial path of a route, with the targets to resolve, the next one last.
    private struct Path {
        var route: Route
        var targets: [Int]
        var depth = 0
    }

    /// Returns a route for each path to some targets; junctions and points lead on to others.
    private mutating func paths(of route: Route, to targets: [Int]) -> [Route] {
        var (done, open) = ([Route](), [Path(route: route, targets: targets.reversed())])
        while var path = open.popLast() {
            guard let target = path.targets.popLast() else {
                done.append(path.route)
                continue
            }
            guard [.junction, .entryPoint, .exitPoint].contains(all[target].state.kind) else {
                path.route.targets.append(target)
                open.append(path)
                continue
            }
            path.depth += 1
            guard path.depth < 100, done.count + open.count <= Self.maximumPaths else {
                report(
                    route.source,
                    "the junctions form a cycle or more than \(Self.maximumPaths) paths; remove transitions")
                return []
            }
            let transitions = all[target].state.transitions
            if transitions.last.map({ $0.condition != nil }) ?? true {
                report(target, "the last transition must have no condition; add a transition without a condition")
            }
            for transition in transitions.reversed() {
                let next = extend(path, through: target, by: transition)
                guard chargePath(next) else { return [] }
                open.append(next)
            }
        }
        return done
    }

    /// Returns a path that continues from a junction or a point by one of its transitions.
    private mutating func extend(_ path: Path, through node: Int, by transition: Statechart.Transition) -> Path {
        var next = path
        if all[node].state.kind == .entryPoint { next.route.isThroughEntryPoint = true }
        next.route.actions += transition.actions.map { Scoped(content: $0, node: node) }
        if let condition = transition.condition {
            next.route.conditions.append(Scoped(content: condition, node: node))
        }
        let targets = transition.targets.compactMap { lookUp($0, from: node) }
        next.targets += targets.reversed()
        return next
    }

    /// Counts the parts of a path through a junction.
    ///
    /// - Returns: Whether the number is allowed; otherwise, an error is reported.
    private mutating func chargePath(_ path: Path) -> Bool {
        guard pathPartCount <= Self.maximumPathParts else { return false }
        pathPartCount += 1 + path.targets.count + path.route.targets.count + path.route.joinedSources.count
        pathPartCount += path.route.conditions.count + path.route.actions.count
        if case .events(let patterns) = path.route.trigger { pathPartCount += patterns.count }
        guard pathPartCount > Self.maximumPathParts else { return true }
        isComplete = false
        reportLimit(
            path.route.source,
            "the chart is too large: the paths through junctions have more than \(Self.maximumPathParts) targets, events, "
                + "conditions and actions in all; divide the chart")
        return false
    }

    private mutating func resolve(_ name: String, from scope: Int, as role: String, at node: Int) -> Int? {
        if let found = lookUp(name, from: scope) { return found }
        if isComplete {
            let remedy = remedy(forUnknown: name, from: scope) ?? "add the state or correct the name"
            report(node, "unknown \(role) \(Message.quoted(name.utf8)); \(remedy)")
        }
        return nil
    }
}
