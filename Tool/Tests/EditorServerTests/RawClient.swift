import Foundation

/// A client that sends any bytes, and reads answers with a generous limit of time.
///
/// Its calls block, so that it belongs on a thread of its own.
final class RawClient {
    struct Failure: Error {
        var message: String
    }

    struct Answer {
        var status: Int
        var headers: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let descriptor: Int32
    private var isOpen = true
    /// The bytes that have come, and the number of those that have been read.
    private var buffer: [UInt8] = []
    private var readCount = 0
    /// The news that have come and not been read.
    private var newsText: Substring = ""

    /// Connects to a port of this machine.
    ///
    /// - Parameter receiveBuffer: Size of the system's buffer for what comes in; `nil` for the
    ///   usual one.
    init(host: String = "127.0.0.1", port: Int, receiveBuffer: Int32? = nil) throws {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0, let address = list?.pointee else {
            throw Failure(message: "no address")
        }
        defer { freeaddrinfo(list) }
        descriptor = socket(address.ai_family, address.ai_socktype, 0)
        guard descriptor >= 0 else { throw Failure(message: "no socket: \(errno)") }
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            throw Failure(message: "can't connect: \(errno)")
        }
    }

    deinit { close() }

    func close() {
        if isOpen { Glibc.close(descriptor) }
        isOpen = false
    }

    // MARK: Sending

    /// Sends text as it is; returns whether the other side took all of it.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    // MARK: Reading

    /// Reads some bytes; returns whether there were any before the end.
    private func fill() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count < 0, errno != ECONNRESET { throw Failure(message: "nothing came: \(errno)") }
        buffer.removeFirst(readCount)
        readCount = 0
        buffer += chunk.prefix(max(0, count))
        return count > 0
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while buffer.count - readCount < count {
            guard try fill() else { throw Failure(message: "the answer ends early") }
        }
        defer { readCount += count }
        return Array(buffer[readCount..<(readCount + count)])
    }

    /// Reads a line without its end.
    func line() throws -> String {
        while true {
            if let end = buffer[readCount...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = try take(end + 1 - readCount).dropLast()
                return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            }
            guard try fill() else { throw Failure(message: "the answer ends within a line") }
        }
    }

    /// Reads the first line and the headers of an answer.
    func head() throws -> Answer {
        let parts = try line().split(separator: " ")
        guard parts.count >= 2, parts[0] == "HTTP/1.1", let status = Int(parts[1]) else {
            throw Failure(message: "no HTTP")
        }
        var headers: [String: String] = [:]
        while true {
            let line = try line()
            if line.isEmpty { break }
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { throw Failure(message: "no header: \(line)") }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        return Answer(status: status, headers: headers, body: [])
    }

    /// Reads an answer whole.
    func answer(toHead: Bool = false) throws -> Answer {
        var answer = try head()
        if !toHead, let length = answer.headers["content-length"].flatMap({ Int($0) }) {
            answer.body = try take(length)
        }
        return answer
    }

    /// Reads a chunk of an answer that is streamed; `nil` at its good end.
    func chunk() throws -> String? {
        guard let count = Int(try line(), radix: 16) else { throw Failure(message: "no chunk") }
        let bytes = try take(count)
        guard try line() == "" else { throw Failure(message: "the chunk is too long") }
        return count == 0 ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Reads the next line of news but for signs of life; `nil` at the good end of the stream.
    func news() throws -> String? {
        while true {
            while let end = newsText.firstIndex(of: "\n") {
                let line = newsText[..<end]
                newsText = newsText[newsText.index(after: end)...]
                if !line.isEmpty { return String(line) }
            }
            guard let chunk = try chunk() else { return nil }
            newsText += chunk
        }
    }

    /// Returns whether the other side closes the connection without sending more.
    func isAtEnd() throws -> Bool { try buffer.count == readCount && !fill() }

    /// Reads until the other side closes the connection; returns the number of bytes.
    func drain() throws -> Int {
        var count = 0
        repeat {
            count += buffer.count - readCount
            readCount = buffer.count
        } while try fill()
        return count
    }
}
