internal import Automata
internal import AutomataFiles
internal import CAutomata
internal import MemoryReserve

extension automata_budget: SizedStruct {}

extension Budget {
    /// Creates the budget that C gives, or the default for NULL, with no more memory than there is.
    init(_ pointer: UnsafePointer<automata_budget>?) throws(CallError) {
        let given = try automata_budget.given(pointer)
        self = .default
        if given.maximum_states > 0 {
            // There can't be more ids anyway.
            maximumStates = Int(min(given.maximum_states, UInt64(UInt32.max)))
        }
        if given.maximum_bytes > 0 { maximumBytes = Int(clamping: given.maximum_bytes) }
        bound(byBytesOfMachine: AvailableMemory.clampedToFreeMemory(maximumBytes))
        hasFreeMemory = { memory_secure($0) }
        if let progress = given.progress {
            let listener = ProgressListener(progress, given.context)
            reportProgress = { listener.report($0) }
            isCancelled = { listener.isCancelled }
        }
    }
}

extension Budget {
    /// Lowers the limit on bytes to a part of the machine's memory.
    mutating func bound(byBytesOfMachine bytes: Int) {
        guard bytes < maximumBytes else { return }
        (maximumBytes, isBoundByMachine) = (bytes, true)
    }
}

/// Reports the progress of an operation to C's callback, and remembers whether it asked to stop.
///
/// Operations report in the thread that called them, so that nothing here is shared.
private final class ProgressListener: @unchecked Sendable {
    private let progress: automata_progress
    private let context: UnsafeMutableRawPointer?
    private(set) var isCancelled = false

    init(_ progress: @escaping automata_progress, _ context: UnsafeMutableRawPointer?) {
        self.progress = progress
        self.context = context
    }

    func report(_ state: Budget.Progress) {
        if isCancelled { return }
        isCancelled = progress(UInt64(state.statesBuilt), UInt64(state.statesPending), context) != 0
    }
}
