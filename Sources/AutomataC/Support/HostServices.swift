@_spi(Tool) internal import Automata
internal import CAutomata
internal import Statecharts

/// The services, transports and charts of a C program for a session.
final class HostServices {
    private let functions: HostFunctions
    /// The connections of the running services, by their numbers.
    var connections: [UInt32: ServiceConnection] = [:]
    private var startedCount: UInt32 = 0

    /// The number of events that wait in all sessions, also while these start; 0 if no service
    /// runs.
    var waitingCount: Int { connections.first?.value.session?.waitingCount ?? 0 }

    init(_ functions: HostFunctions) { self.functions = functions }

    /// Returns the context of a session. The seed is always the same, as expressions have no random
    /// numbers.
    func context() throws(CallError) -> StatechartContext {
        let (functions, options) = (functions, functions.options)
        var context = StatechartContext(limits: options.limits)
        context.budget = try Budget(nil)
        (context.host, context.mayTake, context.randomSeed) = (functions, MemoryReservation.mayTake, 0)
        context.onLog = { functions.add($0) }
        if options.note != nil { context.onFailure = { functions.report($0) } }
        context.load = { try functions.chart(from: $0) }
        guard options.handler != nil else { return context }
        context.startService = { [self] request in try start(request) }
        context.sendMessage = { message in
            var request = HostRequest(AUTOMATA_MACHINE_REQUEST_SEND, message.event.data)
            request.type = message.transport
            request.target = message.target.isEmpty ? nil : message.target
            (request.name, request.id) = (message.event.name, message.event.sendID)
            return try functions.carryOut(request)
        }
        return context
    }

    private func start(_ request: ServiceRequest) throws -> (any StatechartService)? {
        startedCount &+= 1
        let number = startedCount
        var content = HostRequest(AUTOMATA_MACHINE_REQUEST_START, .record(request.arguments))
        (content.type, content.id, content.service) = (request.type, request.id, number)
        switch request.source {
        case .location(let location): content.target = location
        case .text(let text): content.text = text
        case nil: break
        }
        connections[number] = request.connection
        var isStarted = false
        defer { if !isStarted { connections[number] = nil } }
        isStarted = try functions.carryOut(content)
        return isStarted ? Service(number: number, id: request.id, services: self) : nil
    }

    /// A service that runs in the program.
    private final class Service: StatechartService {
        let number: UInt32
        let id: String
        let services: HostServices

        init(number: UInt32, id: String, services: HostServices) {
            (self.number, self.id, self.services) = (number, id, services)
        }

        func receive(_ event: ExpressionBehavior.Payload) throws {
            guard services.connections[number] != nil else { return }
            var request = HostRequest(AUTOMATA_MACHINE_REQUEST_DELIVER, event.data)
            (request.id, request.name, request.service) = (id, event.name, number)
            guard try services.functions.carryOut(request) else {
                throw ExpressionError("the service '\(id)' doesn't accept the event '\(event.name)'")
            }
        }

        func cancel() {
            guard services.connections.removeValue(forKey: number) != nil else { return }
            var request = HostRequest(AUTOMATA_MACHINE_REQUEST_END, .null)
            (request.id, request.service) = (id, number)
            _ = try? services.functions.carryOut(request)
        }
    }
}

/// A request of a chart to the program.
struct HostRequest {
    let kind: automata_machine_request_kind
    let data: Value
    var service: UInt32 = 0
    var type, id, name, target, text: String?

    init(_ kind: automata_machine_request_kind, _ data: Value) { (self.kind, self.data) = (kind, data) }

    /// Calls a function with the request for C.
    func withRequest<Result>(_ body: (UnsafePointer<automata_machine_request>) -> Result) -> Result {
        let texts = [type, id, name, target, text]
        let memory = StableNames(texts.map { $0 ?? "" } + [data.characters])
        func lent(_ index: Int) -> automata_text {
            texts[index] == nil ? automata_text(data: nil, length: 0) : memory.lent.items[index]
        }
        let value = memory.lent.items[texts.count]
        var request = automata_machine_request(
            kind: kind, service: service, type: lent(0), id: lent(1), name: lent(2), target: lent(3), text: lent(4),
            data: data.lent(value.data, value.length))
        return withExtendedLifetime(memory) { body(&request) }
    }
}

extension HostFunctions {
    /// Lets the program carry out a request.
    ///
    /// - Returns: `false` if the program has no such service, transport or action.
    /// - Throws: ``ExpressionError`` if the program reports a failure.
    func carryOut(_ request: HostRequest) throws -> Bool {
        guard let handler = options.handler else { return false }
        run.pointee.isHandling = true
        defer { run.pointee.isHandling = false }
        let answer = request.withRequest { handler(run.pointee.handle, $0, run.pointee.context) }
        if answer < 0 { throw ExpressionError("the program has failed") }
        return answer > 0
    }

    /// Returns the chart of an invocation.
    func chart(from source: StatechartContext.Source) throws -> Statechart {
        switch source {
        case .location(let location):
            let pointer = location.withCString { options.load?(run.pointee.handle, $0, run.pointee.context) }
            guard let chart = StatechartHandle.from(pointer) else {
                let remedy = options.load == nil ? "; set 'load' in the options of the machine" : ""
                throw ExpressionError("can't load the chart '\(location)'\(remedy)")
            }
            defer { StatechartHandle.free(pointer) }
            return chart.compiled.chart
        case .text(let text):
            do throws(CallError) { return try Statechart.inline(text) } catch { throw ExpressionError(error.message) }
        }
    }
}

extension automata_machine_options {
    var limits: StateMachineLimits {
        StateMachineLimits(
            steps: maximum_steps > 0 ? Int(clamping: maximum_steps) : 10_000,
            events: maximum_events > 0 ? Int(clamping: min(maximum_events, 1 << 30)) : 10_000)
    }
}
