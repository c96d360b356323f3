internal import Components
internal import Statecharts
internal import TextSupport

/// The parts of an assembly as a file has them, with their offsets.
struct AssemblyTree: Sendable {
    var name: String?
    var components: [Component] = []
    var channels: [Channel] = []
    var environment: [EnvironmentPort] = []
    var checks: ReadChecks?

    struct Component: Sendable {
        var name: String
        var offset: Int
        var behavior = Behavior.program
        var ports: [Port] = []
        var mailbox: MailboxBound?
        var execution: ComponentExecution?
        var contracts: [ContractText] = []
        /// The chart, or the assembly inside, after the files were read.
        var content: Content?
    }

    /// A contract, whose expression another library reads.
    struct ContractText: Sendable {
        var name: String
        var ports: [String] = []
        var messages = ""
        var offset: Int
        /// The offset of the expression; `nil` if it is missing.
        var messagesOffset: Int?
        /// Whether the expression is written without escapes, so that its columns are offsets.
        var isPlain = true
        /// The contract, after the files were read.
        var contract: Contract?
    }

    /// The source of a component's behavior.
    enum Behavior: Sendable {
        /// The program that reads the file.
        case program
        /// The chart in a file.
        case chart(path: String, offset: Int)
        /// The assembly in a file.
        case file(path: String, offset: Int)
        /// The components inside.
        indirect case contents(AssemblyTree)
    }

    enum Content: Sendable {
        case chart(LoadedChart)
        indirect case assembly(AssemblyTree, AssemblySource)
    }

    struct Port: Sendable {
        var name: String
        var direction: Assembly.Port.Direction
        var messages: [Message]
        var isOptional = false
        var offset: Int

        /// The port as a component has it.
        var value: ValuePort { ValuePort(name, direction, messages.map(\.name), isOptional: isOptional) }
        /// Whether messages come in from outside of the component.
        var isInput: Bool { direction == .input || direction == .proxyInput }
        /// Whether the port is that of a component that contains others.
        var isProxy: Bool { direction == .proxyInput || direction == .proxyOutput }
    }

    struct Message: Hashable, Sendable {
        var name: String
        var type = BodyType.any
    }

    struct Channel: Sendable {
        var senders: [End] = []
        var receivers: [End] = []
        var kind: Assembly.Channel.Kind?
        var capacity: Int?
        var offset: Int
    }

    /// A port in a channel, by the names of the component and the port.
    struct End: Sendable {
        var part: String
        var port: String
        var offset: Int

        var text: String { "\(part).\(port)" }
    }

    /// A port of the environment, and the ports that it leads to or comes from.
    struct EnvironmentPort: Sendable {
        var name: String
        var ends: [End]
        var offset: Int
    }

    /// Returns the type of the body of a message that a port receives; `nil` if there is none.
    func type(of message: String, to port: PortReference) -> BodyType? {
        let dot = port.part.firstIndex(of: ".") ?? port.part.endIndex
        guard let component = components.first(where: { $0.name == port.part[..<dot] }) else { return nil }
        if dot < port.part.endIndex {
            guard case .assembly(let inner, _) = component.content else { return nil }
            return inner.type(of: message, to: PortReference(String(port.part[dot...].dropFirst()), port.port))
        }
        let known = component.ports.first { $0.name == port.port && $0.direction == .input }
        return known?.messages.first { $0.name == message }?.type
    }

    /// The ports that channels can join, by the texts of ends.
    var portsByName: [String: Port] {
        var ports: [String: Port] = [:]
        for component in components {
            for port in component.ports where port.direction != .own {
                ports["\(component.name).\(port.name)"] = port
            }
        }
        return ports
    }
}

/// The text of a file, for the places of findings.
final class AssemblySource: Sendable {
    /// The name for messages.
    let name: String?
    /// The folder of the file, with a slash; empty if paths aren't changed.
    let folder: String
    private let text: [UInt8]

    init(_ text: [UInt8], name: String?, folder: String) {
        (self.text, self.name, self.folder) = (text, name, folder)
    }

    /// Returns problems with their places.
    func located(_ problems: [TextProblem]) -> [LocatedProblem] {
        text.withUnsafeBytes { bytes in
            zip(problems, TextPosition.positions(of: problems.map { $0.offset ?? 0 }, in: bytes)).map {
                LocatedProblem($0, inputName: name, at: $1)
            }
        }
    }
}

/// A chart that components run.
struct LoadedChart: Sendable {
    let chart: CompiledStatechart<ExpressionBehavior>
    /// The chart's scripting language; `nil` if it has none.
    var language: String? { chart.chart.scriptLanguage }
}
