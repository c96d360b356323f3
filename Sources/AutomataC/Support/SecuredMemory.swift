internal import Automata
internal import MemoryReserve

/// Memory that is put aside before work that can't end with an error halfway.
enum SecuredMemory {
    /// Puts aside twice so many bytes until the call ends.
    ///
    /// - Throws: ``AutomataError/budgetExceeded(statesBuilt:limit:)`` if the machine refuses them.
    static func secure(_ byteCount: Int) throws(CallError) {
        if !memory_secure(byteCount) { throw .core(.budgetExceeded(statesBuilt: 0, limit: .memory)) }
    }

    /// Puts aside what a parser makes of a text before it first checks its budget, a tree of its
    /// characters at most; does without if that is refused.
    static func putAside(forText byteCount: Int) { memory_put_aside(min(byteCount, 4 << 20) * 128) }

    /// Puts aside what a linear operation on an automaton takes.
    static func secure(for automaton: Automaton) throws(CallError) { try secure(2 * automaton.byteCount) }
}
