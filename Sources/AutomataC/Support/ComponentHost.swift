internal import CAutomata
internal import ComponentFormats
internal import Components
internal import StatechartFormats
internal import Statecharts

/// The function that handles the messages of a component, with its context.
struct HostHandler: @unchecked Sendable {
    // Unchecked: a simulation belongs to one thread at a time.
    let function: automata_component_handler
    let context: UnsafeMutableRawPointer?
}

/// The commands that a component hasn't answered, which end with it.
final class KeptCommands: @unchecked Sendable {
    // Unchecked: a simulation belongs to one thread at a time.
    fileprivate var responders: [UInt64: Responder<Value>] = [:]
    /// The maximum number of commands that wait for answers.
    fileprivate static let limit = 100_000
}

/// The program's side of a simulation: the handler that runs.
final class ComponentHost: @unchecked Sendable {
    // Unchecked: a simulation belongs to one thread at a time.

    /// The handle, lent to handlers.
    unowned(unsafe) var handle: SimulationHandle?
    /// Whether a call works on the simulation.
    var isBusy = false
    /// Whether a handler has freed the simulation.
    var isFreed = false
    /// A component whose messages the program handles.
    typealias Component = (name: String, outputs: ValueOutputs, commands: KeptCommands)

    /// The component whose handler runs.
    private(set) var current: (name: StableNames, outputs: ValueOutputs, commands: KeptCommands)?
    private var commandCount: UInt64 = 0
    let note: (String) -> Void

    init(note: @escaping (String) -> Void = { _ in }) { self.note = note }

    /// The component whose handler runs.
    func running() throws(CallError) -> (name: String, outputs: ValueOutputs) {
        guard let current else {
            throw .assembly(.misplaced("this call is for handlers of components; send from outside instead"))
        }
        return (String(decoding: current.name.bytes(of: 0), as: UTF8.self), current.outputs)
    }

    /// The name of the component whose handler runs.
    var currentName: UnsafePointer<CChar>? { current?.name[0] }

    // MARK: - Calls of handlers

    func start(_ component: Component, _ handler: HostHandler) throws {
        try call(handler, automata_message(), for: component)
    }

    /// Passes a message to the program.
    ///
    /// - Parameter component: The component that handles it; `nil` for the environment.
    func handle(
        _ message: ValueMessage, _ handler: HostHandler, for component: Component? = nil
    ) throws {
        var (given, body, request) = (automata_message(), message.body, Value.null)
        given.kind = AUTOMATA_MESSAGE_PLAIN
        switch message.command {
        case .request(let responder):
            given.kind = AUTOMATA_MESSAGE_COMMAND
            guard let commands = component?.commands, let number = keep(responder, in: commands) else { return }
            given.command = number
        case .answer(.success(let answer)):
            (given.kind, body, request) = (AUTOMATA_MESSAGE_ANSWER, answer, message.body)
        case .answer(.failure(let reason)):
            (given.kind, body, request) = (AUTOMATA_MESSAGE_REFUSAL, .text(reason.description), message.body)
        case nil: break
        }
        let names = StableNames([message.port, message.name])
        (given.port, given.name) = (names.lent.items[0], names.lent.items[1])
        var failure: (any Error)?
        body.withValue { body in
            request.withValue { request in
                (given.body, given.request) = (body, request)
                do { try call(handler, given, for: component) } catch { failure = error }
            }
        }
        if let failure { throw failure }
    }

    private func call(
        _ handler: HostHandler, _ message: automata_message, for component: Component?
    ) throws {
        guard let handle, !isFreed else { return }
        let before = current
        current = component.map { (StableNames([$0.name]), $0.outputs, $0.commands) }
        defer { current = before }
        let result = withUnsafePointer(to: message) { handler.function(handle.lent(), $0, handler.context) }
        if result != 0 { throw HandlerFailure(result: result) }
    }

    // MARK: - Commands

    private func keep(_ responder: Responder<Value>, in commands: KeptCommands) -> UInt64? {
        guard commands.responders.count < KeptCommands.limit else {
            responder.refuse("too many commands wait for answers; answer some first")
            return nil
        }
        commandCount += 1
        commands.responders[commandCount] = responder
        return commandCount
    }

    /// Takes a command that the running component has to answer.
    func take(_ command: UInt64) throws(CallError) -> Responder<Value> {
        _ = try running()
        guard let responder = current?.commands.responders.removeValue(forKey: command) else {
            throw .outOfRange("the component has no command \(command) to answer; give the number of its message")
        }
        return responder
    }
}

/// The number that a handler returned instead of 0.
private struct HandlerFailure: Error, CustomStringConvertible {
    let result: Int32

    var description: String { "its handler returned \(result)" }
}

extension ComponentNote {
    /// The note as a sentence.
    var sentence: String {
        switch kind {
        case .log(let entry):
            "\(component): \(entry.label.isEmpty ? "" : entry.label + ": ")\((entry.value ?? .null).json)"
        case .failure(let failure): "\(component): \(failure.error)"
        case .end(let reason): "\(component): \(reason)"
        }
    }
}
