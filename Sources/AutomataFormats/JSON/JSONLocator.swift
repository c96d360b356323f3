/// Finds the place of a value in JSON text that is known to be valid; the parser doesn't keep places.
struct JSONLocator {
    /// A step from a value to one inside it.
    enum Step {
        case key(String)
        case index(Int)
    }

    private let input: TextInput
    private var position: Int

    /// The offset of the value at the end of a path; of the last value on the path that there is.
    static func offset(of path: [Step], in input: TextInput, from start: Int) -> Int {
        var locator = JSONLocator(input: input, position: start)
        locator.skipBlanks()
        for step in path {
            let outer = locator.position
            guard locator.enter(step) else { return outer }
        }
        return locator.position
    }

    private init(input: TextInput, position: Int) {
        self.input = input
        self.position = position
    }

    /// Goes from the start of an object or array to the start of one of its values.
    private mutating func enter(_ step: Step) -> Bool {
        position += 1
        var index = 0
        while true {
            skipBlanks()
            guard position < input.count, input[position] != UInt8(ascii: "]"), input[position] != UInt8(ascii: "}")
            else { return false }
            switch step {
            case .index(let wanted):
                if index == wanted { return true }
            case .key(let wanted):
                let start = position
                skipValue()
                let key = input.slice(start..<position)
                skipBlanks()
                position += 1
                skipBlanks()
                if key.dropFirst().dropLast().elementsEqual(wanted.utf8) { return true }
            }
            skipValue()
            skipBlanks()
            if position < input.count, input[position] == UInt8(ascii: ",") { position += 1 }
            index += 1
        }
    }

    /// Goes past a value; nesting is counted, so that depth costs nothing.
    private mutating func skipValue() {
        var depth = 0
        while position < input.count {
            switch input[position] {
            case UInt8(ascii: "\""):
                position += 1
                while position < input.count, input[position] != UInt8(ascii: "\"") {
                    position += input[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                position += 1
                if depth == 0 { return }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                position += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return }
                depth -= 1
                position += 1
                if depth == 0 { return }
            case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
                UInt8(ascii: "\t"):
                if depth == 0 { return }
                position += 1
            default: position += 1
            }
        }
    }

    private mutating func skipBlanks() {
        while position < input.count, input[position] <= 0x20 { position += 1 }
    }
}
