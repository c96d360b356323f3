public import Statecharts
internal import TextSupport

/// The type of a message's body.
public indirect enum BodyType: Hashable, Sendable, CustomStringConvertible {
    /// Any value.
    case any
    /// No value, which is `null`.
    case none
    /// A truth value.
    case boolean
    /// A number.
    case number
    /// A text.
    case text
    /// A list of values of a type.
    case list(of: BodyType)
    /// A record of any members.
    case record
    /// A record with exactly these members.
    case fields([String: BodyType])

    /// The words for types without parts.
    static let words: [(name: String, type: BodyType)] = [
        ("any", .any), ("none", .none), ("boolean", .boolean), ("number", .number), ("text", .text),
        ("list", .list(of: .any)), ("record", .record),
    ]

    /// The maximum depth of types within types.
    static let maximumDepth = 32

    /// The type as JSON.
    public var description: String {
        var output = JSONOutput()
        output.write(self)
        return String(decoding: output.text.bytes, as: UTF8.self)
    }

    var word: String? { Self.words.first { $0.type == self }?.name }

    /// Returns what is wrong with a value of the type; `nil` if nothing is.
    public func problem(with value: Value) -> String? { problem(with: value, at: "the body") }

    private func problem(with value: Value, at place: @autoclosure () -> String) -> String? {
        switch (self, value) {
        case (.any, _), (.none, .null), (.boolean, .boolean), (.number, .number), (.text, .text), (.record, .record),
            (.list(of: .any), .list):
            return nil
        case (.list(let type), .list(let items)):
            for (number, item) in items.enumerated() {
                if let problem = type.problem(with: item, at: "item \(number) of \(place())") { return problem }
            }
            return nil
        case (.fields(let fields), .record(let members)):
            for (name, type) in fields.sorted(by: { $0.key < $1.key }) {
                guard let member = members[name] else {
                    return "\(place()) lacks the member \(Message.quoted(name.utf8)); add it"
                }
                let problem = type.problem(with: member, at: "\(Message.quoted(name.utf8)) of \(place())")
                if let problem { return problem }
            }
            return members.keys.sorted().first { fields[$0] == nil }.map {
                "\(place()) has an unknown member \(Message.quoted($0.utf8)); remove it"
            }
        default: return "expected \(self) as \(place()), found \(Self.kind(of: value))"
        }
    }

    private static func kind(of value: Value) -> String {
        switch value {
        case .null: "null"
        case .boolean: "a truth value"
        case .number: "a number"
        case .text: "a text"
        case .list: "a list"
        case .record: "a record"
        }
    }

    /// Returns whether a value of the type can be one of another type.
    func meets(_ other: BodyType) -> Bool {
        switch (self, other) {
        case (.any, _), (_, .any), (.record, .fields), (.fields, .record): true
        case (.list(let mine), .list(let theirs)): mine.meets(theirs)
        case (.fields(let mine), .fields(let theirs)):
            mine.count == theirs.count && mine.allSatisfy { name, type in theirs[name].map(type.meets) ?? false }
        default: self == other
        }
    }
}

extension JSONCursor {
    /// Reads a type: a word, `["number"]` or `{"amount": "number"}`.
    mutating func bodyType(depth: Int = 1) throws(TextProblem) -> BodyType {
        skipBlanks()
        let start = position
        try TextProblem.check(depth: depth, upTo: BodyType.maximumDepth, "nested types", at: start)
        switch peek {
        case UInt8(ascii: "["):
            let types = try list { (cursor) throws(TextProblem) in try cursor.bodyType(depth: depth + 1) }
            guard types.count == 1 else {
                throw TextProblem(offset: start, message: "expected one type in a list, such as [\"number\"]")
            }
            return .list(of: types[0])
        case UInt8(ascii: "{"):
            var fields: [String: BodyType] = [:]
            try object("a type") { (cursor, name, offset) throws(TextProblem) in
                guard fields.updateValue(try cursor.bodyType(depth: depth + 1), forKey: name) == nil else {
                    throw .duplicateKey(name, at: offset)
                }
            }
            return .fields(fields)
        case UInt8(ascii: "\""):
            let word = try string()
            if let type = BodyType.words.first(where: { $0.name == word })?.type { return type }
            throw .unknown("type", word, among: BodyType.words.map(\.name), at: start)
        default: throw problem("a type, such as \"number\", [\"number\"] or {\"amount\": \"number\"}")
        }
    }
}

extension JSONOutput {
    mutating func write(_ type: BodyType) {
        if let word = type.word { return string(word) }
        switch type {
        case .list(let type):
            open("[")
            item()
            write(type)
            close("]")
        case .fields(let fields):
            open("{")
            for (name, type) in fields.sorted(by: { $0.key < $1.key }) {
                key(name)
                write(type)
            }
            close("}")
        default: break
        }
    }
}
