package import ArgumentParser

/// An argument that names a case of one of the library's enumerations.
package struct NamedCase<Value: RawRepresentable<String> & CaseIterable & Sendable>: ExpressibleByArgument {
    package let value: Value

    package init(_ value: Value) { self.value = value }

    package init?(argument: String) {
        guard let value = Value(rawValue: argument) else { return nil }
        self.value = value
    }

    package var defaultValueDescription: String { value.rawValue }
    package static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }
    /// The names of all cases, separated by commas.
    package static var list: String { allValueStrings.joined(separator: ", ") }
    package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
