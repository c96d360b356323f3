internal import CScriptEngine

/// The services of an engine for its scripts.
final class Host {
    /// Returns whether a state is active, for `In`.
    var isActive: ((String) -> Bool?)?
    /// The time since the beginning of 1970; `nil` for the system's.
    var time: Duration?
    /// The lines of `console.log`.
    var lines: [String] = []
    /// The number of bytes of the lines.
    var logSize = 0
    /// A Boolean value that indicates whether lines were left out.
    private(set) var isLogFull = false

    private static let maximumLineCount = 10_000
    private static let maximumLogSize = 1 << 20

    /// Makes an engine ask this object, which must live as long as the engine.
    func serve(_ engine: OpaquePointer) {
        script_set_host(
            engine,
            script_host(
                context: Unmanaged.passUnretained(self).toOpaque(),
                is_active: { context, name, size in Host.at(context).answer(name, size) },
                time: { context in Host.at(context).now },
                log: { context, text, size in Host.at(context).add(text, size) }))
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> Host {
        // Never nil, as `serve` sets it.
        context.map { Unmanaged<Host>.fromOpaque($0).takeUnretainedValue() } ?? Host()
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ size: Int) -> String? {
        try? String(fromEngine: UnsafeRawBufferPointer(start: start, count: size))
    }

    private func answer(_ name: UnsafePointer<CChar>?, _ size: Int) -> Int32 {
        guard let isActive, let name = Self.text(name, size), let answer = isActive(name) else { return -1 }
        return answer ? 1 : 0
    }

    private var now: Double {
        guard let time else { return script_system_time() }
        let (seconds, attoseconds) = time.components
        return Double(seconds) * 1000 + Double(attoseconds / 1_000_000_000_000_000)
    }

    func clearLog() { (lines, logSize, isLogFull) = ([], 0, false) }

    private func add(_ text: UnsafePointer<CChar>?, _ size: Int) {
        guard !isLogFull else { return }
        guard lines.count < Self.maximumLineCount, size <= Self.maximumLogSize - logSize else {
            isLogFull = true
            return lines.append("further lines are left out; log less in one action")
        }
        logSize += size
        lines.append(Self.text(text, size) ?? "a text with an unpaired surrogate")
    }
}
