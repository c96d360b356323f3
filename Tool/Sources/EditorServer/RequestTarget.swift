/// The path and the query of a request.
package struct RequestTarget {
    /// The path without its first slash.
    package var path: String
    /// The query as it was sent.
    private var rawQuery: Substring

    /// Parses a target; returns `nil` if its path isn't valid.
    ///
    /// A path has ASCII letters, digits and `-._~/`. No segment is empty or begins with a dot.
    /// Escapes aren't allowed, so that different paths have different meanings.
    package init?(_ text: String) {
        // All that may stand in a target is visible ASCII, so that a character is a byte.
        guard text.utf8.first == UInt8(ascii: "/"), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        let parts = text.dropFirst().split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first ?? ""
        guard path.utf8.allSatisfy({ Self.isUnreserved($0) || $0 == UInt8(ascii: "/") }) else { return nil }
        if !path.isEmpty {
            let segments = path.split(separator: "/", omittingEmptySubsequences: false)
            guard segments.allSatisfy({ !$0.isEmpty && $0.utf8.first != UInt8(ascii: ".") }) else { return nil }
        }
        self.path = String(path)
        rawQuery = parts.count > 1 ? parts[1] : ""
    }

    /// Returns the decoded parameters of the query by name; `nil` if the query is malformed or has
    /// a duplicate name.
    package func query() -> [String: String]? {
        var result: [String: String] = [:]
        for pair in rawQuery.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts.first ?? ""), let value = Self.decoded(parts.count > 1 ? parts[1] : ""),
                result.updateValue(value, forKey: name) == nil
            else { return nil }
        }
        return result
    }

    /// Returns a part of a query without its escapes.
    ///
    /// - Returns: `nil` if it isn't the encoding of a text without NUL.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
                else { return nil }
                bytes.append(high << 4 | low)
            case 0x21...0x7E: bytes.append(byte)
            default: return nil
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Returns whether a byte never needs an escape in a URL.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
