internal import CScriptEngine
internal import TextSupport

extension ScriptValue {
    /// Creates the value from a JSON text. Of duplicate keys, the last one counts.
    ///
    /// Unlike `JSON.parse`, this initializer works without an engine and its memory.
    ///
    /// - Throws: ``ScriptError/syntax(_:at:)``, or ``ScriptError/nesting`` if the value is nested
    ///   more than 64 levels deep.
    public init(json: String) throws(ScriptError) {
        var json = json
        let result = json.withUTF8 { bytes in
            let text = UnsafeRawBufferPointer(bytes)
            return Result { () throws(ScriptError) in
                do throws(TextProblem) {
                    var cursor = JSONCursor(text)
                    let value = try ScriptValue(from: &cursor, depth: 0)
                    try cursor.finish("the end of the text")
                    return value
                } catch {
                    guard !error.isLimit else { throw .nesting }
                    let line = TextPosition(of: error.offset ?? 0, in: text).line
                    throw .syntax(error.message, at: ScriptPlace(document: "JSON", line: line))
                }
            }
        }
        self = try result.get()
    }

    private init(from cursor: inout JSONCursor, depth: Int) throws(TextProblem) {
        guard depth <= SCRIPT_DEPTH_LIMIT else { throw TextProblem(message: "", isLimit: true) }
        cursor.skipBlanks()
        switch cursor.peek {
        case UInt8(ascii: "{"):
            var fields: [String: ScriptValue] = [:]
            try cursor.object("an object") { (cursor, key, _) throws(TextProblem) in
                fields[key] = try ScriptValue(from: &cursor, depth: depth + 1)
            }
            self = .record(fields)
        case UInt8(ascii: "["):
            self = .list(
                try cursor.list { (cursor) throws(TextProblem) in try ScriptValue(from: &cursor, depth: depth + 1) })
        case UInt8(ascii: "\""): self = .text(try cursor.string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean(try cursor.flag())
        case UInt8(ascii: "n"):
            guard cursor.skipWord("null") else { throw cursor.problem("a value") }
            self = .null
        default: self = .number(try cursor.number())
        }
    }

    /// The value as JSON, with the keys of records sorted.
    ///
    /// As with `JSON.stringify`, numbers that aren't finite and undefined values become `null`.
    /// Undefined values in a record are left out.
    public var json: String {
        var output = TextOutput()
        append(to: &output)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    private func append(to output: inout TextOutput) {
        switch self {
        case .undefined, .null: output.append("null")
        case .boolean(let isTrue): output.append(isTrue ? "true" : "false")
        case .number(let number):
            if number.isFinite { output.append(number: number) } else { output.append("null") }
        case .text(let text): JSONString.append(text.utf8, to: &output)
        case .list(let values):
            output.append("[")
            for (index, value) in values.enumerated() {
                if index > 0 { output.append(",") }
                value.append(to: &output)
            }
            output.append("]")
        case .record(let fields):
            output.append("{")
            var isFirst = true
            for (key, value) in fields.sorted(by: { $0.key < $1.key }) where value != .undefined {
                if !isFirst { output.append(",") }
                isFirst = false
                JSONString.append(key.utf8, to: &output)
                output.append(":")
                value.append(to: &output)
            }
            output.append("}")
        }
    }
}
