public import Components
internal import Synchronization
internal import TextSupport

/// Writes the events of a run as they happen, one on each line, in constant memory.
///
///     var options = Simulation.Options()
///     let writer = TraceWriter(of: assembly, options) { try file.write(contentsOf: $0) }
///     options.onEvent = writer.write
///     let simulation = try Simulation(assembly, options)
///     …
///     try writer.finish()
///
/// A trace without ``finish()`` can be read, and is told to be cut off.
public final class TraceWriter: Sendable {
    private struct State {
        var text = TextOutput()
        var eventCount = 0
        var error: (any Error)?
        var isFinished = false
    }

    private let state: Mutex<State>
    private let output: @Sendable ([UInt8]) throws -> Void

    /// The number of bytes that are gathered before they are written.
    private static let pieceSize = 1 << 16

    /// Creates a writer, which has written nothing yet.
    ///
    /// - Parameters:
    ///   - assembly: The assembly that runs.
    ///   - options: The options of the run, for those who repeat it.
    ///   - output: Called with the text, piece by piece.
    public init(
        of assembly: Assembly, _ options: Simulation.Options = .init(),
        to output: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.output = output
        let header: JSONObject = [
            "format": TraceLine.format, "version": TraceLine.version, "seed": JSONText(written: "\(options.seed)"),
            "shuffled": options.isShuffled, "parts": assembly.parts.map(\.name),
        ]
        var state = State()
        state.text.append(string: header.line)
        self.state = Mutex(state)
    }

    /// Writes an event. After an error, or the last line, nothing more is written.
    ///
    /// - Complexity: O(*n*) for *n* bytes of the line.
    @Sendable public func write(_ event: TraceEvent) {
        state.withLock { state in
            guard state.error == nil, !state.isFinished else { return }
            state.text.append(event)
            state.eventCount += 1
            if state.text.bytes.count >= Self.pieceSize { flush(&state) }
        }
    }

    private func flush(_ state: inout State) {
        if state.text.bytes.isEmpty { return }
        do { try output(state.text.bytes) } catch { state.error = error }
        state.text.bytes.removeAll(keepingCapacity: true)
    }

    /// Writes what is gathered, for those who read the trace while the run goes on.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    public func flush() {
        state.withLock { state in if state.error == nil { flush(&state) } }
    }

    /// The first error of the output; `nil` if there is none.
    public var error: (any Error)? { state.withLock { $0.error } }

    /// Writes the rest and the last line, which says that the trace is whole. Only the first call
    /// does.
    ///
    /// - Parameter isInterrupted: Whether the run didn't come to the end of its last step, as a
    ///   signal ends the program. The run is then repeated only up to the last event.
    /// - Throws: The first error of the output.
    public func finish(isInterrupted: Bool = false) throws {
        try state.withLock { state in
            if state.error == nil, !state.isFinished {
                state.text.appendEnd(count: state.eventCount, isInterrupted: isInterrupted)
                flush(&state)
            }
            state.isFinished = true
            if let error = state.error { throw error }
        }
    }
}
