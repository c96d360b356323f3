/// Lines of code, indented by their depth.
struct CodeWriter {
    private(set) var text = ""
    var depth = 0
    /// The texts that stand for signs in lines.
    let signs: [Character: String]

    init(signs: [Character: String]) { self.signs = signs }

    /// Adds lines with the signs in place, indented by the current depth.
    mutating func add(_ lines: String) {
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.isEmpty {
                text += String(repeating: " ", count: 4 * depth)
                for character in line { text += signs[character] ?? String(character) }
            }
            text += "\n"
        }
    }

    /// Adds a line as it is.
    mutating func addVerbatim(_ line: String) {
        text += String(repeating: " ", count: 4 * depth) + line + "\n"
    }

    /// A writer with the same signs and no lines.
    var empty: CodeWriter { CodeWriter(signs: signs) }

    /// The text without the last end of line.
    var lines: String { text.utf8.last == UInt8(ascii: "\n") ? String(text.dropLast()) : text }

    /// Adds a block between a line and a closing one.
    mutating func block(_ line: String, closing: String = "}", _ body: (inout CodeWriter) -> Void) {
        add(line)
        depth += 1
        body(&self)
        depth -= 1
        add(closing)
    }
}

extension Array {
    /// Returns the members' values for each key, in the order in which the keys occur first.
    func grouped<Key: Hashable, Value>(
        by key: (Element) -> Key, _ value: (Element) -> Value
    ) -> [(values: [Value], key: Key)] {
        var (groups, numbers) = ([(values: [Value], key: Key)](), [Key: Int]())
        for element in self {
            let found = key(element)
            if let number = numbers[found] {
                groups[number].values.append(value(element))
            } else {
                numbers[found] = groups.count
                groups.append(([value(element)], found))
            }
        }
        return groups
    }
}
