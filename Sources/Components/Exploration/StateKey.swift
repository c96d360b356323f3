/// The reason why a component can't be explored: its state isn't a value that can be compared.
package struct UnexplorableState: Error, Hashable {
    /// The property, such as `cache.entries`.
    package let property: String
    package let reason: String
}

/// Writes values as words, which are equal where the values are.
///
/// A property whose type is `Hashable` is equal as its type says; structures, tuples, enumerations
/// and collections of others are compared part by part. Objects and closures have no value.
final class StateKeys {
    private final class Numbers<Value: Hashable> {
        var numbers: [Value: UInt64] = [:]
    }

    private struct TypedValue: Hashable {
        let type: ObjectIdentifier
        let value: AnyHashable
    }

    private var numbers: [TypedValue: UInt64] = [:]
    /// The numbers of values that were written as a whole, by their type: `Numbers`.
    private var tables: [ObjectIdentifier: AnyObject] = [:]
    private var types: [ObjectIdentifier: UInt64] = [:]
    /// Types of numbers and texts.
    private var values: Set<ObjectIdentifier> = []
    private(set) var words: [UInt64] = []
    /// Returns the place of a timer among those that run; `nil` if it doesn't run.
    var placeOfTimer: (UInt64) -> Int? = { _ in nil }

    func begin() { words.removeAll(keepingCapacity: true) }

    /// Goes on with words that were written before.
    func restore(_ words: [UInt64]) { self.words = words }

    func append(_ word: UInt64) { words.append(word) }

    func append(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        words += [UInt64(bitPattern: seconds), UInt64(bitPattern: attoseconds)]
    }

    /// Appends a value that has no objects inside.
    func append<Value: Hashable>(whole value: Value) {
        let type = ObjectIdentifier(Value.self)
        let table = tables[type].map { unsafeDowncast($0, to: Numbers<Value>.self) } ?? Numbers()
        let next = UInt64(table.numbers.count)
        if next == 0 { tables[type] = table }
        let number = table.numbers[value] ?? next
        if number == next { table.numbers[value] = next }
        words.append(number)
    }

    /// Appends the memory of a value that consists of words without references.
    func append<Value>(wordsOf value: Value) {
        withUnsafeBytes(of: value) { words += $0.bindMemory(to: UInt64.self) }
    }

    /// Appends a value, whose name is only needed for an error.
    func append(_ name: @autoclosure () -> String, _ value: Any) throws(UnexplorableState) {
        do { try append(value) } catch {
            let path = [name(), error.property].filter { !$0.isEmpty }
            throw UnexplorableState(property: path.joined(separator: "."), reason: error.reason)
        }
    }

    private func append(_ value: Any) throws(UnexplorableState) {
        let type = type(of: value)
        words.append(number(of: type))
        switch value {
        case is any ComponentPart: return
        case let timer as MessageTimer: return words.append(UInt64(placeOfTimer(timer.number).map { $0 + 1 } ?? 0))
        case let type as Any.Type: return words.append(number(of: type))
        case let value as any Hashable where holdsNoObject(value):
            return words.append(number(of: AnyHashable(value), of: type))
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .struct where !mirror.children.isEmpty || size(of: type) == 0, .tuple: try appendAll(mirror.children)
        case .optional:
            words.append(UInt64(mirror.children.count))
            try appendAll(mirror.children)
        case .collection:
            words.append(UInt64(mirror.children.count))
            try appendAll(mirror.children)
        case .enum:
            let name = mirror.children.first?.label ?? "\(value)"
            words.append(number(of: AnyHashable(name), of: String.self))
            try appendAll(mirror.children)
        case .dictionary, .set: try appendInAnyOrder(mirror.children)
        case .class: throw fail("is an object of \(type), which all states would share; make it a value")
        default: throw fail("is a \(type), which can't be compared; keep it out of the component")
        }
    }

    private func fail(_ reason: String) -> UnexplorableState {
        UnexplorableState(property: "", reason: reason)
    }

    private func appendAll(_ children: Mirror.Children) throws(UnexplorableState) {
        for child in children { try append(child.label ?? "", child.value) }
    }

    /// Appends the parts of a collection without an order.
    private func appendInAnyOrder(_ children: Mirror.Children) throws(UnexplorableState) {
        var parts: [[UInt64]] = []
        let before = words
        for child in children {
            words = []
            try append("", child.value)
            parts.append(words)
        }
        parts.sort { $0.lexicographicallyPrecedes($1) }
        words = before + [UInt64(parts.count)] + parts.flatMap(\.self)
    }

    /// Whether a value has no objects inside, as far as its parts show.
    private func holdsNoObject(_ value: any Hashable) -> Bool {
        let type = ObjectIdentifier(Swift.type(of: value))
        if values.contains(type) { return true }
        guard isPlain(value) else { return containsNoObject(value) }
        values.insert(type)
        return true
    }

    private func isPlain(_ value: Any) -> Bool {
        switch value {
        case is any BinaryInteger, is any BinaryFloatingPoint, is String, is Bool, is Duration: true
        default: false
        }
    }

    private func containsNoObject(_ value: Any) -> Bool {
        if isPlain(value) { return true }
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle != .class && mirror.children.allSatisfy { containsNoObject($0.value) }
    }

    private func number(of value: AnyHashable, of type: Any.Type) -> UInt64 {
        let next = UInt64(numbers.count)
        let key = TypedValue(type: ObjectIdentifier(type), value: value)
        let number = numbers[key] ?? next
        if number == next { numbers[key] = next }
        return number
    }

    private func number(of type: Any.Type) -> UInt64 {
        let next = UInt64(types.count)
        let number = types[ObjectIdentifier(type)] ?? next
        if number == next { types[ObjectIdentifier(type)] = next }
        return number
    }
}

/// The size of a type's values, in bytes.
private func size(of type: Any.Type) -> Int {
    func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
}
