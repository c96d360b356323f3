/// A counter of the size of a value, with a limit.
///
/// Without a limit, a chart that doubles or nests a value in each step would exhaust the memory.
package struct ValueSize {
    /// The approximate maximum number of bytes of a value, and of all data of scripts.
    package static let (maximum, maximumOfScripts) = (1 << 23, 1 << 26)
    /// The bytes of an element of a list, and of a member of a record.
    fileprivate static let (elementSize, memberSize) = (24, 64)

    /// The approximate number of bytes counted so far.
    package private(set) var byteCount = 0
    private let maximum: Int

    package init(upTo maximum: Int = Self.maximum) { self.maximum = maximum }

    /// Counts the bytes of a text.
    package mutating func add(text: String) throws(ExpressionError) { try add(text.utf8.count) }

    /// Counts elements of a list, but not their contents.
    package mutating func add(elements count: Int) throws(ExpressionError) { try add(count * Self.elementSize) }

    /// Counts a member of a record, but not its value.
    package mutating func add(member name: String) throws(ExpressionError) {
        try add(Self.memberSize + name.utf8.count)
    }

    private mutating func add(_ size: Int) throws(ExpressionError) {
        byteCount += size
        guard byteCount <= maximum else {
            throw ExpressionError("the value needs more than \(maximum) bytes; use a smaller value")
        }
    }

    /// Counts the parts of a value.
    fileprivate mutating func add(_ value: Value, level: Int) throws(ExpressionError) {
        guard level <= Expression.maximumDepth else {
            throw ExpressionError(
                "the value's lists or records are nested more than \(Expression.maximumDepth) levels deep")
        }
        switch value {
        case .null, .boolean, .number: break
        case .text(let text): try add(text: text)
        case .list(let items):
            try add(elements: items.count)
            for item in items { try add(item, level: level + 1) }
        case .record(let members):
            for (name, value) in members {
                try add(member: name)
                try add(value, level: level + 1)
            }
        }
    }
}

extension Value {
    /// Returns the value, or throws if it is too large or deep.
    ///
    /// - Throws: ``ExpressionError`` if ``size()`` throws it.
    func checked() throws(ExpressionError) -> Value {
        _ = try size()
        return self
    }

    /// Returns the approximate bytes of the value, which is within other values above level 1.
    ///
    /// - Complexity: O(*n*) for *n* members, whose number is bounded.
    /// - Throws: ``ExpressionError`` if the value is larger than the maximum or deeper than
    ///   ``Expression/maximumDepth``.
    package func size(upTo maximum: Int = ValueSize.maximum, level: Int = 1) throws(ExpressionError) -> Int {
        var size = ValueSize(upTo: maximum)
        try size.add(self, level: level)
        return size.byteCount
    }

    /// The approximate bytes of a value. Each part is within the limit, but the whole value may
    /// exceed it.
    package var byteCount: Int {
        switch self {
        case .null, .boolean, .number: ValueSize.elementSize
        case .text(let text): text.utf8.count
        case .list(let items): items.reduce(0) { $0 + ValueSize.elementSize + $1.byteCount }
        case .record(let members):
            members.reduce(0) { $0 + ValueSize.memberSize + $1.key.utf8.count + $1.value.byteCount }
        }
    }
}
