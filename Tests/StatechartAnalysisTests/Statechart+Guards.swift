import Statecharts

extension Statechart {
    /// The chart, in which conditions on states stand for the guards of a program.
    var withoutGuards: Statechart {
        var chart = self
        let names = states.filter { !$0.kind.isPseudostate }.map(\.name)
        func replaced(_ condition: Condition) -> Condition {
            switch condition {
            case .named(let name): .isActive(names[(name.utf8.reduce(0) { $0 + Int($1) }) % names.count])
            case .not(let inner): .not(replaced(inner))
            case .all(let list): .all(list.map(replaced))
            case .any(let list): .any(list.map(replaced))
            case .isActive, .expression: condition
            }
        }
        func replaced(_ actions: [Action]) -> [Action] {
            actions.map { action in
                guard case .choose(let branches) = action else { return action }
                return .choose(branches.map { .init(if: $0.condition.map(replaced), do: $0.actions) })
            }
        }
        for index in chart.states.indices {
            chart[index].entry = chart[index].entry.map(replaced)
            chart[index].exit = chart[index].exit.map(replaced)
            chart[index].initialActions = replaced(chart[index].initialActions)
            for transition in chart[index].transitions.indices {
                let old = chart[index].transitions[transition]
                chart[index].transitions[transition].condition = old.condition.map(replaced)
                chart[index].transitions[transition].actions = replaced(old.actions)
            }
        }
        return chart
    }
}
