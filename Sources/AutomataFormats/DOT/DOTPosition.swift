internal import Automata
internal import TextSupport

/// Positions as values of the attribute `pos`: points, y upward, as in `72,-36!`.
enum DOTPosition {
    /// The position that a value gives, with or without the mark of a pinned node; `nil` if it gives none in the plane.
    static func position(of value: [UInt8]) -> StatePosition? {
        let isPinned = value.last == UInt8(ascii: "!")
        let numbers = (isPinned ? value.dropLast() : value[...]).split(
            separator: UInt8(ascii: ","), maxSplits: 2, omittingEmptySubsequences: false)
        guard numbers.count == 2, let x = number(numbers[0]), let y = number(numbers[1]) else { return nil }
        return StatePosition(x: x, y: 0 - y)
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Double? {
        let blank = UInt8(ascii: " ")
        let start = text.drop { $0 == blank }
        return DecimalNumber.finite(start.prefix { $0 != blank })
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
