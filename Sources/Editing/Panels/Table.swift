internal import Diagrams
internal import Sketches

extension Answer {
    /// The transition table of the drawing, which need not be an automaton yet.
    func table() -> (inout JSONObject) -> Void {
        let arrows = diagram.transitions.filter { $0.start != nil && $0.end != nil }
        let symbols = Diagram.sortedByBytes(arrows.flatMap(\.symbols))
        let leaving = Dictionary(grouping: arrows, by: \.start)
        func targets(_ state: Diagram.State.ID, where reads: (Diagram.Transition) -> Bool) -> [String] {
            let ends = Set(leaving[state, default: []].filter(reads).compactMap(\.end))
            return diagram.states.filter { ends.contains($0.id) }.map { Sketch.Element.state($0.id).name }
        }
        let initial = Set(diagram.transitions.filter(\.isInitialMark).map(\.end))
        return { object in
            object.add("symbols", symbols)
            object.add("hasEpsilon", arrows.contains(where: \.hasEpsilon))
            object.add("rows", diagram.states) { row, state in
                row.add("state", Sketch.Element.state(state.id).name)
                row.add("name", state.name)
                row.add("initial", initial.contains(state.id))
                row.add("final", state.isFinal)
                row.add("cells", lists: symbols.map { symbol in targets(state.id) { $0.reads(symbol) } })
                row.add("epsilon", targets(state.id, where: \.hasEpsilon))
            }
        }
    }
}
