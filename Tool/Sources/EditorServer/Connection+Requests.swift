import Glibc

extension Connection {
    /// Waits for bytes, if all have been read.
    func fill(until deadline: Instant, orElse ending: ConnectionError) throws(ConnectionError) {
        while unreadRange.isEmpty {
            guard connections.stage == .serving else { throw .disconnection }
            guard .now < deadline else { throw ending }
            switch client.receive(into: &input) {
            case .bytes(let count): unreadRange = 0..<count
            case .none: wakeSignal.wait(for: POLLIN, at: client, until: deadline)
            case .end: throw .disconnection
            }
        }
    }

    private func readByte() throws(ConnectionError) -> UInt8 {
        try fill(until: requestDeadline, orElse: .refusal(.tooSlow))
        return input[unreadRange.removeFirst()]
    }

    /// Reads a line, without its end.
    ///
    /// - Parameter room: The maximum number of bytes, from which those of the line are subtracted.
    private func readLine(within room: inout Int) throws(ConnectionError) -> ArraySlice<UInt8> {
        var line: ArraySlice<UInt8> = []
        while room > 0 {
            room -= 1
            let byte = try readByte()
            switch byte {
            case UInt8(ascii: "\n") where line.last == UInt8(ascii: "\r"): return line.dropLast()
            case UInt8(ascii: "\r"), UInt8(ascii: "\t"), 0x20...0x7E, 0x80...0xFF:
                guard line.last != UInt8(ascii: "\r") else { throw .refusal(.malformed) }
                line.append(byte)
            default: throw .refusal(.malformed)
            }
        }
        throw .refusal(.headTooLarge)
    }

    /// Reads a request's first line and headers.
    func readHead() throws(ConnectionError) -> RequestHead {
        var room = site.limits.headSize
        var lines: [ArraySlice<UInt8>] = []
        while true {
            let line = try readLine(within: &room)
            if !line.isEmpty {
                guard lines.count <= site.limits.headerCount else { throw .refusal(.headTooLarge) }
                lines.append(line)
            } else if !lines.isEmpty {
                // Some clients end a body with a line break too many, which is no head.
                break
            }
        }
        do throws(Refusal) { return try RequestHead(lines) } catch { throw .refusal(error) }
    }

    /// Reads a request's body.
    func readBody(of head: RequestHead, limit: Int) throws(ConnectionError) -> [UInt8] {
        var body: [UInt8] = []
        if case .length(let count) = head.framing, count > limit { throw .refusal(.bodyTooLarge) }
        if head.expectsContinue { try send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), until: requestDeadline) }
        switch head.framing {
        case .length(let count): try read(count, into: &body)
        case .chunked:
            while let count = try readChunkSize() {
                guard count <= limit - body.count else { throw .refusal(.bodyTooLarge) }
                try read(count, into: &body)
                var room = site.limits.headSize
                guard try readLine(within: &room).isEmpty else { throw .refusal(.malformed) }
            }
            // What follows the body isn't for us.
            var room = site.limits.headSize
            while try !readLine(within: &room).isEmpty {}
        }
        return body
    }

    private func read(_ count: Int, into body: inout [UInt8]) throws(ConnectionError) {
        var rest = count
        while rest > 0 {
            try fill(until: requestDeadline, orElse: .refusal(.tooSlow))
            let bytes = unreadRange.prefix(rest)
            body += input[bytes]
            unreadRange = unreadRange[bytes.endIndex...]
            rest -= bytes.count
        }
    }

    /// Reads the line before a chunk; returns `nil` at the end of the body.
    private func readChunkSize() throws(ConnectionError) -> Int? {
        var room = site.limits.headSize
        var digits = try readLine(within: &room).prefix { $0 != UInt8(ascii: ";") }
        while digits.last == UInt8(ascii: " ") { digits.removeLast() }
        let text = String(decoding: digits, as: UTF8.self)
        // A sign isn't a digit.
        guard text.allSatisfy(\.isHexDigit), let count = Int(text, radix: 16) else { throw .refusal(.malformed) }
        return count == 0 ? nil : count
    }
}
