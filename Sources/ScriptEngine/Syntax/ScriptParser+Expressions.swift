/// Expressions.
extension ScriptParser {
    mutating func expression() throws(Refusal) -> Int {
        let first = token
        let value = try assignment()
        guard at(",") else { return value }
        var list = [value]
        while try skip(",") { list.append(try assignment()) }
        return node(.sequence, first, list: list)
    }

    private static let assignments: [ScriptWord] = [
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "**=", "??=", "||=", "&&=",
    ]

    mutating func assignment() throws(Refusal) -> Int {
        try enter()
        defer { leave() }
        let first = token
        let left = try conditional()
        if at("=>"), !token.followsNewline { return try arrow(left, first) }
        if tree[left].kind == .paren, tree[left].flags.contains(.hasPatterns) {
            throw unexpected("write '=>' and the function's body before it")
        }
        guard token.kind == .sign, Self.assignments.contains(token.word) else { return left }
        let sign = token
        if sign.word == "=" { try makePattern(left) } else { try makeTarget(left) }
        if sign.word == "??=" || sign.word == "||=" || sign.word == "&&=" { tree.needsTranslation = true }
        try advance()
        let value = try assignment()
        return node(.assign, sign, a: left, b: value, d: lastEnd)
    }

    private mutating func conditional() throws(Refusal) -> Int {
        let test = try binary(0)
        guard at("?") else { return test }
        let first = token
        try advance()
        let yes = try assignment()
        try expect(":")
        return node(.conditional, first, a: test, b: yes, c: try assignment())
    }

    // MARK: - Operators

    /// Returns the precedence of the operator at the current token, 0 if it is none.
    private var precedence: Int {
        if token.kind == .word {
            if token.word == "instanceof" { return 7 }
            return token.word == "in" && headCount != openCount ? 7 : 0
        }
        guard token.kind == .sign else { return 0 }
        switch token.word {
        case "??", "||": return 1
        case "&&": return 2
        case "|": return 3
        case "^": return 4
        case "&": return 5
        case "==", "!=", "===", "!==": return 6
        case "<", ">", "<=", ">=": return 7
        case "<<", ">>", ">>>": return 8
        case "+", "-": return 9
        case "*", "/", "%": return 10
        case "**": return 11
        default: return 0
        }
    }

    private mutating func binary(_ lowest: Int) throws(Refusal) -> Int {
        var left = try prefix()
        while case let level = precedence, level > lowest {
            let sign = token
            try advance()
            if sign.word == "**" {
                if tree[left].kind == .prefix {
                    guard tree[left].word == "++" || tree[left].word == "--" else {
                        throw refuse("an operator before '**' can mean two things; write '(-a) ** b' or '-(a ** b)'")
                    }
                    // The engine reads `++(a ** b)`.
                    tree.needsTranslation = true
                }
                try enter()
                left = node(.binary, sign, a: left, b: try binary(level - 1))
                leave()
                continue
            }
            let right = try binary(level)
            if level <= 2 { try check(sign, [left, right]) }
            left = node(level <= 2 ? .logical : .binary, sign, a: left, b: right)
        }
        return left
    }

    /// Checks that `??` has no operand with `||` or `&&`, and vice versa.
    private mutating func check(_ sign: ScriptToken, _ operands: [Int]) throws(Refusal) {
        let isAlternative = sign.word == "??"
        if isAlternative { tree.needsTranslation = true }
        guard operands.contains(where: { tree[$0].kind == .logical && (tree[$0].word == "??") != isAlternative })
        else { return }
        throw Refusal(message: "'??' beside '||' or '&&' can mean two things; write brackets", line: sign.line)
    }

    private mutating func prefix() throws(Refusal) -> Int {
        let first = token
        switch first.word {
        case "!", "~", "+", "-", "++", "--", "typeof", "void", "delete":
            try enter()
            defer { leave() }
            try advance()
            let operand = try prefix()
            if first.word == "++" || first.word == "--" { try makeTarget(operand) }
            return node(.prefix, first, a: operand)
        case "await": try checkAwait()
        default: break
        }
        if first.kind == .privateName {
            tree.needsTranslation = true
            let name = try name(.privateName)
            guard at("in") else { throw unexpected("write 'in' between a private name and its object") }
            return name
        }
        let operand = try chain()
        guard at("++") || at("--"), !token.followsNewline else { return operand }
        try makeTarget(operand)
        let postfix = node(.postfix, token, a: operand)
        try advance()
        return postfix
    }

    /// Throws an error if `await` isn't a name.
    private func checkAwait() throws(Refusal) {
        let next = try peek()
        let isOperand =
            next.kind != .sign && next.kind != .end && next.word != "in" && next.word != "of"
            && next.word != "instanceof" || next.word == "[" || next.word == "{"
        if isOperand, !next.followsNewline { throw refuse(ScriptSyntax.asynchronous("await")) }
    }

    private mutating func makeTarget(_ index: Int) throws(Refusal) {
        guard ![.array, .object].contains(tree[index].kind) else { throw unexpected("write a variable or a property") }
        try makePattern(index)
    }

    // MARK: - Chains

    /// Parses an operand with its members, indices and calls.
    ///
    /// - Parameter isCallee: Whether it stands behind `new`, and ends before a call.
    mutating func chain(isCallee: Bool = false) throws(Refusal) -> Int {
        var value = at("new") ? try construction() : try primary()
        if tree[value].kind == .arrow { return value }
        while true {
            let first = token
            var flags: ScriptTree.Flags = []
            if isCallee, at("(") || at("?.") { return value }
            if try skip("?.") {
                tree.needsTranslation = true
                flags = .isOptional
            }
            let isMember = first.kind == .sign && at(".")
            if isMember { try advance() }
            if isMember {
                value = try member(of: value)
            } else if flags.isEmpty, first.word != "(", first.word != "[", first.word != "`" {
                return value
            } else if token.word == "(" {
                value = node(.call, token, list: try arguments(), a: value)
            } else if token.word == "[" {
                let sign = token
                try advance()
                value = node(.index, sign, a: value, b: try expression())
                try expect("]")
            } else if token.word == "`" {
                if flags.contains(.isOptional) { throw unexpected("write a call") }
                tree.needsTranslation = true
                let template = try template()
                value = node(.tagged, first, a: value, b: template)
            } else {
                value = try member(of: value)
            }
            tree[value].flags = flags
        }
    }

    private mutating func member(of object: Int) throws(Refusal) -> Int {
        let name = token
        if name.kind == .privateName {
            tree.needsTranslation = true
            return node(.privateMember, name, a: object, b: try self.name(.privateName))
        }
        guard name.kind == .word else { throw unexpected("write the name of a property") }
        let index = try self.name(.member)
        tree[index].a = Int32(object)
        return index
    }

    private mutating func construction() throws(Refusal) -> Int {
        try enter()
        defer { leave() }
        let first = token
        try advance()
        if try skip(".") {
            guard at("target") else { throw unexpected("write 'new.target'") }
            try advance()
            return node(.newTarget, first)
        }
        let callee = try chain(isCallee: true)
        if at("?.") { throw unexpected("write '.', or brackets around what 'new' calls") }
        return node(.new, first, list: at("(") ? try arguments() : [], a: callee)
    }

    mutating func arguments() throws(Refusal) -> [Int] {
        let (list, endsByComma) = try elements(to: ")")
        if endsByComma { tree.needsTranslation = true }
        return list
    }

    /// Parses a list in brackets.
    mutating func elements(to end: StaticString) throws(Refusal) -> (list: [Int], endsByComma: Bool) {
        let last = ScriptWord(stringLiteral: end)
        try advance()
        var (list, endsByComma) = ([Int](), false)
        while !at(last) {
            list.append(try element(before: last))
            endsByComma = try skip(",")
            guard endsByComma else { break }
        }
        try expect(end)
        return (list, endsByComma)
    }

    /// Parses an element of a list, which may begin with `...`.
    private mutating func element(before end: ScriptWord) throws(Refusal) -> Int {
        let first = token
        if end == "]", at(",") { return node(.hole, first) }
        guard try skip("...") else { return end == "}" ? try property() : try assignment() }
        tree.needsTranslation = true
        return node(.spread, first, a: try assignment())
    }

    // MARK: - Operands

    mutating func primary() throws(Refusal) -> Int {
        let first = token
        switch first.kind {
        case .number, .string: return try literal()
        case .sign:
            switch first.word {
            case "(": return try paren()
            case "[": return try list(.array, to: "]")
            case "{": return try list(.object, to: "}")
            case "`": return try template()
            case "/", "/=": return try regularExpression()
            default: throw unexpected("write an expression before it")
            }
        case .word:
            switch first.word {
            case "function": return try function(.function)
            case "class": return try classNode(.classExpression)
            case "this", "null", "true", "false":
                try advance()
                return node(first.word == "this" ? .this : .literal, first)
            case "super":
                tree.needsTranslation = true
                try advance()
                guard at("(") || at(".") || at("[") else { throw unexpected("write '.' and a name behind 'super'") }
                return node(.superclass, first)
            case "import": throw refuse("'import' can't be used; write <script src=\"…\"/> in the chart")
            case "async":
                let next = try peek()
                if !next.followsNewline, next.word == "function" || isName(next) && next.word != "of" {
                    throw refuse(ScriptSyntax.asynchronous("async"))
                }
            default: break
            }
            guard isName(first) else { throw unexpected("write an expression before it") }
            return try name()
        case .privateName, .end, .pattern: throw unexpected("write an expression before it")
        }
    }

    private mutating func literal() throws(Refusal) -> Int {
        let bytes = source[token.start..<token.end]
        let isNumber = token.kind == .number
        if isNumber {
            if bytes.contains(0x5F) { tree.needsTranslation = true }
            if bytes.last == 0x6E {
                throw refuse("'BigInt' can't be used; write a number without 'n', exact up to 2 ** 53")
            }
        }
        let index = node(isNumber ? .number : .literal, token)
        try advance()
        return index
    }

    private mutating func list(_ kind: Kind, to end: StaticString) throws(Refusal) -> Int {
        let first = token
        return node(kind, first, list: try elements(to: end).list)
    }

    private mutating func regularExpression() throws(Refusal) -> Int {
        token = try lexer.pattern(token)
        try ScriptSyntax.check(pattern: source[token.start..<token.end], line: token.line)
        let index = node(.pattern, token)
        try advance()
        return index
    }

    private mutating func paren() throws(Refusal) -> Int {
        let first = token
        let (list, endsByComma) = try elements(to: ")")
        let index = node(.paren, first, list: list)
        // Only `=>` may follow.
        if list.isEmpty || endsByComma || list.contains(where: { tree[$0].kind == .spread }) {
            guard at("=>") else { throw unexpected("write '=>' before it, or an expression into the brackets") }
        }
        return index
    }

    /// Parses a text in back quotes: its parts in turn, texts and expressions.
    private mutating func template() throws(Refusal) -> Int {
        tree.needsTranslation = true
        let first = token
        var list: [Int] = []
        while true {
            let start = token
            let (range, isLast) = try lexer.templatePart(behind: token)
            let part = node(.literal, start)
            (tree[part].start, tree[part].end) = (Int32(range.lowerBound), Int32(range.upperBound))
            list.append(part)
            try advance()
            if isLast { return node(.template, first, list: list) }
            openCount += 1
            list.append(try expression())
            guard at("}") else { throw unexpected("write '}' before it") }
        }
    }
}
