/// An expression over automata, such as `a.mata & !(b.jff | c.att)`.
///
/// Operands of one operator that stand in a row are one list, so that long expressions aren't deep ones.
indirect enum LanguageExpression: Sendable, Hashable {
    /// The automaton in a file.
    case file(String)
    case union([LanguageExpression])
    case symmetricDifference(LanguageExpression, LanguageExpression)
    case difference(LanguageExpression, LanguageExpression)
    case intersection([LanguageExpression])
    case concatenation([LanguageExpression])
    case complement(LanguageExpression)
    /// Repetition from the first number of times on, up to the second where there is one.
    case repetition(LanguageExpression, from: Int, to: Int?)
    case function(LanguageFunction, [LanguageExpression])
}

/// What expressions call by name.
enum LanguageFunction: String, Sendable, Hashable, CaseIterable {
    case minimize, determinize, reduce, trim, reverse, prefixes, suffixes, factors, subsequences
    case leftQuotient = "left-quotient"
    case rightQuotient = "right-quotient"
    case shuffle

    var argumentCount: Int {
        switch self {
        case .minimize, .determinize, .reduce, .trim, .reverse, .prefixes, .suffixes, .factors, .subsequences: 1
        case .leftQuotient, .rightQuotient, .shuffle: 2
        }
    }
}

extension LanguageExpression {
    /// The files that it names, each once, in the order of their first mention.
    var files: [String] {
        var names: [String] = []
        var known: Set<String> = []
        func collect(_ expression: LanguageExpression) {
            switch expression {
            case .file(let name): if known.insert(name).inserted { names.append(name) }
            case .union(let operands), .intersection(let operands), .concatenation(let operands),
                .function(_, let operands):
                for operand in operands { collect(operand) }
            case .symmetricDifference(let left, let right), .difference(let left, let right):
                collect(left)
                collect(right)
            case .complement(let operand), .repetition(let operand, _, _): collect(operand)
            }
        }
        collect(self)
        return names
    }
}
