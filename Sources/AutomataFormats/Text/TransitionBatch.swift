internal import Automata

/// A few transitions that are to be added to ``AutomatonParts``, so that arrays grow only once per
/// batch.
final class TransitionBatch {
    static let capacity = 1024

    private let sources = UnsafeMutablePointer<StateID>.allocate(capacity: capacity)
    private let symbols = UnsafeMutablePointer<Symbol>.allocate(capacity: capacity)
    private let targets = UnsafeMutablePointer<StateID>.allocate(capacity: capacity)
    private var count = 0

    deinit {
        sources.deallocate()
        symbols.deallocate()
        targets.deallocate()
    }

    @inline(__always)
    func add(from source: StateID, on symbol: Symbol, to target: StateID, flushingTo parts: inout AutomatonParts) {
        if count == Self.capacity { flush(to: &parts) }
        sources[count] = source
        symbols[count] = symbol
        targets[count] = target
        count += 1
    }

    func flush(to parts: inout AutomatonParts) {
        parts.sources.append(contentsOf: UnsafeBufferPointer(start: sources, count: count))
        parts.symbols.append(contentsOf: UnsafeBufferPointer(start: symbols, count: count))
        parts.targets.append(contentsOf: UnsafeBufferPointer(start: targets, count: count))
        count = 0
    }
}
