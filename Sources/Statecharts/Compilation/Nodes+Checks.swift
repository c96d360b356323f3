extension Nodes {
    /// Reports what is wrong with the transitions of a chart.
    mutating func check(_ routes: [Route]) {
    }
}

extension Statechart.Condition {
    /// The condition as a message names it.
    var title: String {
        switch self {
        case .named(let name): "'\(name)'"
        default: "for expressions"
        }
    }
}

extension Statechart.Action {
    /// The action as a message names it.
    var title: String {
        switch self {
        case .perform(let name): "'\(name)'"
        case .raise: "for data of events"
        case .send: "for events to others, or with data"
        case .cancel: "for computed identifiers"
        case .assign: "for variables"
        case .log: "for a log"
        case .choose, .forEach: "for lists"
        case .addRegion, .removeRegion: "for regions"
        }
    }
}
