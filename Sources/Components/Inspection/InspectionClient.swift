internal import SystemLibrary

/// A listener of an inspector, as the server's thread sees it.
final class InspectionClient {
    /// The maximum number of bytes of a request.
    static let requestLimit = 4096
    /// The number of bytes from which on nothing is added to what the listener hasn't read.
    private static let outputLimit = 65_536

    let descriptor: Int32
    private var place = InspectionJournal.Place()
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var writtenCount = 0
    private var isRefused = false
    /// Whether the listener has left, or can't be listened to any more.
    private(set) var isLost = false

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = closeDescriptor(descriptor) }

    /// The events of the descriptor that matter now: no request is read while answers wait.
    var awaitedEvents: Int16 {
        Int16(output.isEmpty ? POLLIN : output.count - writtenCount > Self.outputLimit ? POLLOUT : POLLIN | POLLOUT)
    }

    /// Whether the listener takes what it hasn't been told.
    func canTakeMore(from journal: InspectionJournal) -> Bool {
        !isLost && output.isEmpty && !isRefused && journal.hasNews(for: place)
    }

    /// Sends what the listener hasn't been told, as far as the system takes it.
    func exchange(_ journal: InspectionJournal) {
        if isLost { return }
        if output.isEmpty, !isRefused { journal.append(to: &output, from: &place, limit: Self.outputLimit) }
        while writtenCount < output.count {
            let count = output.withUnsafeBytes {
                send(descriptor, $0.baseAddress! + writtenCount, $0.count - writtenCount, Self.flags)
            }
            if count > 0 {
                writtenCount += count
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                break
            } else if errno != EINTR {
                isLost = true
                return
            }
        }
        if writtenCount == output.count {
            output.removeAll(keepingCapacity: true)
            writtenCount = 0
            if isRefused { isLost = true }
        }
    }

    /// Reads requests, and answers each.
    func receive(_ perform: (InspectionRequest) throws(InspectionRequest.Refusal) -> [UInt8]) {
        if isLost || isRefused { return }
        var bytes = [UInt8](repeating: 0, count: Self.requestLimit)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return }
        if count <= 0 {
            isLost = true
            return
        }
        input += bytes[..<count]
        var rest = input[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            do throws(InspectionRequest.Refusal) {
                output += try perform(InspectionRequest(line))
            } catch {
                output += InspectionJournal.line("error", error.reason)
            }
        }
        input = Array(rest)
        if input.count >= Self.requestLimit {
            refuse("a request has at most \(Self.requestLimit - 1) bytes; write one on each line")
        }
    }

    /// Sends a last line.
    func refuse(_ reason: String) {
        output += InspectionJournal.line("error", reason)
        isRefused = true
    }

    #if canImport(Darwin)
        private static let flags: Int32 = 0
    #else
        // The end of a listener must not end the program by a signal.
        private static let flags = Int32(MSG_NOSIGNAL)
    #endif
}
