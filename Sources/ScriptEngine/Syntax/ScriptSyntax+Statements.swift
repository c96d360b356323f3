/// The ends of statements.
extension ScriptSyntax {
    /// The words that begin statements and nothing else.
    static let statements: Set<String> = [
        "break", "case", "const", "continue", "do", "else", "for", "if", "return", "switch", "throw", "try", "var",
        "while", "with",
    ]

    /// Returns whether a brace ends the body of an arrow function.
    func endsArrow(_ index: Int) -> Bool {
        text(index) == "}" && tokens[index].partner.map { text($0 - 1) == "=>" } == true
    }

    /// Returns whether a statement, and not an operator, follows a bracket that closes.
    func endsBlockOrCondition(_ index: Int) -> Bool {
        guard let open = tokens[index].partner else { return false }
        return text(index) == "}" ? !tokens[index].isObject : text(index) == ")" && isCondition(open)
    }

    func isCondition(_ open: Int) -> Bool {
        ["if", "while", "for", "with"].contains(text(open - 1)) && !isProperty(open - 1)
    }

    /// The statements within others: the bodies of loops and conditions without braces, and others.
    struct Statements {
        /// The last tokens of statements, by their first ones.
        private(set) var ends: [Int: Int] = [:]
        /// The words `while` at the ends of loops with `do`.
        private(set) var tails: Set<Int> = []

        /// Finds the ends, from the last statement to the first, for those within others are known.
        init(of syntax: ScriptSyntax) {
            for index in syntax.tokens.indices.reversed() where syntax.isWord(index) && !syntax.isProperty(index) {
                let start: Int
                switch syntax.text(index) {
                case "for", "if", "while", "with":
                    guard syntax.text(index + 1) == "(", let close = syntax.tokens[index + 1].partner else { continue }
                    start = close + 1
                case "do", "else": start = index + 1
                default: continue
                }
                guard start < syntax.tokens.count else { continue }
                ends[start] = end(from: start, syntax)
                if syntax.text(index) == "do", let end = ends[start], syntax.text(end + 1) == "while" {
                    tails.insert(end + 1)
                }
            }
        }

        private func end(from first: Int, _ syntax: ScriptSyntax) -> Int {
            let last = syntax.tokens.count - 1
            var start = first
            while syntax.isWord(start), syntax.text(start + 1) == ":", start + 2 <= last { start += 2 }
            /// Returns the end of the bracket at a token.
            func bracket(_ open: Int) -> Int {
                open <= last ? max(open, syntax.tokens[open].partner ?? open) : last
            }
            func known(_ start: Int) -> Int { ends[start] ?? min(start, last) }
            switch syntax.text(start) {
            case "{": return bracket(start)
            case ";": return start
            case "for", "while", "with": return known(bracket(start + 1) + 1)
            case "if":
                let end = known(bracket(start + 1) + 1)
                return syntax.text(end + 1) == "else" ? known(end + 2) : end
            case "do":
                let end = known(start + 1)
                guard syntax.text(end + 1) == "while" else { return end }
                let close = bracket(end + 2)
                return syntax.text(close + 1) == ";" ? close + 1 : close
            case "switch": return bracket(bracket(start + 1) + 1)
            case "try":
                var end = bracket(start + 1)
                if syntax.text(end + 1) == "catch" {
                    end = bracket(end + 2)
                    if syntax.text(end) == ")" { end = bracket(end + 1) }
                }
                return syntax.text(end + 1) == "finally" ? bracket(end + 2) : end
            default: return endOfSimple(from: start, syntax)
            }
        }

        /// Returns the end of a statement that is an expression or begins with a word such as `return`.
        private func endOfSimple(from start: Int, _ syntax: ScriptSyntax) -> Int {
            let last = syntax.tokens.count - 1
            var end = start
            if syntax.text(start) == "function" {
                while end < min(last, start + 2), syntax.text(end) != "(" { end += 1 }
                end = syntax.tokens[end].partner ?? end
                if end < last { end = max(end, syntax.tokens[end + 1].partner ?? end) }
                return end
            }
            let isJump = ["break", "continue", "return"].contains(syntax.text(start))
            if isJump, start < last, !syntax.tokens[start + 1].followsNewline,
                ![";", "}"].contains(syntax.text(start + 1))
            {
                end += 1
            }
            if !isJump || end > start { end = syntax.endOfExpression(from: end) }
            while syntax.text(end + 1) == ",", end + 2 <= last { end = syntax.endOfExpression(from: end + 2) }
            return syntax.text(end + 1) == ";" ? end + 1 : end
        }
    }
}
