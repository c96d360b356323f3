import Statecharts

/// Six rings of states side by side, which all react to every event.
///
/// Their sizes have no common divisor, so that 360,360 configurations come up, more than are found
/// beforehand.
struct RegionsChart: StatechartBehavior {
    /// A state, by its ring's size and its place there.
    struct State: StatechartSymbol {
        let rawValue: String
        static var allCases: [State] { [] }
        init(rawValue: String) { self.rawValue = rawValue }
        init(_ ring: Int, _ place: Int) { rawValue = "r\(ring)s\(place)" }
    }
    enum Event: String, StatechartSymbol { case next, previous, jump, stay }
    enum Action: String, StatechartSymbol { case count }

    var count = 0

    mutating func perform(_ action: Action, in step: inout Step<RegionsChart>) { count &+= 1 }

    static var chart: Statechart {
        Statechart("Regions", for: RegionsChart.self, isOrthogonal: true) {
            for size in [5, 7, 8, 9, 11, 13] {
                Composite(State(rawValue: "ring\(size)")) {
                    for place in 0..<size {
                        Simple(State(size, place)) {
                            On(.next, to: State(size, (place + 1) % size), do: .count)
                            On(.previous, to: State(size, (place + size - 1) % size))
                            On(.jump, to: State(size, (place + 3) % size))
                            On(.stay, do: .count)
                        }
                    }
                }
            }
        }
    }
}

/// A chart of many states and events, whose names are texts.
enum LargeChart {
    /// Ten composite states of a hundred states, each with ten transitions.
    static func chart(events: Int) -> Statechart {
        var chart = Statechart("Large")
        for group in 0..<10 {
            let around = chart.add(Statechart.State("group\(group)"))
            for place in 0..<99 {
                var state = Statechart.State("s\(group * 99 + place)")
                for number in 0..<10 {
                    let event = Statechart.EventPattern("e\((place * 7 + number * 13) % events)")
                    let target = "s\((group * 99 + place * 31 + number * 17) % 990)"
                    state.transitions.append(Statechart.Transition(.events([event]), to: [target], do: [.perform("a")]))
                }
                chart.add(state, in: around)
            }
        }
        return chart
    }
}

struct LargeBehavior: StatechartBehavior {
    struct Name: StatechartSymbol {
        let rawValue: String
        static var allCases: [Name] { [] }
    }
    typealias State = Name
    typealias Event = Name
    enum Action: String, StatechartSymbol { case a }

    mutating func perform(_ action: Action, in step: inout Step<LargeBehavior>) {}
}
