internal import ComponentBridges

/// The address of a bridge at a broker: `mqtt://USER:PASSWORD@HOST:PORT/NAME`.
struct MQTTAddress: Sendable {
    let host: String
    let port: UInt16
    let user: String?
    let password: String?
    let isEncrypted: Bool
    /// The name of the bridge.
    let name: String
    /// The address without the password, for messages.
    let text: String

    init(_ address: String) throws(BridgeError) {
        let form = "mqtt://USER:PASSWORD@HOST:PORT/NAME"
        isEncrypted = address.hasPrefix("mqtts://")
        guard isEncrypted || address.hasPrefix("mqtt://") else {
            throw .invalidAddress(Self.hidden(address[...]), reason: "expected \(form)")
        }
        let scheme = isEncrypted ? "mqtts://" : "mqtt://"
        var rest = address.dropFirst(scheme.count)
        func failure(_ reason: String) -> BridgeError {
            .invalidAddress(Self.hidden(address[...]), reason: reason)
        }
        if address.utf8.contains(0) || address.utf8.count > 2000 { throw failure("give a short address without zeros") }
        guard let slash = rest.firstIndex(of: "/") else { throw failure("give the name of the bridge: \(form)") }
        name = String(rest[rest.index(after: slash)...])
        let isName = !name.isEmpty && name.utf8.count <= 200 && !name.contains { $0 == "/" || $0 == "+" || $0 == "#" }
        guard isName else { throw failure("invalid name '\(name)'; give a short one without /, + and #") }
        rest = rest[..<slash]
        var login: (user: String?, password: String?) = (nil, nil)
        if let sign = rest.lastIndex(of: "@") {
            let parts = rest[..<sign].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let user = Self.decoded(parts[0]), let password = parts.count > 1 ? Self.decoded(parts[1]) : "" else {
                throw failure("write other characters of the user and the password as % and two digits")
            }
            login = (user, parts.count > 1 ? password : nil)
            rest = rest[rest.index(after: sign)...]
        }
        (user, password) = login
        var portText: Substring?
        // Addresses of IPv6 contain colons, and stand in brackets.
        if rest.first == "[", let end = rest.firstIndex(of: "]") {
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            let after = rest[rest.index(after: end)...]
            if !after.isEmpty { portText = after.first == ":" ? after.dropFirst() : "" }
        } else if let colon = rest.lastIndex(of: ":") {
            host = String(rest[..<colon])
            portText = rest[rest.index(after: colon)...]
        } else {
            host = String(rest)
        }
        guard !host.isEmpty else { throw failure("give the host of the broker: \(form)") }
        guard let port = portText.map({ UInt16($0) }) ?? (isEncrypted ? 8883 : 1883), port > 0 else {
            throw failure("invalid port; give a number from 1 to 65535")
        }
        self.port = port
        let shownHost = host.contains(":") ? "[\(host)]" : host
        text = "\(scheme)\(user.map { "\($0)@" } ?? "")\(shownHost):\(port)/\(name)"
    }

    /// Returns an address without what stands before its `@`.
    private static func hidden(_ address: Substring) -> String {
        guard let sign = address.lastIndex(of: "@") else { return String(address) }
        return "…" + address[sign...]
    }

    /// Decodes percent signs; returns `nil` for invalid ones.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                value != 0
            else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    // MARK: Topics

    /// The topic at which a server tells that it is there.
    var presence: String { "automata/\(name)/presence" }
    /// The topic of frames from a client.
    func fromClient(_ client: String) -> String { "automata/\(name)/server/\(client)" }
    /// The topic of frames to a client.
    func toClient(_ client: String) -> String { "automata/\(name)/client/\(client)" }
}
