/// Functions, objects and classes.
extension ScriptParser {
    mutating func function(_ kind: Kind) throws(Refusal) -> Int {
        let first = token
        try advance()
        if at("*") { throw refuse("generators ('function*') can't be used; return an array") }
        let name = isName(token) ? try name() : -1
        guard name >= 0 || kind == .function else { throw unexpected("write the function's name before it") }
        return try function(kind, first, name)
    }

    /// Parses the parameters and the body of a function.
    private mutating func function(_ kind: Kind, _ first: ScriptToken, _ name: Int) throws(Refusal) -> Int {
        try enter()
        defer { leave() }
        guard at("(") else { throw unexpected("write '(' before it") }
        let parameters = try arguments()
        let function = node(kind, first, list: parameters, a: name)
        try makeParameters(parameters, of: function)
        return try body(of: function)
    }

    private mutating func makeParameters(_ parameters: [Int], of function: Int) throws(Refusal) {
        for parameter in parameters { try makePattern(parameter, isDeclared: true) }
        if parameters.dropLast().contains(where: { tree[$0].kind == .rest }) { throw unexpected("write '...' last") }
        guard parameters.contains(where: { tree[$0].kind != .name }) else { return }
        tree[function].flags.insert(.hasPatterns)
        tree.needsTranslation = true
    }

    /// Parses the body of a function in braces.
    private mutating func body(of function: Int) throws(Refusal) -> Int {
        let body = try block()
        tree[function].b = Int32(body)
        tree[function].end = Int32(lastEnd)
        tree[function].flags.formUnion(tree[body].flags)
        return function
    }

    /// Parses the body of an arrow function behind its parameters, which look like an expression.
    mutating func arrow(_ left: Int, _ first: ScriptToken) throws(Refusal) -> Int {
        tree.needsTranslation = true
        guard tree[left].kind == .name || tree[left].kind == .paren else {
            let isAsync = tree[left].kind == .call && tree[Int(tree[left].a)].kind == .name && first.word == "async"
            throw isAsync ? refuse(ScriptSyntax.asynchronous("async")) : unexpected("write parameters before it")
        }
        let parameters = tree[left].kind == .name ? [left] : tree.list(left)
        try advance()
        let function = node(.arrow, first, list: parameters)
        try makeParameters(parameters, of: function)
        if at("{") { return try body(of: function) }
        return try conciseBody(of: function)
    }

    /// Parses the expression that a function returns.
    private mutating func conciseBody(of function: Int) throws(Refusal) -> Int {
        tree[function].b = Int32(try assignment())
        tree[function].end = Int32(lastEnd)
        tree[function].flags.insert(.isConcise)
        return function
    }

    // MARK: - Objects

    /// Parses the words before a key, and the key.
    private mutating func key(isInClass: Bool) throws(Refusal) -> (key: Int, flags: ScriptTree.Flags) {
        var flags: ScriptTree.Flags = []
        if isInClass, at("static"), try isPrefix(peek()) {
            flags.insert(.isStatic)
            try advance()
        }
        if at("get") || at("set"), try isPrefix(peek()), try peek().word != "{" {
            flags.formUnion(at("get") ? [.isGetter, .isMethod] : [.isSetter, .isMethod])
            try advance()
        } else if at("async"), case let next = try peek(), isPrefix(next), !next.followsNewline, next.word != "{" {
            throw refuse(ScriptSyntax.asynchronous("async"))
        }
        if at("*") { throw refuse("generators ('*') can't be used; return an array") }
        switch token.kind {
        case .word: return (try name(.literal), flags)
        case .privateName where isInClass: return (try name(.privateName), flags)
        case .string, .number:
            let word = ScriptWord(source[token.start..<token.end].dropFirst().dropLast())
            let key = try primary()
            if tree[key].kind == .literal { tree[key].word = word }
            return (key, flags)
        default:
            guard try skip("[") else { throw unexpected("write the name of a property") }
            let key = try assignment()
            try expect("]")
            flags.insert(.isComputed)
            if !flags.isDisjoint(with: .isAccessor) { tree.needsTranslation = true }
            return (key, flags)
        }
    }

    /// Returns whether a word before a token isn't a key itself.
    private func isPrefix(_ next: ScriptToken) -> Bool {
        next.kind != .sign && next.kind != .end || next.word == "[" || next.word == "*" || next.word == "{"
    }

    mutating func property() throws(Refusal) -> Int {
        let start = token
        var (key, flags) = try key(isInClass: false)
        let value: Int
        if at("(") {
            flags.insert(.isMethod)
            value = try function(.function, token, -1)
            // The engine reads other names of methods.
            let isWord = start.kind == .word && (!isName(start) || start.word == "get" || start.word == "set")
            if flags.isDisjoint(with: .isAccessor), isWord || flags.contains(.isComputed) {
                tree.needsTranslation = true
            }
        } else if flags.isDisjoint(with: .isAccessor), try skip(":") {
            if tree[key].word == "__proto__", flags.isEmpty {
                tree.needsTranslation = true
                flags.insert(.isPrototype)
            }
            value = try assignment()
        } else {
            guard isName(start), flags.isEmpty else { throw unexpected("write ':' before it") }
            flags.insert(.isShort)
            if start.word == "get" || start.word == "set" { tree.needsTranslation = true }
            var name = node(.name, start)
            tree[name].symbol = tree[key].symbol
            if at("=") {
                let sign = token
                try advance()
                let value = try assignment()
                name = node(.assign, sign, a: name, b: value, d: lastEnd)
            }
            value = name
        }
        key = node(.property, start, a: key, b: value)
        tree[key].flags = flags
        return key
    }

    // MARK: - Classes

    mutating func classNode(_ kind: Kind) throws(Refusal) -> Int {
        try enter()
        defer { leave() }
        tree.needsTranslation = true
        let first = token
        try advance()
        let name = isName(token) ? try name() : -1
        guard name >= 0 || kind == .classExpression else { throw unexpected("write the name of the class before it") }
        var parent = -1
        if try skip("extends") {
            let outer = token
            parent = try chain()
            if tree[parent].kind == .arrow { throw .unexpected("a class can't extend an arrow function", outer.line) }
        }
        try expect("{")
        var members: [Int] = []
        while !at("}") { if try !skip(";") { members.append(try member()) } }
        let node = node(kind, first, list: members, a: name, b: parent)
        tree[node].d = Int32(token.line)
        try advance()
        tree[node].end = Int32(lastEnd)
        return node
    }

    private mutating func member() throws(Refusal) -> Int {
        let start = token
        if at("static"), try peek().word == "{" {
            try advance()
            let block = try body(of: node(.function, token))
            let index = node(.block, start, b: block)
            tree[index].flags = .isStatic
            return index
        }
        var (key, flags) = try key(isInClass: true)
        var value = -1
        if at("(") {
            flags.insert(.isMethod)
            value = try function(.function, token, -1)
        } else {
            guard flags.isDisjoint(with: .isAccessor) else { throw unexpected("write '(' before it") }
            if at("=") {
                try advance()
                value = try conciseBody(of: node(.function, start))
            }
            try endStatement()
        }
        key = node(.property, start, a: key, b: value)
        tree[key].flags = flags
        return key
    }
}
