internal import Statecharts

/// The parts of a figure that are highlighted.
struct ChartHighlight {
    private(set) var active: Set<Int> = []
    private(set) var enclosingNodes: Set<Int> = []
    private(set) var exited: Set<Int> = []
    private(set) var entered: Set<Int> = []
    private var transitions: Set<StatechartHighlight.Transition>
    private let figure: ChartFigure

    init(_ highlight: StatechartHighlight, in figure: ChartFigure) {
        self.figure = figure
        transitions = highlight.transitions
        func states(_ names: Set<String>) -> Set<Int> { Set(names.compactMap { figure.state(named: $0) }) }
        (active, exited, entered) = (states(highlight.active), states(highlight.exited), states(highlight.entered))
        for state in active {
            var parent = state
            while parent != 0 {
                parent = figure.nodes[parent].parent
                guard enclosingNodes.insert(parent).inserted else { break }
            }
        }
        // A state that was entered again, or in whose submachine something happened, is active.
        exited.subtract(active.union(enclosingNodes).union(entered))
        // A state is filled if it is the innermost one.
        active.subtract(enclosingNodes)
    }

    /// Returns whether an arrow shows a transition that was taken.
    func isTaken(_ edge: ChartFigure.Edge) -> Bool {
        !transitions.isEmpty
            && edge.transitions.contains { source, index in
                transitions.contains(.init(source: figure.chart.states[source].name, index: index))
            }
    }
}
