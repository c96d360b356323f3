/// The first line and the headers of a request.
struct RequestHead {
    /// The encoding of the body's length.
    enum Framing: Equatable {
        case length(Int)
        case chunked
    }

    let method: String
    let target: String
    let framing: Framing
    private let headers: [(name: String, value: String)]

    /// Reads a head from its lines, at least one and without their ends.
    init(_ lines: [ArraySlice<UInt8>]) throws(Refusal) {
        let parts = lines[0].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, Self.isToken(parts[0]), !parts[1].isEmpty, parts[2].starts(with: "HTTP/".utf8) else {
            throw .malformed
        }
        guard parts[2].elementsEqual("HTTP/1.1".utf8) else { throw .unknownVersion }
        method = String(decoding: parts[0], as: UTF8.self)
        target = String(decoding: parts[1], as: UTF8.self)
        headers = try lines.dropFirst().map(Self.header)
        framing = try Self.framing(
            lengths: headers.filter { $0.name == "content-length" }.map(\.value),
            codings: headers.filter { $0.name == "transfer-encoding" }.map(\.value))
    }

    private static func header(_ line: ArraySlice<UInt8>) throws(Refusal) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]) else { throw .malformed }
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var value = line[(colon + 1)...].drop(while: isSpace)
        while let last = value.last, isSpace(last) { value.removeLast() }
        return (String(decoding: line[..<colon], as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self))
    }

    /// Determines the encoding of the body's length; refuses ambiguous headers.
    private static func framing(lengths: [String], codings: [String]) throws(Refusal) -> Framing {
        switch (lengths.count, codings.count) {
        case (0, 0): return .length(0)
        case (1, 0):
            guard !lengths[0].isEmpty, lengths[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw .malformed
            }
            return .length(Int(lengths[0]) ?? .max)
        case (0, 1):
            guard codings[0].utf8.allSatisfy({ $0 < 0x80 }), codings[0].lowercased() == "chunked" else {
                throw .malformed
            }
            return .chunked
        default: throw .malformed
        }
    }

    /// The values of all headers of a name, which is in lower case.
    subscript(name: String) -> [String] {
        headers.filter { $0.name == name }.map(\.value)
    }

    /// A Boolean value that indicates whether the client waits for a sign before it sends the body.
    var expectsContinue: Bool { self["expect"].first?.lowercased() == "100-continue" }

    /// A Boolean value that indicates whether another request may follow.
    var isKeepAlive: Bool {
        !self["connection"].contains { $0.lowercased().split { ", \t".contains($0) }.contains("close") }
    }

    /// Returns whether all bytes may be in the name of a method or a header.
    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { RequestTarget.isUnreserved($0) || "!#$%&'*+^`|".utf8.contains($0) }
    }
}
