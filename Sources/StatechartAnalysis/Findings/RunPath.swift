internal import Statecharts

extension StateSpace {
    /// Returns the states that a run enters, and the transitions that it takes. What was tracked
    /// before is lost.
    ///
    /// - Parameters:
    ///   - run: The letters of the run; the first one is that of the start.
    ///   - states: The states before each letter but the first one.
    func path(_ run: [UInt32], through states: [Int]) throws(AnalysisError) -> AnalysisFinding.Path {
        trackCoverage()
        for (index, letter) in run.enumerated() {
            _ = try repeatMove(letters[letter], from: index == 0 ? nil : states[index - 1])
        }
        var path = AnalysisFinding.Path()
        guard let coverage = trace?.coverage ?? coverage else { return path }
        path.states = zip(tables.stateNames, coverage.isEntered).filter { $0.1 && !$0.0.isEmpty }.map(\.0)
        path.transitions = zip(coverage.transitions, coverage.isTaken).filter(\.1).map {
            .init(source: $0.0.source, index: $0.0.index)
        }
        return path
    }
}
