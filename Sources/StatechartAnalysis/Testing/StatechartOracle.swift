internal import StatechartObservers
@_spi(Tool) public import Statecharts
internal import TextSupport

/// An input of a chart or of its implementation.
public enum StatechartInput: Hashable, Sendable {
    /// An event, and its data.
    case event(String, data: Value = .null)
    /// A time to wait.
    case wait(Duration)
}

extension StatechartInput: CustomStringConvertible {
    /// The input as an argument of `automata statechart run`: an event, or a time in milliseconds
    /// such as `+500`. Data is JSON, as in `coin=50`. A backslash precedes an event's name that
    /// would be read otherwise: `\+500`.
    public var description: String {
        switch self {
        case .event(let name, let data): name.eventArgument + (data == .null ? "" : "=" + data.jsonText)
        case .wait(let time): "+" + time.milliseconds
        }
    }
}

/// Tells the outputs that a chart has for inputs, as the engine shows them.
///
/// An output has the effects of ``AnalysisOptions/outputs`` between commas, such as
/// `beep,door=open`, or is `-` if there are none. Scripts aren't run: a chart with scripts is run
/// without these.
public struct StatechartOracle: Sendable {
    private let engine: ObservedEngine
    private let outputs: StatechartOutputs
    /// The events from outside, those whose data decide conditions with such data.
    public let events: [StatechartInput]
    /// A Boolean value that indicates whether any action of the chart may be an output of the
    /// options.
    public let hasActions: Bool
    /// A Boolean value that indicates whether outputs have values that scripts compute, which the
    /// oracle leaves out: only labels are compared there.
    public let leavesOutValues: Bool

    /// Creates the oracle of a chart.
    ///
    /// - Throws: An error if the chart isn't valid, or can't be explored.
    public init(_ chart: Statechart, _ options: AnalysisOptions = .init()) throws(AnalysisError) {
        let model = try ChartModel(chart, options, observing: options.outputs)
        guard let engine = ObservedEngine(model, options) else {
            throw .chart(StatechartError([.init(path: [chart.name], message: "the chart can't be compiled")]))
        }
        self.engine = engine
        outputs = options.outputs
        leavesOutValues = chart.scriptLanguage != nil && model.abstraction.losesOutputValues
        hasActions = ([chart] + chart.submachines).contains { $0.performs(options.outputs) }
        events = model.space.externalEvents.map {
            let (name, data) = model.event(of: .event($0))
            return .event(name, data: data)
        }
    }

    /// Returns the outputs of the start and of inputs, up to the end of the chart.
    ///
    /// - Returns: `nil` if the run asks a guard that only a program knows, or has no end.
    public func outputs(for inputs: [StatechartInput]) -> [String]? {
        var (time, timed) = (Duration.zero, [ObservedEngine.Input]())
        for input in inputs {
            switch input {
            case .event(let name, let data): timed.append(.init(time: time, event: name, data: data))
            case .wait(let wait):
                time += wait
                timed.append(.init(time: time, event: nil))
            }
        }
        var recorder = NoRecorder()
        guard let found = engine.run(timed, recorder: &recorder), !found.contains(where: \.isEndless) else {
            return nil
        }
        let count = (found.firstIndex(where: \.isEnded) ?? found.count - 1) + 1
        let trace = OutputTrace(outputs)
        return found[..<count].map { trace.name($0.exactOutputs, $0.configuration) }
    }

    /// Returns whether an answer is the output. Where values are left out, it may have any value
    /// after a label.
    func accepts(_ answer: ImplementationAnswer, for output: String) -> Bool {
        guard case .output(let text) = answer else { return false }
        if text == output || !leavesOutValues { return text == output }
        let (received, expected) = (OutputTrace.parts(of: text), OutputTrace.parts(of: output))
        return received.count == expected.count
            && zip(received, expected).allSatisfy { received, expected in
                let isLabel = !expected.utf8.contains(UInt8(ascii: "="))
                return received == expected || isLabel && received.hasPrefix(expected + "=")
            }
    }
}

extension Statechart {
    /// Returns whether the chart has an action that is an output of the options.
    fileprivate func performs(_ outputs: StatechartOutputs) -> Bool {
        var isFound = false
        for state in states {
            for block in state.entry + state.exit + [state.initialActions] + state.transitions.map(\.actions) {
                block.forEachNested { action in
                    switch action {
                    case .perform, .custom: isFound = isFound || outputs.contains(.actions)
                    case .log: isFound = isFound || outputs.contains(.logs)
                    case .send(let send): isFound = isFound || outputs.contains(.sent) && send.leavesChart
                    default: break
                    }
                }
            }
        }
        return isFound
    }
}

extension StatechartTest {
    /// The inputs of the test.
    public var inputs: [StatechartInput] {
        steps.flatMap { step in
            (step.wait.map { [.wait($0)] } ?? [])
                + (step.event.map { [.event($0, data: step.data)] } ?? []) as [StatechartInput]
        }
    }
}

extension Value {
    /// The value as JSON; numbers that aren't finite are `null`.
    public var jsonText: String {
        switch self {
        case .number(let number) where !number.isFinite: "null"
        case .null, .boolean, .number: "\(self)"
        case .text(let text): JSONText(text).text
        case .list(let items): "[" + items.map(\.jsonText).joined(separator: ", ") + "]"
        case .record(let members):
            "{"
                + members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map { JSONText($0.key).text + ": " + $0.value.jsonText }.joined(separator: ", ") + "}"
        }
    }
}
