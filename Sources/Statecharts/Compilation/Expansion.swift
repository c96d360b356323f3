internal import TextSupport

/// The size of a chart with all copies of its submachines, which is known before they are made.
///
/// Sums are doubles, as copies within copies soon exceed every integer.
package struct Expansion {
    /// The number of states.
    package private(set) var states = 0.0
    /// The bytes of names, each with the prefix of its copy.
    package private(set) var nameBytes = 0.0
    /// The number of transitions, conditions, actions and other parts of states.
    private(set) var parts = 0.0

    /// The bytes that the states, their names and the tables of a compiled chart take, by estimate.
    package var byteCount: Int { Int(min(1024 * states + 4 * nameBytes + 256 * parts, Double(Int.max / 4))) }

    /// The finding if copies of submachines surely exceed a fixed limit; otherwise `nil`.
    package var limitFinding: StatechartFinding? {
        guard states > Double(2 * Nodes.maximumCount) || nameBytes > Double(Nodes.maximumNameBytes) else { return nil }
        return StatechartFinding(
            path: [name],
            message: states > Double(2 * Nodes.maximumCount)
                ? "there are more than \(Nodes.maximumCount) states, including those of submachines; divide the chart"
                : "the chart is too large: all names, also in copies of submachines, exceed "
                    + "\(Nodes.maximumNameBytes) bytes; divide the chart",
            isLimit: true)
    }

    /// The name of the chart.
    private var name = ""

    /// Adds up a chart and its submachines.
    ///
    /// - Complexity: O(*n*) for *n* states and parts of all charts. A submachine within itself,
    ///   which compilation reports, counts once.
    package init(_ chart: Statechart) {
        let charts = [chart] + chart.submachines
        let library = Dictionary(
            chart.submachines.enumerated().map { (ByteKey($0.element.name), $0.offset + 1) },
            uniquingKeysWith: { first, _ in first })
        let owners = charts.map { chart in
            chart.states.compactMap { state in
                state.submachine.flatMap { library[ByteKey($0)] }.map { (state: state, machine: $0) }
            }
        }
        var sizes = [Expansion?](repeating: nil, count: charts.count)
        var isOpen = [Bool](repeating: false, count: charts.count)
        var open = [(chart: 0, next: 0)]
        isOpen[0] = true
        while let (number, next) = open.last {
            if next < owners[number].count {
                open[open.count - 1].next += 1
                let machine = owners[number][next].machine
                if sizes[machine] == nil, !isOpen[machine] {
                    isOpen[machine] = true
                    open.append((machine, 0))
                }
                continue
            }
            var size = Expansion()
            for state in charts[number].states {
                size.states += 1
                size.nameBytes += Double(state.name.utf8.count)
                size.parts += Double(state.partCount)
            }
            for (state, machine) in owners[number] {
                guard let copy = sizes[machine] else { continue }
                size.states += copy.states
                size.nameBytes += copy.nameBytes + copy.states * Double(state.name.utf8.count + 1)
                size.parts += copy.parts
            }
            sizes[number] = size
            open.removeLast()
        }
        self = sizes[0] ?? Expansion()
        name = chart.name
    }

    private init() {}
}
