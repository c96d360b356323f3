internal import Automata
internal import RegularExpressions

/// The functions that expressions over automata call by name.
@_spi(Tool) public enum LanguageFunction: UInt32, Sendable, CaseIterable {
    case minimize, determinize, reduce, trim, reverse, prefixes, suffixes, factors, subsequences
    case cyclicShift, leftQuotient, rightQuotient, shuffle, lengths, project, neighborhood, any

    /// The name.
    public var name: String {
        switch self {
        case .minimize: "minimize"
        case .determinize: "determinize"
        case .reduce: "reduce"
        case .trim: "trim"
        case .reverse: "reverse"
        case .prefixes: "prefixes"
        case .suffixes: "suffixes"
        case .factors: "factors"
        case .subsequences: "subsequences"
        case .cyclicShift: "cyclic-shift"
        case .leftQuotient: "left-quotient"
        case .rightQuotient: "right-quotient"
        case .shuffle: "shuffle"
        case .lengths: "lengths"
        case .project: "project"
        case .neighborhood: "neighborhood"
        case .any: "any"
        }
    }

    /// Creates the function with the given name; `nil` if no function has that name.
    public init?(named name: ArraySlice<UInt8>) {
        guard let function = Self.allCases.first(where: { name.elementsEqual($0.name.utf8) }) else { return nil }
        self = function
    }

    /// The number of languages among the function's arguments.
    public var languageCount: Int {
        switch self {
        case .minimize, .determinize, .reduce, .trim, .reverse, .prefixes, .suffixes, .factors, .subsequences,
            .cyclicShift, .lengths, .project:
            1
        case .leftQuotient, .rightQuotient, .shuffle: 2
        case .neighborhood, .any: 0
        }
    }

    /// Whether the function takes another argument after its languages.
    var takesDetail: Bool {
        switch self {
        case .lengths, .project, .neighborhood: true
        case .minimize, .determinize, .reduce, .trim, .reverse, .prefixes, .suffixes, .factors, .subsequences,
            .cyclicShift, .leftQuotient, .rightQuotient, .shuffle, .any:
            false
        }
    }

    /// The form of a call, such as `lengths(a, {2,5})`.
    public var usage: String {
        let arguments =
            switch self {
            case .lengths: "a, {2,5}"
            case .project: "a, <ab>"
            case .neighborhood: "<ab>, 1"
            case .leftQuotient, .rightQuotient, .shuffle: "a, b"
            case .any: ""
            case .minimize, .determinize, .reduce, .trim, .reverse, .prefixes, .suffixes, .factors, .subsequences,
                .cyclicShift:
                "a"
            }
        return "\(name)(\(arguments))"
    }
}
