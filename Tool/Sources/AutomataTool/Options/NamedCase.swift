import ArgumentParser

/// A case of the library's as an argument, by its name.
struct NamedCase<Value: RawRepresentable<String> & CaseIterable & Sendable>: ExpressibleByArgument {
    let value: Value

    init(_ value: Value) { self.value = value }

    init?(argument: String) {
        guard let value = Value(rawValue: argument) else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { value.rawValue }
    static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }
    /// The names as a sentence lists them.
    static var list: String { allValueStrings.joined(separator: ", ") }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
