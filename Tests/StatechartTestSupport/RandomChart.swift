internal import AlgorithmSupport
package import Statecharts
internal import WorkLimits

/// A valid random chart that depends only on a seed, and inputs for the chart.
///
/// All actions have different names, so that a trace shows which actions were performed.
package struct RandomChart {
    package private(set) var chart: Statechart
    var random: SplitMix64
    let features: Features
    /// The number of names of actions that are in use.
    var actionCount = 0

    /// Optional features of a chart, in addition to composite states and transitions on events.
    package struct Features: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let regions = Features(rawValue: 1 << 0)
        package static let orthogonalRoot = Features(rawValue: 1 << 1)
        package static let histories = Features(rawValue: 1 << 2)
        package static let forks = Features(rawValue: 1 << 3)
        package static let joins = Features(rawValue: 1 << 4)
        package static let localTransitions = Features(rawValue: 1 << 5)
        package static let eventless = Features(rawValue: 1 << 6)
        package static let prefixes = Features(rawValue: 1 << 7)
        package static let raises = Features(rawValue: 1 << 8)
        package static let sends = Features(rawValue: 1 << 9)
        package static let delays = Features(rawValue: 1 << 10)
        package static let branches = Features(rawValue: 1 << 11)
        package static let finals = Features(rawValue: 1 << 12)
        package static let terminates = Features(rawValue: 1 << 13)
        /// Completion transitions of simple states.
        package static let completions = Features(rawValue: 1 << 14)
        package static let deferral = Features(rawValue: 1 << 15)
        package static let timeouts = Features(rawValue: 1 << 16)
        package static let choices = Features(rawValue: 1 << 17)
        package static let junctions = Features(rawValue: 1 << 18)
        /// Entry and exit points.
        package static let points = Features(rawValue: 1 << 19)
        package static let submachines = Features(rawValue: 1 << 20)

        package static let all = Features(rawValue: 1 << 21 - 1)
        /// Many timers, delayed events and cancels, at a small number of different times.
        package static let busyClock = Features(rawValue: 1 << 21)
        /// Many nested orthogonal states, and transitions to the ends of their regions.
        package static let nestedRegions = Features(rawValue: 1 << 22)
        /// The features that the step algorithm of SCXML supports, too.
        package static let scxml: Features = [
            .regions, .histories, .forks, .localTransitions, .eventless, .prefixes, .raises, .sends, .delays, .finals,
        ]
    }

    /// The external events.
    package static let events = ["a", "a.b", "b", "c"]
    /// The events that actions raise or send.
    static let innerEvents = ["i", "i.j"]
    /// The guards of transitions that need an event.
    static let guards = ["g0", "g1", "g2"]
    /// The guards of transitions that need none.
    static let eventlessGuards = ["e0", "e1"]

    /// Creates a random chart.
    ///
    /// - Parameters:
    ///   - seed: The seed; the same parameters always give the same chart.
    ///   - features: The features that the chart may have.
    ///   - sizes: The possible numbers of states, without pseudostates.
    package init(seed: UInt64, features: Features = .all, sizes: ClosedRange<Int> = 3...30) {
        self.init(name: "main", random: SplitMix64(seed: seed), features: features, sizes: sizes)
    }

    private init(name: String, random: SplitMix64, features: Features, sizes: ClosedRange<Int>) {
        self.random = random
        self.features = features
        chart = Statechart(name)
        addStates(Int.random(in: sizes, using: &self.random))
        addPseudostates()
        addSubmachines()
        fillStates()
    }

    /// Returns inputs for the chart: mainly events, but also steps of time and changes of guards.
    package mutating func inputs(_ count: Int) -> [ChartInput] {
        (0..<count).map { _ in
            if chance(0.15) {
                return .guards(Set((Self.guards + Self.eventlessGuards).filter { _ in chance(0.4) }))
            }
            if !features.isDisjoint(with: [.timeouts, .delays]), chance(features.contains(.busyClock) ? 0.4 : 0.25) {
                return .time(delay())
            }
            return .event(pick(chance(0.1) ? Self.innerEvents : Self.events))
        }
    }

    /// Returns names of actions and guards that may fail.
    ///
    /// Guards of transitions without an event aren't included: an error would trigger the next
    /// error without end.
    package mutating func failures() -> Set<String> {
        Set(((0..<actionCount).map(actionName) + Self.guards).filter { _ in chance(0.1) })
    }

    func actionName(_ number: Int) -> String { "\(chart.name).\(number)" }
}

// MARK: - States

extension RandomChart {
    private mutating func addStates(_ count: Int) {
        if features.contains(.orthogonalRoot), chance(0.05) {
            chart.root.kind = .orthogonal
            for _ in 0..<2 { add(.state, in: 0) }
        }
        while chart.states.count <= count {
            let parent = pick(chart.states.indices.filter { canContainStates($0) && depth(of: $0) < 5 })
            let hasBrother = chart[parent].kind == .state && !children(of: parent).isEmpty
            if features.contains(.regions), chance(0.2) {
                addRegions(in: parent)
            } else if features.contains(.finals), hasBrother, chance(parent == 0 ? 0.03 : 0.15) {
                add(.final, in: parent)
            } else if features.contains(.terminates), hasBrother, chance(0.02) {
                add(.terminate, in: parent)
            } else {
                add(.state, in: parent)
            }
        }
    }

    private mutating func addRegions(in parent: Int) {
        let whole = add(.orthogonal, in: parent)
        for _ in 0..<(2 + draw(2)) {
            guard features.contains(.nestedRegions) else {
                add(.state, in: whole)
                continue
            }
            if depth(of: whole) < 3, chance(0.4) {
                addRegions(in: whole)
            } else {
                let region = add(.state, in: whole)
                add(.state, in: region)
                add(.final, in: region)
            }
        }
    }

    private mutating func addPseudostates() {
        for state in chart.states.indices where !children(of: state).isEmpty {
            if chart[state].kind == .state {
                if features.contains(.choices), chance(0.2) { add(.choice, in: state) }
                if features.contains(.junctions), chance(0.2) { add(.junction, in: state) }
            }
            guard state != 0 else { continue }
            if features.contains(.histories), chance(0.4) {
                add(chance(0.5) ? .shallowHistory : .deepHistory, in: state)
            }
            if features.contains(.points), chance(0.3) { add(.entryPoint, in: state) }
            if features.contains(.points), chance(0.3) { add(.exitPoint, in: state) }
        }
    }

    /// Makes copies of one small chart of some simple states.
    private mutating func addSubmachines() {
        guard features.contains(.submachines), chance(0.3) else { return }
        let simple = chart.states.indices.filter { $0 > 0 && chart[$0].kind == .state && children(of: $0).isEmpty }
        guard !simple.isEmpty else { return }
        let inner = features.subtracting([.submachines, .orthogonalRoot])
        let seed = random.next()
        let machine = RandomChart(name: "machine", random: SplitMix64(seed: seed), features: inner, sizes: 2...6).chart
        chart.submachines = [machine]
        for _ in 0..<(1 + draw(2)) { chart[pick(simple)].submachine = machine.name }
    }

    private mutating func fillStates() {
        for state in chart.states.indices {
            switch chart[state].kind {
            case .state, .orthogonal:
                fill(state)
            case .final:
                chart[state].entry = blocks()
                chart[state].exit = blocks()
            default:
                chart[state].transitions = onwardTransitions(from: state)
            }
        }
    }

    private mutating func fill(_ state: Int) {
        chart[state].entry = blocks()
        chart[state].exit = blocks()
        if chart[state].kind == .state, !children(of: state).isEmpty {
            let final = children(of: state).first { chart[$0].kind == .final }
            if features.contains(.nestedRegions), let final, chart[chart.parents[state]].kind == .orthogonal,
                chance(0.6)
            {
                chart[state].initial = [chart[final].name]
            } else if chance(0.5) {
                chart[state].initial = targets(within: state)
            }
            if chance(0.3) { chart[state].initialActions = actions() }
        }
        if features.contains(.deferral), chance(0.12) { chart[state].deferred = patterns() }
        let count = state == 0 ? draw(2) : draw(4)
        chart[state].transitions = (0..<count).map { _ in transition(from: state) }
    }

    @discardableResult
    private mutating func add(_ kind: Statechart.State.Kind, in parent: Int) -> Int {
        let letter =
            switch kind {
            case .state, .orthogonal, .regions: "s"
            case .final: "f"
            case .terminate: "t"
            case .shallowHistory, .deepHistory: "h"
            case .choice: "c"
            case .junction: "j"
            case .entryPoint: "in"
            case .exitPoint: "out"
            }
        return chart.add(Statechart.State("\(letter)\(chart.states.count)", kind), in: parent)
    }
}

// MARK: - Relations and random draws

extension RandomChart {
    func canContainStates(_ state: Int) -> Bool { chart[state].kind == .state || chart[state].kind == .orthogonal }

    /// The states within a state that can be active, without those deeper within.
    func children(of state: Int) -> [Int] {
        chart.states.indices.filter { $0 > 0 && chart.parents[$0] == state && !chart[$0].kind.isPseudostate }
    }

    func isWithin(_ state: Int, _ other: Int) -> Bool {
        state > 0 && (chart.parents[state] == other || isWithin(chart.parents[state], other))
    }

    private func depth(of state: Int) -> Int { state == 0 ? 0 : 1 + depth(of: chart.parents[state]) }

    /// A time that passes, or that a timer or a delayed event takes.
    mutating func delay() -> Duration { .milliseconds(50 * (1 + draw(features.contains(.busyClock) ? 2 : 6))) }

    mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    mutating func chance(_ probability: Double) -> Bool { random.unit() < probability }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[draw(elements.count)] }
}
