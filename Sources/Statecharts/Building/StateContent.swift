/// A part of a state in a chart's source: a substate, a transition, or actions.
public struct StatePart<Behavior: StatechartBehavior> {
    enum Content {
        case state(StateDraft<Behavior>)
        /// A transition; `isLocal` is `nil` if the chart decides whether it is local.
        case transition(Statechart.Transition, isLocal: Bool? = nil)
        case pair(String, String, Statechart.Transition)
        case handler([Statechart.EventPattern], targets: [String])
        case entry([Statechart.Action])
        case exit([Statechart.Action])
        case initial([String], [Statechart.Action])
        case deferred([Statechart.EventPattern])
        case activities([String])
    }

    let content: Content
}

/// A type whose values can be listed in a state's result builder, such as `On`, `Entry` or
/// `History`.
public protocol StatePartConvertible<Behavior> {
    /// The behavior whose names the part mentions.
    associatedtype Behavior: StatechartBehavior
    /// The part of a state that the element stands for.
    var part: StatePart<Behavior> { get }
}

/// A state with its parts.
struct StateDraft<Behavior: StatechartBehavior> {
    var state: Statechart.State
    var parts: [StatePart<Behavior>]
    var submachine: Statechart?
    var history: HistoryDepth?

    /// Adds the state with its contents.
    func add(to chart: inout Statechart, in parent: Int, isLocal: Bool) {
        let index = chart.add(state, in: parent)
        for var machine in submachine.map({ [$0] + $0.submachines }) ?? [] {
            machine.submachines = []
            if !chart.submachines.contains(machine) { chart.submachines.append(machine) }
        }
        Self.add(parts, to: &chart, index, isLocal: isLocal)
        if let history { addHistory(history, to: &chart, index) }
    }

    /// Gives a state a history, to which its initial transition leads; the default of the history
    /// is the initial states.
    private func addHistory(_ depth: HistoryDepth, to chart: inout Statechart, _ index: Int) {
        var history = Statechart.State(state.name + ".history", depth.kind)
        let first = chart.states.indices.first { chart.parents[$0] == index && !chart[$0].kind.isPseudostate }
        let states = chart[index].initial.isEmpty ? first.map { [chart[$0].name] } : chart[index].initial
        history.transitions = [Statechart.Transition(.always, to: states ?? [], do: chart[index].initialActions)]
        chart.add(history, in: index)
        (chart[index].initial, chart[index].initialActions) = ([history.name], [])
    }

    /// Gives a state its parts.
    ///
    /// - Parameter isLocal: Whether transitions that don't say otherwise are local.
    static func add(_ parts: [StatePart<Behavior>], to chart: inout Statechart, _ index: Int, isLocal: Bool) {
        func add(_ transition: Statechart.Transition, isLocal own: Bool? = nil, to state: Int) {
            var transition = transition
            let kind = chart[state].kind
            transition.isLocal =
                own ?? (isLocal && !transition.targets.isEmpty && kind != .choice && !kind.isPseudostate)
            chart[state].transitions.append(transition)
        }
        for part in parts {
            switch part.content {
            case .state(let draft): draft.add(to: &chart, in: index, isLocal: isLocal)
            case .transition(let transition, let own): add(transition, isLocal: own, to: index)
            case .entry(let actions): chart[index].entry.append(actions)
            case .exit(let actions): chart[index].exit.append(actions)
            case .initial(let states, let actions):
                chart[index].initial += states
                chart[index].initialActions += actions
            case .deferred(let patterns): chart[index].deferred += patterns
            case .activities(let names): chart[index].activities += names
            case .handler(let patterns, let targets):
                let state = chart[index].name
                for target in targets {
                    let guardName = ScopedChoice.guardName(of: state, target)
                    add(.init(.events(patterns), if: .named(guardName), to: [target]), to: index)
                }
                if targets.isEmpty {
                    add(.init(.events(patterns), do: [.perform(ScopedChoice.handler(of: state))]), to: index)
                }
            case .pair: break
            }
        }
        // Comes last, because the states of a pair can be declared after it.
        for part in parts {
            guard case .pair(let first, let second, let transition) = part.content else { continue }
            let (from, to) = (place(first, in: &chart, index), place(second, in: &chart, index))
            add(transition.to(second, if: transition.condition), to: from)
            add(transition.to(first, if: transition.condition.map { .not($0) }), to: to)
        }
    }

    /// Returns the index of the state `name` within `parent`; adds the state if it is missing.
    private static func place(_ name: String, in chart: inout Statechart, _ parent: Int) -> Int {
        let known = chart.states.indices.first { chart[$0].name == name && chart.parents[$0] == parent && $0 != parent }
        return known ?? chart.add(Statechart.State(name), in: parent)
    }
}

extension Statechart.Transition {
    fileprivate func to(_ target: String, if condition: Statechart.Condition?) -> Statechart.Transition {
        var transition = self
        (transition.targets, transition.condition) = ([target], condition)
        return transition
    }
}

/// Collects the parts of a state.
@resultBuilder
public enum StateBuilder<Behavior: StatechartBehavior> {
    /// Converts an element to its part.
    public static func buildExpression(_ word: some StatePartConvertible<Behavior>) -> [StatePart<Behavior>] {
        [word.part]
    }

    /// Joins parts.
    public static func buildBlock(_ parts: [StatePart<Behavior>]...) -> [StatePart<Behavior>] { parts.flatMap(\.self) }

    /// Joins the parts of a loop.
    public static func buildArray(_ parts: [[StatePart<Behavior>]]) -> [StatePart<Behavior>] { parts.flatMap(\.self) }

    /// Returns the parts of an `if` without `else`; an empty array if the condition is false.
    public static func buildOptional(_ parts: [StatePart<Behavior>]?) -> [StatePart<Behavior>] { parts ?? [] }

    /// Returns the parts of a branch of `if` and `else`.
    public static func buildEither(first parts: [StatePart<Behavior>]) -> [StatePart<Behavior>] { parts }

    /// Returns the parts of a branch of `if` and `else`.
    public static func buildEither(second parts: [StatePart<Behavior>]) -> [StatePart<Behavior>] { parts }
}

extension Statechart {
    /// Creates a chart from nested states, transitions and actions.
    ///
    ///     Statechart("Door", for: Door.self) {
    ///         Simple(.closed) { On(.push, to: .open, do: .ring) }
    ///         Simple(.open) { On(.pull, to: .closed) }
    ///     }
    ///
    /// - Parameters:
    ///   - name: The chart's name.
    ///   - behavior: The behavior, whose states, events, guards and actions the chart mentions.
    ///   - isOrthogonal: Whether all top-level states are active at the same time.
    ///   - isLocal: Whether transitions that don't say otherwise are local: a composite state stays
    ///     active if all targets of its transition are within it.
    ///   - content: The states, and the transitions that all states share.
    public init<Behavior>(
        _ name: String, for behavior: Behavior.Type, isOrthogonal: Bool = false, isLocal: Bool = false,
        @StateBuilder<Behavior> content: () -> [StatePart<Behavior>]
    ) {
        self.init(name, isOrthogonal: isOrthogonal)
        StateDraft<Behavior>.add(content(), to: &self, 0, isLocal: isLocal)
    }
}
