/// Statements and declarations.
extension ScriptParser {
    /// Parses a program.
    mutating func parseProgram() throws(Refusal) {
        var list: [Int] = []
        tree.isStrict = try parseDirectives(&list)
        while token.kind != .end { list.append(try statement()) }
        tree.root = list
    }

    /// Parses the directives at the beginning of a program or a body.
    ///
    /// - Returns: Whether one of them is 'use strict'.
    mutating func parseDirectives(_ list: inout [Int]) throws(Refusal) -> Bool {
        var isStrict = false
        while token.kind == .string {
            let next = try peek()
            let (start, end) = (token.start + 1, token.end - 1)
            let statement = try statement()
            list.append(statement)
            let ends = next.word == ";" || next.word == "}" || next.kind == .end || next.followsNewline
            guard ends, tree[Int(tree[statement].a)].kind == .literal else { break }
            if source[start..<end].elementsEqual("use strict".utf8) { isStrict = true }
        }
        return isStrict
    }

    mutating func statement() throws(Refusal) -> Int {
        try enter()
        defer { leave() }
        let first = token
        if first.kind == .sign {
            if at("{") { return try block() }
            if try skip(";") { return node(.empty, first) }
        }
        guard first.kind == .word else { return try expressionStatement() }
        switch first.word {
        case "var", "const": return try declaration()
        case "let":
            guard try isBinding(peek()) else { break }
            return try declaration()
        case "function": return try function(.functionDeclaration)
        case "class": return try classNode(.classDeclaration)
        case "if":
            let test = try head()
            let body = try body()
            return node(.condition, first, a: test, b: body, c: try skip("else") ? try self.body() : -1)
        case "for": return try loop()
        case "while":
            let test = try head()
            return node(.whileLoop, first, a: test, b: try body())
        case "do":
            try advance()
            let body = try body()
            guard at("while") else { throw unexpected("write 'while' before it") }
            let test = try head()
            _ = try skip(";")
            return node(.doLoop, first, a: test, b: body)
        case "with":
            let object = try head()
            return node(.with, first, a: object, b: try body())
        case "return", "throw":
            try advance()
            let isBare = at(";") || at("}") || token.kind == .end || token.followsNewline
            if isBare, first.word == "throw" { throw unexpected("write the exception on the line of 'throw'") }
            let value = isBare ? -1 : try expression()
            try endStatement()
            return node(first.word == "return" ? .return : .throw, first, a: value)
        case "break", "continue":
            try advance()
            let label = isName(token) && !token.followsNewline ? try name(.literal) : -1
            try endStatement()
            return node(.jump, first, a: label)
        case "debugger":
            try advance()
            try endStatement()
            return node(.empty, first)
        case "try": return try attempt()
        case "switch": return try choice()
        case "export": throw refuse("'export' can't be used; what a script declares is global")
        default: break
        }
        if isName(first), try peek().word == ":" {
            let label = try name(.literal)
            try advance()
            return node(.label, first, a: label, b: try statement())
        }
        return try expressionStatement()
    }

    private mutating func expressionStatement() throws(Refusal) -> Int {
        let first = token
        let value = try expression()
        try endStatement()
        return node(.expression, first, a: value)
    }

    /// Parses the expression in brackets behind a word.
    private mutating func head() throws(Refusal) -> Int {
        try advance()
        try expect("(")
        let value = try expression()
        try expect(")")
        return value
    }

    /// Parses the statement of a loop or a condition; a function in its place has a block of its
    /// own.
    private mutating func body() throws(Refusal) -> Int {
        let first = token
        let statement = try statement()
        return tree[statement].kind == .functionDeclaration ? node(.scope, first, list: [statement]) : statement
    }

    /// Parses a block or a body, whose last token's line is in `d`.
    mutating func block() throws(Refusal) -> Int {
        let first = token
        try expect("{")
        var list: [Int] = []
        let isStrict = try parseDirectives(&list)
        while !at("}") { list.append(try statement()) }
        let block = node(.scope, first, list: list)
        if isStrict { tree[block].flags = .isStrict }
        tree[block].d = Int32(token.line)
        try advance()
        return block
    }

    /// Parses `var`, `let` or `const` with its variables, without the semicolon.
    private mutating func variables() throws(Refusal) -> Int {
        let first = token
        if !at("var") { tree.needsTranslation = true }
        var list: [Int] = []
        repeat {
            try advance()
            let start = token
            let target = try binding()
            let value = try skip("=") ? try assignment() : -1
            let declarator = node(.declarator, start, a: target, b: value)
            // A variable has its value behind the declarator.
            tree[declarator].end = Int32(lastEnd)
            list.append(declarator)
        } while at(",")
        return node(.declaration, first, list: list)
    }

    private func isBinding(_ token: ScriptToken) -> Bool {
        isName(token) || token.word == "[" || token.word == "{"
    }

    private mutating func declaration() throws(Refusal) -> Int {
        let declaration = try variables()
        for declarator in tree.list(declaration) where tree[declarator].b < 0 {
            if tree[Int(tree[declarator].a)].kind != .name || tree[declaration].word == "const" {
                throw unexpected("give a pattern or a constant a value by '='")
            }
        }
        try endStatement()
        return declaration
    }

    // MARK: - Loops

    private mutating func loop() throws(Refusal) -> Int {
        let first = token
        try advance()
        if at("await") { throw refuse(ScriptSyntax.asynchronous("await")) }
        try expect("(")
        var start = -1
        let next = try peek()
        let isDeclared = at("var") || at("const") || at("let") && isBinding(next)
        let outerCount = headCount
        headCount = openCount
        if isDeclared {
            start = try variables()
        } else if !at(";") {
            start = try expression()
        }
        headCount = outerCount
        if start >= 0, try skip("in") { return try loop(.loopIn, first, start, try expression()) }
        if at("of"), start >= 0 {
            try advance()
            return try loop(.loopOf, first, start, try assignment())
        }
        try expect(";")
        let test = at(";") ? -1 : try expression()
        try expect(";")
        let update = at(")") ? -1 : try expression()
        try expect(")")
        return node(.loop, first, a: start, b: test, c: update, d: try body())
    }

    private mutating func loop(
        _ kind: Kind, _ first: ScriptToken, _ start: Int, _ list: Int
    ) throws(Refusal) -> Int {
        if kind == .loopOf { tree.needsTranslation = true }
        if tree[start].kind == .declaration {
            let list = tree.list(start)
            guard list.count == 1 else { throw unexpected("declare one variable in this loop") }
            // The variable has its value behind the head.
            tree[list[0]].end = Int32(token.start)
        } else {
            try makePattern(start)
        }
        try expect(")")
        return node(kind, first, a: start, b: list, d: try body())
    }

    // MARK: - Exceptions and choices

    private mutating func attempt() throws(Refusal) -> Int {
        let first = token
        try advance()
        let body = try block()
        var (variable, handler, last) = (-1, -1, -1)
        if try skip("catch") {
            if try skip("(") {
                variable = try binding()
                try expect(")")
            } else {
                tree.needsTranslation = true
            }
            handler = try block()
        }
        if try skip("finally") { last = try block() }
        guard handler >= 0 || last >= 0 else { throw unexpected("write 'catch (error) { }' before it") }
        return node(.attempt, first, a: body, b: variable, c: handler, d: last)
    }

    private mutating func choice() throws(Refusal) -> Int {
        let first = token
        let value = try head()
        try expect("{")
        var options: [Int] = []
        while !at("}") {
            let start = token
            if try !skip("default") { try expect("case") }
            let test = start.word == "case" ? try expression() : -1
            try expect(":")
            var list: [Int] = []
            while !at("case"), !at("default"), !at("}") { list.append(try statement()) }
            options.append(node(.option, start, list: list, a: test))
        }
        let choice = node(.choice, first, list: options, a: value)
        tree[choice].d = Int32(token.line)
        try advance()
        return choice
    }

    // MARK: - Patterns

    /// Parses the name or the pattern of a declaration.
    mutating func binding() throws(Refusal) -> Int {
        if at("[") || at("{") {
            let pattern = try primary()
            try makePattern(pattern, isDeclared: true)
            return pattern
        }
        guard isName(token) else { throw unexpected("write the name of a variable") }
        return try name()
    }

    /// Makes an expression the target of an assignment.
    mutating func makePattern(_ index: Int, isDeclared: Bool = false) throws(Refusal) {
        try enter()
        defer { leave() }
        let (list, isMade) = (tree.list(index), [.arrayPattern, .objectPattern].contains(tree[index].kind))
        // A pattern that is made may assign properties, which can't be declared.
        if isMade, !isDeclared { return }
        switch tree[index].kind {
        case .name, .hole: return
        case .member, .index, .privateMember, .paren:
            if !isDeclared, tree.isLocation(index) { return }
        case .assign where tree[index].word == "=", .withDefault:
            tree[index].kind = .withDefault
            if isDeclared { try makePattern(Int(tree[index].a), isDeclared: true) }
            return
        case .array, .arrayPattern:
            tree.needsTranslation = true
            tree[index].kind = .arrayPattern
            for item in list { try makePattern(item, isDeclared: isDeclared) }
            if list.dropLast().contains(where: { tree[$0].kind == .rest }) { break }
            return
        case .objectPattern,
            .object where !list.contains { tree[$0].kind == .property && tree[$0].flags.contains(.isMethod) }:
            tree.needsTranslation = true
            tree[index].kind = .objectPattern
            for item in list {
                try makePattern(tree[item].kind == .property ? Int(tree[item].b) : item, isDeclared: isDeclared)
            }
            if list.contains(where: { tree[$0].kind == .rest && !tree.isLocation(Int(tree[$0].a)) }) { break }
            return
        case .spread, .rest:
            tree[index].kind = .rest
            return try makePattern(Int(tree[index].a), isDeclared: isDeclared)
        default: break
        }
        throw .unexpected("this can't be assigned; write a variable, a property or a pattern", Int(tree[index].line))
    }
}
