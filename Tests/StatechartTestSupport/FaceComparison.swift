package import Statecharts

/// A comparison of all faces, the ways to run a chart, on random charts with many simultaneous
/// events.
package struct FaceComparison {
    /// The occurrences in all runs.
    package private(set) var occurrences = ReferenceInterpreter.Occurrences()
    /// The number of inputs that were compared, by face.
    package private(set) var inputCounts: [String: Int] = [:]
    private let faces: [Face]

    /// A way to run charts, such as the C interface.
    package struct Face {
        let name: String
        let make: (Statechart, @escaping (String) -> Bool, @escaping (String) -> Bool) throws -> (any ChartRunner)?

        /// Creates a face.
        ///
        /// - Parameter make: Returns a runner for a chart, as ``ChartRunner`` creates it, or `nil`
        ///   if the face can't run the chart.
        package init(
            _ name: String,
            make:
                @escaping (Statechart, @escaping (String) -> Bool, @escaping (String) -> Bool) throws -> (
                    any ChartRunner
                )?
        ) {
            (self.name, self.make) = (name, make)
        }
    }

    /// The faces of the library `Statecharts`.
    package static var ownFaces: [Face] {
        [
            Face("machine") { try EngineRunner($0, isTrue: $1, fails: $2) },
            Face("flattened machine") { try PlainEngineRunner($0, isTrue: $1, fails: $2) },
            Face("machine with expressions") { try ExpressionRunner($0, isTrue: $1, fails: $2) },
            Face("session") { try SessionRunner($0, isTrue: $1, fails: $2) },
        ]
    }

    package init(_ faces: [Face]) { self.faces = faces }

    /// Runs a random chart up to the reference's limit.
    ///
    /// - Parameter features: The features of the chart; the clock is always busy.
    /// - Returns: The first difference from the reference.
    package mutating func difference(seed: UInt64, _ features: RandomChart.Features = .all) throws -> String? {
        var source = RandomChart(seed: seed, features: features.union([.busyClock, .nestedRegions]), sizes: 6...24)
        let (inputs, failures) = ([ChartInput.start] + source.inputs(24), source.failures())
        let guards = Guards()
        let isTrue = { (name: String) in guards.holding.contains(name) }
        var reference = ReferenceInterpreter(source.chart, isTrue: isTrue, fails: failures.contains)
        var runners: [(name: String, runner: any ChartRunner)] = []
        for face in faces {
            if let runner = try face.make(source.chart, isTrue, failures.contains) {
                runners.append((face.name, runner))
            }
        }
        for (number, input) in inputs.enumerated() {
            if case .guards(let names) = input { guards.holding = names }
            let expected = try reference.response(to: input)
            if reference.isOverLimit { break }
            for index in runners.indices {
                let name = runners[index].name
                if let difference = try Self.difference(&runners[index].runner, input, expected, reference) {
                    return "\(name), seed \(seed), input \(number), \(input): \(difference)"
                }
                inputCounts[name, default: 0] += 1
            }
        }
        occurrences.add(reference.occurrences)
        return nil
    }

    private static func difference(
        _ runner: inout any ChartRunner, _ input: ChartInput, _ expected: ChartResponse,
        _ reference: ReferenceInterpreter
    ) throws -> String? {
        let found = try runner.response(to: input)
        let trace = type(of: runner).known(expected.trace)
        if found.trace != trace {
            let same = zip(found.trace, trace).prefix { $0 == $1 }.count
            return "from \(same) on \(found.trace.dropFirst(same).prefix(5)), not \(trace.dropFirst(same).prefix(5))"
        }
        if found.configuration != expected.configuration {
            return "\(found.configuration), not \(expected.configuration)"
        }
        if runner.isDone != reference.isDone { return "ended: \(runner.isDone)" }
        if runner.deadline != reference.deadline {
            return "due \(String(describing: runner.deadline)), not \(String(describing: reference.deadline))"
        }
        return nil
    }
}

extension ReferenceInterpreter.Occurrences {
    fileprivate mutating func add(_ other: Self) {
        timed += other.timed
        simultaneous += other.simultaneous
        canceled += other.canceled
        canceledWhenDue += other.canceledWhenDue
        deferred += other.deferred
        recalled += other.recalled
        nestedCompletions += other.nestedCompletions
        recordedHistories += other.recordedHistories
    }
}
