internal import Automata
internal import MemoryReserve

/// Memory that is reserved before work that can't end with an error halfway.
enum MemoryReservation {
    /// Reserves twice the given bytes until the call ends.
    ///
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` if the system refuses them.
    static func reserveMemory(_ byteCount: Int) throws(CallError) {
        if !memory_secure(byteCount) { throw .core(.budgetExceeded(statesBuilt: 0, limit: .memory)) }
    }

    /// Returns whether the given bytes could be reserved until the call ends.
    static func mayTake(_ byteCount: Int) -> Bool { memory_secure(byteCount) }

    /// Reserves memory for the work of a parser before it first checks its budget: at most a tree
    /// of the text's characters. Continues even if there isn't enough memory.
    static func keepReserve(forText byteCount: Int) { memory_put_aside(min(byteCount, 4 << 20) * 128) }

    /// Reserves memory for a linear operation on an automaton.
    static func reserveMemory(for automaton: Automaton) throws(CallError) { try reserveMemory(2 * automaton.byteCount) }
}
