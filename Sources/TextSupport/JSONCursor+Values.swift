/// Values that occur in documents.
extension JSONCursor {
    /// Reads an object.
    ///
    /// - Parameters:
    ///   - expected: A name for the object, for the message if the value isn't an object.
    ///   - member: A function that reads the value of a key, given the key's name and offset.
    package mutating func object(
        _ expected: String, _ member: (inout JSONCursor, String, Int) throws(TextProblem) -> Void
    ) throws(TextProblem) {
        skipBlanks()
        try open(UInt8(ascii: "{"), expected)
        var isFirst = true
        while try next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
            let key = try key()
            try member(&self, key.name, key.offset)
        }
    }

    /// Reads a list; the function `item` reads each of its items.
    package mutating func list<Item>(
        _ item: (inout JSONCursor) throws(TextProblem) -> Item
    ) throws(TextProblem) -> [Item] {
        skipBlanks()
        try open(UInt8(ascii: "["), "a list")
        var items: [Item] = []
        var isFirst = true
        while try next(before: UInt8(ascii: "]"), isFirst: &isFirst) { items.append(try item(&self)) }
        return items
    }

    /// Reads a natural number below 10¹⁸.
    package mutating func wholeNumber() throws(TextProblem) -> Int {
        skipBlanks()
        if let number = naturalNumber() { return number }
        var ahead = self
        guard let number = try? ahead.number(), number >= 1e18 else { throw problem("a whole number") }
        throw TextProblem(
            offset: position, message: "the number is too large", remedy: "expected a whole number below 10¹⁸")
    }

    /// Reads `true` or `false`.
    package mutating func flag() throws(TextProblem) -> Bool {
        skipBlanks()
        if skipWord("true") { return true }
        guard skipWord("false") else { throw problem("true or false") }
        return false
    }
}
