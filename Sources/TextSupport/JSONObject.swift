/// A value that can be written as JSON.
public protocol JSONWritable {
    /// Writes the value.
    func write(to output: inout JSONOutput)
}

/// JSON text in one line, while it is written.
public struct JSONOutput {
    private var text = TextOutput()
    private let isCompact: Bool
    private let stops: (Int) -> Bool
    private var isStopped = false

    /// - Parameters:
    ///   - isCompact: A Boolean value that indicates whether there are no spaces between tokens.
    ///   - stops: Returns whether to stop, given the number of bytes so far.
    fileprivate init(isCompact: Bool, stops: @escaping (Int) -> Bool) {
        (self.isCompact, self.stops) = (isCompact, stops)
    }

    /// Returns the text of a value; `nil` if it was stopped.
    fileprivate static func text(
        of value: some JSONWritable, isCompact: Bool = false, stops: (Int) -> Bool = { _ in false }
    ) -> String? {
        withoutActuallyEscaping(stops) { stops in
            var output = JSONOutput(isCompact: isCompact, stops: stops)
            value.write(to: &output)
            return output.isStopped ? nil : String(decoding: output.text.bytes, as: UTF8.self)
        }
    }

    fileprivate mutating func append(_ token: String) { text.append(string: token) }

    fileprivate mutating func append(quoted text: String) { JSONString.append(text.utf8, to: &self.text) }

    fileprivate mutating func list<Items: Sequence>(
        _ brackets: (open: UInt8, close: UInt8), _ items: Items, _ write: (inout JSONOutput, Items.Element) -> Void
    ) {
        text.append(brackets.open)
        var isFirst = true
        for item in items {
            if isStopped || stops(text.bytes.count) {
                isStopped = true
                return
            }
            if !isFirst { append(isCompact ? "," : ", ") }
            isFirst = false
            write(&self, item)
        }
        text.append(brackets.close)
    }

    fileprivate mutating func appendColon() { append(isCompact ? ":" : ": ") }
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

    /// Adds a member behind the others.
    public mutating func add(_ name: String, _ value: some JSONWritable) { members.append((name, value)) }

    /// Returns an object with the members of two.
    public static func + (first: Self, second: Self) -> Self {
        var object = first
        object.members += second.members
        return object
    }

    /// Writes the value.
    public func write(to output: inout JSONOutput) {
        output.list((UInt8(ascii: "{"), UInt8(ascii: "}")), members) { output, member in
            output.append(quoted: member.name)
            output.appendColon()
            member.value.write(to: &output)
        }
    }

    /// The object on a line of its own.
    public var line: String { JSONText(self).text + "\n" }

    /// Returns the object on a line of its own; `nil` if it was stopped.
    ///
    /// - Parameter stops: Returns whether to stop, given the number of bytes so far; asked before
    ///   each member and item.
    public func line(unless stops: (_ byteCount: Int) -> Bool) -> String? {
        JSONOutput.text(of: self, stops: stops).map { $0 + "\n" }
    }
}

/// A JSON array whose items are made while they are written.
public struct JSONList<Items: Sequence>: JSONWritable where Items.Element: JSONWritable {
    private let items: Items

    /// Creates an array of items.
    public init(_ items: Items) { self.items = items }

    /// Writes the value.
    public func write(to output: inout JSONOutput) {
        output.list((UInt8(ascii: "["), UInt8(ascii: "]")), items) { $1.write(to: &$0) }
    }
}

/// JSON that was written already.
public struct JSONText: JSONWritable {
    /// The text.
    public let text: String

    /// Takes JSON as it is.
    public init(written text: String) { self.text = text }

    /// Writes a value once, to be used again or alone.
    ///
    /// - Parameter isCompact: A Boolean value that indicates whether there are no spaces between
    ///   tokens.
    public init(_ value: some JSONWritable, isCompact: Bool = false) {
        text = JSONOutput.text(of: value, isCompact: isCompact) ?? ""
    }

    /// Writes the value.
    public func write(to output: inout JSONOutput) { output.append(text) }
}

extension String: JSONWritable {
    /// Writes the value.
    public func write(to output: inout JSONOutput) { output.append(quoted: self) }
}

extension Int: JSONWritable {
    /// Writes the value.
    public func write(to output: inout JSONOutput) { output.append(description) }
}

/// A number that isn't finite is `null`.
extension Double: JSONWritable {
    /// Writes the value.
    public func write(to output: inout JSONOutput) { output.append(isFinite ? description : "null") }
}

extension Bool: JSONWritable {
    /// Writes the value.
    public func write(to output: inout JSONOutput) { output.append(description) }
}

extension Array: JSONWritable where Element: JSONWritable {
    /// Writes the value.
    public func write(to output: inout JSONOutput) { JSONList(self).write(to: &output) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    /// Writes the value.
    public func write(to output: inout JSONOutput) {
        if let self { self.write(to: &output) } else { output.append("null") }
    }
}
