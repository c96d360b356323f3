internal import Automata
internal import Diagrams
internal import Sketches
internal import TextSupport

extension PanelAnswer {
    /// The transition table of the drawing, which need not be an automaton yet.
    func table() throws(PanelFailure) -> (inout JSONObject) -> Void {
        let arrows = diagram.transitions.filter { $0.start != nil && $0.end != nil }
        let symbols = Diagram.sortedByBytes(arrows.flatMap(\.symbols))
        let columns = Dictionary(uniqueKeysWithValues: zip(symbols.map { Array($0.utf8) }, symbols.indices))
        let indices = Dictionary(uniqueKeysWithValues: zip(diagram.states.map(\.id), diagram.states.indices))
        let leaving = Dictionary(grouping: arrows, by: \.start)
        let initial = Set(diagram.transitions.filter(\.marksInitialState).map(\.end))
        var rows: [String] = []
        var byteCount = 0
        for state in diagram.states {
            // A cell is a list here, and has at least two brackets and a comma in the answer.
            let rowBytes = MemoryLayout<[String]>.size * symbols.count
            let heldBytes = byteCount + rowBytes
            try attempt { () throws(AutomataError) in try budget.check(bytes: heldBytes) }
            var cells = [[String]](repeating: [], count: symbols.count)
            var epsilon: [String] = []
            let sorted = leaving[state.id, default: []].map { (index: $0.end.flatMap { indices[$0] } ?? 0, arrow: $0) }
                .sorted { $0.index < $1.index }
            for (index, arrow) in sorted {
                let name = Sketch.Element.state(diagram.states[index].id).name
                for symbol in arrow.symbols {
                    guard let column = columns[Array(symbol.utf8)], cells[column].last != name else { continue }
                    cells[column].append(name)
                }
                if arrow.hasEpsilon, epsilon.last != name { epsilon.append(name) }
            }
            let row = JSONObject { row in
                row.add("state", Sketch.Element.state(state.id).name)
                row.add("name", state.name)
                row.add("initial", initial.contains(state.id))
                row.add("final", state.isFinal)
                row.add("cells", cells)
                row.add("epsilon", epsilon)
            }.text
            byteCount += row.utf8.count
            rows.append(row)
        }
        return { object in
            object.add("symbols", symbols)
            object.add("hasEpsilon", arrows.contains(where: \.hasEpsilon))
            object.add("rows", written: rows)
        }
    }
}
