/// A statechart: nested and concurrent states, and the transitions between them.
///
/// A statechart is data. Guards and actions are names, or expressions over the chart's own
/// variables. The behavior that runs the chart implements them. States refer to each other by name.
///
/// All states are in one list, each after its parent. Siblings are in document order, which decides
/// between conflicting transitions. The first state is the root; its name is the name of the chart.
///
/// Harel, *Statecharts: a visual formalism for complex systems*, 1987,
/// doi:10.1016/0167-6423(87)90035-9; W3C, *State Chart XML (SCXML)*, 2015.
public struct Statechart: Hashable, Sendable {
    /// The states, each after its parent.
    public private(set) var states: [State]
    /// The index of each state's parent; the root counts as its own parent.
    public private(set) var parents: [Int]
    /// The charts that this chart's states copy; see ``State/submachine``.
    public var submachines: [Statechart] = []
    /// A Boolean value that indicates whether a state's variables are created when the state is
    /// entered.
    ///
    /// Otherwise all variables are created when the chart starts, and exist until it ends.
    public var hasScopedVariables = false
    /// The scripting language of expressions and scripts, such as `ecmascript`; `nil` for the
    /// library's own expressions.
    public var scriptLanguage: String?

    /// Creates a chart with only a root.
    public init(_ name: String, isOrthogonal: Bool = false) {
        states = [State(name, isOrthogonal ? .orthogonal : .state)]
        parents = [0]
    }

    /// The name of the chart, which is also the root's name.
    public var name: String { states[0].name }

    /// The root state, which contains all other states.
    public var root: State {
        get { states[0] }
        set { states[0] = newValue }
    }

    /// Adds a state as the last child of another.
    ///
    /// - Parameters:
    ///   - state: The new state.
    ///   - parent: The index of the parent; 0 for the root.
    /// - Returns: The new state's index.
    /// - Precondition: `parent` is the index of a state.
    @discardableResult
    public mutating func add(_ state: State, in parent: Int = 0) -> Int {
        precondition(states.indices.contains(parent), "There is no state \(parent)")
        states.append(state)
        parents.append(parent)
        return states.count - 1
    }

    /// The state at an index.
    ///
    /// - Precondition: `index` is the index of a state.
    public subscript(_ index: Int) -> State {
        get { states[index] }
        set { states[index] = newValue }
    }

    /// Returns the index of the first state with a name, or `nil` if no state has the name.
    ///
    /// - Complexity: O(*n*) for *n* states.
    public func index(of name: String) -> Int? { states.firstIndex { $0.name == name } }
}
