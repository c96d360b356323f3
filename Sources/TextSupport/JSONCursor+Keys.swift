/// The keys that an object may have.
package protocol JSONKey: RawRepresentable<String>, CaseIterable, Hashable {}

extension JSONCursor {
    /// Reads the key of an object's member, and moves past its colon.
    ///
    /// - Parameters:
    ///   - object: A name for the object, for the message.
    ///   - found: The offsets of the keys found so far.
    /// - Throws: A problem if the key is unknown or a duplicate.
    package mutating func key<Key: JSONKey>(
        in object: String, found: inout [Key: Int]
    ) throws(TextProblem) -> (key: Key, offset: Int) {
        let (name, offset) = try key()
        guard let key = Key(rawValue: name) else {
            throw .unknown("key", name, in: object, among: Key.allCases.map(\.rawValue), at: offset)
        }
        guard found.updateValue(offset, forKey: key) == nil else {
            throw .duplicateKey(name, at: offset)
        }
        return (key, offset)
    }

    /// Reads an object whose keys are known.
    ///
    /// - Parameters:
    ///   - expected: A name for the object, for messages.
    ///   - keys: The keys.
    ///   - member: A function that reads the value of a key.
    /// - Returns: The offsets of the keys that the object has.
    @discardableResult
    package mutating func object<Key: JSONKey>(
        _ expected: String, _ keys: Key.Type, _ member: (inout JSONCursor, Key) throws(TextProblem) -> Void
    ) throws(TextProblem) -> [Key: Int] {
        var found: [Key: Int] = [:]
        try open(UInt8(ascii: "{"), expected)
        var isFirst = true
        while try next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
            try member(&self, try key(in: expected, found: &found).key)
        }
        return found
    }
}
