/// Lines of code, indented by their depth.
struct CodeWriter {
    private(set) var text = ""
    var depth = 0
    /// What stands for `@`, `%` and `$` in lines: the prefix of names, the prefix of constants, and
    /// the type of numbers.
    let (prefix, constantPrefix, numberType): (String, String, String)

    init(prefix: String, constantPrefix: String, numberType: String) {
        (self.prefix, self.constantPrefix, self.numberType) = (prefix, constantPrefix, numberType)
    }

    /// Adds lines with the signs in place, indented by the current depth.
    mutating func add(_ lines: String) {
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.isEmpty {
                text += String(repeating: " ", count: 4 * depth)
                for character in line {
                    switch character {
                    case "@": text += prefix
                    case "%": text += constantPrefix
                    case "$": text += numberType
                    default: text.append(character)
                    }
                }
            }
            text += "\n"
        }
    }

    /// Adds a line as it is.
    mutating func addVerbatim(_ line: String) {
        text += String(repeating: " ", count: 4 * depth) + line + "\n"
    }

    /// Adds a block between a line and a closing one.
    mutating func block(_ line: String, closing: String = "}", _ body: (inout CodeWriter) -> Void) {
        add(line)
        depth += 1
        body(&self)
        depth -= 1
        add(closing)
    }
}
