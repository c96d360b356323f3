internal import CAutomata
internal import MemoryReserve
internal import Statecharts

/// The behavior of charts whose guards and actions are all functions of a C program.
struct HostBehavior: StatechartBehavior {
    typealias State = NoSymbol
    typealias Event = NoSymbol
    typealias Guard = HostSymbol
    typealias Action = HostSymbol
    typealias Payload = UInt64

    let run: UnsafeMutablePointer<HostRun>

    @inline(__always)
    func holds(_ symbol: HostSymbol, in step: borrowing Step<Self>) throws -> Bool {
        try withUnsafePointer(to: step) { step in try run.ask(symbol, UnsafeRawPointer(step)) }
    }

    @inline(__always)
    mutating func perform(_ symbol: HostSymbol, in step: inout Step<Self>) throws {
        let run = run
        try withUnsafeMutablePointer(to: &step) { step in try run.perform(symbol, UnsafeMutableRawPointer(step)) }
    }
}

/// The failure of a guard or an action in the host program.
struct HostFailure: Error {}

/// The current call of a machine, for its callbacks and for nested calls.
struct HostRun {
    let handle: OpaquePointer
    let context: UnsafeMutableRawPointer?
    /// The engine's number of each event.
    let numbers: UnsafeBufferPointer<UInt32>
    /// The machine to which events can be sent without its engine: `nil` if the chart has
    /// expressions, or steps are recorded.
    var direct: UnsafeMutablePointer<StateMachine<HostBehavior>>?
    /// The observers, which the handle keeps; `nil` if there are none.
    var observers: Unmanaged<HostObservers>?
    /// Whether a call works on the machine.
    var isBusy = false
    /// Whether that call doesn't count its memory, as it allocates none unless a guard or an action
    /// fails.
    var isMemoryUncounted = false
    /// Whether the program carries out a request.
    var isHandling = false
    /// Whether a guard or an action of an invoked chart runs, whose states have other numbers.
    var isInvoked = false
    /// Whether a callback has freed the machine.
    var isFreed = false
    /// The step of the engine's behavior, while a guard or an action runs.
    private(set) var reading: UnsafeRawPointer?
    /// Whether the running callback is an action; of no meaning between callbacks.
    private var isWriting = false
    /// The name of the running guard or action; of no meaning between callbacks.
    private var lastName: UnsafePointer<CChar>?
    /// The data of a chart with expressions, while a guard or an action runs; guards only read it.
    var data: UnsafeMutablePointer<ExpressionBehavior>?
    /// The number of bytes of the largest value that the data has had.
    var valueBytes = 0

    init(handle: OpaquePointer, context: UnsafeMutableRawPointer?, numbers: UnsafeBufferPointer<UInt32>) {
        (self.handle, self.context, self.numbers) = (handle, context, numbers)
    }

    /// The step of the engine's behavior, while an action runs.
    var writing: UnsafeMutableRawPointer? { isWriting ? UnsafeMutableRawPointer(mutating: reading) : nil }

    /// The name of the running guard or action.
    var name: UnsafePointer<CChar>? { reading == nil ? nil : lastName }

    /// Begins a guard.
    @inline(__always)
    mutating func begin(_ name: UnsafePointer<CChar>, reading step: UnsafeRawPointer) {
        (reading, isWriting, lastName) = (step, false, name)
    }

    /// Begins an action.
    @inline(__always)
    mutating func begin(_ name: UnsafePointer<CChar>?, writing step: UnsafeMutableRawPointer) {
        (reading, isWriting, lastName) = (UnsafeRawPointer(step), true, name)
    }

    /// Ends a guard or an action.
    @inline(__always)
    mutating func end() { reading = nil }
}

extension MachineHandle {
    /// Returns the run of a machine, which must not be NULL, without reference counting, which
    /// would take longer than a short call.
    @inline(__always)
    static func run(of pointer: OpaquePointer?) throws(CallError) -> UnsafeMutablePointer<HostRun> {
        guard let pointer else { throw MachineHandle.isNull }
        return Unmanaged<MachineHandle>.fromOpaque(UnsafeRawPointer(pointer))._withUnsafeGuaranteedRef { $0.run }
    }
}

extension UnsafeMutablePointer<HostRun> {
    /// Calls the function of a guard.
    @inline(__always)
    func ask(_ symbol: HostSymbol, _ step: UnsafeRawPointer) throws -> Bool {
        pointee.begin(symbol.name, reading: step)
        let answer = symbol.function(pointee.handle, pointee.context)
        pointee.end()
        if answer < 0 { throw failure() }
        return answer > 0
    }

    /// Calls the function of an action.
    @inline(__always)
    func perform(_ symbol: HostSymbol, _ step: UnsafeMutableRawPointer) throws {
        pointee.begin(symbol.name, writing: step)
        let answer = symbol.function(pointee.handle, pointee.context)
        pointee.end()
        if answer != 0 { throw failure() }
    }

    /// Returns the engine's number of an event.
    @inline(__always)
    func number(of event: automata_statechart_event) throws(CallError) -> Int {
        guard Int(event) < pointee.numbers.count else { throw unknown(event) }
        return Int(pointee.numbers[Int(event)])
    }

    @inline(never)
    private func unknown(_ event: automata_statechart_event) -> CallError {
        .outOfRange("there is no event \(event); the chart has \(pointee.numbers.count), counted from 0")
    }

    /// Sends an event of the chart if its cell determines the step.
    ///
    /// - Returns: `nil` if it doesn't; nothing has changed then. Unless ``isIdle``, ``settle()``
    ///   must follow.
    @inline(__always)
    func sendInCell(_ event: automata_statechart_event, _ data: UInt64) -> EventFate? {
        guard !pointee.isBusy, let direct = pointee.direct, Int(event) < pointee.numbers.count else { return nil }
        (pointee.isBusy, pointee.isMemoryUncounted) = (true, true)
        var behavior = HostBehavior(run: self)
        let fate = direct.pointee.sendInCell(number: pointee.numbers[Int(event)], data, to: &behavior)
        if !pointee.isMemoryUncounted { memory_call_end() }
        (pointee.isBusy, pointee.isMemoryUncounted) = (false, false)
        return fate
    }

    /// Returns the error of a guard or an action, for which memory is taken.
    @inline(never)
    private func failure() -> HostFailure {
        if pointee.isMemoryUncounted { memory_call_begin() }
        pointee.isMemoryUncounted = false
        return HostFailure()
    }

    /// Whether ``sendInCell(_:_:)`` has left no work, and the machine lives.
    @inline(__always)
    var isIdle: Bool { !pointee.isFreed && pointee.direct?.pointee.isSettled ?? true }

    /// Does the work that ``sendInCell(_:_:)`` has left.
    func settle() throws(CallError) {
        var behavior = HostBehavior(run: self)
        do throws(StateMachineError) { try pointee.direct?.pointee.settle(&behavior) } catch {
            throw .statechart(.machine(error))
        }
    }

    /// Sends an event by the engine's number.
    func send(_ number: Int, _ data: UInt64) throws(CallError) -> EventFate {
        guard let direct = pointee.direct else {
            return try MachineHandle.from(pointee.handle)?.engine.send(number, .number(data)) ?? .ignored
        }
        var behavior = HostBehavior(run: self)
        do throws(StateMachineError) { return try direct.pointee.send(number: number, data, to: &behavior) } catch {
            throw .statechart(.machine(error))
        }
    }
}
