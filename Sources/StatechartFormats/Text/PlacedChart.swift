internal import Statecharts
internal import TextSupport

/// A chart with the offsets of its states in a text.
struct PlacedChart {
    var chart: Statechart
    /// The offsets of the states, by their indices.
    var offsets: [Int]
    /// The submachines, by their indices in `chart`.
    private(set) var submachines: [PlacedChart] = []
    /// The charts within invocations of this one and its submachines, in document order.
    var invoked: [PlacedChart] = []
    /// Notes of the reader, for the outermost chart of a text.
    var warnings: [XMLTree.Warning] = []
    /// The namespaces of elements and attributes that are left out.
    var skippedNamespaces: Set<String> = []

    init(_ chart: Statechart, offsets: [Int]) { (self.chart, self.offsets) = (chart, offsets) }

    /// Sets the scripting language of the chart and its submachines.
    mutating func setLanguage(_ language: String) {
        for index in submachines.indices {
            submachines[index].setLanguage(language)
            chart.submachines[index] = submachines[index].chart
        }
        chart.scriptLanguage = language
    }

    mutating func add(_ submachine: PlacedChart) {
        chart.submachines.append(submachine.chart)
        submachines.append(submachine)
    }
}
