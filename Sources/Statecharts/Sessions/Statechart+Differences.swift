internal import TextSupport

extension Statechart {
    /// The maximum number of differences that are listed.
    private static let maximumDifferences = 6

    /// Returns the first differences from an older version of the chart, as phrases such as
    /// `the state 'a' is missing`; an empty list if the charts differ only in the order of states
    /// that have different parents.
    ///
    /// - Complexity: O(*n*) for *n* states, transitions and actions.
    func differences(from old: Statechart) -> [String] {
        var all = partDifferences(from: old)
        let (count, limit) = (all.count, Self.maximumDifferences)
        if count > limit { all = all.prefix(limit) + ["and \(count - limit) more"] }
        return all
    }

    private func partDifferences(from old: Statechart) -> [String] {
        var found: [String] = []
        if name != old.name { found.append("its name is \(quoted(name)) instead of \(quoted(old.name))") }
        if scriptLanguage != old.scriptLanguage { found.append("the scripting language differs") }
        if hasScopedVariables != old.hasScopedVariables { found.append("the scope of variables differs") }
        found += Self.missing("state", old.states.dropFirst().map(\.name), states.dropFirst().map(\.name))
        found += Self.missing("event", old.eventTexts, eventTexts)
        found += Self.missing("variable", old.declaredVariables, declaredVariables)
        found += Self.missing("submachine", old.submachines.map(\.name), submachines.map(\.name))
        let (ours, theirs) = (layout, old.layout)
        for (index, state) in states.enumerated() {
            let key = index == 0 ? "" : state.name
            guard let other = theirs[key] else { continue }
            let title = index == 0 ? "the chart" : "the state \(quoted(state.name))"
            if ours[key]?.parent != other.parent {
                found.append("\(title) has a different parent")
            } else if ours[key]?.children != other.children,
                Set(ours[key]?.children ?? []) == Set(other.children)
            {
                found.append("\(title) has its states in a different order")
            }
            found += Self.parts(of: state, from: old[other.index]).map { "\(title) has \($0)" }
        }
        for machine in submachines {
            guard let other = old.submachines.first(where: { $0.name == machine.name }), machine != other else {
                continue
            }
            found += machine.partDifferences(from: other).map { "in the submachine \(quoted(machine.name)), \($0)" }
        }
        return found
    }

    private func quoted(_ name: String) -> String { Message.quoted(name.utf8) }

    /// Returns phrases about the names that only one list has, each in the order of its list.
    private static func missing(_ kind: String, _ old: [String], _ new: [String]) -> [String] {
        let (oldSet, newSet) = (Set(old), Set(new))
        var told: Set<String> = []
        return (old + new).compactMap { name in
            guard oldSet.contains(name) != newSet.contains(name), told.insert(name).inserted else { return nil }
            return "the \(kind) \(Message.quoted(name.utf8)) is \(newSet.contains(name) ? "new" : "missing")"
        }
    }

    /// The parts of a state that differ.
    private static func parts(of state: State, from old: State) -> [String] {
        guard state != old else { return [] }
        let parts: [(name: String, isSame: Bool)] = [
            ("a different kind", state.kind == old.kind), ("different initial states", state.initial == old.initial),
            ("different initial actions", state.initialActions == old.initialActions),
            ("different entry actions", state.entry == old.entry), ("different exit actions", state.exit == old.exit),
            ("different transitions", state.transitions == old.transitions),
            ("different deferred events", state.deferred == old.deferred),
            ("different activities", state.activities == old.activities),
            ("different invocations", state.invocations == old.invocations),
            ("a different submachine", state.submachine == old.submachine),
            ("a different visibility (sealed or open)", state.isSealed == old.isSealed),
            ("different variables", state.variables == old.variables && state.keepsVariables == old.keepsVariables),
            ("different completion data", state.doneData == old.doneData),
        ]
        return parts.filter { !$0.isSame }.map(\.name)
    }

    /// The place of each state, by name; the root's name is empty here.
    private var layout: [String: (index: Int, parent: String, children: [String])] {
        var layout: [String: (index: Int, parent: String, children: [String])] = [:]
        for (index, state) in states.enumerated() {
            let parent = parents[index] == 0 ? "" : states[parents[index]].name
            layout[index == 0 ? "" : state.name] = (index, parent, [])
            if index > 0 { layout[parent]?.children.append(state.name) }
        }
        return layout
    }

    /// The events and patterns of transitions and deferrals.
    private var eventTexts: [String] {
        states.flatMap { state in
            state.transitions.flatMap { transition in
                if case .events(let patterns) = transition.trigger { patterns.map(\.text) } else { [String]() }
            } + state.deferred.map(\.text)
        }
    }

    private var declaredVariables: [String] { states.flatMap(\.variables).map(\.name) }
}
