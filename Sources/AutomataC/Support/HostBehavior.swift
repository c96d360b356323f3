internal import CAutomata
internal import Glibc
internal import Statecharts
internal import TextSupport

/// The behavior of charts whose guards and actions are functions of a C program.
struct HostBehavior: StatechartBehavior {
    typealias State = NoSymbol
    typealias Event = NoSymbol
    typealias Guard = HostSymbol
    typealias Action = HostSymbol
    typealias Payload = UInt64

    let run: UnsafeMutablePointer<HostRun>

    @inline(__always)
    func holds(_ symbol: HostSymbol, in step: borrowing Step<Self>) throws -> Bool {
        let answer = withUnsafePointer(to: step) { step in
            run.pointee.reading = step
            run.pointee.name = symbol.name
            defer { (run.pointee.reading, run.pointee.name) = (nil, nil) }
            return symbol.function(run.pointee.handle, run.pointee.context)
        }
        if answer < 0 { throw HostFailure() }
        return answer > 0
    }

    @inline(__always)
    mutating func perform(_ symbol: HostSymbol, in step: inout Step<Self>) throws {
        let run = run
        let answer = withUnsafeMutablePointer(to: &step) { step in
            (run.pointee.reading, run.pointee.writing) = (UnsafePointer(step), step)
            run.pointee.name = symbol.name
            defer { (run.pointee.reading, run.pointee.writing, run.pointee.name) = (nil, nil, nil) }
            return symbol.function(run.pointee.handle, run.pointee.context)
        }
        if answer != 0 { throw HostFailure() }
    }
}

/// The failure of a guard or an action in the host program.
struct HostFailure: Error {}

/// The current call of a machine, for its callbacks and for nested calls.
struct HostRun {
    let handle: OpaquePointer
    /// The machine, once it is initialized.
    let machine: UnsafeMutablePointer<StateMachine<HostBehavior>>
    let isRecording: Bool
    let context: UnsafeMutableRawPointer?
    /// The engine's number of each event.
    let numbers: UnsafeBufferPointer<UInt32>
    /// Whether a call works on the machine.
    var isBusy = false
    /// Whether a callback has freed the machine.
    var isFreed = false
    /// The step, while a guard or an action runs.
    var reading: UnsafePointer<Step<HostBehavior>>?
    /// The step, while an action runs.
    var writing: UnsafeMutablePointer<Step<HostBehavior>>?
    /// The name of the running guard or action.
    var name: UnsafePointer<CChar>?
}

extension MachineHandle {
    /// Returns the run of a machine, which must not be NULL, without reference counting, which
    /// would take longer than a short call.
    @inline(__always)
    static func run(of pointer: OpaquePointer?) throws(CallError) -> UnsafeMutablePointer<HostRun> {
        guard let pointer else { throw .invalidArgument("the machine is NULL") }
        return Unmanaged<MachineHandle>.fromOpaque(UnsafeRawPointer(pointer))._withUnsafeGuaranteedRef { $0.run }
    }
}

extension UnsafeMutablePointer<HostRun> {
    /// Returns the engine's number of an event.
    @inline(__always)
    func number(of event: automata_statechart_event) throws(CallError) -> Int {
        guard Int(event) < pointee.numbers.count else { throw unknown(event) }
        return Int(pointee.numbers[Int(event)])
    }

    @inline(never)
    private func unknown(_ event: automata_statechart_event) -> CallError {
        .outOfRange("there is no event \(event); the chart has \(pointee.numbers.count)")
    }

    /// Sends an event by the engine's number.
    @inline(__always)
    func send(_ number: Int, _ data: UInt64) throws(CallError) -> EventFate {
        do throws(StateMachineError) {
            if pointee.isRecording {
                return try MachineHandle.from(pointee.handle)?.sendRecording(number, data) ?? .ignored
            }
            var behavior = HostBehavior(run: self)
            return try pointee.machine.pointee.send(number: number, data, to: &behavior)
        } catch {
            throw .statechart(.machine(error))
        }
    }
}

/// A guard or an action with its function.
struct HostSymbol: StatechartSymbol, @unchecked Sendable {
    // Unchecked: the name is never changed, and the function may be called on any thread.
    let name: UnsafePointer<CChar>
    let function: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> CInt

    init(
        name: UnsafePointer<CChar>,
        function: @escaping @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> CInt
    ) {
        (self.name, self.function) = (name, function)
    }

    /// Returns `nil`, as a text has no function.
    init?(rawValue: String) { nil }

    var rawValue: String { String(cString: name) }

    static var allCases: [HostSymbol] { [] }

    static func == (left: HostSymbol, right: HostSymbol) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The functions that C gives for the names of a chart, and the names that were used.
struct HostSymbols {
    private var functions: [[UInt8]: automata_machine_callback] = [:]
    private var rest: automata_machine_callback?
    /// The names with their functions; they live as long as the pool.
    private let pool: NamePool

    /// - Parameter what: The kind of the functions, for messages.
    init(
        _ start: UnsafePointer<automata_statechart_binding>?, _ count: Int, _ what: StaticString, _ pool: NamePool
    ) throws(CallError) {
        self.pool = pool
        for binding in try Argument.array(start, count, what) {
            guard let function = binding.function else {
                throw .invalidArgument("'\(what)' has a NULL function; set it")
            }
            guard let name = binding.name else {
                guard rest == nil else {
                    throw .statechart(.duplicateName("'\(what)' has two entries without a name; keep one"))
                }
                rest = function
                continue
            }
            let text = try Argument.string(name, Argument.zeroTerminated, what)
            guard functions.updateValue(function, forKey: Array(text.utf8)) == nil else {
                throw .statechart(.duplicateName("'\(what)' has the name '\(text)' twice; keep one"))
            }
        }
    }

    /// Returns the finding about something that no function decides or does.
    static func sentence(missing symbol: MissingSymbol) -> String {
        switch symbol {
        case .guard(.named(let name)), .guard(.expression(.variable(let name))):
            "no function is bound to the guard '\(name)'; add it to options.guards"
        case .action(.perform(let name)): "no function is bound to the action '\(name)'; add it to options.actions"
        case .guard(.expression(let expression)):
            "a chart with expressions can't run from C; name a guard, such as cond='ready', instead of "
                + Message.quoted(expression.description.utf8)
        case .guard: "a chart with expressions can't run from C; name a guard instead"
        case .action(let action):
            "a chart with expressions can't run from C; name an action instead of the one \(action.title)"
        }
    }

    /// Returns the symbol of a name; `nil` if it has no function.
    func symbol(for name: String) -> HostSymbol? {
        guard let function = functions[Array(name.utf8)] ?? rest else { return nil }
        return HostSymbol(name: pool.add(name), function: function)
    }
}

/// Zero-terminated names at fixed addresses, for the lifetime of the object.
final class NamePool: @unchecked Sendable {
    // Unchecked: names are added only before the object is shared.
    private var names: [UnsafeMutablePointer<CChar>] = []

    func add(_ name: String) -> UnsafePointer<CChar> {
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: name.utf8.count + 1)
        for (index, byte) in name.utf8.enumerated() { copy[index] = CChar(bitPattern: byte) }
        copy[name.utf8.count] = 0
        names.append(copy)
        return UnsafePointer(copy)
    }

    deinit { for name in names { name.deallocate() } }
}
