/// Names in the order of their bytes, to find those that begin with a text.
package struct SortedNames {
    private let names: [String]

    package init(_ names: some Sequence<String>) {
        self.names = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the first names that begin with a text, at most `count`, in O(*m* log *n*) for *n*
    /// names and *m* bytes of the text.
    package func first(_ count: Int, beginningWith text: String) -> [String] {
        let start = names.prefixCount { $0.utf8.lexicographicallyPrecedes(text.utf8) }
        return names[start...].prefix(count).filter { $0.utf8.starts(with: text.utf8) }
    }
}
