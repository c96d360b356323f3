/// A set of names in use, from which new names must differ.
package struct TakenNames {
    private var names: Set<ByteKey>
    /// The next number for each name that was requested again.
    private var numbers: [ByteKey: Int] = [:]

    package init(_ names: some Sequence<String> = EmptyCollection()) { self.names = Set(names.map { ByteKey($0) }) }

    /// Adds a name.
    package mutating func insert(_ name: String) { names.insert(ByteKey(name)) }

    /// Returns an unused name, and adds it: the given name, followed if necessary by an underscore,
    /// or by an underscore and a number.
    ///
    /// - Complexity: O(*n*) for a name of *n* bytes, and O(*n*) for each new name that is already
    ///   taken.
    package mutating func unusedName(from name: String) -> String {
        let key = ByteKey(name)
        if names.insert(key).inserted { return name }
        var number = numbers[key] ?? 1
        while true {
            let other = name + (number == 1 ? "_" : "_\(number)")
            number += 1
            if names.insert(ByteKey(other)).inserted {
                numbers[key] = number
                return other
            }
        }
    }
}
