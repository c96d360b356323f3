internal import Automata
internal import Diagrams
internal import Sketches
internal import TextSupport

extension PanelAnswer {
    /// The steps of an algorithm: pictures, and the table that they fill.
    func steps(
        of procedure: PanelQuestion.Procedure, as format: PanelQuestion.StripFormat?
    ) throws(PanelFailure) -> (inout JSONObject) -> Void {
        let steps = try attempt { [automaton = try automaton()] () throws(AutomataError) in
            try ShownSteps(of: procedure, on: automaton, budget: budget)
        }
        if let format {
            let text =
                switch format {
                case .svg: steps.strip.svg(title: steps.title)
                case .animated: steps.strip.animatedSVG(title: steps.title)
                case .html: steps.strip.slides(title: steps.title)
                }
            return { object in
                object.add("text", text)
                object.add("extension", format.fileExtension)
            }
        }
        return { steps.write(to: &$0) }
    }
}

/// The steps of an algorithm as a panel shows them.
struct ShownSteps {
    let title: String
    private(set) var strip: Diagram.Strip
    private var notes: [String] = []
    /// The automaton that the last picture shows.
    let result: Automaton

    private static let limit = Diagram.Strip.defaultLimit

    init(
        of procedure: PanelQuestion.Procedure, on automaton: Automaton, budget: Budget
    ) throws(AutomataError) {
        switch procedure {
        case .determinize:
            let steps = try automaton.determinizationSteps(budget: budget)
            (title, strip) = ("Determinization", Diagram.Strip(steps))
            strip.table = Diagram.Strip.Table(steps, limit: Self.limit)
            result = .dfa(steps.result)
            if steps.subsets.count > Self.limit { notes = ["\(Self.limit) of \(steps.subsets.count) sets are shown"] }
        case .minimize:
            let pairs = try automaton.distinguishabilityTable(budget: budget)
            (title, strip) = ("Minimization", Diagram.Strip(pairs))
            strip.table = Diagram.Strip.Table(pairs, limit: Self.limit)
            result = .dfa(pairs.quotient)
            let count = pairs.automaton.stateCount
            notes =
                count > Self.limit
                ? ["\(Self.limit) of \(count) states are shown, and no table"]
                : ["A number is the round that distinguishes two states; ≡ marks equivalent states"]
        case .removeEpsilon:
            let view = automaton.asEpsilonNFA
            let plain = view.epsilonMoveCount > 0 ? try view.removingEpsilonMoves(budget: budget) : nil
            result = plain.map { .nfa($0) } ?? automaton
            (title, strip) = ("Removal of ε-moves", Diagram.Strip(removingEpsilonMovesOf: view, result: result))
            if view.stateCount > Self.limit { notes = ["\(Self.limit) of \(view.stateCount) states are shown"] }
        }
    }

    func write(to object: inout JSONObject) {
        object.add("title", title)
        var scenes: [Diagram] = []
        let indices = strip.frames.map { frame in
            if frame.diagram != scenes.last { scenes.append(frame.diagram) }
            return scenes.count - 1
        }
        object.add("scenes", scenes) { item, diagram in Scene(diagram, []).write(to: &item) }
        object.add("frames", Array(zip(indices, strip.frames))) { item, entry in
            let (scene, frame) = entry
            item.add("scene", scene)
            item.add("caption", frame.caption)
            item.add("marked", Self.names(frame.highlight))
            item.add("hidden", Self.names(frame.hiddenElements))
            item.add("groups", frame.groups.map { $0.sorted().map { Sketch.Element.state($0).name } })
        }
        object.add("table", strip.table.map { table in JSONObject { table.write(to: &$0) } })
        object.add("notes", notes)
        object.add(
            "result",
            JSONObject { item in
                item.add("states", result.stateCount)
                item.add("arrows", result.transitionCount)
            })
    }

    private static func names(_ highlight: Diagram.Highlight) -> [String] {
        highlight.states.sorted().map { Sketch.Element.state($0).name }
            + highlight.transitions.sorted().map { Sketch.Element.transition($0).name }
    }
}

extension Diagram.Strip.Table {
    /// Creates the table of the subset construction: a row for each set, a column for each symbol.
    fileprivate init(_ steps: DeterminizationSteps<Automaton>, limit: Int) {
        let result = steps.result
        self.init(columns: [""] + result.alphabet.symbols.map { result.alphabet.name(of: $0) }, rows: [])
        var found: [StateID: Int] = [0: 0]
        for step in steps.steps where step.isNew { found[step.target] = Int(step.source) + 1 }
        var cells: [StateID: [Symbol: String]] = [:]
        for step in steps.steps { cells[step.source, default: [:]][step.symbol] = result.name(of: step.target) }
        for state in result.states.prefix(limit) {
            let marks = (result.isInitial(state) ? "→ " : "") + (result.isFinal(state) ? "← " : "")
            let row = result.alphabet.symbols.map { symbol in
                Cell(cells[state]?[symbol] ?? "∅", from: Int(state) + 1)
            }
            rows.append([Cell(marks + result.name(of: state), from: found[state] ?? 0)] + row)
        }
    }

    /// Creates the table of the pairs of states, each with the round that distinguishes it. Fails
    /// if there are too many.
    fileprivate init?(_ table: DistinguishabilityTable, limit: Int) {
        let states = Array(table.automaton.states)
        guard states.count <= limit else { return nil }
        let name = { (state: StateID) in table.automaton.name(of: state) }
        self.init(columns: [""] + states.dropLast().map(name), rows: [])
        for second in states.dropFirst() {
            let cells = states.prefix(Int(second)).map { first in
                table.mark(of: first, second).map { Cell("\($0.round)", from: $0.round) }
                    ?? Cell("≡", from: table.roundCount)
            }
            rows.append([Cell(name(second), from: 0)] + cells)
        }
    }

    fileprivate func write(to object: inout JSONObject) {
        object.add("columns", columns)
        object.add("rows", rows) { item, row in
            item.add("name", row.first?.text ?? "")
            item.add("from", row.first?.frame ?? 0)
            item.add("cells", Array(row.dropFirst())) { cell, value in
                cell.add("text", value.text)
                cell.add("from", value.frame)
            }
        }
    }
}
