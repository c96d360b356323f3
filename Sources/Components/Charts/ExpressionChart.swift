public import Statecharts

/// A component whose behavior is a chart with expressions, such as one from a file.
///
///     let chart = try CompiledStatechart<ExpressionBehavior>(file.chart)
///     let door = assembly.add("door") {
///         ExpressionChart(chart, inputs: ["commands": ["push"]], outputs: ["signals": ["opened"]])
///     }
///     assembly.connect(door.port("signals"), to: light.input)
///
/// Each message is the event of its name, and its body the event's data. What the chart sends to
/// the target `#_signals` goes out through the port `signals`, if the port has a message of the
/// event's name. All bodies are a `Value`, so that ports fit those of other charts, and protocols
/// with `Message<Value>`.
public struct ExpressionChart: Component {
    /// The data of the chart, such as its variables.
    public var data: ExpressionBehavior
    private let chart: CompiledStatechart<ExpressionBehavior>
    private let inputs: [InputCore]
    private let outputs: [OutputCore]

    /// Creates a component.
    ///
    /// - Parameters:
    ///   - chart: The compiled chart.
    ///   - data: The data at the start; `nil` for that of the chart.
    ///   - inputs: The names of the messages that each input port receives, by the port's name.
    ///   - outputs: The names of the messages that each output port sends, by the port's name.
    public init(
        _ chart: CompiledStatechart<ExpressionBehavior>, data: ExpressionBehavior? = nil,
        inputs: [String: [String]] = [:],
        outputs: [String: [String]] = [:]
    ) {
        (self.chart, self.data) = (chart, data ?? ExpressionBehavior(for: chart.chart))
        func members(_ port: (key: String, value: [String])) -> AnyProtocolMembers {
            AnyProtocolMembers(port.key, named: port.value) { Message<Value>() }
        }
        self.inputs = inputs.sorted { $0.key < $1.key }.map { InputCore(members($0)) }
        self.outputs = outputs.sorted { $0.key < $1.key }.map { OutputCore(members($0)) }
    }

    func makeInstance() -> ComponentInstance {
        var component = self
        let exits = Exits(ports: outputs)
        component.data.onSend = { exits.send($0, $1, after: $2) }
        let instance = ChartInstance<ExpressionChart, ExpressionBehavior>(
            component, .success(chart), offset: MemoryLayout<ExpressionChart>.offset(of: \.data) ?? 0,
            startsWithRun: true
        ) { ExpressionBehavior.Payload(name: $0.rawValue, data: $1 as? Value ?? .null) }
        for input in inputs { instance.add(input, input.members.name) }
        for output in outputs { instance.add(output, output.members.name) }
        instance.bind()
        return instance
    }

    /// The output ports of a chart, for the chart's behavior.
    private struct Exits: @unchecked Sendable {
        // Unchecked, because only the turns of the component send.
        let ports: [OutputCore]

        func send(_ target: String, _ event: ExpressionBehavior.Payload, after delay: Duration) -> Bool {
            guard let port = ports.first(where: { "#_" + $0.members.name == target }),
                let message = port.members.message(named: event.name)
            else { return false }
            let sender = Sender<Value>(port, message.index)
            if delay > .zero { sender(event.data, after: delay) } else { sender(event.data) }
            return true
        }
    }
}

extension PartReference {
    /// Returns the port with a name, for components whose ports have no properties.
    public func port(_ port: String) -> PortReference { PortReference(name, port) }
}
