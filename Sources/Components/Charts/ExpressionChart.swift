public import Statecharts

/// A component whose behavior is a chart with expressions, such as one from a file.
///
///     let chart = try CompiledStatechart<ExpressionBehavior>(file.chart)
///     let door = assembly.add("door") {
///         ExpressionChart(chart, inputs: ["commands": ["push"]], outputs: ["signals": ["opened"]])
///     }
///     assembly.connect(door.port("signals"), to: light.input)
///
/// Each message is the event of its name, its body the event's data, and the event's origin is
/// `#_commands` for the port `commands`. What the chart sends to the target `#_signals` goes out
/// through the port `signals`; if that port has no message of the event's name, the action fails by
/// `error.execution`. All bodies are a `Value`, so that ports fit those of other charts, and
/// protocols with `Message<Value>`.
public struct ExpressionChart: Component {
    /// The data of the chart, such as its variables.
    public var data: ExpressionBehavior
    private let chart: CompiledStatechart<ExpressionBehavior>
    private let ports: ValuePortCores

    /// Creates a component.
    ///
    /// - Parameters:
    ///   - chart: The compiled chart.
    ///   - data: The data at the start; `nil` for that of the chart.
    ///   - ports: The ports.
    ///   - check: Says what is wrong with a body that the chart sends, which then isn't sent.
    public init(
        _ chart: CompiledStatechart<ExpressionBehavior>, data: ExpressionBehavior? = nil, ports: [ValuePort],
        check: ValueCheck? = nil
    ) {
        (self.chart, self.data) = (chart, data ?? ExpressionBehavior(for: chart.chart))
        self.ports = ValuePortCores(ports)
        let outputs = self.ports.senders(check)
        self.data.onSend = { target, event, delay throws(ExpressionError) in
            // SCXML gives the others their meaning.
            guard target.hasPrefix("#_"), !target.hasPrefix("#_scxml_"), target != "#_parent", target != "#_internal"
            else { return false }
            try outputs.send(event.name, event.data, through: String(target.dropFirst(2)), after: delay)
            return true
        }
    }

    /// Creates a component.
    ///
    /// - Parameters:
    ///   - chart: The compiled chart.
    ///   - data: The data at the start; `nil` for that of the chart.
    ///   - inputs: The names of the messages that each input port receives, by the port's name.
    ///   - outputs: The names of the messages that each output port sends, by the port's name.
    public init(
        _ chart: CompiledStatechart<ExpressionBehavior>, data: ExpressionBehavior? = nil,
        inputs: [String: [String]] = [:], outputs: [String: [String]] = [:]
    ) {
        func ports(_ names: [String: [String]], _ direction: Assembly.Port.Direction) -> [ValuePort] {
            names.sorted { $0.key < $1.key }.map { ValuePort($0.key, direction, $0.value) }
        }
        self.init(chart, data: data, ports: ports(inputs, .input) + ports(outputs, .output))
    }
}

extension ExpressionChart: ExplorableComponent {
    mutating func settle() { data.log.removeAll() }

    func write(to keys: StateKeys) throws(UnexplorableState) {
        if data.scripts != nil {
            throw UnexplorableState(property: "", reason: "is a chart with scripts; use the library's own expressions")
        }
        keys.append(whole: data.variables)
        keys.append(whole: data.regionVariables)
        keys.append(whole: data.guards)
    }
}

extension ExpressionChart: InstanceMaking {
    func makeInstance() -> ComponentInstance {
        let instance = ChartInstance<ExpressionChart, ExpressionBehavior>(
            self, .success(chart), offset: MemoryLayout<ExpressionChart>.offset(of: \.data) ?? 0, startsWithRun: true
        ) { event, body, port in
            ExpressionBehavior.Payload(name: event.rawValue, data: body as? Value ?? .null, origin: "#_" + port)
        }
        instance.writeSnapshot = { keys, snapshot in keys.append(whole: snapshot) }
        ports.join(instance)
        instance.bind()
        return instance
    }
}

extension PartReference {
    /// Returns the port with a name, for components whose ports have no properties.
    public func port(_ port: String) -> PortReference { PortReference(name, port) }
}
