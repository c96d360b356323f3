// The protocol says what write(to:) does.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A value that can be written as JSON.
public protocol JSONWritable {
    /// Writes the value.
    func write(to output: inout JSONOutput)
}

/// A JSON object, with its members in order.
public struct JSONObject: JSONWritable, ExpressibleByDictionaryLiteral {
    private var members: [(name: String, value: any JSONWritable)]

    /// Creates an object with members of different types.
    public init(dictionaryLiteral members: (String, any JSONWritable)...) { self.members = members }

    /// Creates an object with members of one type.
    public init(_ members: some Sequence<(String, some JSONWritable)>) {
        self.members = members.map { ($0, $1) }
    }

    /// Adds a member after the others.
    public mutating func add(_ name: String, _ value: some JSONWritable) { members.append((name, value)) }

    /// Returns an object with the members of both objects, in order.
    public static func + (first: Self, second: Self) -> Self {
        var object = first
        object.members += second.members
        return object
    }

    public func write(to output: inout JSONOutput) {
        output.open("{")
        for member in members where output.canContinue() {
            output.key(member.name)
            member.value.write(to: &output)
        }
        output.close("}")
    }

    /// The object as JSON, followed by a line break.
    public var line: String { JSONText(self).text + "\n" }

    /// Returns the object as JSON, followed by a line break; `nil` if `stops` returned `true`.
    ///
    /// - Parameter stops: A function that returns whether to stop, given the number of bytes so
    ///   far. It is called before each member and item, and at the end.
    public func line(unless stops: (_ byteCount: Int) -> Bool) -> String? {
        withoutActuallyEscaping(stops) { stops in
            var output = JSONOutput(stops: stops)
            write(to: &output)
            return !output.canContinue() ? nil : String(decoding: output.text.bytes, as: UTF8.self) + "\n"
        }
    }
}

/// A JSON array whose items are computed while they are written.
public struct JSONList<Items: Sequence>: JSONWritable where Items.Element: JSONWritable {
    private let items: Items

    /// Creates an array of items.
    public init(_ items: Items) { self.items = items }

    public func write(to output: inout JSONOutput) {
        output.open("[")
        for item in items {
            if !output.canContinue() { return }
            output.item()
            item.write(to: &output)
        }
        output.close("]")
    }
}

/// A value that is already JSON text.
public struct JSONText: JSONWritable {
    /// The JSON text, which is written as it is.
    public let text: String

    /// Creates the value from a text that is already JSON.
    public init(written text: String) { self.text = text }

    /// Creates the value from the text of another value, for repeated use.
    ///
    /// - Parameter isCompact: A Boolean value that indicates whether there are no spaces between
    ///   tokens.
    public init(_ value: some JSONWritable, isCompact: Bool = false) {
        var output = JSONOutput(isCompact: isCompact)
        value.write(to: &output)
        text = String(decoding: output.text.bytes, as: UTF8.self)
    }

    public func write(to output: inout JSONOutput) { output.value(text) }
}

extension String: JSONWritable {
    public func write(to output: inout JSONOutput) { output.string(self) }
}

extension Int: JSONWritable {
    public func write(to output: inout JSONOutput) { output.value(description) }
}

/// A number that isn't finite is `null`.
extension Double: JSONWritable {
    public func write(to output: inout JSONOutput) { output.value(isFinite ? description : "null") }
}

extension Bool: JSONWritable {
    public func write(to output: inout JSONOutput) { output.value(description) }
}

extension Array: JSONWritable where Element: JSONWritable {
    public func write(to output: inout JSONOutput) { JSONList(self).write(to: &output) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    public func write(to output: inout JSONOutput) {
        if let self { self.write(to: &output) } else { output.value("null") }
    }
}
