internal import CScriptEngine
internal import Synchronization

/// An object that stops the running script of an engine, from any thread.
public final class Interrupter: Sendable {
    private let engine: Mutex<Engine?>

    private struct Engine: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    init(_ engine: OpaquePointer) { self.engine = Mutex(Engine(pointer: engine)) }

    func forget() { engine.withLock { $0 = nil } }

    /// Stops the running script, or the next one if none runs, after at most 262,144 instructions.
    /// Then the engine is dead.
    public func interrupt() { engine.withLock { if let engine = $0 { script_interrupt(engine.pointer) } } }
}
