public import Statecharts

extension StatechartFormat {
    /// Returns a sentence for each kind of parts of a chart that this format doesn't hold.
    ///
    /// Such parts aren't in the text, or are only names or texts there. The complete formats hold
    /// everything, or refuse the chart; only SCXML changes names of states that have blanks.
    ///
    /// - Complexity: O(*n*) for *n* states, transitions and actions.
    public func losses(of chart: Statechart) -> [String] {
        if self == .scxml {
            var losses = NamesWithBlanks(chart).map { [$0.sentence] } ?? []
            for invocation in ([chart] + chart.submachines).flatMap(\.states).flatMap(\.invocations) {
                if case .chart(let inner) = invocation.source { losses += self.losses(of: inner) }
            }
            return losses
        }
        guard !Self.complete.contains(self), canWrite else { return [] }
        var counter = LossCounter(format: self)
        let composites = Set(chart.parents.dropFirst())
        for index in chart.states.indices {
            counter.add(chart[index], isRoot: index == 0, isComposite: composites.contains(index))
        }
        return LossCounter.Part.allCases.compactMap { part in
            guard let count = counter.counts[part], count > 0 else { return nil }
            if part == .builtIns { return "\(part.rawValue) (\(count))" }
            return "\(part.rawValue) are left out or kept as text in \(rawValue) (\(count))"
        }
    }
}

/// Counts the parts of states that a format doesn't hold.
private struct LossCounter {
    enum Part: String, CaseIterable {
        case builtIns = "XState runs actions such as 'xstate.raise' only if the program implements them"
        case submachines, invocations, variables, conditions = "conditions with expressions", actions
        case data = "final data", events = "deferred events", root = "parts of the root"
        case locality = "local transitions", seals = "seals of states", scopes = "lasting scopes of variables"
    }

    let format: StatechartFormat
    var counts: [Part: Int] = [:]

    private var isDiagram: Bool { format == .plantUML || format == .mermaid }

    mutating func add(_ state: Statechart.State, isRoot: Bool, isComposite: Bool) {
        // Charts with submachines aren't written for XState.
        if state.submachine != nil, format != .xstate { counts[.submachines, default: 0] += 1 }
        if isDiagram { counts[.locality, default: 0] += state.transitions.count { $0.isLocal && !$0.targets.isEmpty } }
        if isDiagram || format == .xstate {
            if state.isSealed { counts[.seals, default: 0] += 1 }
            if state.keepsVariables { counts[.scopes, default: 0] += 1 }
        }
        counts[.invocations, default: 0] += state.invocations.count {
            isDiagram || !$0.isPlain || (format == .xstate && $0.kind?.constantText == nil)
        }
        counts[.variables, default: 0] += state.variables.count {
            format != .xstate || !isRoot || ($0.value != nil && $0.value?.constantValue == nil)
        }
        let actions = (state.entry + state.exit).joined() + state.initialActions
        let all = format == .xstate ? actions + state.transitions.flatMap(\.actions) : []
        counts[.builtIns, default: 0] += all.count { $0.xstate != nil }
        // Mermaid has no texts in states with states within.
        let isWithoutText = format == .mermaid && isComposite && !isRoot
        counts[.actions, default: 0] += actions.count { isWithoutText || isLost($0) }
        for transition in state.transitions {
            let isHistory = state.kind.isHistory && format == .xstate
            counts[.actions, default: 0] += transition.actions.count { isHistory || isLost($0) }
            let condition = transition.exactName == nil ? transition.condition : transition.otherCondition
            guard isDiagram || format == .xstate, condition?.hasExpressions == true else { continue }
            counts[.conditions, default: 0] += 1
        }
        if let data = state.doneData, format != .xstate || data.constantValue == nil { counts[.data, default: 0] += 1 }
        if format == .xstate { counts[.events, default: 0] += state.deferred.count }
        if isRoot, isDiagram {
            counts[.root, default: 0] +=
                (state.entry + state.exit).joined().count + state.transitions.count + state.deferred.count
        }
    }

    private func isLost(_ action: Statechart.Action) -> Bool {
        switch action {
        case .perform: return false
        case .custom: return true
        case .raise(_, let content) where isDiagram: return content != nil
        case .cancel(let id) where isDiagram: return id.constantText == nil
        case .send(let send) where isDiagram:
            let isDelayed = send.delay.map { $0.constantDelay == nil } ?? false
            return isDelayed || send.event.constantText == nil || send.content != nil || send.target != nil
                || send.transport != nil || send.id != nil || send.idLocation != nil
        default: return isDiagram || (format == .xstate && action.xstate == nil)
        }
    }
}

extension Statechart.Invocation {
    /// A Boolean value that indicates whether the invocation only names a service.
    fileprivate var isPlain: Bool {
        guard case .none = source else { return false }
        return arguments == nil && finalize.isEmpty && idLocation == nil
    }
}
