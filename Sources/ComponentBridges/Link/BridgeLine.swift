internal import TextSupport

/// A line of a frame, as the other end wrote it.
enum BridgeLine {
    case hello(BridgeHello)
    /// The other end has all messages up to a number, and waits for the next.
    case open(UInt64)
    case acknowledged(UInt64)
    case message(number: UInt64, channel: String, isAgain: Bool, body: Int)
    /// The other end gives up, for a reason.
    case failure(String)
}

/// The introduction of an end of a bridge.
struct BridgeHello {
    /// The version of the format.
    static let version = 1

    var version = Self.version
    var identity = ""
    var role = ""
    var promise = ""
    /// The messages that the end sends and receives, as `channel.message`, with their shapes.
    var sends: [String: String] = [:]
    var receives: [String: String] = [:]
}

extension BridgeLine {
    /// Reads a line.
    init(_ text: UnsafeRawBufferPointer, from start: Int, to end: Int) throws(TextProblem) {
        var cursor = JSONCursor(text, from: start, to: end)
        var (hello, isHello) = (BridgeHello(), false)
        var (number, open, acknowledged): (UInt64?, UInt64?, UInt64?)
        var (channel, failure): (String?, String?)
        var (isAgain, body) = (false, -1)
        try cursor.object("an object on each line") { (cursor, name, _) throws(TextProblem) in
            switch name {
            case "n": number = UInt64(try cursor.wholeNumber())
            case "send": channel = try cursor.string()
            case "body":
                body = cursor.position
                try cursor.skipValue()
            case "again": isAgain = try cursor.flag()
            case "ack": acknowledged = UInt64(try cursor.wholeNumber())
            case "open": open = UInt64(try cursor.wholeNumber())
            case "error": failure = try cursor.string()
            case "hello": (hello.version, isHello) = (try cursor.wholeNumber(), true)
            case "id": hello.identity = try cursor.string()
            case "role": hello.role = try cursor.string()
            case "promise": hello.promise = try cursor.string()
            case "sends": hello.sends = try Self.shapes(&cursor)
            case "receives": hello.receives = try Self.shapes(&cursor)
            // Members of later versions.
            default: try cursor.skipValue()
            }
        }
        try cursor.finish("the end of the line")
        if isHello {
            self = .hello(hello)
        } else if let failure {
            self = .failure(failure)
        } else if let open {
            self = .open(open)
        } else if let acknowledged {
            self = .acknowledged(acknowledged)
        } else if let number, let channel {
            self = .message(number: number, channel: channel, isAgain: isAgain, body: body)
        } else {
            throw cursor.problem("'hello', 'open', 'ack', 'error', or 'n' and 'send'", at: start)
        }
    }

    private static func shapes(_ cursor: inout JSONCursor) throws(TextProblem) -> [String: String] {
        var shapes: [String: String] = [:]
        try cursor.object("messages with their shapes") { (cursor, name, _) throws(TextProblem) in
            shapes[name] = try cursor.string()
        }
        return shapes
    }
}

extension BridgeHello {
    /// The line of the introduction.
    var line: [UInt8] {
        var json = JSONOutput(isCompact: true)
        json.open("{")
        json.key("hello")
        json.number(version)
        for (key, text) in [("id", identity), ("role", role), ("promise", promise)] {
            json.key(key)
            json.string(text)
        }
        for (key, shapes) in [("sends", sends), ("receives", receives)] {
            json.key(key)
            json.open("{")
            for (name, shape) in shapes.sorted(by: { $0.key < $1.key }) {
                json.key(name)
                json.string(shape)
            }
            json.close("}")
        }
        json.close("}")
        json.write("\n")
        return json.text.bytes
    }

    /// Returns what keeps this end from talking with another; `nil` if nothing does.
    ///
    /// A client may use a part of what a server has. What an end sends, the other must receive.
    func conflict(with other: BridgeHello) -> String? {
        if other.version != version {
            return "it speaks version \(other.version) of the bridge's format, this end version \(version)"
        }
        if other.role == role { return "both ends are \(role)s; make one of them the other" }
        if other.promise != promise {
            return "its promise is '\(other.promise)', that of this end '\(promise)'; give both the same"
        }
        let (mine, its) = role == "client" ? (self, other) : (other, self)
        for (client, server, way) in [(mine.sends, its.receives, "receive"), (mine.receives, its.sends, "send")] {
            for (name, shape) in client.sorted(by: { $0.key < $1.key }) {
                guard let found = server[name] else { return "the server doesn't \(way) \(name)" }
                if !BodyShape.fits(shape, found) {
                    return "the body of \(name) is \(shape) for the client, and \(found) for the server"
                }
            }
        }
        return nil
    }
}
