public import Statecharts

/// The result of the comparison of two charts by their outputs.
public struct StatechartComparison: Sendable {
    /// A shortest run that shows a difference; `nil` if the charts are equivalent.
    public internal(set) var difference: StatechartDifference?
    /// The numbers of configurations that were found; few if there is a difference near the start.
    public internal(set) var configurationCounts = (first: 0, second: 0)
    /// The conditions whose values aren't known, so that both answers were explored.
    public internal(set) var abstractedGuards: [String] = []
    /// The parts of the charts that the comparison leaves out.
    public internal(set) var omissions: [String] = []
    /// A Boolean value that indicates whether no output was compared, as neither chart has any.
    public internal(set) var areSilent = true

    /// A Boolean value that indicates whether no run shows a difference.
    public var isEquivalent: Bool { difference == nil }
}

/// A run for which two charts have different outputs.
public struct StatechartDifference: Hashable, Sendable {
    /// The inputs of the run, as arguments of `automata statechart run`: names of events, and times
    /// in milliseconds, such as `+500`. Empty if the starts differ. If the difference is only
    /// possible, ``reason`` says what else the run needs.
    public var events: [String]
    /// The letters of the run, which also have the answers of guards.
    public var letters: [String]
    /// The first chart's outputs of the last step.
    public var firstOutputs: [String]
    /// The second chart's outputs of the last step.
    public var secondOutputs: [String]
    /// A Boolean value that indicates whether the engine has shown the difference in runs of both
    /// charts. Otherwise, it is only possible.
    public var isConfirmed: Bool
    /// The reason why the engine hasn't shown the difference, such as "if 'open' doesn't hold";
    /// empty if it has.
    public var reason = ""
}

extension Statechart {
    /// Compares the chart with another one by their outputs, and returns a shortest run that shows
    /// a difference, if there is one.
    ///
    /// Both get the same events; one that a chart doesn't name is ignored, unless a transition
    /// takes all. Timers and delayed events that began in one step with the same delay end
    /// together; when another one ends, the other chart does nothing. So a chart that has the same
    /// outputs by other timers may be told as different, but the difference is then only possible.
    /// Guards with the same name have the same answers.
    ///
    /// Configurations are explored only as far as pairs of them are compared (Hopcroft and Karp).
    ///
    /// - Parameters:
    ///   - other: The other chart.
    ///   - options: The bounds, which hold for each chart, and the effects that are outputs.
    /// - Throws: An error if a chart isn't valid, or more configurations than the limit are
    ///   compared.
    /// - Complexity: O(*m*₁ + *m*₂) steps of the engine for *m* moves between configurations, if no
    ///   guards decide and no timers run; otherwise up to *n*₁ *n*₂ pairs of configurations.
    public func comparison(
        with other: Statechart, _ options: AnalysisOptions = .init()
    ) throws(AnalysisError) -> StatechartComparison {
        var comparer = try ChartComparer(self, other, options)
        return try comparer.compare()
    }

    /// Returns whether the chart and another one have the same outputs in all runs.
    ///
    /// - Throws: An error if a chart isn't valid, or more configurations than the limit are
    ///   compared.
    public func isEquivalent(to other: Statechart, _ options: AnalysisOptions = .init()) throws(AnalysisError) -> Bool {
        try comparison(with: other, options).isEquivalent
    }

    /// Returns a shortest run for which the chart and another one have different outputs, or `nil`
    /// if they are equivalent.
    ///
    /// - Throws: An error if a chart isn't valid, or more configurations than the limit are
    ///   compared.
    public func difference(
        from other: Statechart, _ options: AnalysisOptions = .init()
    ) throws(AnalysisError) -> StatechartDifference? { try comparison(with: other, options).difference }
}
