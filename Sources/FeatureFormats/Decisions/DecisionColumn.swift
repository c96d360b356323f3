/// A column of a table of decisions.
enum DecisionColumn: String, CaseIterable {
    case id, question, type, range, cardinality, constraint
    case relevance = "relevant if"

    /// The names of all columns.
    static var names: [String] { allCases.map(\.rawValue) }
}

/// The syntax of the cells.
enum DecisionText {
    /// The words for types, the usual one first.
    static let booleanNames = ["Boolean", "bool"]
    static let enumerationNames = ["Enumeration", "enum"]
    static let numberNames = ["Number", "integer", "real"]
    /// Types that aren't finite.
    static let infiniteTypeNames = ["string", "text"]

    /// The maximum number of values in all ranges together.
    static let maximumValueCount = 1 << 20
    /// The maximum number of features that replace comparisons of numbers, in total.
    static let maximumComparisonSize = 1 << 20
}
