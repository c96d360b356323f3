internal import Statecharts

/// Comparisons of random charts on engines that should behave alike.
///
/// They aren't in the test targets, because tests aren't optimized.
package enum EngineComparison {
    /// Runs a random chart on the engine, with and without flattening, and on the reference
    /// interpreter, up to the interpreter's limit.
    ///
    /// - Returns: The first difference between responses to an input; `nil` if there is none.
    package static func differenceFromReference(seed: UInt64) throws -> String? {
        var source = RandomChart(seed: seed)
        let (inputs, failures) = ([ChartInput.start] + source.inputs(20), source.failures())
        let guards = Guards()
        let isTrue = { (name: String) in guards.holding.contains(name) }
        var reference = ReferenceInterpreter(source.chart, isTrue: isTrue, fails: failures.contains)
        var engine = try EngineRunner(source.chart, isTrue: isTrue, fails: failures.contains)
        var plain = try PlainEngineRunner(source.chart, isTrue: isTrue, fails: failures.contains)
        for (number, input) in inputs.enumerated() {
            if case .guards(let names) = input { guards.holding = names }
            var expected = try reference.response(to: input)
            if reference.isOverLimit { return nil }
            expected.trace = EngineRunner.known(expected.trace)
            let (found, flattened) = (try engine.response(to: input), try plain.response(to: input))
            let isSame =
                found == expected && flattened.configuration == expected.configuration
                && flattened.trace == PlainEngineRunner.known(expected.trace) && engine.isDone == reference.isDone
            guard isSame else {
                let same = zip(found.trace, expected.trace).prefix { $0 == $1 }.count
                return """
                    seed \(seed), input \(number), \(input): \(flattened.configuration), \(found.configuration), \
                    not \(expected.configuration); from \(same) on \(found.trace.dropFirst(same).prefix(5)), \
                    not \(expected.trace.dropFirst(same).prefix(5))
                    """
            }
        }
        return nil
    }

    /// Runs copies of a random chart in dynamic regions, and in an orthogonal state.
    ///
    /// - Returns: The first difference between responses to an input; `nil` if there is none.
    package static func differenceOfRegions(seed: UInt64) throws -> String? {
        var source = RandomChart(seed: seed, features: .all.subtracting(different))
        var machine = source.chart
        (machine.root.entry, machine.root.exit, machine.root.deferred) = ([], [], [])
        // One of a copy's root leaves the orthogonal state (rule 6), but stays within a region.
        machine.root.transitions.removeAll { !$0.targets.isEmpty }
        let (count, inputs, failures) = (1 + Int(seed % 3), source.inputs(20), source.failures())
        let guards = Guards()
        let isTrue = { (name: String) in guards.holding.contains(name) }
        var orthogonal = try EngineRunner(orthogonal(machine, count), isTrue: isTrue, fails: failures.contains)
        var regions = try EngineRunner(regions(machine, count), isTrue: isTrue, fails: failures.contains)
        for (number, input) in ([ChartInput.start] + inputs).enumerated() {
            if case .guards(let names) = input { guards.holding = names }
            let (expected, found): (ChartResponse, ChartResponse)
            do {
                expected = try orthogonal.response(to: input)
                found = try regions.response(to: input)
            } catch is StateMachineError {
                return nil
            }
            let isSame =
                PlainEngineRunner.known(found.trace) == PlainEngineRunner.known(expected.trace)
                && found.configuration.map(withoutOwner) == expected.configuration.map(withoutOwner)
            guard isSame else {
                return "seed \(seed), input \(number), \(input): \(found.configuration), not \(expected.configuration)"
            }
        }
        return nil
    }

    /// A pattern for all events sees those of brothers, an end stays, and transitions through an
    /// orthogonal root leave the state around it.
    private static let different: RandomChart.Features = [.prefixes, .finals, .submachines, .orthogonalRoot]

    private static func withoutOwner(_ name: String) -> String {
        String(name[(name.firstIndex(of: ".") ?? name.startIndex)...])
    }

    private static func orthogonal(_ machine: Statechart, _ count: Int) -> Statechart {
        var chart = Statechart("chart")
        chart.submachines = [machine]
        let around = chart.add(.init("around", .orthogonal))
        for number in 0..<count {
            var region = Statechart.State("r\(number)")
            region.submachine = machine.name
            chart.add(region, in: around)
        }
        return chart
    }

    private static func regions(_ machine: Statechart, _ count: Int) -> Statechart {
        var chart = Statechart("chart")
        chart.submachines = [machine]
        var around = Statechart.State("around", .regions)
        around.submachine = machine.name
        around.entry = [[Statechart.Action](repeating: .addRegion(to: "around"), count: count)]
        chart.add(around)
        return chart
    }
}
