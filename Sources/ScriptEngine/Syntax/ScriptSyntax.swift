/// Translates syntax of ECMAScript 2015 and later into ECMAScript 5.
///
/// Translated with the meaning that the standard gives them: `let` and `const`, arrow functions,
/// texts in back quotes, default and rest parameters, and loops with `of`. The engine itself reads
/// short and computed properties, methods in objects, `**`, and numbers such as `0b11`. All other
/// forms are refused, with the form to write instead, and so is what a translation would change:
/// a function in a loop that uses a variable of the loop's body, and an assignment to a constant.
/// Using a variable before its `let` gives `undefined` instead of an error.
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
    private var readAgainCount = 0
    /// The new names of variables of blocks, by the tokens that use them.
    var newNames: [Int: String] = [:]
    /// The variables that a function in a loop takes by their values, by the function's first token.
    var captures: [Int: [String]] = [:]
    /// The uses of variables of a loop's round in functions: the function's first token, the scope
    /// of the variable, and its name.
    var captured: [(function: Int, scope: Int, name: String)] = []

    /// A replacement of a part of the source.
    struct Edit {
        let range: Range<Int>
        let text: String
        /// The order among edits at one place: ends before beginnings, inner ends before outer ones.
        let order: Int
    }

    /// Returns the translation of a program or an expression; `nil` if there is nothing to
    /// translate, or the source isn't made of tokens.
    static func translation(of text: String) throws(Refusal) -> String? {
        let source = Array(text.utf8)
        guard let tokens = ScriptTokenizer.tokens(of: source) else { return nil }
        var syntax = ScriptSyntax(source: source, tokens: tokens)
        try syntax.checkForms()
        try syntax.translateVariables()
        for index in tokens.indices { try syntax.translate(index) }
        return syntax.edits.isEmpty ? nil : syntax.result()
    }

    private init(source: [UInt8], tokens: [ScriptToken]) {
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

    /// Returns whether a token is a word that isn't the name of a property.
    func isFreeWord(_ index: Int) -> Bool {
        guard isWord(index), text(index - 1) != "." else { return false }
        let isKey = text(index + 1) == ":" && (text(index - 1) == "{" || text(index - 1) == ",")
        return !isKey
    }

    /// Returns whether an operand ends with a token.
    func endsOperand(_ index: Int) -> Bool {
        guard tokens.indices.contains(index) else { return false }
        switch tokens[index].kind {
        case .number, .string, .pattern: return true
        case .template(_, let ends): return ends
        case .word: return !Self.operators.contains(text(index))
        case .sign: return [")", "]", "}"].contains(text(index))
        }
    }

    private static let operators: Set<String> = [
        "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "instanceof", "else", "do", "if",
        "while",
        "for", "var", "let", "const", "try", "finally", "switch", "with",
    ]

    func refuse(_ message: String, at index: Int) -> Refusal { Refusal(message: message, line: tokens[index].line) }

    // MARK: - Edits

    mutating func replace(_ index: Int, by text: String) {
        edits.append(Edit(range: tokens[index].range, text: text, order: index))
    }

    mutating func insert(_ text: String, before index: Int) {
        let place = tokens[index].range.lowerBound
        edits.append(Edit(range: place..<place, text: text, order: index))
    }

    /// Inserts a text after a token, which ends something that begins with another token.
    mutating func insert(_ text: String, after index: Int, endOf start: Int) {
        let place = tokens[index].range.upperBound
        edits.append(Edit(range: place..<place, text: text, order: -1 - start))
    }

    mutating func newName() -> String {
        defer { nextNumber += 1 }
        return "_x$\(nextNumber)"
    }

    private func result() -> String {
        var (bytes, place) = ([UInt8](), 0)
        // A token that is replaced comes after what is inserted before it.
        let sorted = edits.enumerated().sorted {
            let (first, second) = ($0.element, $1.element)
            return (first.range.lowerBound, first.order, $0.offset) < (second.range.lowerBound, second.order, $1.offset)
        }
        for (_, edit) in sorted {
            bytes += source[place..<max(place, edit.range.lowerBound)]
            bytes += edit.text.utf8
            place = max(place, edit.range.upperBound)
        }
        bytes += source[place...]
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Forms

    private mutating func translate(_ index: Int) throws(Refusal) {
        switch tokens[index].kind {
        case .template(let begins, let ends): translateTemplate(index, begins, ends)
        case .sign where text(index) == "=>": try translateArrow(index)
        case .word where text(index) == "of" && isLoop(index): try translateLoop(of: index)
        case .word where text(index) == "function" && text(index - 1) != ".":
            let open = text(index + 1) == "(" ? index + 1 : index + 2
            guard text(open) == "(", let close = tokens[open].partner, text(close + 1) == "{" else { return }
            let prologue = try parameters(open, close)
            if !prologue.isEmpty { insertPrologue(prologue, close + 1) }
            if let captured = captures[index], let end = tokens[close + 1].partner {
                let names = captured.joined(separator: ", ")
                insert("(function (\(names)) { return ", before: index)
                insert("; }).call(this, \(names))", after: end, endOf: index)
            }
        default: break
        }
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
        var usesThis = false
        for index in arrow + 1...max(end, arrow + 1) where isFreeWord(index) {
            if text(index) == "this" { usesThis = true }
            if text(index) == "arguments" || text(index) == "super" {
                throw refuse(
                    "an arrow function can't use '\(text(index))' here; write a rest parameter, or a function",
                    at: index)
            }
        }
        // A function in place of an operand at the beginning of a line would be called.
        let isNewStatement = tokens[start].followsNewline && endsOperand(start - 1)
        let captured = captures[start] ?? []
        let opening = captured.isEmpty ? "" : "(function (\(captured.joined(separator: ", "))) { return "
        insert((isNewStatement ? ";" : "") + opening + "(function " + (text(start) == "(" ? "" : "("), before: start)
        if text(start) == "(" {
            let body = isBlock ? arrow + 1 : nil
            let prologue = try parameters(start, arrow - 1)
            replace(arrow, by: isBlock ? "" : "{" + prologue + "return (")
            if let body, !prologue.isEmpty { insertPrologue(prologue, body) }
        } else {
            replace(arrow, by: isBlock ? ")" : "){return (")
        }
        let closing = captured.isEmpty ? "" : "; }).call(this, \(captured.joined(separator: ", ")))"
        insert((isBlock ? "" : ");}") + (usesThis ? ".bind(this))" : ")") + closing, after: end, endOf: start)
    }

    /// Returns the last token of the expression without commas that begins with a token.
    func endOfExpression(from start: Int) -> Int {
        var (index, conditions) = (start, 0)
        while index < tokens.count {
            let current = text(index)
            if case .sign = tokens[index].kind {
                if [",", ";", ")", "]", "}"].contains(current) { break }
                if current == "?" { conditions += 1 }
                if current == ":" {
                    if conditions == 0 { break }
                    conditions -= 1
                }
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

    // MARK: - Parameters

    private mutating func insertPrologue(_ prologue: String, _ body: Int) {
        var place = body
        // Directives stay first.
        while place + 1 < tokens.count, case .string = tokens[place + 1].kind {
            place += text(place + 2) == ";" ? 2 : 1
        }
        insert((place == body ? "" : ";") + prologue, after: place, endOf: tokens.count)
    }

    /// Removes default and rest parameters, and returns the declarations that take their place.
    private mutating func parameters(_ open: Int, _ close: Int) throws(Refusal) -> String {
        var (prologue, place, index) = ("", 0, open + 1)
        var removedFrom: Int?
        while index < close {
            var end = index
            while end < close, text(end) != "," {
                end = ["(", "[", "{"].contains(text(end)) ? (tokens[end].partner ?? end) + 1 : end + 1
            }
            if text(index) == "..." {
                removedFrom = removedFrom ?? index
                prologue += "var \(text(index + 1)) = [].slice.call(arguments, \(place));"
            } else if text(index + 1) == "=" && index + 1 < end {
                removedFrom = removedFrom ?? index
                let value =
                    index + 2 < end
                    ? String(
                        decoding: source[tokens[index + 2].range.lowerBound..<tokens[end - 1].range.upperBound],
                        as: UTF8.self)
                    : "undefined"
                guard !value.utf8.contains(0x60),
                    (index + 2..<end).allSatisfy({ text($0) != "=>" && newNames[$0] == nil })
                else {
                    throw refuse(
                        "a default value can't have this form here; assign it in the function's body", at: index)
                }
                prologue +=
                    "var \(text(index)) = arguments[\(place)] !== undefined ? arguments[\(place)] : (\(Self.onOneLine(value)));"
            } else if removedFrom != nil {
                prologue += "var \(text(index)) = arguments[\(place)];"
            }
            (index, place) = (end + 1, place + 1)
        }
        guard let removedFrom else { return "" }
        // The comma before them goes, too.
        let first = removedFrom > open + 1 ? removedFrom - 1 : removedFrom
        let range = tokens[first].range.lowerBound..<tokens[close].range.lowerBound
        let lines = source[range].filter { $0 == 0x0A }.map { _ in "\n" }.joined()
        edits.append(Edit(range: range, text: lines, order: first))
        return prologue
    }

    private static func onOneLine(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
    }

    // MARK: - Loops

    /// Returns whether `of` stands in the head of a loop.
    private func isLoop(_ index: Int) -> Bool {
        guard isWord(index - 1), ["var", "let", "const"].contains(text(index - 2)) || text(index - 2) == "(" else {
            return false
        }
        let open = text(index - 2) == "(" ? index - 2 : index - 3
        return text(open) == "(" && text(open - 1) == "for"
    }

    /// Writes `for (let x of list)` as a loop over an object with `more` and `value`.
    private mutating func translateLoop(of index: Int) throws(Refusal) {
        let isDeclared = text(index - 2) != "("
        guard let close = tokens[isDeclared ? index - 3 : index - 2].partner else { return }
        let (name, loop) = (newNames[index - 1] ?? text(index - 1), newName())
        replace(index - 1, by: (isDeclared ? "" : "var ") + "\(loop) = _x$each(")
        replace(index, by: "")
        insert(
            "\(isDeclared ? "), " + name : ")"); \(loop).more() && (\(name) = \(loop).value, true);", before: close)
    }
}
