internal import TextSupport

/// The value of a setting, or of a style's property, in JSON.
public enum SettingValue: Hashable, Sendable, CustomStringConvertible {
    /// A truth value: `true` or `false`.
    case flag(Bool)
    /// A number in the range of `Int`, written without a decimal point or an exponent.
    case whole(Int)
    /// Any other number.
    case number(Double)
    /// A string.
    case text(String)
    /// A list of values, none of which is a list.
    case list([SettingValue])

    /// The value as JSON.
    public var description: String {
        var output = TextOutput()
        output.append(self)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    /// The value for a message, shortened if it is long.
    package var summary: String {
        switch self {
        case .flag(let flag): "\(flag)"
        case .whole(let number): "\(number)"
        case .number(let number): "\(number)"
        case .text(let text): "the text \(text.inQuotes)"
        case .list(let values): "a list with \(values.count) value\(values.count == 1 ? "" : "s")"
        }
    }

    /// A Boolean value that indicates whether JSON can hold the value.
    var isWritable: Bool {
        switch self {
        case .number(let number): number.isFinite
        case .list(let values):
            values.allSatisfy { value in
                if case .list = value { false } else { value.isWritable }
            }
        default: true
        }
    }
}

extension TextOutput {
    /// Writes a value that JSON can hold.
    mutating func append(_ value: SettingValue) {
        switch value {
        case .flag(let flag): append(string: flag ? "true" : "false")
        case .whole(let number): append(string: String(number))
        // The description has a decimal point or an exponent, so it isn't read as a whole number.
        case .number(let number): append(string: number.description)
        case .text(let text): JSONString.append(text.utf8, to: &self)
        case .list(let values):
            append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { append(", ") }
                append(scalar: value)
            }
            append("]")
        }
    }

    private mutating func append(scalar: SettingValue) {
        if case .list = scalar { return }
        append(scalar)
    }

    /// Begins a line of an object: the comma after the previous member, the indentation and the
    /// key.
    mutating func append(key: String, depth: Int, isFirst: Bool) {
        if !isFirst { append(",") }
        appendLine(depth: depth)
        JSONString.append(key.utf8, to: &self)
        append(": ")
    }

    /// Begins a line.
    mutating func appendLine(depth: Int) {
        append("\n")
        append(repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }
}
