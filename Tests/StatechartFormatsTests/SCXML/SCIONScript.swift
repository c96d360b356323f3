import TextSupport

/// Events with the atomic states that are active after them.
struct SCIONScript {
    var initial: [String] = []
    var steps: [Step] = []

    struct Step {
        var delay = 0
        var event = ""
        var next: [String] = []
    }

    init(_ text: String) throws {
        let bytes = Array(text.utf8)
        self = try bytes.withUnsafeBytes { try Self.script(JSONCursor($0)) }
    }

    private init() {}

    private static func script(_ cursor: JSONCursor) throws(TextProblem) -> SCIONScript {
        var (cursor, script) = (cursor, SCIONScript())
        try cursor.object("a script") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "initialConfiguration": script.initial = try names(&cursor)
            case "events": script.steps = try cursor.list { (cursor) throws(TextProblem) in try step(&cursor) }
            default: try cursor.skipValue()
            }
        }
        return script
    }

    private static func step(_ cursor: inout JSONCursor) throws(TextProblem) -> Step {
        var step = Step()
        try cursor.object("a step") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "after": step.delay = try cursor.wholeNumber()
            case "event":
                try cursor.object("an event") { (cursor, key, _) throws(TextProblem) in
                    cursor.skipBlanks()
                    if key == "name" { step.event = try cursor.string() } else { try cursor.skipValue() }
                }
            case "nextConfiguration": step.next = try names(&cursor)
            default: try cursor.skipValue()
            }
        }
        return step
    }

    private static func names(_ cursor: inout JSONCursor) throws(TextProblem) -> [String] {
        try cursor.list { (cursor) throws(TextProblem) in
            cursor.skipBlanks()
            return try cursor.string()
        }.sorted()
    }
}
