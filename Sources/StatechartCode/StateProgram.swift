internal import Statecharts

/// A statechart as numbered states, events and transitions with their statements.
///
/// The numbers are the same as in the engine's tables, so that generated code makes the same
/// decisions as the engine.
package struct StateProgram {
    package let name: String
    /// Whether expressions with one text can mean different variables.
    let hasScopedVariables: Bool
    package internal(set) var states: [State] = []
    let eventTable: EventNames
    /// The numbers of the events with a reaction, apart from timers.
    package internal(set) var events: [Int] = []
    /// The transitions; the last one enters the root.
    package internal(set) var transitions: [Transition] = []
    /// The states that transitions enter, each with the statements that follow.
    var entries: [(state: Int, statements: [Statement])] = []
    /// For each state, the number of orthogonal states before it; one more for the end.
    var orthogonalCounts = [0]
    var histories: [History] = []
    var timers: [Timer] = []
    /// The events that states defer, and these states.
    var deferrers: [(event: Int, states: [Int])] = []
    package let guards: [Function]
    package internal(set) var actions: [Function]
    package let activities: [Function]
    let hasEventless: Bool
    /// Whether several states without children can be active at once.
    let isConcurrent: Bool

    /// The texts of the events by number; number 0 stands for no event, and timers have no text.
    var eventNames: [String] { eventTable.names }

    /// Returns the states that a transition enters; none if histories decide.
    func entries(of transition: Transition) -> ArraySlice<(state: Int, statements: [Statement])> {
        transition.entries.map { entries[$0] } ?? []
    }

    /// Returns the number of an event. If the chart doesn't mention the event, the name is
    /// shortened at its last dots until the chart mentions it.
    package func number(ofEvent name: String) -> Int {
        let (number, names) = (eventTable.number(of: name), eventTable.names)
        return names[number].utf8.suffix(2).elementsEqual(".*".utf8)
            ? eventTable.number(of: String(names[number].dropLast(2))) : number
    }

    /// A function that the user of the generated code writes.
    package struct Function {
        /// The name of the guard, the action or the activity; `nil` if the chart gives it no name.
        package var name: String?
        /// The chart's description of the function's task.
        package var text: String
    }

    package struct State {
        package var name: String
        var parent: Int
        /// The last state within this one.
        var last: Int
        var kind: Kind
        var doneEvent: Int?
        /// Whether an entry action raises the done event of the enclosing state.
        var reportsEnd: Bool
        var entry: [Statement]
        var exit: [Statement]
        var initial: [Target]
        var initialProgram: [Statement]
        /// The state's own transitions for each event, in the order in which they are tried.
        var choices: [(events: [Int], transitions: [Int])]
    }

    enum Kind { case simple, composite, orthogonal, final }

    package struct Transition {
        var source: Int
        var condition: Condition?
        /// Further states that must be active.
        var joinedSources: [Int]
        var exits: Range<Int>
        var statements: [Statement]
        /// The range of ``StateProgram/entries``; `nil` if histories decide.
        var entries: Range<Int>?
        var targets: [Target]
        var hasDynamicDomain: Bool
        var isLocal: Bool
    }

    struct History {
        var parent: Int
        var isDeep: Bool
        var targets: [Target]
        var statements: [Statement]
    }

    struct Timer {
        /// The state whose exit stops the timer; `nil` for a delayed event.
        var state: Int?
        var event: Int
        var delay: Duration
        var identifier: Int
    }

    enum Target: Equatable {
        case state(Int)
        case history(Int)
    }

    indirect enum Statement {
        case perform(Int)
        case raise(Int)
        case send(Int)
        case startTimer(Int)
        case cancel(Int)
        case begin(activity: Int)
        case end(activity: Int)
        case finish(Int)
        case terminate
        case choose(Condition, then: [Statement], otherwise: [Statement])
    }

    indirect enum Condition {
        case named(Int)
        case isActive(Int)
        case not(Condition)
        case all([Condition])
        case any([Condition])
    }
}

extension StateProgram.State {
    /// Returns whether a state, given by its number, is atomic: it contains no other states.
    package func isAtomic(_ number: Int) -> Bool { last == number }
}
