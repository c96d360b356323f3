/// An expression over automata, such as `a.mata & !(b.jff | c.att)`.
///
/// Operands of one operator that stand in a row are one list, so that long expressions aren't deep ones.
indirect enum LanguageExpression: Sendable, Hashable {
    /// The automaton in a file.
    case file(String)
    /// A word, as it is spelled.
    case word(String)
    case union([LanguageExpression])
    case symmetricDifference(LanguageExpression, LanguageExpression)
    case difference(LanguageExpression, LanguageExpression)
    case intersection([LanguageExpression])
    case concatenation([LanguageExpression])
    case complement(LanguageExpression)
    case repetition(LanguageExpression, CountRange)
    /// A function of languages, of which it may take further arguments of other kinds.
    case function(LanguageFunction, [LanguageExpression], LanguageFunction.Detail = .none)
}

/// How often, or how long: from a number on, up to another where there is one.
struct CountRange: Sendable, Hashable {
    var from: Int
    var to: Int?
}

/// What expressions call by name.
enum LanguageFunction: String, Sendable, Hashable, CaseIterable {
    case minimize, determinize, reduce, trim, reverse, prefixes, suffixes, factors, subsequences
    case leftQuotient = "left-quotient"
    case rightQuotient = "right-quotient"
    case shuffle, lengths, project, neighbourhood, any

    /// What a function takes after languages.
    enum Detail: Sendable, Hashable {
        case none
        case lengths(CountRange)
        /// Symbols, spelled as a word.
        case symbols(String)
        case distance(of: String, Int)
    }

    /// The number of languages that it takes.
    var languageCount: Int {
        switch self {
        case .minimize, .determinize, .reduce, .trim, .reverse, .prefixes, .suffixes, .factors, .subsequences, .lengths,
            .project:
            1
        case .leftQuotient, .rightQuotient, .shuffle: 2
        case .neighbourhood, .any: 0
        }
    }

    /// How it is called.
    var usage: String {
        let arguments =
            switch self {
            case .lengths: "a, {2,5}"
            case .project: "a, <ab>"
            case .neighbourhood: "<ab>, 1"
            case .leftQuotient, .rightQuotient, .shuffle: "a, b"
            case .any: ""
            case .minimize, .determinize, .reduce, .trim, .reverse, .prefixes, .suffixes, .factors, .subsequences: "a"
            }
        return "\(rawValue)(\(arguments))"
    }
}

extension LanguageExpression {
    /// The files that it names, each once, in the order of their first mention.
    var files: [String] {
        var names: [String] = []
        // By their bytes, as file systems tell them apart.
        var known: Set<[UInt8]> = []
        visitLeaves { leaf in
            if case .file(let name) = leaf, known.insert(Array(name.utf8)).inserted { names.append(name) }
        }
        return names
    }

    /// The words that it spells, in their order.
    var words: [String] {
        var words: [String] = []
        visitLeaves { leaf in
            switch leaf {
            case .word(let word): words.append(word)
            case .function(_, _, .symbols(let word)), .function(_, _, .distance(of: let word, _)): words.append(word)
            default: break
            }
        }
        return words
    }

    /// Looks at files, words and functions, from left to right.
    private func visitLeaves(_ look: (LanguageExpression) -> Void) {
        switch self {
        case .file, .word: look(self)
        case .union(let operands), .intersection(let operands), .concatenation(let operands):
            for operand in operands { operand.visitLeaves(look) }
        case .function(_, let operands, _):
            for operand in operands { operand.visitLeaves(look) }
            look(self)
        case .symmetricDifference(let left, let right), .difference(let left, let right):
            left.visitLeaves(look)
            right.visitLeaves(look)
        case .complement(let operand), .repetition(let operand, _): operand.visitLeaves(look)
        }
    }
}
