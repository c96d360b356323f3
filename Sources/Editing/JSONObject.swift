internal import TextSupport

/// A JSON object that is being written.
struct JSONObject {
    private var output = TextOutput()
    private var isEmpty = true

    init(_ write: (inout JSONObject) -> Void) {
        output.append("{")
        write(&self)
        output.append("}")
    }

    /// The text, once it is written.
    var text: String { String(decoding: output.bytes, as: UTF8.self) }
    /// The text in UTF-8.
    var bytes: [UInt8] { output.bytes }

    private mutating func key(_ name: StaticString) {
        output.append(isEmpty ? "\"" : ",\"")
        isEmpty = false
        output.append(name)
        output.append("\":")
    }

    mutating func add(_ name: StaticString, _ value: String?) {
        key(name)
        if let value { Self.append(value, to: &output) } else { output.append("null") }
    }

    mutating func add(_ name: StaticString, _ value: Bool) {
        key(name)
        output.append(value ? "true" : "false")
    }

    mutating func addNull(_ name: StaticString) {
        key(name)
        output.append("null")
    }

    mutating func add(_ name: StaticString, _ value: Int) {
        key(name)
        output.append(value)
    }

    /// Adds a number to three decimal places, which is all that can be seen.
    mutating func add(_ name: StaticString, _ value: Double?) {
        key(name)
        if let value { append(value) } else { output.append("null") }
    }

    mutating func add(_ name: StaticString, _ place: (x: Double, y: Double)) {
        key(name)
        output.append("[")
        append(place.x)
        output.append(",")
        append(place.y)
        output.append("]")
    }

    mutating func add(_ name: StaticString, _ values: [String]) {
        key(name)
        list(values) { Self.append($1, to: &$0) }
    }

    mutating func add(_ name: StaticString, optional values: [String?]) {
        key(name)
        list(values) { output, value in
            if let value { Self.append(value, to: &output) } else { output.append("null") }
        }
    }

    mutating func add(_ name: StaticString, lists: [[String]]) {
        key(name)
        list(lists) { output, items in
            output.append("[")
            for (index, item) in items.enumerated() {
                if index > 0 { output.append(",") }
                Self.append(item, to: &output)
            }
            output.append("]")
        }
    }

    mutating func add(_ name: StaticString, _ object: JSONObject?) {
        key(name)
        if let object { output.append(object.output.bytes) } else { output.append("null") }
    }

    /// Adds a list of objects.
    mutating func add<Item>(_ name: StaticString, _ items: [Item], _ write: (inout JSONObject, Item) -> Void) {
        key(name)
        list(items) { output, item in output.append(JSONObject { write(&$0, item) }.output.bytes) }
    }

    /// Adds a value that is written already.
    mutating func add(_ name: StaticString, written value: [UInt8]) {
        key(name)
        output.append(value)
    }

    /// Adds a list of values that are written already.
    mutating func add(_ name: StaticString, written items: [[UInt8]]) {
        key(name)
        list(items) { $0.append($1) }
    }

    private mutating func list<Item>(_ items: [Item], _ write: (inout TextOutput, Item) -> Void) {
        output.append("[")
        for (index, item) in items.enumerated() {
            if index > 0 { output.append(",") }
            write(&output, item)
        }
        output.append("]")
    }

    /// Writes a string, of which hardly any needs an escape.
    private static func append(_ text: String, to output: inout TextOutput) {
        var text = text
        text.withUTF8 { bytes in
            if bytes.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 != 0x7F }) {
                output.append("\"")
                output.append(bytes)
                output.append("\"")
            } else {
                JSONString.append(bytes, to: &output)
            }
        }
    }

    private mutating func append(_ value: Double) {
        let thousandths = value * 1000
        let isShort = thousandths.magnitude < 1e15
        output.append(number: isShort ? thousandths.rounded() / 1000 : value.isFinite ? value : 0)
    }
}
