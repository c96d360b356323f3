internal import Automata
internal import Diagrams
internal import TextSupport

extension PanelAnswer {
    /// The shortest words that only one of two documents accepts.
    func comparison(with id: Int) throws(PanelFailure) -> (inout JSONObject) -> Void {
        guard let other = context.otherDocuments.first(where: { $0.id == id }) else {
            throw .refused("The document to compare with isn't open; choose another document")
        }
        let ownAutomaton = try automaton()
        let otherAutomaton = try automaton(of: other)
        let difference = try attempt { () throws(AutomataError) in
            try WordDifference(of: ownAutomaton, from: otherAutomaton, budget: budget)
        }
        return { difference.write(to: &$0, in: diagram) }
    }
}

/// The shortest words that only one of two automata accepts.
struct WordDifference {
    /// A word that isn't accepted, and should be.
    let missing: Witness?
    /// A word that is accepted, and shouldn't be.
    let extra: Witness?

    init(of automaton: Automaton, from otherAutomaton: Automaton, budget: Budget) throws(AutomataError) {
        missing = try otherAutomaton.inclusionCounterexample(in: automaton, budget: budget)
        extra = try automaton.inclusionCounterexample(in: otherAutomaton, budget: budget)
    }

    var isEmpty: Bool { missing == nil && extra == nil }

    func write(to object: inout JSONObject, in diagram: Diagram) {
        object.add("equal", isEmpty)
        object.add("missing", missing, in: diagram)
        object.add("extra", extra, in: diagram)
    }
}
