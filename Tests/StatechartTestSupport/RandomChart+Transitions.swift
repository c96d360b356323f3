internal import Statecharts

// Transitions, their conditions and actions.
extension RandomChart {
    /// A transition from a state.
    ///
    /// Only transitions on an event from outside lead anywhere and raise many events. All others
    /// lead on to a later brother, which avoids most endless runs.
    mutating func transition(from state: Int) -> Statechart.Transition {
        let onward = targetsBehind(state)
        if features.contains(.eventless), !onward.isEmpty, chance(0.15) {
            return .init(.always, if: .named(pick(Self.eventlessGuards)), to: onward, do: actions(liveliness: 0))
        }
        let trigger = trigger(of: state)
        let isFromOutside = isFromOutside(trigger)
        // Otherwise, few runs would reach the ends of all regions.
        let goesOn = features.contains(.nestedRegions) && !onward.isEmpty && chance(0.6)
        var result = Statechart.Transition(
            trigger, if: condition(), to: !goesOn && (isFromOutside || chance(0.05)) ? targets(from: state) : onward,
            do: actions(liveliness: isFromOutside ? 1 : 0))
        result.isLocal = features.contains(.localTransitions) && chance(0.4)
        if features.contains(.joins), chance(0.15) { result.joinedSources = partners(of: state) }
        return result
    }

    private func isFromOutside(_ trigger: Statechart.Transition.Trigger) -> Bool {
        switch trigger {
        case .events(let patterns): !patterns.contains { pattern in Self.innerEvents.contains(where: pattern.matches) }
        case .after: true
        case .always, .completion: false
        }
    }

    private mutating func trigger(of state: Int) -> Statechart.Transition.Trigger {
        if features.contains(.timeouts), chance(features.contains(.busyClock) ? 0.3 : 0.12) { return .after(delay()) }
        let isSimple = children(of: state).isEmpty && chart[state].submachine == nil
        if state > 0, features.contains(isSimple ? .completions : .finals), chance(0.08) { return .completion }
        if features.contains(.finals), chance(0.05) {
            return .events([.init("done.state.\(chart[pick(Array(chart.states.indices))].name)")])
        }
        return .events(patterns())
    }

    /// Patterns of events.
    mutating func patterns() -> [Statechart.EventPattern] {
        if features.contains(.prefixes), chance(0.03) { return ["*"] }
        let names = Self.events + Self.innerEvents + (features.contains(.prefixes) ? ["a.*", "b.", "i.*"] : [])
        return (0..<(chance(0.2) ? 2 : 1)).map { _ in .init(pick(names)) }
    }

    /// The transitions that lead on from a place: those of a choice and a junction have guards but
    /// for the last one.
    mutating func onwardTransitions(from place: Int) -> [Statechart.Transition] {
        let kind = chart[place].kind
        let parent = chart.parents[place]
        switch kind {
        case .shallowHistory:
            return [.init(.always, to: [chart[pick(children(of: parent))].name], do: actions())]
        case .deepHistory:
            let inner = chart.states.indices.filter { isWithin($0, parent) && !chart[$0].kind.isPseudostate }
            let targets = fork(in: parent) ?? [chart[pick(inner)].name]
            return [.init(.always, to: targets, do: actions())]
        case .entryPoint:
            return [.init(.always, to: targets(within: parent), do: actions())]
        case .exitPoint:
            let outer = chart.states.indices.filter { $0 > 0 && canContainStates($0) && !isWithin($0, parent) }
            return [.init(.always, to: [chart[pick(outer)].name], do: actions())]
        case .choice, .junction:
            let guards = kind == .choice ? Self.eventlessGuards : Self.guards
            let conditions = (0..<draw(3)).map { _ in Statechart.Condition.named(pick(guards)) } + [nil]
            return conditions.map { .init(.always, if: $0, to: targets(after: place), do: actions()) }
        case .state, .orthogonal, .regions, .final, .terminate:
            return []
        }
    }

    /// Joined sources: states in other regions of an orthogonal state around a state.
    private mutating func partners(of state: Int) -> [String] {
        let wholes = chart.states.indices.filter { chart[$0].kind == .orthogonal && isWithin(state, $0) }
        guard !wholes.isEmpty else { return [] }
        let others = children(of: pick(wholes)).filter { $0 != state && !isWithin(state, $0) && canContainStates($0) }
        guard !others.isEmpty else { return [] }
        let count = 1 + draw(others.count)
        return others.shuffled(using: &random).prefix(count).map { region in
            chart[pick([region] + chart.states.indices.filter { isWithin($0, region) && canContainStates($0) })].name
        }
    }
}

// MARK: - Targets

extension RandomChart {
    /// The targets of a transition from a state: none, several that a fork enters, or one.
    private mutating func targets(from state: Int) -> [String] {
        if chance(0.12) { return [] }
        if chance(0.15), let targets = fork(in: 0) { return targets }
        if let machine = chart.submachines.first, chance(0.1) {
            let states = chart.states.filter { $0.submachine != nil }
            let inner = machine.states.dropFirst().filter { !$0.kind.isPseudostate || $0.kind.isHistory }
            if !inner.isEmpty { return ["\(pick(states).name).\(pick(inner).name)"] }
        }
        let places = chart.states.indices.filter { place in
            switch chart[place].kind {
            case .exitPoint: isWithin(state, chart.parents[place])
            default: place > 0
            }
        }
        return [chart[pick(places)].name]
    }

    /// The target of a transition to a later brother of a state or to a state within one.
    private mutating func targetsBehind(_ state: Int) -> [String] {
        let parent = chart.parents[state]
        let brothers = children(of: parent).filter { $0 > state }
        guard state > 0, chart[parent].kind == .state, !brothers.isEmpty else { return [] }
        let brother = pick(brothers)
        return [
            chart[pick([brother] + chart.states.indices.filter { isWithin($0, brother) && canContainStates($0) })].name
        ]
    }

    /// Targets within a state: several that a fork enters, or one.
    mutating func targets(within state: Int) -> [String] {
        if chance(0.3), let targets = fork(in: state) { return targets }
        let places = chart.states.indices.filter { place in
            isWithin(place, state)
                && (canContainStates(place) || chart[place].kind.isHistory)
        }
        return [chart[pick(places)].name]
    }

    /// The target of a choice or a junction, which doesn't lead back.
    private mutating func targets(after place: Int) -> [String] {
        let places = chart.states.indices.filter { other in
            switch chart[other].kind {
            case .state, .orthogonal, .final: other > 0
            case .shallowHistory, .deepHistory: chart[place].kind == .junction
            case .junction: other > place
            default: false
            }
        }
        return [chart[pick(places)].name]
    }

    /// Returns targets in several regions of an orthogonal state, which is the given one or lies
    /// within it; `nil` if there is none.
    private mutating func fork(in state: Int) -> [String]? {
        let wholes = chart.states.indices.filter {
            chart[$0].kind == .orthogonal && ($0 == state || isWithin($0, state))
        }
        guard features.contains(.forks), !wholes.isEmpty else { return nil }
        let regions = children(of: pick(wholes)).shuffled(using: &random)
        return regions.prefix(2 + draw(2)).map { region in
            let inner = chart.states.indices.filter { place in
                isWithin(place, region) && (!chart[place].kind.isPseudostate || chart[place].kind.isHistory)
            }
            return chart[pick([region] + inner)].name
        }
    }
}

// MARK: - Conditions and actions

extension RandomChart {
    private mutating func condition() -> Statechart.Condition? { chance(0.6) ? nil : condition(depth: 2) }

    private mutating func condition(depth: Int) -> Statechart.Condition {
        switch draw(depth == 0 ? 3 : 6) {
        case 0, 1: .named(pick(Self.guards))
        case 2: .isActive(pick(chart.states.filter { !$0.kind.isPseudostate }).name)
        case 3: .not(condition(depth: depth - 1))
        case 4: .all((0..<2).map { _ in condition(depth: depth - 1) })
        default: .any((0..<2).map { _ in condition(depth: depth - 1) })
        }
    }

    /// Blocks of actions of an entry or exit.
    mutating func blocks() -> [[Statechart.Action]] { (0..<pick([0, 0, 0, 1, 1, 2])).map { _ in actions() } }

    /// Actions, of which the first one always has a name.
    ///
    /// - Parameter liveliness: The factor of the probability of events; small ones avoid most
    ///   endless runs.
    mutating func actions(liveliness: Double = 0.06) -> [Statechart.Action] {
        var result = [perform()]
        if features.contains(.raises), chance(0.25 * liveliness) { result.append(.raise(pick(Self.innerEvents))) }
        if features.contains(.sends), chance(0.1 * liveliness) { result.append(.send(.init(pick(Self.innerEvents)))) }
        let isBusy = features.contains(.busyClock)
        if features.contains(.delays), chance((isBusy ? 0.5 : 0.15) * liveliness) {
            let delay = delay()
            result.append(
                .send(.init(pick(chance(0.2) ? Self.events : Self.innerEvents), after: delay, id: "d\(draw(3))")))
        }
        if features.contains(.delays), chance(isBusy ? 0.15 : 0.03) {
            result.append(.cancel(.literal(.text("d\(draw(3))"))))
        }
        if features.contains(.branches), chance(0.08) {
            result.append(.choose([.init(if: condition(depth: 1), do: [perform()]), .init(do: [perform()])]))
        }
        if chance(0.2) { result.append(perform()) }
        return result
    }

    private mutating func perform() -> Statechart.Action {
        defer { actionCount += 1 }
        return .perform(actionName(actionCount))
    }
}
