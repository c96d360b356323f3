internal import Automata
internal import TextSupport

/// Positions as values of the attribute `pos`: points, y upward, as in `72,-36!`.
enum DOTPosition {
    /// Returns the position in a value, with or without the mark of a pinned node; `nil` if it
    /// isn't one in the plane.
    static func position(of value: [UInt8]) -> StatePosition? {
        value.withUnsafeBufferPointer { value in
            let end = value.last == UInt8(ascii: "!") ? value.count - 1 : value.count
            guard let comma = value.firstIndex(of: UInt8(ascii: ",")), let x = number(value[..<comma]),
                let y = number(value[(comma + 1)..<end])
            else { return nil }
            return StatePosition(x: x, y: 0 - y)
        }
    }

    /// Returns a number with blanks around it.
    private static func number(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
        var text = text
        while text.first == UInt8(ascii: " ") { text.removeFirst() }
        while text.last == UInt8(ascii: " ") { text.removeLast() }
        return DecimalNumber.finiteValue(UnsafeBufferPointer(rebasing: text))
    }

    /// Appends the attribute, pinned, for a node at some distance to the left of a position.
    static func append(_ position: StatePosition, left: Double = 0, to output: inout TextOutput) {
        output.append("pos=\"")
        output.append(number: position.x - left)
        output.append(",")
        output.append(number: 0 - position.y)
        output.append("!\"")
    }
}
