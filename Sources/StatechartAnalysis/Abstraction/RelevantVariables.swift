internal import Statecharts

/// The variables on which the course of a chart depends: those in conditions, in names, delays and
/// identifiers of events, and in lists of loops, and those whose values go into these.
///
/// Others, such as a count that is only logged, would multiply the configurations without need.
struct RelevantVariables {
    private(set) var names: Set<String> = []
    /// The variables that go into each variable.
    private var sources: [String: Set<String>] = [:]
    /// All variables.
    private(set) var all: Set<String> = []
    /// Whether the chart reacts to actions that fail, so that each one counts.
    private var reactsToFailures = false

    init(_ chart: Statechart) {
        for state in ([chart] + chart.submachines).flatMap(\.states) { add(state) }
        var open = Array(names)
        while let name = open.popLast() {
            for source in sources[name] ?? [] where names.insert(source).inserted { open.append(source) }
        }
    }

    /// The variables that need not be explored.
    var irrelevant: Set<String> { reactsToFailures ? [] : all.subtracting(names) }

    private mutating func add(_ state: Statechart.State) {
        for variable in state.variables { flow(variable.value.map { [$0] } ?? [], into: variable.name) }
        for actions in state.entry + state.exit + [state.initialActions] { add(actions) }
        note(state.deferred)
        for transition in state.transitions {
            if case .events(let patterns) = transition.trigger { note(patterns) }
            if let condition = transition.condition { add(condition) }
            add(transition.actions)
        }
    }

    private mutating func note(_ patterns: [Statechart.EventPattern]) {
        if patterns.contains(where: { $0.matches("error.execution") }) { reactsToFailures = true }
    }

    private mutating func add(_ actions: [Statechart.Action]) {
        for action in actions.flattened {
            switch action {
            case .assign(let name, let value): flow([value], into: name)
            case .forEach(let item, let index, let list, _):
                names.formUnion(list.variables)
                for name in [item] + (index.map { [$0] } ?? []) { flow([list], into: name) }
            case .choose(let branches): for case let condition? in branches.map(\.condition) { add(condition) }
            case .send(let send):
                for case let part? in [send.event, send.delay, send.id, send.target] {
                    names.formUnion(part.variables)
                }
            case .cancel(let id): names.formUnion(id.variables)
            default: break
            }
        }
    }

    private mutating func flow(_ values: [Expression], into name: String) {
        all.insert(name)
        sources[name, default: []].formUnion(values.flatMap(\.variables))
    }

    private mutating func add(_ condition: Statechart.Condition) {
        var open = [condition]
        while let next = open.popLast() {
            switch next {
            case .named(let name): names.insert(name)
            case .expression(let expression): names.formUnion(expression.variables)
            case .isActive: break
            case .not(let inner): open.append(inner)
            case .all(let list), .any(let list): open += list
            }
        }
    }
}

extension Expression {
    /// The variables in the expression.
    fileprivate var variables: [String] {
        parts.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    }

    /// The expression and those within it.
    var parts: [Expression] {
        var (found, open) = ([Expression](), [self])
        while let next = open.popLast() {
            found.append(next)
            switch next {
            case .variable, .script, .inline, .literal: break
            case .list(let list), .call(_, let list): open += list
            case .member(let inner, _), .unary(_, let inner), .isActive(let inner): open.append(inner)
            case .element(let first, let second), .binary(_, let first, let second): open += [first, second]
            }
        }
        return found
    }
}
