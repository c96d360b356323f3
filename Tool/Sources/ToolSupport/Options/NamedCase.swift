package import ArgumentParser

/// A case of the library's as an argument, by its name.
package struct NamedCase<Value: RawRepresentable<String> & CaseIterable & Sendable>: ExpressibleByArgument {
    package let value: Value

    package init(_ value: Value) { self.value = value }

    package init?(argument: String) {
        guard let value = Value(rawValue: argument) else { return nil }
        self.value = value
    }

    package var defaultValueDescription: String { value.rawValue }
    package static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }
    /// The names as a sentence lists them.
    package static var list: String { allValueStrings.joined(separator: ", ") }
    package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
