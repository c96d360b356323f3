public import Automata

extension Diagram {
    /// Returns the automaton that the diagram shows.
    ///
    /// The automaton has the states of the diagram, in their order, with their names and positions.
    /// Its symbols are the symbols of the arrows, sorted by their bytes.
    ///
    /// - Parameter budget: The bound on states and memory.
    /// - Complexity: O(*n* + *m* log *n*), plus the time to sort the symbols.
    /// - Throws: ``DiagramError/incomplete(_:)`` with all ``problems`` if there are any,
    ///   ``DiagramError/failed(_:)`` if the budget is exceeded.
    public func automaton(budget: Budget = .default) throws(DiagramError) -> EpsilonNFA {
        let problems = problems
        guard problems.isEmpty else { throw .incomplete(problems) }
        do throws(AutomataError) { return try makeAutomaton(budget) } catch { throw .failed(error) }
    }

    private func makeAutomaton(_ budget: Budget) throws(AutomataError) -> EpsilonNFA {
        let symbols = Self.sortedByBytes(transitions.flatMap(\.symbols))
        var builder = EpsilonNFA.Builder(alphabet: try Alphabet(symbols))
        var ids: [State.ID: StateID] = [:]
        for state in states {
            let id = try builder.state(named: state.name)
            ids[state.id] = id
            if state.isFinal { builder.insertFinal(id) }
        }
        for transition in transitions {
            guard let end = transition.end.flatMap({ ids[$0] }) else { continue }
            guard let start = transition.start.flatMap({ ids[$0] }) else {
                builder.insertInitial(end)
                continue
            }
            for symbol in transition.symbols { try builder.addTransition(from: start, on: symbol, to: end) }
            if transition.hasEpsilon { try builder.addEpsilonMove(from: start, to: end) }
        }
        let automaton = try builder.build(budget: budget)
        return try automaton.withStatePositions(
            states.compactMap { StatePosition(x: $0.center.x, y: $0.center.y) })
    }
}
