internal import Automata
internal import CAutomata
internal import Statecharts
internal import TextSupport

/// Compiles a chart with the guards and actions of a C program.
struct HostCompiler {
    let chart: Statechart
    let guards, actions: HostSymbols
    let budget: Budget

    func compiled() throws(StatechartError) -> StatechartHandle {
        // Machines without expressions are faster.
        chart.needsSession || chart.hasExpressions(besides: isGuard)
            ? StatechartHandle(try compiledWithExpressions(), guards, actions)
            : StatechartHandle(try compiledWithoutExpressions(), guards, actions)
    }

    private func compiledWithoutExpressions() throws(StatechartError) -> CompiledStatechart<HostBehavior> {
        try CompiledStatechart<HostBehavior>(
            chart,
            guard: { if case .named(let name) = $0 { guards.bind(name) } else { nil } },
            action: { if case .perform(let name) = $0 { actions.bind(name) } else { nil } },
            missing: Self.sentence(missing:), isGuard: isGuard, budget: budget)
    }

    private func compiledWithExpressions() throws(StatechartError) -> CompiledStatechart<ExpressionBehavior> {
        let variables = chart.variableNames
        return try CompiledStatechart<ExpressionBehavior>(
            chart,
            guard: { condition in
                if case .named(let name) = condition, guards.bind(name) == nil, !variables.contains(name) {
                    return nil
                }
                return ExpressionBehavior.Guard(condition)
            },
            action: { action in isBound(action) ? ExpressionBehavior.Action(action) : nil },
            missing: Self.sentence(missing:), isGuard: isGuard, budget: budget)
    }

    private func isGuard(_ name: String) -> Bool { guards.bind(name) != nil }

    /// Binds the program's functions to the actions within an action; returns whether all have
    /// functions.
    private func isBound(_ action: Statechart.Action) -> Bool {
        switch action {
        case .perform(let name): actions.bind(name) != nil
        case .forEach(_, _, _, let nested): nested.allSatisfy(isBound)
        case .choose(let branches): branches.allSatisfy { $0.actions.allSatisfy(isBound) }
        case .script: false
        default: true
        }
    }

    /// Returns the finding about a condition or an action without a function.
    private static func sentence(missing symbol: MissingSymbol) -> String {
        switch symbol {
        case .guard(.named(let name)): "no function is bound to the guard '\(name)'; add it to options.guards"
        case .guard: "a condition can't run from C; name a guard instead"
        case .action(.perform(let name)): "no function is bound to the action '\(name)'; add it to options.actions"
        case .action(.script):
            "scripts can't run from C, only in Swift programs and by 'automata statechart run'; name an action instead"
        case .action(let action):
            "no function is bound to an action within the action \(action.title); add it to options.actions"
        }
    }
}
