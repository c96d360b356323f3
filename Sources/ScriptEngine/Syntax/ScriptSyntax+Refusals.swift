/// The forms that aren't translated.
extension ScriptSyntax {
    /// Throws an error if the source has a form that can't be translated.
    func checkForms() throws(Refusal) {
        for index in tokens.indices {
            switch tokens[index].kind {
            case .template(true, _) where endsOperand(index - 1) && !tokens[index].followsNewline:
                throw refuse("a function before a text in back quotes can't be used; call it with arguments", at: index)
            case .word where isFreeWord(index): try checkWord(index)
            case .sign: try checkSign(index)
            case .number: try checkNumber(index)
            case .pattern: try checkPattern(index)
            default: break
            }
        }
    }

    private func checkWord(_ index: Int) throws(Refusal) {
        let next = text(index + 1)
        switch text(index) {
        case "class" where isWord(index + 1) || next == "{":
            throw refuse("'class' can't be used; write a function, and its methods into its 'prototype'", at: index)
        case "async"
        where next == "function" || next == "(" && isArrow(after: index + 1) || text(index + 2) == "=>"
            || isInObject(index) && isWord(index + 1):
            throw refuse("'async' can't be used; send an event, and react to it by a transition", at: index)
        case "await" where followsOnLine(index + 1):
            throw refuse("'await' can't be used; send an event, and react to it by a transition", at: index)
        case "function" where next == "*":
            throw refuse("generators ('function*') can't be used; return an array", at: index)
        case "import" where isWord(index + 1) || next == "{" || next == "(" || next == "*":
            throw refuse("'import' can't be used; write <script src=\"…\"/> in the chart", at: index)
        case "export" where isWord(index + 1) || next == "{":
            throw refuse("'export' can't be used; what a script declares is global", at: index)
        default: break
        }
    }

    /// Returns whether a token is on the line of the one before, and begins an operand.
    private func followsOnLine(_ index: Int) -> Bool {
        guard tokens.indices.contains(index), !tokens[index].followsNewline else { return false }
        if case .sign = tokens[index].kind { return ["[", "{"].contains(text(index)) }
        return !["in", "of", "instanceof"].contains(text(index))
    }

    private func isArrow(after open: Int) -> Bool {
        guard let close = tokens[open].partner else { return false }
        return text(close + 1) == "=>"
    }

    private func checkSign(_ index: Int) throws(Refusal) {
        switch text(index) {
        case "#" where isWord(index + 1):
            throw refuse("private names ('#') can't be used; write a name with '_'", at: index)
        case "*" where isInObject(index) && ["{", ","].contains(text(index - 1)):
            throw refuse("generators ('*') can't be used; return an array", at: index)
        default: break
        }
    }

    private func checkNumber(_ index: Int) throws(Refusal) {
        guard source[tokens[index].range].last == 0x6E, text(index).utf8.dropLast().allSatisfy({ 0x30...0x39 ~= $0 })
        else { return }
        throw refuse("'BigInt' can't be used; write a number without 'n', exact up to 2 ** 53", at: index)
    }

    private func checkPattern(_ index: Int) throws(Refusal) {
        let pattern = source[tokens[index].range]
        guard let end = pattern.lastIndex(of: 0x2F) else { return }
        for flag in pattern[(end + 1)...] where ![0x67, 0x69, 0x6D].contains(flag) {
            let name = String(decoding: [flag], as: UTF8.self)
            let advice = flag == 0x73 ? "write '[^]' for any character" : "write the pattern without it"
            throw refuse("the flag '\(name)' of a regular expression can't be used; \(advice)", at: index)
        }
        for (form, advice) in [
            ("(?<=", "match what comes before, too, in a group"), ("(?<!", "match what comes before, too, in a group"),
            ("(?<", "count the groups, as in 'match[1]'"), ("\\p{", "list the characters"),
        ] {
            let bytes = Array(form.utf8)
            guard pattern.indices.contains(where: { pattern[$0...].starts(with: bytes) && pattern[$0 - 1] != 0x5C })
            else { continue }
            throw refuse("'\(form)' can't be used in a regular expression; \(advice)", at: index)
        }
    }
}
