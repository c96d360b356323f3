internal import CAutomata
internal import Statecharts

/// The machine of a handle, whatever its behavior.
protocol MachineEngine: AnyObject {
    func start() throws(CallError)
    func restore(_ text: UnsafeRawBufferPointer) throws(CallError)
    /// Returns a copy of the machine for another handle.
    func copy(_ run: UnsafeMutablePointer<HostRun>) throws(CallError) -> any MachineEngine

    // Events and time
    func send(_ number: Int, _ data: EventData) throws(CallError) -> EventFate
    func send(_ name: String, _ data: EventData) throws(CallError) -> EventFate
    func send(_ number: Int, _ data: EventData, toRegion region: UInt32) throws(CallError) -> EventFate
    func advance(to time: Duration) throws(CallError)

    // Inspecting, between calls
    var isMade: Bool { get }
    var deadline: Duration? { get }
    var hasEnded: Bool { get }
    var enabledEvents: [automata_statechart_event] { get }
    func forEachActiveAtomicState(_ body: (Int) -> Void)
    func snapshot() throws(CallError) -> [UInt8]

    // Inspecting, also within guards and actions
    var time: Duration { get }
    func isActive(_ state: Int) -> Bool
    func value(_ expression: Expression) throws(CallError) -> Value
    func assign(_ value: Value, to name: String) throws(CallError)

    // Within guards and actions
    var eventNumber: Int? { get }
    var eventData: UInt64 { get }
    var region: Int? { get }
    func raise(_ number: Int, _ data: UInt64) throws(CallError)
    func send(_ number: Int, _ data: UInt64, after delay: Duration, id: String) throws(CallError)
    func cancel(id: String) throws(CallError)
}
