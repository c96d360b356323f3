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
        var isOpen = true
        /// Whether the program takes requests: one that has too many listeners says only so.
        var isGreeted = false
        var changed: (@Sendable () -> Void)?
        /// Those who wait for answers, in the order of the requests.
        var requests: [Request] = []
        var requestCount = 0
        /// The error that the program told without a request.
        var farewell: String?
        /// Those who wait for the first news.
        var newcomers: [CheckedContinuation<Void, Never>] = []

        /// Whether the messages that wait were asked for, and not told yet.
        var isAsking: Bool { requests.contains(where: \.isForWaiting) }
        /// Whether a look shows something: the parts come right after the greeting.
        var hasShown: Bool { !reader.assembly.parts.isEmpty || reader.hasEnded }
        /// The reason for which no request can be made any more.
        var farewellText: String { problem ?? "the run has ended; start the program again" }
        /// The messages that wait, to see whether they change.
        var waiting: [String] {
            (reader.waitingMessages ?? []) + (reader.waitingCounts ?? []).map { "\($0.part) \($0.count)" }
        }
    }

    private struct Request {
        let number: Int
        /// Whether the request is that for the messages that wait, which the page doesn't make.
        var isForWaiting = false
        /// The page's request; `nil` once it has been told that there is no answer.
        var continuation: CheckedContinuation<String?, Never>?
    }

    /// The time after which a page is told that there is no answer.
    private static let answerLimit = Duration.seconds(5)
    /// The time after which a page is told of a program that says nothing.
    private static let newsLimit = Duration.seconds(1)
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
            let reason = Self.reason(errno, path)
            close(descriptor)
            throw ToolError("can't connect: \(reason)", at: path)
        }
    }

    /// The reason for which a connection failed, with what to do.
    private static func reason(_ code: Int32, _ path: String) -> String {
        var status = stat()
        let isSocket = Path.withBytes(path) { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFSOCK
        switch code {
        case ENOENT: return "there is no such socket; start the program, which makes it by inspect(at:)"
        case EACCES: return "the socket isn't yours; run this command as the user of the program"
        case ECONNREFUSED where isSocket: return "the program of this socket has ended; start it again"
        case ECONNREFUSED: return "this isn't a socket; name the one that the program makes by inspect(at:)"
        default: return "\(String(cString: strerror(code))); name the socket that the program makes by inspect(at:)"
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
        // So that the first look shows something.
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isThere = content.withLock { content in
                if content.hasShown || !content.isOpen { return true }
                content.newcomers.append(continuation)
                return false
            }
            if isThere { return continuation.resume() }
            Task {
                try? await Task.sleep(for: Self.newsLimit)
                welcome()
            }
        }
    }

    private func welcome() {
        let newcomers = content.withLock { content in
            defer { content.newcomers = [] }
            return content.newcomers
        }
        for newcomer in newcomers { newcomer.resume() }
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
            var hasChanged = false
            while let index = rest.firstIndex(of: UInt8(ascii: "\n")) {
                buffer += rest[..<index]
                if let problem = take(buffer, &hasChanged) { return end(problem) }
                buffer.removeAll(keepingCapacity: true)
                rest = rest[(index + 1)...]
            }
            buffer += rest
            if buffer.count > Self.lineLimit { return end("the program sent a line of more than 64 MiB") }
            if hasChanged {
                if content.withLock(\.hasShown) { welcome() }
                content.withLock(\.changed)?()
            }
        }
    }

    /// Reads a line.
    ///
    /// - Parameter hasChanged: Becomes true if the page shows something else now.
    /// - Returns: The problem if the line isn't of the protocol.
    private func take(_ line: [UInt8], _ hasChanged: inout Bool) -> String? {
        var answered: CheckedContinuation<String?, Never>?
        let (problem, refusal): (String?, String?) = content.withLock { content in
            let waiting = content.waiting
            do throws(InspectionReader.Problem) {
                if try content.reader.read(line) == .news {
                    (hasChanged, content.isGreeted) = (true, true)
                } else if content.requests.isEmpty {
                    content.farewell = content.reader.refusal
                } else {
                    let request = content.requests.removeFirst()
                    answered = request.continuation
                    // Else the page would ask again and again.
                    if !request.isForWaiting || content.waiting != waiting { hasChanged = true }
                }
                return (nil, content.reader.refusal)
            } catch { return (error.description, nil) }
        }
        answered?.resume(returning: refusal)
        return problem
    }

    private func end(_ problem: String?) {
        let (requests, changed) = content.withLock { content in
            content.problem =
                problem ?? (content.reader.hasEnded ? nil : content.farewell ?? "the program has closed the connection")
            content.isOpen = false
            defer { content.requests = [] }
            return (content.requests, content.changed)
        }
        for request in requests { request.continuation?.resume(returning: "the program has closed the connection") }
        welcome()
        shutdown(descriptor, Int32(SHUT_RDWR))
        changed?()
    }

    // MARK: - The page

    var view: RunView {
        get async {
            let (reader, problem) = content.withLock { content in
                // The answer comes later, and with it, if it differs, a further look.
                if content.isOpen, content.isGreeted, !content.isAsking { ask("waiting", nil, &content) }
                return (content.reader, content.problem)
            }
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
            view.stop = reader.stop
            (view.waiting, view.waitingCounts) = (reader.waitingMessages, reader.waitingCounts)
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
            let refusal: String? = content.withLock { content in
                if !content.isOpen { return content.farewellText }
                if content.requests.contains(where: { !$0.isForWaiting }) {
                    return "the program hasn't answered the request before; wait for it, or look at the program"
                }
                let number = ask(name, continuation, &content)
                Task {
                    try? await Task.sleep(for: Self.answerLimit)
                    giveUp(number)
                }
                return nil
            }
            if let refusal { continuation.resume(returning: refusal) }
        }
        if let refusal { throw ToolError(refusal) }
    }

    /// Sends a request, in the order of those who wait for answers.
    ///
    /// - Parameter continuation: The page's request; `nil` for the messages that wait.
    /// - Returns: The number of the request.
    @discardableResult
    private func ask(
        _ name: String, _ continuation: CheckedContinuation<String?, Never>?, _ content: inout Content
    ) -> Int {
        content.requestCount += 1
        content.requests.append(
            Request(number: content.requestCount, isForWaiting: continuation == nil, continuation: continuation))
        let line = Array("{\"request\": \"\(name)\"}\n".utf8)
        _ = line.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        return content.requestCount
    }

    /// Tells a page that a request has no answer, unless it has one. The place of the request stays,
    /// for an answer that comes later.
    private func giveUp(_ number: Int) {
        let continuation = content.withLock { content in
            let index = content.requests.firstIndex { $0.number == number }
            defer { if let index { content.requests[index].continuation = nil } }
            return index.flatMap { content.requests[$0].continuation }
        }
        continuation?.resume(
            returning: "the program hasn't answered for \(Self.answerLimit.components.seconds) seconds; it may be "
                + "busy, and may still do this; look at the program")
    }
}
