internal import Diagrams
internal import Sketches
internal import Strokes
internal import TextSupport

/// The members of a JSON object by their keys, each decoded when it is needed.
///
/// The last value counts if a key comes more than once.
struct JSONMembers {
    private var values: [String: JSONCursor] = [:]

    init() {}

    /// Reads an object.
    init(_ cursor: inout JSONCursor, _ expected: String) throws(TextProblem) {
        var members = JSONMembers()
        try cursor.object(expected) { (cursor, key, _) throws(TextProblem) in try members.insert(key, &cursor) }
        self = members
    }

    /// Keeps the next value, whose syntax is checked.
    mutating func insert(_ key: String, _ cursor: inout JSONCursor) throws(TextProblem) {
        cursor.skipBlanks()
        values[key] = cursor
        try cursor.skipValue()
    }

    /// Returns the decoded value of a key, or `nil` if there is none.
    func value<Value>(
        _ key: String, _ decode: (inout JSONCursor) throws(TextProblem) -> Value
    ) throws(TextProblem) -> Value? {
        guard var cursor = values[key] else { return nil }
        return try decode(&cursor)
    }

    /// Returns the value of a key as it is written, or `nil` if there is none.
    func text(_ key: String, in document: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let start = values[key], case var end = start, (try? end.skipValue()) != nil else { return nil }
        return Array(document[start.position..<end.position])
    }

    func string(_ key: String) throws(TextProblem) -> String? {
        try value(key) { cursor throws(TextProblem) in try cursor.string() }
    }

    func flag(_ key: String) throws(TextProblem) -> Bool? {
        try value(key) { cursor throws(TextProblem) in try cursor.flag() }
    }

    func number(_ key: String) throws(TextProblem) -> Double? {
        try value(key) { cursor throws(TextProblem) in try cursor.number() }
    }

    func point(_ key: String) throws(TextProblem) -> Diagram.Point? {
        try value(key) { cursor throws(TextProblem) in try cursor.point() }
    }

    /// Returns the items of a list, or no items if there is none.
    func list<Item>(
        _ key: String, _ decode: (inout JSONCursor) throws(TextProblem) -> Item
    ) throws(TextProblem) -> [Item] {
        try value(key) { cursor throws(TextProblem) in try cursor.list(decode) } ?? []
    }
}
