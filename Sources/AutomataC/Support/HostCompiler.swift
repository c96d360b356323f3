internal import Automata
internal import CAutomata
internal import Statecharts
internal import TextSupport

/// Compiles a chart with the guards and actions of a C program.
final class HostCompiler {
    private let chart: Statechart
    private let guards, actions: HostSymbols
    private let budget: Budget
    /// The bytes that the chart takes without its largest tables.
    private let byteCount: Int
    private let variables: Set<String>
    /// The reason why the budget or the memory didn't allow the tables.
    private(set) var stopped: CallError?

    init(_ chart: Statechart, _ guards: HostSymbols, _ actions: HostSymbols, _ budget: Budget, _ byteCount: Int) {
        (self.chart, self.guards, self.actions) = (chart, guards, actions)
        (self.budget, self.byteCount) = (budget, byteCount)
        variables = chart.variableNames
    }

    /// Returns the compiled chart; `nil` if it has conditions or actions with expressions.
    func compiledWithoutExpressions() throws(StatechartError) -> CompiledStatechart<HostBehavior>? {
        var hasExpressions = false
        do throws(StatechartError) {
            let compiled = try CompiledStatechart<HostBehavior>(
                chart,
                guard: { condition in
                    guard case .named(let name) = condition else {
                        hasExpressions = true
                        return nil
                    }
                    // A variable, unless the program has a guard with its name.
                    hasExpressions = hasExpressions || guards.bind(name) == nil && variables.contains(name)
                    return guards.bind(name)
                },
                action: { action in
                    if case .perform(let name) = action { return actions.bind(name) }
                    // The compiler first asks who sends events.
                    hasExpressions = hasExpressions || action != .send(Statechart.Send(""))
                    return nil
                },
                missing: Self.sentence(missing:), isGuard: isGuard, mayHold: mayTake)
            return hasExpressions ? nil : compiled
        } catch {
            if hasExpressions, stopped == nil { return nil }
            throw error
        }
    }

    func compiledWithExpressions() throws(StatechartError) -> CompiledStatechart<ExpressionBehavior> {
        try CompiledStatechart<ExpressionBehavior>(
            chart,
            guard: { condition in
                if case .named(let name) = condition, guards.bind(name) == nil, !variables.contains(name) {
                    return nil
                }
                return ExpressionBehavior.Guard(condition)
            },
            action: { action in isBound(action) ? ExpressionBehavior.Action(action) : nil },
            missing: Self.sentence(missing:), isGuard: isGuard, mayHold: mayTake)
    }

    private func isGuard(_ name: String) -> Bool { guards.bind(name) != nil }

    /// Binds the actions of the program in an action; returns whether all have functions.
    private func isBound(_ action: Statechart.Action) -> Bool {
        switch action {
        case .perform(let name): actions.bind(name) != nil
        case .forEach(_, _, _, let nested): nested.allSatisfy(isBound)
        case .choose(let branches): branches.allSatisfy { $0.actions.allSatisfy(isBound) }
        case .script: false
        default: true
        }
    }

    private func mayTake(tables: Int) -> Bool {
        do throws(CallError) {
            try core { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: byteCount + tables) }
            try MemoryReservation.reserveMemory(byteCount + tables)
        } catch {
            stopped = error
        }
        return stopped == nil
    }

    /// Returns the finding about something that no function decides or does.
    private static func sentence(missing symbol: MissingSymbol) -> String {
        switch symbol {
        case .guard(.named(let name)): "no function is bound to the guard '\(name)'; add it to options.guards"
        case .guard: "a condition can't run from C; name a guard instead"
        case .action(.perform(let name)): "no function is bound to the action '\(name)'; add it to options.actions"
        case .action(.script):
            "scripts can't run from C, but in Swift programs and by 'automata statechart run'; name an action instead"
        case .action(let action):
            "no function is bound to an action in the one \(action.title); add it to options.actions"
        }
    }
}
