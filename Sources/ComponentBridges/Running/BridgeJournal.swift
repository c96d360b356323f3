internal import Synchronization
internal import SystemLibrary
internal import TextSupport

/// A file with the messages that aren't acknowledged, and the numbers of those that have come, each
/// a line. A line is written before what it tells of goes on.
///
/// The file grows until it is twice as long as what it keeps; then it is written anew.
package final class BridgeJournal: Sendable {
    let identity: String
    private let path: String
    private let state: Mutex<State>

    private struct State: Sendable {
        var peers: [String: RestoredPeer] = [:]
        var descriptor: Int32
        /// The bytes of the file, and of its lines that still matter.
        var (size, liveSize) = (0, 0)
        /// Whether the file lacks something.
        var hasFailed = false

        init(descriptor: Int32) { self.descriptor = descriptor }
    }

    /// The file is at least so long before it is written anew.
    private static let leastSize = 1 << 20

    package init(_ path: String) throws(BridgeError) {
        // A link stays one, and who opens the file by another name finds it locked.
        let path = Self.resolved(path)
        self.path = path
        var state = State(descriptor: try Self.lockedFile(path))
        do throws(BridgeError) {
            (identity, state.peers) = try Self.read(try Self.contents(of: state.descriptor, path), path)
            self.state = Mutex(state)
        } catch {
            _ = closeDescriptor(state.descriptor)
            throw error
        }
        let code = self.state.withLock { rewrite(&$0) }
        if code != 0 {
            close()
            throw Self.failure(path, code)
        }
    }

    /// Opens the file, and locks it.
    private static func lockedFile(_ path: String) throws(BridgeError) -> Int32 {
        while true {
            let descriptor = openFile(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            if descriptor < 0 { throw failure(path, errno) }
            var (mine, current) = (stat(), stat())
            // Two processes would take each other's messages for their own.
            let code = flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
            let isCurrent =
                fstat(descriptor, &mine) == 0 && stat(path, &current) == 0 && mine.st_ino == current.st_ino
                && mine.st_dev == current.st_dev
            if code == 0, isCurrent { return descriptor }
            _ = closeDescriptor(descriptor)
            if code == EWOULDBLOCK {
                throw .unavailable(address: path, reason: "another process uses the journal; give each its own")
            }
            if code != 0 { throw failure(path, code) }
            // It was written anew, or removed, before it was locked.
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    package var peers: [RestoredPeer] { state.withLock { $0.peers.values.sorted { $0.identity < $1.identity } } }

    package func close() {
        state.withLock { state in
            if state.descriptor >= 0 { _ = closeDescriptor(state.descriptor) }
            state.descriptor = -1
        }
    }

    // MARK: - Noting

    /// Keeps a message until it is acknowledged.
    ///
    /// - Returns: The reason why it can't; `nil` if it is kept. So do the other methods.
    func keep(_ number: UInt64, _ content: [UInt8], for peer: String) -> String? {
        state.withLock { state in
            state.peers[peer, default: RestoredPeer(identity: peer)].lastSent = number
            state.peers[peer]?.unacknowledged.append((number, content))
            return write(Self.line(peer, "keep", number, content), &state)
        }
    }

    func acknowledge(_ number: UInt64, of peer: String) -> String? {
        state.withLock { state in
            guard let list = state.peers[peer]?.unacknowledged, let first = list.first, first.number <= number else {
                return nil
            }
            let count = list.firstIndex { $0.number > number } ?? list.count
            state.peers[peer]?.unacknowledged.removeFirst(count)
            return write(Self.line(peer, "ack", number), &state)
        }
    }

    func note(received number: UInt64, from peer: String) -> String? {
        state.withLock { state in
            state.peers[peer, default: RestoredPeer(identity: peer)].lastReceived = number
            return write(Self.line(peer, "received", number), &state)
        }
    }

    func forget(_ peer: String) -> String? {
        state.withLock { state in
            guard state.peers.removeValue(forKey: peer) != nil else { return nil }
            return write(Self.line(peer, "forget", 0), &state)
        }
    }

    /// Tries to write again, if writing had failed.
    func recover() -> String? {
        state.withLock { state in state.hasFailed ? Self.reason(rewrite(&state)) : nil }
    }

    private func write(_ line: [UInt8], _ state: inout State) -> String? {
        guard state.descriptor >= 0 else { return nil }
        var code: Int32 = 0
        if state.hasFailed || state.size > max(Self.leastSize, 2 * state.liveSize) {
            code = rewrite(&state)
        } else {
            code = Self.write(line, to: state.descriptor)
            // No part of a line stays.
            if code != 0 { _ = ftruncate(state.descriptor, off_t(state.size)) } else { state.size += line.count }
        }
        state.hasFailed = code != 0
        return Self.reason(code)
    }

    private static func reason(_ code: Int32) -> String? { code == 0 ? nil : String(cString: strerror(code)) }

    /// Writes the file anew, with what matters.
    ///
    /// - Returns: 0, or the number of the error.
    private func rewrite(_ state: inout State) -> Int32 {
        var text = Self.line(identity, "journal", UInt64(Self.version))
        for peer in state.peers.values.sorted(by: { $0.identity < $1.identity }) {
            text += Self.line(peer.identity, "sent", peer.lastSent)
            text += Self.line(peer.identity, "received", peer.lastReceived)
            for (number, content) in peer.unacknowledged { text += Self.line(peer.identity, "keep", number, content) }
        }
        let temporary = path + ".new"
        let descriptor = Self.openFile(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        if descriptor < 0 { return errno }
        var code = Self.write(text, to: descriptor)
        if code == 0,
            flock(descriptor, LOCK_EX | LOCK_NB) != 0 || fsync(descriptor) != 0 || rename(temporary, path) != 0
        {
            code = errno
        }
        if code != 0 {
            _ = closeDescriptor(descriptor)
            unlink(temporary)
            return code
        }
        _ = closeDescriptor(state.descriptor)
        (state.descriptor, state.size, state.liveSize, state.hasFailed) = (descriptor, text.count, text.count, false)
        return 0
    }

    // MARK: - Lines

    private static let version = 1

    private static func line(_ peer: String, _ what: String, _ number: UInt64, _ content: [UInt8] = []) -> [UInt8] {
        var text = TextOutput()
        text.append("{\"peer\":")
        JSONString.append(peer.utf8, to: &text)
        text.append(string: ",\"\(what)\":\(number)")
        // The content ends the line as it ends that of a message.
        if content.isEmpty { text.append("}\n") } else { text.append(content) }
        return text.bytes
    }

    private static func read(
        _ text: [UInt8], _ path: String
    ) throws(BridgeError) -> (identity: String, peers: [String: RestoredPeer]) {
        var (identity, peers) = ("", [String: RestoredPeer]())
        var result = Result<Void, TextProblem>.success(())
        var number = 0
        text.withUnsafeBytes { text in
            var start = 0
            // A line without an end was cut off when the process died: what it tells hasn't gone on.
            while let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) {
                number += 1
                do throws(TextProblem) { try read(text, start, end, &identity, &peers) } catch {
                    return result = .failure(error)
                }
                start = end + 1
            }
        }
        if case .failure(let problem) = result {
            throw .unavailable(
                address: path,
                reason: "line \(number) isn't of a journal: \(problem.message); remove the file to begin anew")
        }
        return (identity.isEmpty ? BridgeConnection.randomIdentity() : identity, peers)
    }

    private static func read(
        _ text: UnsafeRawBufferPointer, _ start: Int, _ end: Int, _ identity: inout String,
        _ peers: inout [String: RestoredPeer]
    ) throws(TextProblem) {
        var cursor = JSONCursor(text, from: start, to: end)
        var (peer, what, number, content) = ("", "", UInt64(0), [UInt8]())
        try cursor.object("an object") { (cursor, name, _) throws(TextProblem) in
            switch name {
            case "peer": peer = try cursor.string()
            case "journal", "sent", "received", "keep", "ack", "forget":
                (what, number) = (name, UInt64(try cursor.wholeNumber()))
                if name == "keep" { content = Array(text[cursor.position...end]) }
            default: try cursor.skipValue()
            }
        }
        try cursor.finish("the end of the line")
        switch what {
        case "journal":
            if number != version { throw cursor.problem("a journal of version \(version)", at: start) }
            identity = peer
        case "sent": peers[peer, default: RestoredPeer(identity: peer)].lastSent = number
        case "received": peers[peer, default: RestoredPeer(identity: peer)].lastReceived = number
        case "keep":
            peers[peer, default: RestoredPeer(identity: peer)].lastSent = number
            peers[peer]?.unacknowledged.append((number, content))
        case "ack": peers[peer]?.unacknowledged.removeAll { $0.number <= number }
        case "forget": peers[peer] = nil
        default: throw cursor.problem("a line of a journal", at: start)
        }
    }

    // MARK: - Files

    private static func failure(_ path: String, _ code: Int32) -> BridgeError {
        .unavailable(address: path, reason: String(cString: strerror(code)))
    }

    private static func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
    private static func contents(of descriptor: Int32, _ path: String) throws(BridgeError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = readDescriptor(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { throw failure(path, errno) }
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var position = 0
        while position < bytes.count {
            let count = bytes[position...].withUnsafeBytes { writeDescriptor(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { position += count } else if errno != EINTR { return errno }
        }
        return 0
    }
}
