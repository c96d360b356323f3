/// A key of a terminal.
package enum Key: Hashable {
    case character(Character)
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, escape, backspace
    /// Ctrl-C, which is a signal and not a byte.
    case interrupt

    /// Returns the row to which the key moves; `nil` if it doesn't move.
    ///
    /// - Parameters:
    ///   - row: The row before.
    ///   - count: The number of rows.
    ///   - page: The number of rows of a page.
    func row(from row: Int, of count: Int, page: Int) -> Int? {
        let target: Int
        switch self {
        case .up, .character("k"): target = row - 1
        case .down, .character("j"): target = row + 1
        case .pageUp: target = row - page
        case .pageDown: target = row + page
        case .home, .character("g"): target = 0
        case .end, .character("G"): target = count - 1
        default: return nil
        }
        return max(0, min(target, count - 1))
    }

    /// Removes and returns the first key in the bytes that a terminal sent.
    ///
    /// - Parameter isAll: Whether the bytes are complete, so that no more bytes belong to the key.
    /// - Returns: `nil` if more bytes are needed; bytes without a meaning are dropped.
    package static func next(in bytes: inout [UInt8], isAll: Bool) -> Key? {
        while let first = bytes.first {
            if first == 0x1B {
                guard let (key, length) = sequence(bytes, isAll: isAll) else { return nil }
                bytes.removeFirst(length)
                if let key { return key }
                continue
            }
            let length = first < 0x80 ? 1 : first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            if bytes.count < length, !isAll { return nil }
            let text = String(validating: bytes.prefix(length), as: UTF8.self)
            bytes.removeFirst(min(length, bytes.count))
            switch first {
            case 0x0D, 0x0A: return .enter
            case 0x08, 0x7F: return .backspace
            case 0..<0x20: continue
            default: if let character = text?.first { return .character(character) }
            }
        }
        return nil
    }

    /// Reads a key that begins with an escape, and the number of its bytes; `nil` if more are
    /// needed.
    private static func sequence(_ bytes: [UInt8], isAll: Bool) -> (Key?, length: Int)? {
        guard bytes.count > 1 else { return isAll ? (.escape, 1) : nil }
        guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else { return (.escape, 1) }
        guard let end = bytes[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            return isAll ? (nil, bytes.count) : nil
        }
        let key: Key? =
            switch (bytes[end], bytes[2..<end].first) {
            case (UInt8(ascii: "A"), _): .up
            case (UInt8(ascii: "B"), _): .down
            case (UInt8(ascii: "C"), _): .right
            case (UInt8(ascii: "D"), _): .left
            case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), UInt8(ascii: "1")?): .home
            case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), UInt8(ascii: "4")?): .end
            case (UInt8(ascii: "~"), UInt8(ascii: "5")?): .pageUp
            case (UInt8(ascii: "~"), UInt8(ascii: "6")?): .pageDown
            default: nil
            }
        return (key, end + 1)
    }
}
