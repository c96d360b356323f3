internal import Automata
internal import FeatureModels
internal import TextSupport

extension UVLReader: PropositionReader {
    /// Reads a constraint, or notes that it belongs to a level that isn't read.
    mutating func readConstraint() throws(TextProblem) {
        let start = token.start
        if let constraint = try readProposition() { builder.add(constraint, at: .offset(start)) }
    }

    mutating func readOperand() throws(TextProblem) -> Proposition? {
        let offset = token.start
        let name = try reference("the name of a feature, '!' or '('")
        return levelOfNext() == nil ? .feature(feature(named: name, at: offset)) : nil
    }

    mutating func refusesNext(openCount: Int) throws(TextProblem) -> Bool {
        guard let level = levelOfNext() else { return false }
        refuse(level.things, level: level.name, at: token.start)
        try skipConstraint(openCount: openCount)
        return true
    }

    /// The level that the next token belongs to, unless it is the Boolean one.
    private func levelOfNext() -> (name: String, things: String)? {
        switch token.kind {
        case .number: return ("Arithmetic", "numbers in constraints")
        case .text: return ("Type.string-constraints", "texts in constraints")
        case .symbol:
            let symbols: [StaticString] = ["==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/"]
            return symbols.contains { isNext($0) } ? ("Arithmetic", "comparisons and sums") : nil
        default:
            // The names of functions are short.
            guard token.end - token.start <= 5, let word = plainWord, UVL.functions.contains(word) else { return nil }
            return word == "len"
                ? ("Type.string-constraints", "lengths of texts") : ("Arithmetic.aggregate-function", "functions")
        }
    }

    /// Moves past a constraint, up to the end of the line or of the item of a list.
    mutating func skipConstraint(openCount: Int = 0) throws(TextProblem) {
        var depth = openCount
        while token.kind != .newline, token.kind != .end {
            if token.kind == .fault { throw problem("a constraint") }
            if isNext("(") || isNext("[") || isNext("{") {
                depth += 1
            } else if isNext(")") || isNext("]") || isNext("}") {
                if depth == 0 { return }
                depth -= 1
            } else if depth == 0, isNext(",") {
                return
            }
            advance()
        }
        if depth > 0 { throw problem("')'") }
    }
}
