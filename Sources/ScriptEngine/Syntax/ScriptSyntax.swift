/// Translates syntax of ECMAScript 2015 and later into ECMAScript 5.
///
/// Translated with the meaning that the standard gives them: `let` and `const`, arrow functions,
/// texts in back quotes, default and rest parameters, patterns, loops with `of`, `...`, `?.`, `??`,
/// `??=` and its kin, `catch` without a variable, numbers such as `1_000`, and commas at the end of
/// arguments. The engine itself reads short and computed properties, methods in objects, `**`, and
/// numbers such as `0b11`. All other forms are refused, with the form to write instead, and so is
/// what a translation would change: a function in a loop that uses a variable of the loop's body,
/// and an assignment to a constant. Using a variable before its `let` gives `undefined` instead of
/// an error.
///
/// Lines are kept. The cost is linear in the source, times the depth of its blocks.
struct ScriptSyntax {
    /// A form that isn't translated.
    struct Refusal: Error {
        let message: String
        let line: Int
    }

    let source: [UInt8]
    let tokens: [ScriptToken]
    /// For each token, the innermost bracket or template that is open before it.
    let enclosing: [Int?]
    /// The words of the source, which no new name may be.
    var usedWords: Set<String> = []
    /// The tokens that declare the names of `let` and `const`.
    var declaredTokens: Set<Int> = []
    var edits: [Edit] = []
    /// The number of the next name that the translation makes.
    var nextNumber = 1
    /// The number of tokens of arrow functions that were read once more.
    var readAgainCount = 0
    /// The new names of variables of blocks, by the tokens that use them.
    var newNames: [Int: String] = [:]
    /// The variables that a function in a loop takes by their values, by the function's first token.
    var captures: [Int: [String]] = [:]
    /// The uses of variables of a loop's round in functions: the function's first token, the scope
    /// of the variable, and its name.
    var captured: [(function: Int, scope: Int, name: String)] = []
    /// The brackets of patterns in declarations, parameters, and heads of loops.
    var declaredPatterns: Set<Int> = []
    /// The variables that patterns assign.
    var assignedTokens: Set<Int> = []
    /// The uses of `arguments` in arrow functions that have other names already.
    private var knownArguments: Set<Int> = []
    /// The first tokens of chains that are translated already.
    var knownChains: Set<Int> = []
    /// The names that the translation declares, which no loop over the global object may see.
    var hiddenNames: [String] = []

    /// Returns the translation of a program or an expression, and the names that it adds; `nil` if
    /// there is nothing to translate, or the source isn't made of tokens.
    static func translation(of text: String) throws(Refusal) -> (text: String, hiddenNames: [String])? {
        let source = Array(text.utf8)
        guard let tokens = ScriptTokenizer.tokens(of: source) else { return nil }
        var syntax = ScriptSyntax(source: source, tokens: tokens)
        try syntax.checkForms()
        try syntax.findPatterns()
        try syntax.translateVariables()
        for index in tokens.indices { try syntax.translate(index) }
        return syntax.edits.isEmpty ? nil : (try syntax.result(), syntax.hiddenNames)
    }

    init(source: [UInt8], tokens: [ScriptToken]) {
        var (open, enclosing) = ([Int](), [Int?]())
        for index in tokens.indices {
            let first = source[tokens[index].range.lowerBound]
            var (opens, closes) = (false, false)
            switch tokens[index].kind {
            case .template(let begins, let ends): (opens, closes) = (!ends, !begins)
            case .sign:
                opens = tokens[index].partner != nil && [0x28, 0x5B, 0x7B].contains(first)
                closes = tokens[index].partner != nil && !opens
            default: break
            }
            if closes, !open.isEmpty { open.removeLast() }
            enclosing.append(open.last)
            if opens { open.append(index) }
        }
        (self.source, self.tokens, self.enclosing) = (source, tokens, enclosing)
    }

    // MARK: - Tokens

    /// The text of a token; empty beyond the ends.
    func text(_ index: Int) -> String {
        tokens.indices.contains(index) ? String(decoding: source[tokens[index].range], as: UTF8.self) : ""
    }

    func isWord(_ index: Int) -> Bool {
        guard tokens.indices.contains(index), case .word = tokens[index].kind else { return false }
        return true
    }

    /// Returns whether a token is a word that isn't the name of a property or a label.
    func isFreeWord(_ index: Int) -> Bool {
        guard isWord(index), !isProperty(index) else { return false }
        if text(index + 1) == ":", tokens[index + 1].isLabel { return false }
        let isJump = ["break", "continue"].contains(text(index - 1)) && !isProperty(index - 1)
        return !isJump || tokens[index].followsNewline
    }

    /// Returns whether a token follows `.` or `?.`.
    func isProperty(_ index: Int) -> Bool { [".", "?."].contains(text(index - 1)) }

    /// Returns whether an operand ends with a token.
    func endsOperand(_ index: Int) -> Bool {
        guard tokens.indices.contains(index) else { return false }
        switch tokens[index].kind {
        case .number, .string, .pattern: return true
        case .template(_, let ends): return ends
        case .word: return isProperty(index) || !Self.operators.contains(text(index)) && !isOfHead(index)
        case .sign: return [")", "]", "}"].contains(text(index))
        }
    }

    private static let operators: Set<String> = [
        "return", "typeof", "case", "in", "delete", "void", "throw", "new", "instanceof", "else", "do", "if", "while",
        "for", "var", "let", "const", "try", "finally", "switch", "with",
    ]

    /// Returns whether a token is the operator `of` of a loop.
    func isOfHead(_ index: Int) -> Bool {
        guard text(index) == "of", let open = enclosing[index], open < index - 1, text(open) == "(",
            text(open - 1) == "for", !isProperty(open - 1)
        else { return false }
        return [")", "]", "}"].contains(text(index - 1))
            || isWord(index - 1) && (isProperty(index - 1) || !["var", "let", "const"].contains(text(index - 1)))
    }

    func refuse(_ message: String, at index: Int) -> Refusal { Refusal(message: message, line: tokens[index].line) }

    private func isReserved(_ index: Int) -> Bool {
        !endsOperand(index) || Self.statements.contains(text(index))
            || ["catch", "debugger", "default", "false", "function", "null", "this", "true"].contains(text(index))
    }

    // MARK: - Forms

    private mutating func translate(_ index: Int) throws(Refusal) {
        switch tokens[index].kind {
        case .template(let begins, let ends): translateTemplate(index, begins, ends)
        case .number: try translateNumber(index)
        case .sign: try translateSign(index)
        case .word where isOfHead(index):
            guard isLoop(index) else {
                throw refuse("a loop with 'of' needs a variable; write 'for (const x of list) { a.b = x }'", at: index)
            }
            try translateLoop(of: index)
        case .word where text(index) == "catch" && !isProperty(index): try translateCatch(index)
        case .word where ["get", "set"].contains(text(index)) && isInObject(index): translateKey(index)
        case .word where isDeclarationWord(index): try translateDeclaration(index)
        case .word where text(index) == "function":
            guard let open = ownParameters(at: index), let close = tokens[open].partner else { return }
            try translateParameters(open)
            if let captured = captures[index], let end = tokens[close + 1].partner {
                let names = captured.joined(separator: ", ")
                insert("(function (\(names)) { return ", before: index, closing: end)
                insert("; }).call(this, \(names))", after: end, endOf: index)
            }
        default: break
        }
    }

    private mutating func translateSign(_ index: Int) throws(Refusal) {
        switch text(index) {
        case "=>": try translateArrow(index)
        case "??": try translateAlternative(index)
        case "??=", "||=", "&&=": try translateAssignment(index)
        case "?.", "...": try translateChain(index)
        case "=": try translateAssignedPattern(index)
        case "," where text(index + 1) == ")": replace(index, by: "")
        case "[" where isInObject(index) && ["{", ","].contains(text(index - 1)):
            guard let close = tokens[index].partner, text(close + 1) == "(" else { return }
            insert(": function ", after: close, endOf: close)
        case "(" where isMethod(index):
            // The engine reads reserved words as names of properties, but not of methods.
            if isWord(index - 1), ["{", ","].contains(text(index - 2)), isReserved(index - 1) {
                replace(index - 1, by: "\"\(text(index - 1))\": function ")
            }
            try translateParameters(index)
        case "{" where tokens[index].isObject: try translateAccessors(index)
        default: break
        }
    }

    private mutating func translateParameters(_ open: Int) throws(Refusal) {
        guard text(open) == "(", let close = tokens[open].partner, text(close + 1) == "{" else { return }
        let prologue = try parameters(open, close)
        if !prologue.isEmpty { insertPrologue(prologue, close + 1) }
    }

    private mutating func translateNumber(_ index: Int) throws(Refusal) {
        let bytes = source[tokens[index].range]
        guard bytes.contains(0x5F) else { return }
        replace(index, by: String(decoding: bytes.filter { $0 != 0x5F }, as: UTF8.self))
    }

    /// Quotes `get` and `set`, which the engine reads as the beginning of a getter or a setter.
    private mutating func translateKey(_ index: Int) {
        guard ["{", ","].contains(text(index - 1)), newNames[index] == nil else { return }
        if text(index + 1) == "(" { replace(index, by: "\"\(text(index))\": function ") }
        if [",", "}"].contains(text(index + 1)) { replace(index, by: "\"\(text(index))\": \(text(index))") }
    }

    /// Writes a template as a call of `concat`, which converts its arguments as a template does.
    private mutating func translateTemplate(_ index: Int, _ begins: Bool, _ ends: Bool) {
        var inner: ArraySlice<UInt8> = source[tokens[index].range].dropFirst().dropLast(ends ? 1 : 2)
        var text = begins ? "\"" : "),\""
        while let byte = inner.popFirst() {
            switch byte {
            case 0x22: text += "\\\""
            case 0x0D:
                if inner.first != 0x0A { text += "\\n\\\n" }
            case 0x0A: text += "\\n\\\n"
            case 0x5C:
                guard let next = inner.popFirst() else { break }
                // The line that a backslash continues is continued in a text with quotes, too.
                text += "\\"
                if next < 0x80 {
                    text.unicodeScalars.append(Unicode.Scalar(next))
                } else {
                    text += character(from: next, &inner)
                }
            default:
                text += character(from: byte, &inner)
            }
        }
        text += "\""
        if begins && !ends { text += ".concat((" } else if !begins { text += ends ? ")" : ",(" }
        replace(index, by: text)
    }

    /// Returns a byte with the following ones that belong to the same character.
    private func character(from byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> String {
        var bytes = [byte]
        while let next = rest.first, next >= 0x80 {
            bytes.append(next)
            rest.removeFirst()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func translateArrow(_ arrow: Int) throws(Refusal) {
        let start: Int
        if text(arrow - 1) == ")" { start = tokens[arrow - 1].partner ?? arrow } else { start = arrow - 1 }
        guard start >= 0, start < arrow, arrow + 1 < tokens.count else { return }
        let isBlock = text(arrow + 1) == "{"
        let end = isBlock ? tokens[arrow + 1].partner ?? arrow + 1 : endOfExpression(from: arrow + 1)
        // Arrow functions within each other are read again for each.
        readAgainCount += end - arrow
        guard readAgainCount <= 64 * tokens.count else {
            throw refuse("too many arrow functions within each other; declare some by 'function'", at: arrow)
        }
        var (usesThis, list) = (false, "")
        var index = start
        while index <= end {
            defer { index += 1 }
            if let open = ownParameters(at: index) {
                index = tokens[(tokens[open].partner ?? open) + 1].partner ?? index
            } else if text(index) == "super" && isFreeWord(index) {
                throw refuse("'super' can't be used; write 'Object.getPrototypeOf(this)'", at: index)
            } else if text(index) == "this" && isFreeWord(index) {
                usesThis = true
            } else if text(index) == "arguments" && isFreeWord(index), knownArguments.insert(index).inserted {
                if list.isEmpty { list = newName() }
                replace(index, by: list)
            }
        }
        // A function in place of an operand at the beginning of a line would be called.
        let isNewStatement = isNewStatement(start)
        let captured = captures[start] ?? []
        let names = (captured + (list.isEmpty ? [] : [list])).joined(separator: ", ")
        let values = (captured + (list.isEmpty ? [] : ["arguments"])).joined(separator: ", ")
        let opening = names.isEmpty ? "" : "(function (\(names)) { return "
        insert(
            (isNewStatement ? ";" : "") + opening + "(function " + (text(start) == "(" ? "" : "("), before: start,
            closing: end)
        if text(start) == "(" {
            let prologue = try parameters(start, arrow - 1)
            replace(arrow, by: isBlock ? [] : [.text("{")] + prologue + [.text("return (")])
            if isBlock, !prologue.isEmpty { insertPrologue(prologue, arrow + 1) }
        } else {
            replace(arrow, by: isBlock ? ")" : "){return (")
        }
        let closing = names.isEmpty ? "" : "; }).call(this, \(values))"
        insert((isBlock ? "" : ");}") + (usesThis ? ".bind(this))" : ")") + closing, after: end, endOf: start)
    }

    /// Returns the parameters of the function that isn't an arrow function and begins with a token.
    private func ownParameters(at index: Int) -> Int? {
        if text(index) == "(" { return isMethod(index) ? index : nil }
        guard text(index) == "function", !isProperty(index) else { return nil }
        let open = text(index + 1) == "(" ? index + 1 : index + 2
        guard text(open) == "(", let close = tokens[open].partner, text(close + 1) == "{" else { return nil }
        return open
    }

    /// Returns whether a token begins a statement only because it begins a line.
    func isNewStatement(_ start: Int) -> Bool {
        tokens[start].followsNewline && (endsOperand(start - 1) || ["++", "--"].contains(text(start - 1)))
    }

    /// Returns the last token of the expression without commas that begins with a token.
    ///
    /// - Parameter isOperand: Whether the expression ends before `?` and `??`, as the right side of
    ///   `??` does.
    func endOfExpression(from start: Int, isOperand: Bool = false) -> Int {
        var (index, conditions) = (start, 0)
        while index < tokens.count {
            let current = text(index)
            if case .sign = tokens[index].kind {
                if [",", ";", ")", "]", "}"].contains(current) { break }
                if isOperand, current == "?" || current == "??" { break }
                if current == "?" { conditions += 1 }
                if current == ":" {
                    if conditions == 0 { break }
                    conditions -= 1
                }
            }
            // No operator follows the body of an arrow function, and none begins with such words.
            if index > start,
                endsArrow(index - 1) || isDeclarationWord(index)
                    || Self.statements.contains(current) && !isProperty(index)
            {
                break
            }
            // A line ends the expression if its next token can't continue it.
            if index > start, tokens[index].followsNewline, endsOperand(index - 1) {
                if ["++", "--"].contains(current) { break }
                if case .sign = tokens[index].kind {
                    if ["{", "!", "~"].contains(current) { break }
                } else if current != "in", current != "instanceof" {
                    if case .template = tokens[index].kind {} else { break }
                }
            }
            if case .template(_, false) = tokens[index].kind {
                // An inner template is skipped up to its last part.
                if case .template(false, _) = tokens[index].kind { break }
                var depth = 1
                while depth > 0, index + 1 < tokens.count {
                    index += 1
                    if case .template(let begins, let ends) = tokens[index].kind {
                        if begins && !ends { depth += 1 } else if !begins && ends { depth -= 1 }
                    }
                }
            } else if case .template(false, true) = tokens[index].kind {
                break
            }
            if ["(", "[", "{"].contains(current), let close = tokens[index].partner { index = close }
            index += 1
        }
        return max(start, index - 1)
    }
}
