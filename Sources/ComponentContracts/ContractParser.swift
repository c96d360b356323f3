internal import Automata
internal import Components
internal import RegularExpressions

/// A parser of a contract's expression.
///
///     expression   = sequence { "|" sequence }
///     sequence     = repeated { repeated }
///     repeated     = atom { "*" | "+" | "?" }
///     atom         = "!" name | "?" name | "timeout" | "(" [ expression ] ")"
///
/// Open groups are on a list, so that nesting is limited by memory alone.
struct ContractParser {
    private typealias Node = RegularExpression.Node

    /// A group that isn't closed yet; the first one is the whole expression.
    private struct Group {
        /// The column of its parenthesis.
        let column: Int
        var alternatives: [Node] = []
        var sequence: [Node] = []
    }

    private var builder: RegularExpression.Builder
    private let symbols: [Contract.Action: Symbol]
    private var groups = [Group(column: 0)]

    private init(_ actions: [Contract.Action]) throws(AutomataError) {
        builder = RegularExpression.Builder(alphabet: try Alphabet(actions.map(\.description)))
        symbols = Dictionary(uniqueKeysWithValues: zip(actions, builder.alphabet.symbols))
    }

    /// Returns the expression over the actions that a text mentions, in the order of their texts.
    static func parse(_ text: String) throws(ContractError) -> RegularExpression {
        let tokens = try ContractToken.tokens(of: text)
        var actions: Set<Contract.Action> = []
        for (token, _) in tokens { if case .action(let action) = token { actions.insert(action) } }
        do {
            var parser = try ContractParser(actions.sorted { $0.description < $1.description })
            for (token, column) in tokens { try parser.add(token, at: column) }
            return try parser.finish(at: text.unicodeScalars.count + 1)
        } catch let error as ContractError { throw error } catch { throw .stopped("\(error)") }
    }

    private mutating func add(_ token: ContractToken, at column: Int) throws {
        let last = groups.count - 1
        switch token {
        case .action(let action):
            groups[last].sequence.append(try builder.symbols(symbols[action].map { [$0] } ?? []))
        case .open: groups.append(Group(column: column))
        case .close:
            if last == 0 { throw ContractError.invalidExpression(column: column, "this ')' has no '('; remove it") }
            let isEmpty = groups[last].sequence.isEmpty && groups[last].alternatives.isEmpty
            let node = isEmpty ? builder.epsilon : try closeGroup(at: column)
            groups.removeLast()
            groups[last - 1].sequence.append(node)
        case .bar: try endSequence(at: column)
        case .star, .plus, .optional:
            guard let node = groups[last].sequence.popLast() else {
                throw ContractError.invalidExpression(
                    column: column, "nothing before this '\(token.sign)'; write it after a message or a group")
            }
            groups[last].sequence.append(try repetition(of: node, token))
        }
    }

    private mutating func repetition(of node: Node, _ token: ContractToken) throws(AutomataError) -> Node {
        switch token {
        case .star: builder.star(node)
        case .plus: try builder.repetition(node, atLeast: 1)
        default: try builder.repetition(node, 0...1)
        }
    }

    private mutating func endSequence(at column: Int) throws(ContractError) {
        let last = groups.count - 1
        if groups[last].sequence.isEmpty {
            throw .invalidExpression(column: column, "missing message; write () for none")
        }
        groups[last].alternatives.append(builder.concatenation(groups[last].sequence))
        groups[last].sequence = []
    }

    private mutating func closeGroup(at column: Int) throws(ContractError) -> Node {
        try endSequence(at: column)
        return builder.union(groups[groups.count - 1].alternatives)
    }

    private mutating func finish(at column: Int) throws(ContractError) -> RegularExpression {
        if let open = groups.dropFirst().last {
            throw .invalidExpression(column: open.column, "this '(' has no ')'; add it")
        }
        let root = try closeGroup(at: column)
        return builder.build(root)
    }
}

/// A token of a contract's expression.
enum ContractToken {
    case action(Contract.Action)
    case open, close, bar, star, plus, optional

    /// The sign of a repetition.
    var sign: String {
        switch self {
        case .star: "*"
        case .plus: "+"
        default: "?"
        }
    }

    /// Returns the tokens of a text with their columns, counted in Unicode scalars from 1.
    static func tokens(of text: String) throws(ContractError) -> [(token: ContractToken, column: Int)] {
        let scalars = Array(text.unicodeScalars)
        var tokens: [(token: ContractToken, column: Int)] = []
        var index = 0
        func name(from start: Int) -> String {
            var name = String.UnicodeScalarView()
            name.append(contentsOf: scalars[start...].prefix { $0.isAllowedInAction })
            return String(name)
        }
        while index < scalars.count {
            let (scalar, start) = (scalars[index], index)
            index += 1
            if scalar.properties.isWhitespace { continue }
            let token: ContractToken
            switch scalar {
            case "(": token = .open
            case ")": token = .close
            case "|": token = .bar
            case "*": token = .star
            case "+": token = .plus
            case "?" where index == scalars.count || !scalars[index].isAllowedInAction: token = .optional
            default:
                let isSign = scalar == "!" || scalar == "?"
                let word = name(from: isSign ? index : start)
                try check(word, after: scalar, start == 0 ? nil : scalars[start - 1], column: start + 1)
                index = start + (isSign ? 1 : 0) + word.unicodeScalars.count
                do throws(ContractError) {
                    token = .action(try Contract.Action((isSign ? String(scalar) : "") + word))
                } catch { throw .invalidExpression(column: start + 1, error.description) }
            }
            tokens.append((token, start + 1))
        }
        return tokens
    }

    /// Checks the name of an action after its sign, or a word without one.
    private static func check(
        _ word: String, after sign: Unicode.Scalar, _ previous: Unicode.Scalar?, column: Int
    ) throws(ContractError) {
        switch sign {
        case "!" where word.isEmpty:
            throw .invalidExpression(column: column, "no message after this '!'; write its name without a space")
        case "?":
            guard let previous, !previous.properties.isWhitespace, previous != "(", previous != "|" else { return }
            throw .invalidExpression(
                column: column,
                "this '?' may belong to either side; put a space before it to receive '\(word)', or after it to make "
                    + "the left side optional")
        case "!": return
        case _ where word == "timeout": return
        default:
            throw .invalidExpression(
                column: column, "'\(word)' has no direction; write !\(word) to send it, or ?\(word) to receive it")
        }
    }
}
