/// `let` and `const`, which become `var`; the variables of blocks get names of their own.
extension ScriptSyntax {
    /// A part of the source with variables of its own.
    private struct Scope {
        let range: ClosedRange<Int>
        let parent: Int?
        let isFunction: Bool
        /// A Boolean value that indicates whether the part is carried out repeatedly.
        let isLoop: Bool
        /// The head of a loop with `for`.
        var head: ClosedRange<Int>?
        var variables: [String: Variable] = [:]
    }

    private struct Variable {
        /// The name in the translation.
        var name: String
        let isConstant: Bool
        var isParameter = false
        /// A Boolean value that indicates whether each round of a loop has its own variable.
        var isOfRound = false
        var isAssigned = false
        /// A Boolean value that indicates whether a function within the variable's own uses it.
        var isCaptured = false
        /// The token with which its first value is complete.
        var lastOfValue = 0
    }

    /// The scopes in the order of their beginnings, and for each token the innermost one.
    private struct Scopes {
        var list: [Scope] = []
        var innermost: [Int] = []
        /// The variables of blocks, in the order of their declarations.
        var ofBlocks: [(scope: Int, name: String)] = []

        func function(of scope: Int) -> Int {
            var scope = scope
            while !list[scope].isFunction, let parent = list[scope].parent { scope = parent }
            return scope
        }

        /// Returns the scope that declares a name for a token.
        func scope(of name: String, at token: Int) -> Int? {
            var scope: Int? = innermost[token]
            while let current = scope {
                if list[current].variables[name] != nil { return current }
                scope = list[current].parent
            }
            return nil
        }
    }

    static let assignments: Set<String> = [
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "**=", "++", "--", "??=", "||=",
        "&&=",
    ]

    mutating func translateVariables() throws(Refusal) {
        let declarations = tokens.indices.filter { isDeclaration($0) }
        let catches = tokens.indices.filter { text($0) == "catch" && declaredPatterns.contains($0 + 2) }
        let hasDefaults = tokens.indices.contains { index in
            text(index) == "=" && enclosing[index].map { text($0) == "(" && isParameterList($0) } == true
        }
        guard !declarations.isEmpty || !catches.isEmpty || hasDefaults else { return }
        usedWords = Set(tokens.indices.filter { isWord($0) }.map { text($0) })
        var scopes = try scopes()
        for index in tokens.indices where isFreeWord(index) {
            switch text(index) {
            case "var": for declared in try declaredNames(index) { declare(declared, index, false, &scopes) }
            case "function":
                if isWord(index + 1), !isOperandPlace(index) {
                    declare(DeclaredName(token: index + 1, isPattern: false, last: 0), index, false, &scopes)
                }
            default: break
            }
        }
        for index in declarations {
            for declared in try declaredNames(index) {
                declaredTokens.insert(declared.token)
                declare(declared, index, true, &scopes)
            }
            replace(index, by: "var")
        }
        for index in catches {
            for token in try names(inPattern: index + 2) {
                declaredTokens.insert(token)
                declare(DeclaredName(token: token, isPattern: true, last: token), token, true, &scopes)
            }
        }
        nameVariables(&scopes)
        for index in tokens.indices where isFreeWord(index) && !isMethodName(index) { try use(index, &scopes) }
        try capture(in: scopes)
    }

    private func isDeclaration(_ index: Int) -> Bool {
        isDeclarationWord(index) && text(index) != "var"
    }

    /// Returns whether a token is `var`, `let` or `const` and begins a declaration.
    func isDeclarationWord(_ index: Int) -> Bool {
        guard isFreeWord(index), ["var", "let", "const"].contains(text(index)) else { return false }
        guard isWord(index + 1) else { return ["{", "["].contains(text(index + 1)) }
        return !["in", "of", "instanceof"].contains(text(index + 1))
    }

    /// Returns whether a function at a token is an operand and not a statement.
    private func isOperandPlace(_ index: Int) -> Bool {
        guard index > 0 else { return false }
        switch tokens[index - 1].kind {
        case .word: return !["else", "do"].contains(text(index - 1)) && !endsOperand(index - 1)
        case .template(_, let ends): return !ends
        case .sign:
            return ![";", "{", "}", ")"].contains(text(index - 1))
                || tokens[index - 1].isObject && text(index - 1) == "{"
        default: return false
        }
    }

    // MARK: - Scopes

    private func scopes() throws(Refusal) -> Scopes {
        var ranges: [Int: Scope] = [:]
        func add(_ start: Int, _ end: Int, isFunction: Bool, isLoop: Bool, head: ClosedRange<Int>? = nil) {
            guard start <= end, ranges[start] == nil else { return }
            ranges[start] = Scope(range: start...end, parent: nil, isFunction: isFunction, isLoop: isLoop, head: head)
        }
        var bodies: Set<Int> = []
        let statements = Statements(of: self)
        for index in tokens.indices {
            switch text(index) {
            case "=>":
                let start = text(index - 1) == ")" ? tokens[index - 1].partner ?? index : index - 1
                guard start >= 0, index + 1 < tokens.count else { continue }
                bodies.insert(index + 1)
                let end = text(index + 1) == "{" ? tokens[index + 1].partner ?? index : endOfExpression(from: index + 1)
                add(start, end, isFunction: true, isLoop: false)
            case "(":
                guard let close = tokens[index].partner else { continue }
                let word = text(index - 1)
                if text(close + 1) == "{", let end = tokens[close + 1].partner {
                    let isFunction =
                        word == "function" && !isProperty(index - 1) || text(index - 2) == "function"
                        || isMethod(index)
                    if isFunction {
                        bodies.insert(close + 1)
                        add(index, end, isFunction: true, isLoop: false)
                    }
                }
                if word == "for", !isProperty(index - 1), let end = statements.ends[close + 1] {
                    add(index, end, isFunction: false, isLoop: true, head: index...close)
                } else if word == "while", text(close + 1) != "{", let end = statements.ends[close + 1],
                    !isProperty(index - 1), !statements.tails.contains(index - 1)
                {
                    add(index, end, isFunction: false, isLoop: true)
                } else if word == "catch", let end = tokens[min(close + 1, tokens.count - 1)].partner {
                    bodies.insert(close + 1)
                    add(index, end, isFunction: false, isLoop: false)
                }
            case "{" where !tokens[index].isObject && !bodies.contains(index):
                guard case .sign = tokens[index].kind, let end = tokens[index].partner else { continue }
                var isLoop = text(index - 1) == "do"
                if text(index - 1) == ")", let open = tokens[index - 1].partner { isLoop = text(open - 1) == "while" }
                add(index, end, isFunction: false, isLoop: isLoop)
            case "do" where text(index + 1) != "{" && !isProperty(index):
                if let end = statements.ends[index + 1] { add(index, end, isFunction: false, isLoop: true) }
            default: break
            }
        }
        return try nested(ranges)
    }

    /// The maximum depth of scopes. A use of a variable looks through those around it.
    private static let maximumDepth = 1000

    private func nested(_ ranges: [Int: Scope]) throws(Refusal) -> Scopes {
        var scopes = Scopes()
        scopes.list = [Scope(range: 0...max(0, tokens.count - 1), parent: nil, isFunction: true, isLoop: false)]
        var open = [0]
        for index in tokens.indices {
            while let last = open.last, open.count > 1, scopes.list[last].range.upperBound < index { open.removeLast() }
            if let scope = ranges[index] {
                var new = Scope(
                    range: scope.range, parent: open.last, isFunction: scope.isFunction, isLoop: scope.isLoop,
                    head: scope.head)
                for name in try parameters(of: scope) {
                    new.variables[text(name)] = Variable(name: text(name), isConstant: false, isParameter: true)
                }
                guard open.count < Self.maximumDepth else {
                    throw refuse("too many functions, loops and blocks within each other; use fewer", at: index)
                }
                open.append(scopes.list.count)
                scopes.list.append(new)
            }
            scopes.innermost.append(open.last ?? 0)
        }
        return scopes
    }

    /// Returns whether a bracket begins the parameters of a method.
    func isMethod(_ open: Int) -> Bool {
        guard text(open) == "(", let close = tokens[open].partner, text(close + 1) == "{" else { return false }
        if text(open - 1) == "]", let key = tokens[open - 1].partner {
            return isInObject(key)
                && (["{", ","].contains(text(key - 1)) || ["get", "set"].contains(text(key - 1)) && isWord(key - 1))
        }
        switch tokens[max(0, open - 1)].kind {
        case .word, .string, .number: break
        default: return false
        }
        let before = ["get", "set"].contains(text(open - 2)) ? open - 3 : open - 2
        return text(before) == "{" && tokens[before].isObject
            || text(before) == "," && (isInObject(open) || isWord(open - 1) && !isCondition(open))
    }

    private func parameters(of scope: Scope) throws(Refusal) -> [Int] {
        let start = scope.range.lowerBound
        guard scope.isFunction || text(start - 1) == "catch" else { return [] }
        guard text(start) == "(", let close = tokens[start].partner else { return [start] }
        return declaredPatterns.contains(start + 1) && text(start - 1) == "catch"
            ? [] : try names(ofParameters: start, close)
    }

    // MARK: - Variables

    private mutating func declare(_ declared: DeclaredName, _ index: Int, _ isOfBlock: Bool, _ scopes: inout Scopes) {
        let (name, function) = (text(declared.token), scopes.function(of: scopes.innermost[index]))
        guard isOfBlock else {
            if scopes.list[function].variables[name] == nil {
                scopes.list[function].variables[name] = Variable(name: name, isConstant: false)
            }
            return
        }
        var scope = scopes.innermost[index]
        // The body of a function has the variables of its scope.
        if scopes.list[scope].isFunction { scope = function }
        let isConstant = text(index) == "const"
        guard scope != function else {
            scopes.list[scope].variables[name] = Variable(name: name, isConstant: isConstant)
            return
        }
        var (isOfRound, outer) = (false, Optional(scope))
        while let current = outer, current != function {
            if scopes.list[current].isLoop { isOfRound = true }
            outer = scopes.list[current].parent
        }
        if scopes.list[scope].variables[name] == nil { scopes.ofBlocks.append((scope, name)) }
        scopes.list[scope].variables[name] = Variable(
            name: name, isConstant: isConstant, isOfRound: isOfRound, lastOfValue: declared.last)
        let isOfHead = scopes.list[scope].head?.contains(index) == true
        // Each round has a new variable without a value.
        if isOfRound, !isOfHead, !declared.isPattern, text(declared.token + 1) != "=" {
            insert(" = void 0", after: declared.token, endOf: declared.token)
        }
    }

    /// Gives the variables of blocks names of their own.
    ///
    /// At the top level of a program they are global. If a function keeps one, its name must be the
    /// same in a restored session, and differ from those of other programs.
    private mutating func nameVariables(_ scopes: inout Scopes) {
        for index in tokens.indices where isFreeWord(index) && !isMethodName(index) {
            guard let scope = scopes.scope(of: text(index), at: index) else { continue }
            if scopes.function(of: scopes.innermost[index]) != scopes.function(of: scope) {
                scopes.list[scope].variables[text(index)]?.isCaptured = true
            }
        }
        for (scope, name) in scopes.ofBlocks {
            guard let variable = scopes.list[scope].variables[name] else { continue }
            let isGlobal = scopes.function(of: scope) == 0
            var newName: String
            repeat {
                newName = isGlobal && !variable.isCaptured ? "_x$\(nextNumber)$\(name)" : "\(name)$\(nextNumber)"
                if isGlobal, variable.isCaptured { newName += "$\(sourceMark)" }
                nextNumber += 1
            } while usedWords.contains(newName)
            if isGlobal { hiddenNames.append(newName) }
            scopes.list[scope].variables[name]?.name = newName
        }
    }

    /// A text that other sources don't have: their FNV-1a hash.
    private var sourceMark: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in source { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 36)
    }

    /// Returns whether a sign or the head of a loop assigns a variable, also one in brackets.
    private func isAssigned(_ index: Int) -> Bool {
        var (first, last) = (index, index)
        while text(first - 1) == "(", tokens[first - 1].partner == last + 1, !isCondition(first - 1),
            !endsOperand(first - 2) || isNewStatement(first - 1)
        {
            (first, last) = (first - 1, last + 1)
        }
        let next = text(last + 1)
        if ["++", "--"].contains(text(first - 1)), !endsOperand(first - 2) || tokens[first - 1].followsNewline {
            return true
        }
        if next == "of" || next == "in", text(first - 1) == "(", text(first - 2) == "for" { return true }
        return Self.assignments.contains(next) && !(["++", "--"].contains(next) && tokens[last + 1].followsNewline)
    }

    /// Renames a variable where it is used.
    private mutating func use(_ index: Int, _ scopes: inout Scopes) throws(Refusal) {
        let name = text(index)
        guard let scope = scopes.scope(of: name, at: index), var variable = scopes.list[scope].variables[name] else {
            return
        }
        let isDeclared = declaredTokens.contains(index)
        let isAssigned =
            !isDeclared && (assignedTokens.contains(index) || isAssigned(index))
        if isAssigned, variable.isConstant {
            throw refuse("the constant '\(name)' can't be assigned; declare it by 'let'", at: index)
        }
        let start = scopes.list[scope].range.lowerBound
        if scope > 0, scopes.list[scope].isFunction, !variable.isParameter, text(start) == "(",
            index < tokens[start].partner ?? 0
        {
            throw refuse(
                "the value of a parameter uses '\(name)', which the function declares, too; rename one of them",
                at: index)
        }
        let isInHead = scopes.list[scope].head?.contains(index) == true
        if isAssigned, !isInHead { variable.isAssigned = true }
        if variable.isOfRound {
            var function = scopes.function(of: scopes.innermost[index])
            let own = scopes.function(of: scope)
            if function != own {
                // The outermost function within the round.
                while let parent = scopes.list[function].parent, case let outer = scopes.function(of: parent),
                    outer != own
                {
                    function = outer
                }
                captured.append((function: scopes.list[function].range.lowerBound, scope: scope, name: name))
            }
        }
        scopes.list[scope].variables[name] = variable
        guard variable.name != name else { return }
        newNames[index] = variable.name
        guard text(index + 1) != "of" || !isLoop(index + 1) else { return }
        let isShort =
            ["{", ","].contains(text(index - 1)) && [",", "}"].contains(text(index + 1)) && isInObject(index)
        replace(index, by: isShort ? "\(name): \(variable.name)" : variable.name)
    }

    func isInObject(_ index: Int) -> Bool {
        guard let open = enclosing[index] else { return false }
        return text(open) == "{" && tokens[open].isObject
    }

    /// Returns whether a word names a method, a getter or a setter of an object, or announces one.
    private func isMethodName(_ index: Int) -> Bool {
        guard isInObject(index) else { return false }
        if ["{", ","].contains(text(index - 1)) { return ![",", "}", "="].contains(text(index + 1)) }
        return ["get", "set"].contains(text(index - 1)) && ["{", ","].contains(text(index - 2))
    }

    // MARK: - Functions in loops

    /// Lets functions in loops take the values of the round's variables.
    private mutating func capture(in scopes: Scopes) throws(Refusal) {
        for (function, scope, name) in captured {
            guard let variable = scopes.list[scope].variables[name] else { continue }
            let start =
                text(function) == "(" && text(function - 1) == "function"
                ? function - 1
                : text(function - 2) == "function" ? function - 2 : function
            let isArrow = start == function && !isMethod(function)
            guard !variable.isAssigned, start > variable.lastOfValue,
                isArrow || text(start) == "function" && isOperandPlace(start)
            else {
                throw refuse(
                    "a function in a loop uses the loop's variable '\(name)', which changes; give its value to a function "
                        + "outside of the loop", at: function)
            }
            if captures[start]?.contains(variable.name) != true { captures[start, default: []].append(variable.name) }
        }
    }
}
