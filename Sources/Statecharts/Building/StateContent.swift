/// A part of a state in a chart's source: a substate, a transition, or actions.
public struct StatePart<Behavior: StatechartBehavior> {
    enum Content {
        case state(StateDraft<Behavior>)
        case transition(Statechart.Transition)
        case pair(String, String, Statechart.Transition)
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

    /// Adds the state with its contents.
    func add(to chart: inout Statechart, in parent: Int) {
        let index = chart.add(state, in: parent)
        if let submachine, !chart.submachines.contains(where: { $0.name == submachine.name }) {
            chart.submachines.append(submachine)
        }
        Self.add(parts, to: &chart, index)
    }

    /// Gives a state its parts.
    static func add(_ parts: [StatePart<Behavior>], to chart: inout Statechart, _ index: Int) {
        for part in parts {
            switch part.content {
            case .state(let draft): draft.add(to: &chart, in: index)
            case .transition(let transition): chart[index].transitions.append(transition)
            case .entry(let actions): chart[index].entry.append(actions)
            case .exit(let actions): chart[index].exit.append(actions)
            case .initial(let states, let actions):
                chart[index].initial += states
                chart[index].initialActions += actions
            case .deferred(let patterns): chart[index].deferred += patterns
            case .activities(let names): chart[index].activities += names
            case .pair: break
            }
        }
        // Comes last, because the states of a pair can be declared after it.
        for part in parts {
            guard case .pair(let first, let second, let transition) = part.content else { continue }
            let (from, to) = (place(first, in: &chart, index), place(second, in: &chart, index))
            var back = transition
            back.condition = transition.condition.map { .not($0) }
            (chart[from].transitions, chart[to].transitions) = (
                chart[from].transitions + [transition.to(second)], chart[to].transitions + [back.to(first)]
            )
        }
    }

    /// Returns the index of a state within another one, which is added if it is missing.
    private static func place(_ name: String, in chart: inout Statechart, _ parent: Int) -> Int {
        let known = chart.states.indices.first { chart[$0].name == name && chart.parents[$0] == parent && $0 != parent }
        return known ?? chart.add(Statechart.State(name), in: parent)
    }
}

extension Statechart.Transition {
    fileprivate func to(_ target: String) -> Statechart.Transition {
        var transition = self
        transition.targets = [target]
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
    ///   - content: The states, and the transitions that all states share.
    public init<Behavior>(
        _ name: String, for behavior: Behavior.Type, isOrthogonal: Bool = false,
        @StateBuilder<Behavior> content: () -> [StatePart<Behavior>]
    ) {
        self.init(name, isOrthogonal: isOrthogonal)
        StateDraft<Behavior>.add(content(), to: &self, 0)
    }
}
