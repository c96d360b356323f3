internal import Diagrams
internal import Sketches
internal import Strokes
internal import TextSupport

/// A command that a page sends: an edit, a run on a word, or a copy of the contents.
enum Command {
    case event(Sketch.Event, isPreview: Bool)
    case copy([Sketch.Element])
    case setWords([TriedWord], isPreview: Bool)
    case setChain([Stage], isPreview: Bool)
    case interpretation(Sketch.Ink.ID)
    case run(String)
    case export(EditorDocument.Format)

    /// Reads a command. All its members must be there; unknown ones are ignored.
    init(_ members: JSONMembers) throws(TextProblem) {
        let verb = try members.string("do") ?? ""
        let isPreview = try members.flag("preview") ?? false
        let decoder = CommandDecoder(verb: verb, members: members)
        switch verb {
        case "": throw TextProblem(message: "expected a command with \"do\"")
        case "setWords":
            let words = try members.list("words") { cursor throws(TextProblem) in try TriedWord(&cursor) }
            self = .setWords(words, isPreview: isPreview)
        case "setChain":
            let stages = try members.value("stages") { cursor throws(TextProblem) in try Stage.chain(&cursor) }
            self = .setChain(try decoder.given(stages, "stages"), isPreview: isPreview)
        case "understanding": self = .interpretation(try decoder.ink())
        case "run": self = .run(try members.string("word") ?? "")
        case "export":
            let name = try members.string("as") ?? ""
            guard let format = EditorDocument.Format(name: name) else {
                throw TextProblem(message: "unknown format \"\(name)\"; expected one of \(EditorDocument.Format.names)")
            }
            self = .export(format)
        case "copy": self = .copy(try decoder.elements("elements"))
        default: self = .event(try decoder.event(), isPreview: isPreview)
        }
    }
}

/// One command or several, and the name of the page that sends them.
struct Request {
    /// The name that the page gave itself.
    var sender = ""
    /// The commands, or the errors in them.
    var commands: [Result<JSONMembers, TextProblem>] = []
    var isList = false

    /// The maximum number of commands in a request, so that other requests can be answered in
    /// between.
    private static let maximumCommands = 1000

    init(_ cursor: inout JSONCursor) throws(TextProblem) {
        var (request, single) = (Request(), JSONMembers())
        try cursor.object("a request") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "page": request.sender = try cursor.string()
            case "commands":
                request.isList = true
                let start = cursor.position
                request.commands = try cursor.list { cursor throws(TextProblem) in
                    // An error in one command doesn't affect the others.
                    var command = cursor
                    try cursor.skipValue()
                    return Result { () throws(TextProblem) in try JSONMembers(&command, "a command") }
                }
                guard request.commands.count <= Self.maximumCommands else {
                    throw TextProblem(
                        offset: start,
                        message:
                            "a request has \(Self.maximumCommands) commands at most; send the rest in another request")
                }
            default: try single.insert(key, &cursor)
            }
        }
        self = request
        if !isList { commands = [.success(single)] }
    }

    private init() {}
}

/// Decodes the commands that are events of a sketch, each from its own members.
private struct CommandDecoder {
    let verb: String
    let members: JSONMembers

    func event() throws(TextProblem) -> Sketch.Event {
        switch verb {
        case "draw": .draw(try members.list("strokes", Self.stroke))
        case "erase": .erase(try given(try members.value("stroke", Self.stroke), "a stroke"))
        case "write": .write(try text("text"), at: try position("at"))
        case "addState":
            .addState(at: try position("at"), name: try text("name"), isFinal: try members.flag("final") ?? false)
        case "addTransition":
            .addTransition(
                from: try end("from"), to: try end("to"), tail: try members.point("tail") ?? .zero,
                tip: try members.point("tip") ?? .zero)
        case "addNote": .addNote(try text("text"), at: try position("at"))
        case "rewrite": .rewrite(try note(), try text("text"))
        case "setTargets":
            .setTargets(
                of: try state(),
                on: try given(try members.value("symbol", Self.optionalString), "a symbol, or null for ε"),
                try elements("targets").map { target throws(TextProblem) in try given(try state(target), "states") })
        case "delete": .delete(try elements("elements"))
        case "rename": .rename(try state(), try text("name"))
        case "setSymbols":
            .setSymbols(
                try arrow(), try members.list("symbols") { cursor throws(TextProblem) in try cursor.string() },
                hasEpsilon: try members.flag("epsilon"))
        case "setInitial": .setInitial(try state(), try members.flag("is") ?? false)
        case "setFinal": .setFinal(try state(), try members.flag("is") ?? false)
        case "move": try moved(try elements("elements")) { .move($0, x: $1.x, y: $1.y) }
        case "resize": .resize(try state(), radius: try given(try members.number("radius"), "a radius"))
        case "bend": .bend(try arrow(), through: try position("through"))
        case "turn": .turn(try arrow(), angle: try given(try members.number("angle"), "an angle"))
        case "attach":
            .attach(
                try arrow(), try given(["tail": ArrowEnd.tail, "tip": .tip][try text("end")], "an end"),
                to: try end("to"), at: try members.point("at") ?? .zero)
        case "reinterpret":
            .reinterpret(try ink(), as: try given(Sketch.Reading(rawValue: try text("as")), "a reading"))
        case "transcribe": .transcribe(try ink(), as: try text("as"))
        case "paste":
            try moved(try members.value("fragment", Self.fragment)) { fragment, way throws(TextProblem) in
                .paste(try given(fragment, "a fragment"), x: way.x, y: way.y)
            }
        case "layOut": .layOut
        case "clear": .clear
        case "undo": .undo
        case "redo": .redo
        default: throw TextProblem(message: "unknown command \"\(verb)\"; see the editor's protocol")
        }
    }

    // MARK: Members

    func given<Value>(_ value: Value?, _ expected: String) throws(TextProblem) -> Value {
        guard let value else { throw TextProblem(message: "\"\(verb)\" needs \(expected)") }
        return value
    }

    private func text(_ key: String) throws(TextProblem) -> String { try members.string(key) ?? "" }

    private func position(_ key: String) throws(TextProblem) -> Diagram.Point {
        try given(try members.point(key), "a place")
    }

    private func moved<Value>(
        _ value: Value, _ event: (Value, Diagram.Point) throws(TextProblem) -> Sketch.Event
    ) throws(TextProblem) -> Sketch.Event {
        try event(value, try given(try members.point("by"), "a distance"))
    }

    func elements(_ key: String) throws(TextProblem) -> [Sketch.Element] { try members.list(key, Self.element) }

    private func state() throws(TextProblem) -> Diagram.State.ID {
        guard case .state(let id)? = try members.value("element", Self.element) else {
            return try given(nil, "a state")
        }
        return id
    }

    private func note() throws(TextProblem) -> Diagram.Note.ID {
        guard case .note(let id)? = try members.value("element", Self.element) else { return try given(nil, "a note") }
        return id
    }

    private func arrow() throws(TextProblem) -> Diagram.Transition.ID {
        guard case .transition(let id)? = try members.value("element", Self.element) else {
            return try given(nil, "an arrow")
        }
        return id
    }

    func ink() throws(TextProblem) -> Sketch.Ink.ID {
        guard case .ink(let id)? = try members.value("ink", Self.element) else { return try given(nil, "ink") }
        return id
    }

    /// Returns the state at an end of an arrow, or `nil` if the end is free.
    private func end(_ key: String) throws(TextProblem) -> Diagram.State.ID? {
        let element = try members.value(key) { cursor throws(TextProblem) in
            cursor.skipWord("null") ? nil : try Self.element(&cursor)
        }
        return try element?.map { element throws(TextProblem) in try state(element) }
    }

    private func state(_ element: Sketch.Element) throws(TextProblem) -> Diagram.State.ID {
        guard case .state(let id) = element else { return try given(nil, "states at the ends of an arrow") }
        return id
    }

    // MARK: Values

    /// The maximum number of points in a stroke.
    private static let maximumPoints = 100_000

    private static func stroke(_ cursor: inout JSONCursor) throws(TextProblem) -> Stroke {
        let start = cursor.position
        let stroke = try cursor.stroke()
        guard stroke.points.count <= maximumPoints else {
            throw TextProblem(offset: start, message: "the stroke has more than 100,000 points; draw it in parts")
        }
        return stroke
    }

    private static func element(_ cursor: inout JSONCursor) throws(TextProblem) -> Sketch.Element {
        cursor.skipBlanks()
        let start = cursor.position
        guard let element = Sketch.Element(name: try cursor.string()) else {
            throw TextProblem(offset: start, message: "expected an element such as \"s1\"")
        }
        return element
    }

    private static func optionalString(_ cursor: inout JSONCursor) throws(TextProblem) -> String? {
        cursor.skipWord("null") ? nil : try cursor.string()
    }

    /// Reads the answer to a `copy` command: a sketch in JSON.
    private static func fragment(_ cursor: inout JSONCursor) throws(TextProblem) -> Diagram {
        let start = cursor.position
        var text = try cursor.string()
        let sketch = text.withUTF8 { try? Sketch(document: UnsafeRawBufferPointer($0)) }
        guard let sketch else {
            throw TextProblem(offset: start, message: "expected a fragment from the answer to \"copy\"")
        }
        return sketch.diagram
    }
}

extension Sketch.Element {
    /// The name of the element in commands and scenes, such as `s1`.
    var name: String {
        switch self {
        case .state(let id): "s\(id.number)"
        case .transition(let id): "t\(id.number)"
        case .note(let id): "n\(id.number)"
        case .ink(let id): "i\(id.number)"
        }
    }

    init?(name: String) {
        guard name.utf8.count < 20, let number = Int(name.dropFirst()), number >= 0 else { return nil }
        switch name.first {
        case "s": self = .state(Diagram.State.ID(number))
        case "t": self = .transition(Diagram.Transition.ID(number))
        case "n": self = .note(Diagram.Note.ID(number))
        case "i": self = .ink(Sketch.Ink.ID(number))
        default: return nil
        }
    }
}
