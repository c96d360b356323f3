public import Statecharts

extension Statechart {
    /// Returns the chart in the language of Graphviz.
    ///
    /// Composite states are clusters, and transitions from or to them are cut at their borders
    /// (`compound=true`). Regions have dashed frames instead of lines between them. Entry and exit
    /// points stand within their states instead of on the borders.
    ///
    /// - Parameter highlight: The states and transitions to highlight.
    /// - Complexity: O(*n* *d*) for *n* states, transitions and actions, and depth *d*.
    public func dot(highlighting highlight: StatechartHighlight = .init()) -> String {
        StatechartPicture.dot.text(of: self, highlighting: highlight)
    }

    /// Returns the chart as Mermaid's `stateDiagram-v2`.
    ///
    /// Features that Mermaid lacks are left out: actions of composite states, transitions of the
    /// root, and highlights of transitions. Histories, entry and exit points are boxes. A
    /// transition across borders connects the states on the same level that contain its ends; its
    /// label names the ends.
    ///
    /// - Parameter highlight: The states to highlight.
    /// - Complexity: O(*n* *d*) for *n* states, transitions and actions, and depth *d*.
    public func mermaid(highlighting highlight: StatechartHighlight = .init()) -> String {
        StatechartPicture.mermaid.text(of: self, highlighting: highlight)
    }

    /// Returns the chart for PlantUML.
    ///
    /// Transitions of the root are left out. Junctions look like choices, and terminate
    /// pseudostates like final states.
    ///
    /// - Parameter highlight: The states and transitions to highlight.
    /// - Complexity: O(*n* *d*) for *n* states, transitions and actions, and depth *d*.
    public func plantUML(highlighting highlight: StatechartHighlight = .init()) -> String {
        StatechartPicture.plantUML.text(of: self, highlighting: highlight)
    }
}
