internal import Statecharts
internal import TextSupport

/// A chart with the offsets of its states in a text.
struct PlacedChart {
    var chart: Statechart
    /// The offsets of the states, by their indices.
    var offsets: [Int]
    /// The submachines, by their indices, which `chart` has, too.
    private(set) var submachines: [PlacedChart] = []

    init(_ chart: Statechart, offsets: [Int]) { (self.chart, self.offsets) = (chart, offsets) }

    mutating func add(_ submachine: PlacedChart) {
        chart.submachines.append(submachine.chart)
        submachines.append(submachine)
    }
}
