internal import Diagrams
internal import Sketches
internal import Strokes
internal import TextSupport

/// A request of a page.
enum Command {
    case event(Sketch.Event, isPreview: Bool)
    case copy([Sketch.Element])
    case setWords([TriedWord], isPreview: Bool)
    case setChain([Stage], isPreview: Bool)
    case understanding(Sketch.Ink.ID)
    case run(String)
    case export(Editor.Format)
}

/// A command, or a list of them and the name of the page that sends it.
struct Request {
    var page = ""
    /// The commands, or the errors in their values.
    var commands: [Result<CommandMembers, TextProblem>] = []
    var isList = false

    /// The greatest number of commands in a request, so that other requests can be answered in
    /// between.
    private static let mostCommands = 1000

    init(_ cursor: inout JSONCursor) throws(TextProblem) {
        var (request, single) = (Request(), CommandMembers())
        try cursor.object("a request") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "page": request.page = try cursor.string()
            case "commands":
                request.isList = true
                let start = cursor.position
                request.commands = try cursor.list { cursor throws(TextProblem) in
                    // An error in one command doesn't affect the others.
                    var command = cursor
                    try cursor.skipValue()
                    return Result { () throws(TextProblem) in try CommandMembers(&command) }
                }
                guard request.commands.count <= Self.mostCommands else {
                    throw TextProblem(
                        offset: start,
                        message: "a request has \(Self.mostCommands) commands at most; send the rest in another one")
                }
            default: try single.read(key, &cursor)
            }
        }
        self = request
        if !isList { commands = [.success(single)] }
    }

    private init() {}
}

/// The members of a command, of whatever kind.
struct CommandMembers {
    var verb = ""
    var isPreview = false
    var strokes: [Stroke] = []
    /// A text, name or word.
    var text: String?
    var place: Diagram.Point?
    var (tail, tip): (Diagram.Point?, Diagram.Point?)
    var elements: [Sketch.Element] = []
    var (from, to): (Sketch.Element?, Sketch.Element?)
    var symbols: [String] = []
    /// A symbol of a cell in a table; `nil` is ε.
    var symbol: String??
    var targets: [Sketch.Element] = []
    var hasEpsilon: Bool?
    var isFinal = false
    var isSo = false
    var number: Double?
    var choice = ""
    var words: [TriedWord] = []
    var chain: [WrittenStage]?
    var fragment: Diagram?

    /// The greatest number of points that a stroke may have.
    private static let mostPoints = 100_000

    init(_ cursor: inout JSONCursor) throws(TextProblem) {
        var members = CommandMembers()
        try cursor.object("a command") { (cursor, key, _) throws(TextProblem) in
            try members.read(key, &cursor)
        }
        self = members
    }

    init() {}

    /// Reads the value of a key.
    mutating func read(_ key: String, _ cursor: inout JSONCursor) throws(TextProblem) {
        switch key {
        case "do": verb = try cursor.string()
        case "preview": isPreview = try cursor.flag()
        case "strokes": strokes = try cursor.list { cursor throws(TextProblem) in try Self.stroke(&cursor) }
        case "stroke": strokes = [try Self.stroke(&cursor)]
        case "text", "name", "word": text = try cursor.string()
        case "at", "by", "through": place = try cursor.place()
        case "tail": tail = try cursor.place()
        case "tip": tip = try cursor.place()
        case "element", "ink": elements = [try Self.element(&cursor)]
        case "elements": elements = try cursor.list { cursor throws(TextProblem) in try Self.element(&cursor) }
        case "from": from = try Self.optionalElement(&cursor)
        case "to": to = try Self.optionalElement(&cursor)
        case "symbols": symbols = try cursor.list { cursor throws(TextProblem) in try cursor.string() }
        case "symbol":
            cursor.skipBlanks()
            symbol = cursor.skipWord("null") ? .some(nil) : try cursor.string()
        case "targets": targets = try cursor.list { cursor throws(TextProblem) in try Self.element(&cursor) }
        case "epsilon": hasEpsilon = try cursor.flag()
        case "final": isFinal = try cursor.flag()
        case "is": isSo = try cursor.flag()
        case "radius", "angle": number = try cursor.number()
        case "as", "end": choice = try cursor.string()
        case "fragment": fragment = try Self.fragment(&cursor)
        case "words": words = try cursor.list { cursor throws(TextProblem) in try TriedWord(&cursor) }
        case "stages": chain = try cursor.list { cursor throws(TextProblem) in try WrittenStage(&cursor) }
        default: try cursor.skipValue()
        }
    }

    /// Returns the command; its members must be complete.
    func command() throws(TextProblem) -> Command {
        switch verb {
        case "": throw TextProblem(message: "expected a command with \"do\"")
        case "setWords": .setWords(words, isPreview: isPreview)
        case "setChain": .setChain(try Stage.chain(try given(chain, "stages")), isPreview: isPreview)
        case "understanding": .understanding(try ink())
        case "run": .run(text ?? "")
        case "export": .export(try format())
        case "copy": .copy(elements)
        default: .event(try event(), isPreview: isPreview)
        }
    }

    // MARK: Values

    private static func stroke(_ cursor: inout JSONCursor) throws(TextProblem) -> Stroke {
        let start = cursor.position
        let stroke = try cursor.stroke()
        guard stroke.points.count <= mostPoints else {
            throw TextProblem(offset: start, message: "the stroke has more than 100,000 points")
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

    /// Reads the answer to a copy: a sketch as a text.
    private static func fragment(_ cursor: inout JSONCursor) throws(TextProblem) -> Diagram {
        cursor.skipBlanks()
        let start = cursor.position
        var text = try cursor.string()
        let sketch = text.withUTF8 { try? Sketch(document: UnsafeRawBufferPointer($0)) }
        guard let sketch else { throw TextProblem(offset: start, message: "expected a fragment that was copied") }
        return sketch.diagram
    }

    private static func optionalElement(_ cursor: inout JSONCursor) throws(TextProblem) -> Sketch.Element? {
        cursor.skipBlanks()
        return cursor.skipWord("null") ? nil : try element(&cursor)
    }

    private func missing(_ what: String) -> TextProblem {
        TextProblem(message: "\"\(verb)\" needs \(what)")
    }

    private func state() throws(TextProblem) -> Diagram.State.ID {
        guard case .state(let id)? = elements.first else { throw missing("a state") }
        return id
    }

    private func state(_ element: Sketch.Element?) throws(TextProblem) -> Diagram.State.ID? {
        switch element {
        case .state(let id)?: return id
        case nil: return nil
        default: throw missing("states at the ends of an arrow")
        }
    }

    private func note() throws(TextProblem) -> Diagram.Note.ID {
        guard case .note(let id)? = elements.first else { throw missing("a note") }
        return id
    }

    private func arrow() throws(TextProblem) -> Diagram.Transition.ID {
        guard case .transition(let id)? = elements.first else { throw missing("an arrow") }
        return id
    }

    private func ink() throws(TextProblem) -> Sketch.Ink.ID {
        guard case .ink(let id)? = elements.first else { throw missing("ink") }
        return id
    }

    private func given<Value>(_ value: Value?, _ what: String) throws(TextProblem) -> Value {
        guard let value else { throw missing(what) }
        return value
    }

    private func distance() throws(TextProblem) -> Diagram.Point { try given(place, "a distance") }

    private func format() throws(TextProblem) -> Editor.Format {
        guard let format = Editor.Format(name: choice) else {
            throw TextProblem(message: "there is no format \"\(choice)\"; there are \(Editor.Format.names)")
        }
        return format
    }

    // MARK: Events

    private func event() throws(TextProblem) -> Sketch.Event {
        switch verb {
        case "draw": return .draw(strokes)
        case "erase": return .erase(try given(strokes.first, "a stroke"))
        case "write": return .write(text ?? "", at: try given(place, "a place"))
        case "addState": return .addState(at: try given(place, "a place"), name: text ?? "", isFinal: isFinal)
        case "addTransition":
            return .addTransition(from: try state(from), to: try state(to), tail: tail ?? .zero, tip: tip ?? .zero)
        case "addNote": return .addNote(text ?? "", at: try given(place, "a place"))
        case "rewrite": return .rewrite(try note(), text ?? "")
        case "setTargets":
            let states = try targets.map { target throws(TextProblem) in try given(try state(target), "states") }
            return .setTargets(of: try state(), on: try given(symbol, "a symbol, or null for ε"), states)
        case "delete": return .delete(elements)
        case "rename": return .rename(try state(), text ?? "")
        case "setSymbols": return .setSymbols(try arrow(), symbols, hasEpsilon: hasEpsilon)
        case "setInitial": return .setInitial(try state(), isSo)
        case "setFinal": return .setFinal(try state(), isSo)
        case "move":
            let way = try distance()
            return .move(elements, x: way.x, y: way.y)
        case "resize": return .resize(try state(), radius: try given(number, "a radius"))
        case "bend": return .bend(try arrow(), through: try given(place, "a place"))
        case "turn": return .turn(try arrow(), angle: try given(number, "an angle"))
        case "attach":
            guard let end = ["tail": ArrowEnd.tail, "tip": .tip][choice] else { throw missing("an end") }
            return .attach(try arrow(), end, to: try state(to), at: place ?? .zero)
        case "reinterpret":
            return .reinterpret(try ink(), as: try given(Sketch.Reading(rawValue: choice), "a reading"))
        case "paste":
            let way = try distance()
            return .paste(try given(fragment, "a fragment"), x: way.x, y: way.y)
        case "layOut": return .layOut
        case "clear": return .clear
        case "undo": return .undo
        case "redo": return .redo
        default: throw TextProblem(message: "there is no command \"\(verb)\"")
        }
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
