internal import TextSupport

extension Value {
    /// The kind of value, for messages.
    var kindName: String {
        switch self {
        case .null: "null"
        case .boolean: "a truth value"
        case .number: "a number"
        case .text: "a text"
        case .list: "a list"
        case .record: "a record"
        }
    }

    /// Returns the member of a record.
    func member(_ name: String) throws(ExpressionError) -> Value {
        guard case .record(let members) = self else {
            throw ExpressionError("\(kindName) has no member \(Message.quoted(name.utf8)); only records have members")
        }
        guard let member = members[name] else {
            throw ExpressionError("the record has no member \(Message.quoted(name.utf8))")
        }
        return member
    }

    /// Returns the element at an index of a list, or the member of a record.
    func element(at position: Value) throws(ExpressionError) -> Value {
        switch (self, position) {
        case (.list(let items), .number(let number)):
            guard let index = Int(exactly: number), items.indices.contains(index) else {
                let indices = items.isEmpty ? "it is empty" : "its elements are 0 to \(items.count - 1)"
                throw ExpressionError("the list has no element \(position); \(indices)")
            }
            return items[index]
        case (.record, .text(let name)): return try member(name)
        default:
            throw ExpressionError(
                "[…] needs a list and a number, or a record and a text, not \(kindName) and \(position.kindName)")
        }
    }

    /// Returns a Boolean value that indicates whether values are equal: numbers as numbers, texts
    /// byte by byte.
    func isEqual(to other: Value) -> Bool {
        switch (self, other) {
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.list(let left), .list(let right)): left.elementsEqual(right) { $0.isEqual(to: $1) }
        case (.record(let left), .record(let right)):
            left.count == right.count && left.allSatisfy { right[$0.key]?.isEqual(to: $0.value) ?? false }
        default: self == other
        }
    }
}
