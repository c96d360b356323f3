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
                "[…] takes a list and a number, or a record and a text, not \(kindName) and \(position.kindName)")
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

// MARK: - Size

extension Value {
    /// The approximate greatest number of bytes of a value.
    static let maximumSize = 1 << 23
    /// The bytes of an element of a list, and of a member of a record.
    private static let (elementSize, memberSize) = (24, 64)

    /// Returns the value, or throws if it is too large or deep.
    ///
    /// - Throws: ``ExpressionError`` if ``size()`` throws it.
    func checked() throws(ExpressionError) -> Value {
        _ = try size()
        return self
    }

    /// Returns the approximate bytes of the value.
    ///
    /// Otherwise a chart that doubles or nests a value in each step would exhaust memory or the
    /// stack.
    ///
    /// - Complexity: O(*n*) for *n* members, which ``maximumSize`` bounds.
    /// - Throws: ``ExpressionError`` if the value is larger than ``maximumSize`` or deeper than
    ///   ``Expression/maximumDepth``.
    package func size() throws(ExpressionError) -> Int {
        var rest = Self.maximumSize
        try measure(rest: &rest, level: 1)
        return Self.maximumSize - rest
    }

    /// The approximate bytes of a value whose parts are small enough, all together perhaps not.
    package var byteCount: Int {
        switch self {
        case .null, .boolean, .number: Self.elementSize
        case .text(let text): text.utf8.count
        case .list(let items): items.reduce(0) { $0 + Self.elementSize + $1.byteCount }
        case .record(let members):
            members.reduce(0) { $0 + Self.memberSize + $1.key.utf8.count + $1.value.byteCount }
        }
    }

    private func measure(rest: inout Int, level: Int) throws(ExpressionError) {
        guard level <= Expression.maximumDepth else {
            throw ExpressionError(
                "the value's lists or records are nested more than \(Expression.maximumDepth) levels deep")
        }
        func charge(_ size: Int) throws(ExpressionError) {
            rest -= size
            guard rest >= 0 else {
                throw ExpressionError("the value takes more than \(Self.maximumSize) bytes; keep less in it")
            }
        }
        switch self {
        case .null, .boolean, .number: break
        case .text(let text): try charge(text.utf8.count)
        case .list(let items):
            try charge(items.count * Self.elementSize)
            for item in items { try item.measure(rest: &rest, level: level + 1) }
        case .record(let members):
            for (name, value) in members {
                try charge(Self.memberSize + name.utf8.count)
                try value.measure(rest: &rest, level: level + 1)
            }
        }
    }
}
