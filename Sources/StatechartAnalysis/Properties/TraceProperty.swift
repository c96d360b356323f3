/// A property of runs, over what happens in them.
///
///     try TraceProperty(parsing: "never entered.open entered.open")
///     try TraceProperty(parsing: "after request comes sent.reply before request")
///
/// A run is the sequence of events on which transitions are taken, by their own names, of
/// `exited.STATE`, `entered.STATE`, `sent.EVENT`, `raised.EVENT` and `performed.ACTION`. Its parts
/// are regular expressions *R*, *S*, *T* over these names:
///
/// - `never R`: no part of a run is *R* (absence)
/// - `eventually R`: each run has *R* (existence)
/// - `before R comes S`: *R* doesn't begin before *S* has ended (precedence)
/// - `after R comes S`: each *R* is followed by *S* (response)
/// - `after R comes S before T`: and *T* doesn't end between them
///
/// These are the patterns that are most common in practice: M. Dwyer, G. Avrunin and J. Corbett,
/// *Patterns in property specifications for finite-state verification*, 1999,
/// doi:10.1145/302405.302672.
public struct TraceProperty: Hashable, Sendable, CustomStringConvertible {
    /// The property as a text, as it was parsed.
    public let description: String
    let form: Form

    /// The forms of properties.
    enum Form: Hashable, Sendable {
        case never(TraceExpression)
        case eventually(TraceExpression)
        case precedence(TraceExpression, needs: TraceExpression)
        case response(TraceExpression, TraceExpression, before: TraceExpression?)
    }

    /// Parses a property.
    ///
    /// Names stand for themselves, `a.*` for all names that begin with `a.` and for `a`, `.` for any
    /// one, and `!x` and `!(x | y)` for any other one. Sequences, `|`, `*`, `+`, `?` and parentheses
    /// have their usual meanings. Names with blanks or signs, and the words of the forms, stand
    /// between single quotation marks.
    ///
    /// - Throws: ``AnalysisError/invalidProperty(_:)`` with the position of the problem.
    public init(parsing text: String) throws(AnalysisError) {
        var parser = try TracePropertyParser(text)
        form = try parser.property()
        description = text
    }

    /// The expressions of the property.
    var expressions: [TraceExpression] {
        switch form {
        case .never(let first), .eventually(let first): [first]
        case .precedence(let first, let second): [first, second]
        case .response(let first, let second, let third): [first, second] + (third.map { [$0] } ?? [])
        }
    }
}

/// A regular expression over names.
indirect enum TraceExpression: Hashable, Sendable {
    /// One name of a set, or of the others.
    case names(Set<TraceName>, isExcluded: Bool)
    case sequence([TraceExpression])
    case choice([TraceExpression])
    case repeated(TraceExpression, atLeast: Int, isEndless: Bool)

    /// Any one name.
    static var any: Self { .names([], isExcluded: true) }

    /// The names in the expression.
    var names: Set<TraceName> {
        switch self {
        case .names(let names, _): names
        case .sequence(let list), .choice(let list): list.reduce(into: []) { $0.formUnion($1.names) }
        case .repeated(let inner, _, _): inner.names
        }
    }
}

/// A name, or all names that begin with it and a dot, and itself.
struct TraceName: Hashable, Sendable {
    var text: String
    var isPrefix: Bool

    func matches(_ name: String) -> Bool {
        if name == text { return true }
        return isPrefix && name.hasPrefix(text + ".")
    }
}
