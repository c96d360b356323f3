internal import CAutomata
internal import Statecharts

/// A list of actions from C, in which conditional actions and loops go from an opening to an end.
struct NestedActions {
    /// The actions of each open list, the outermost first, and what contains the list.
    private var open = [OpenContainer(container: .list)]

    /// The greatest depth, as in texts of charts.
    private static let maximumDepth = 64

    private struct OpenContainer {
        var container: Container
        var actions: [Statechart.Action] = []
    }

    private enum Container {
        case list
        case loop(item: String, index: String?, list: Expression)
        /// A branch of a choice after the listed branches; without a condition, it is the last.
        case branch([Statechart.Branch], condition: Statechart.Condition?)
    }

    /// Adds an action, with its name in messages.
    mutating func add(_ action: automata_statechart_action, of owner: NamedDefinition) throws(CallError) {
        switch action.kind {
        case AUTOMATA_STATECHART_ACTION_IF:
            try begin(.branch([], condition: try owner.condition(action.value)), of: owner)
        case AUTOMATA_STATECHART_ACTION_ELSE_IF:
            try beginBranch(condition: try owner.condition(action.value), of: owner)
        case AUTOMATA_STATECHART_ACTION_ELSE: try beginBranch(condition: nil, of: owner)
        case AUTOMATA_STATECHART_ACTION_FOR_EACH:
            let item = try owner.required(action.name, "name", remedy: "name the variable of the loop")
            guard let list = try owner.expression(action.value, "value") else {
                throw owner.error("'value' is NULL; give an expression for the list")
            }
            let index = try owner.optionalString(action.id, "id")
            try begin(.loop(item: item, index: index, list: list), of: owner)
        case AUTOMATA_STATECHART_ACTION_END:
            guard open.count > 1 else { throw owner.error("there is no IF or FOR_EACH to end; remove the END") }
            end()
        default: open[open.count - 1].actions.append(try Statechart.Action(action, of: owner))
        }
    }

    private mutating func begin(_ container: Container, of owner: NamedDefinition) throws(CallError) {
        guard open.count < Self.maximumDepth else {
            let sentence = "more than \(Self.maximumDepth - 1) actions are nested; move inner actions into a named one"
            throw .statechart(.tooLarge(ExpressionError("\(owner.title): \(sentence)")))
        }
        open.append(OpenContainer(container: container))
    }

    private mutating func beginBranch(
        condition: Statechart.Condition?, of owner: NamedDefinition
    ) throws(CallError) {
        let last = open.count - 1
        guard case .branch(var branches, let before?) = open[last].container else {
            throw owner.error("a branch is outside an IF or after its ELSE; put the branch between IF and ELSE")
        }
        // The branches are in one place only, so that adding one doesn't copy the others.
        open[last].container = .list
        branches.append(Statechart.Branch(if: before, do: open[last].actions))
        open[last] = OpenContainer(container: .branch(branches, condition: condition))
    }

    private mutating func end() {
        let done = open.removeLast()
        let action: Statechart.Action
        switch done.container {
        case .list: return
        case .loop(let item, let index, let list):
            action = .forEach(item: item, index: index, list: list, do: done.actions)
        case .branch(let others, let condition):
            action = .choose(others + [Statechart.Branch(if: condition, do: done.actions)])
        }
        open[open.count - 1].actions.append(action)
    }

    /// Returns the actions, unless one has no end.
    func actions(of owner: NamedDefinition) throws(CallError) -> [Statechart.Action] {
        guard open.count == 1 else { throw owner.error("an IF or a FOR_EACH has no END; add the END") }
        return open[0].actions
    }
}

extension NamedDefinition {
    fileprivate func condition(_ text: UnsafePointer<CChar>?) throws(CallError) -> Statechart.Condition {
        guard let expression = try expression(text, "value") else { throw error("'value' is NULL; give a condition") }
        return .expression(expression)
    }
}
