import AutomataFiles
@_spi(Tool) import Components
import Glibc
import Synchronization
import TextSupport
import ToolSupport

/// A run of another program, which has a socket for those that watch it.
final class WatchedProgram: LiveRun {
    private let descriptor: Int32
    private let title: String
    private let content = Mutex(Content())

    private struct Content {
        var reader = InspectionReader()
        var problem: String?
        var changed: (@Sendable () -> Void)?
        var answer: CheckedContinuation<String?, Never>?
    }

    /// The maximum number of bytes of a line.
    private static let lineLimit = 64 << 20

    /// Connects to a program.
    init(at path: String) throws(ToolError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard 1..<MemoryLayout.size(ofValue: address.sun_path) ~= bytes.count, !bytes.contains(0) else {
            throw ToolError("this isn't the path of a socket: it has more than 107 bytes, or none", at: path)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        title = Path.components(path).last ?? path
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if descriptor < 0 || result != 0 {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw ToolError(
                "can't connect: \(reason); start the program, which makes the socket by inspect(at:)", at: path)
        }
    }

    deinit { close(descriptor) }

    func listen(_ changed: @escaping @Sendable () -> Void) async {
        let isFirst = content.withLock { content in
            defer { content.changed = changed }
            return content.changed == nil
        }
        guard isFirst else { return }
        if DetachedThread.start(stackSize: 1 << 20, { [self] in readAll() }) != 0 {
            end("the system has no thread to read news")
        }
    }

    // MARK: - Reading

    private func readAll() {
        var buffer: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return end(nil) }
            var rest = bytes[..<count]
            while let index = rest.firstIndex(of: UInt8(ascii: "\n")) {
                buffer += rest[..<index]
                if let problem = take(buffer) { return end(problem) }
                buffer.removeAll(keepingCapacity: true)
                rest = rest[(index + 1)...]
            }
            buffer += rest
            if buffer.count > Self.lineLimit { return end("the program sent a line of more than 64 MiB") }
            content.withLock(\.changed)?()
        }
    }

    /// Reads a line; returns the problem if it isn't of the protocol.
    private func take(_ line: [UInt8]) -> String? {
        let (problem, answer): (String?, (CheckedContinuation<String?, Never>, String?)?) = content.withLock {
            content in
            do throws(InspectionReader.Problem) {
                guard try content.reader.read(line) == .answer else { return (nil, nil) }
                defer { content.answer = nil }
                return (nil, content.answer.map { ($0, content.reader.refusal) })
            } catch { return (error.description, nil) }
        }
        if let (continuation, refusal) = answer { continuation.resume(returning: refusal) }
        return problem
    }

    private func end(_ problem: String?) {
        let (answer, changed) = content.withLock { content in
            content.problem =
                problem
                ?? (content.reader.hasEnded ? nil : content.reader.refusal ?? "the program has closed the connection")
            defer { content.answer = nil }
            return (content.answer, content.changed)
        }
        answer?.resume(returning: "the program has closed the connection")
        shutdown(descriptor, Int32(SHUT_RDWR))
        changed?()
    }

    // MARK: - The page

    var view: RunView {
        get async {
            let (reader, problem) = content.withLock { ($0.reader, $0.problem) }
            var view = RunView()
            view.title = title
            view.assembly = reader.assembly
            view.states = reader.states.mapValues { states in
                states.filter(\.isActive).enumerated().compactMap { index, state in
                    // The innermost ones.
                    let next = states.filter(\.isActive).dropFirst(index + 1).first
                    return (next?.depth ?? 0) > state.depth ? nil : state.name
                }
            }
            view.events = reader.events.suffix(InspectionReader.eventLimit)
            view.failures = reader.failures
            view.missedCount = reader.missedCount
            view.next = reader.next.map { "\($0.part) handles #\($0.id)" }
            view.time = view.events.last?.event.time ?? .zero
            (view.isPaused, view.hasEnded) = (reader.isPaused, reader.hasEnded)
            view.allowsControl = reader.allowsControl && problem == nil
            view.problem = problem
            return view
        }
    }

    func perform(_ request: RunRequest) async throws(ToolError) {
        let name: String
        switch request {
        case .run: name = "resume"
        case .pause: name = "pause"
        case .step: name = "step"
        case .back, .send, .speed: throw ToolError("the page of another program can't do this; use the program itself")
        }
        let refusal = await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
            let isBusy = content.withLock { content in
                if content.answer != nil || content.problem != nil { return true }
                content.answer = continuation
                return false
            }
            if isBusy { return continuation.resume(returning: "the program hasn't answered the request before") }
            let line = Array("{\"request\": \"\(name)\"}\n".utf8)
            _ = line.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
        if let refusal { throw ToolError(refusal) }
    }
}
