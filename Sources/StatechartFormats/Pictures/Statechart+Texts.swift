public import Statecharts

extension Statechart {
    /// Returns the chart in the language of Graphviz.
    ///
    /// Composite states are clusters, and transitions from or to them are cut at their borders
    /// (`compound=true`). Left out are the lines between regions, each of which has a dashed frame,
    /// and the borders of entry and exit points, which stand within their states.
    ///
    /// - Parameter highlight: The states and transitions to highlight.
    /// - Complexity: O(*n* *d*) for *n* states, transitions and actions, and depth *d*.
    public func dot(highlighting highlight: StatechartHighlight = .init()) -> String {
        StatechartPicture.dot.text(of: self, highlighting: highlight)
    }

    /// Returns the chart as Mermaid's `stateDiagram-v2`.
    ///
    /// Left out is what Mermaid lacks: actions of composite states, names of histories, choices and
    /// junctions, transitions of the root, and highlights of transitions. Histories, entry and exit
    /// points are boxes. A transition across borders connects the states on the same level that
    /// contain its ends, and its label tells the ends.
    ///
    /// - Parameter highlight: The states to highlight.
    /// - Complexity: O(*n* *d*) for *n* states, transitions and actions, and depth *d*.
    public func mermaid(highlighting highlight: StatechartHighlight = .init()) -> String {
        StatechartPicture.mermaid.text(of: self, highlighting: highlight)
    }

    /// Returns the chart for PlantUML.
    ///
    /// Left out are transitions of the root, and the signs of junctions and of terminating states:
    /// they look like choices and final states.
    ///
    /// - Parameter highlight: The states and transitions to highlight.
    /// - Complexity: O(*n* *d*) for *n* states, transitions and actions, and depth *d*.
    public func plantUML(highlighting highlight: StatechartHighlight = .init()) -> String {
        StatechartPicture.plantUML.text(of: self, highlighting: highlight)
    }
}
