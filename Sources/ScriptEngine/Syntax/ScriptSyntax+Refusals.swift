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
            default: break
            }
        }
    }

    private func checkWord(_ index: Int) throws(Refusal) {
        let next = text(index + 1)
        switch text(index) {
        case "class" where isWord(index + 1) || next == "{":
            throw refuse("'class' can't be used; write a function, and its methods into its 'prototype'", at: index)
        case "async" where next == "function" || next == "(" && isArrow(after: index + 1) || text(index + 2) == "=>":
            throw refuse("'async' can't be used; send an event, and react to it by a transition", at: index)
        case "await" where isWord(index + 1):
            throw refuse("'await' can't be used; send an event, and react to it by a transition", at: index)
        case "function" where next == "*":
            throw refuse("generators ('function*') can't be used; return an array", at: index)
        case "import" where isWord(index + 1) || next == "{" || next == "(" || next == "*":
            throw refuse("'import' can't be used; write <script src=\"…\"/> in the chart", at: index)
        case "export" where isWord(index + 1) || next == "{":
            throw refuse("'export' can't be used; what a script declares is global", at: index)
        case "let" where next == "{" || next == "[", "const" where next == "{" || next == "[",
            "var" where next == "{" || next == "[":
            throw refuse("a pattern can't be declared; declare each variable, such as 'var a = list[0]'", at: index)
        default: break
        }
    }

    private func isArrow(after open: Int) -> Bool {
        guard let close = tokens[open].partner else { return false }
        return text(close + 1) == "=>"
    }

    private func checkSign(_ index: Int) throws(Refusal) {
        switch text(index) {
        case "?.": throw refuse("'?.' can't be used; write 'a && a.b'", at: index)
        case "??": throw refuse("'??' can't be used; write 'a != null ? a : b'", at: index)
        case "&&=", "||=", "??=": throw refuse("'\(text(index))' can't be used; write the condition and '='", at: index)
        case "#" where isWord(index + 1):
            throw refuse("private names ('#') can't be used; write a name with '_'", at: index)
        case "...": try checkSpread(index)
        case ")" where text(index + 1) == "=>":
            guard let open = tokens[index].partner else { return }
            try checkParameters(open, index)
        case "(":
            guard let close = tokens[index].partner, text(index - 1) == "function" || text(index - 2) == "function"
            else { return }
            try checkParameters(index, close)
        case "=" where ["]", "}"].contains(text(index - 1)):
            guard let open = tokens[index - 1].partner, !endsOperand(open - 1),
                text(open) == "[" || tokens[open].isObject
            else { return }
            throw refuse("a pattern can't be assigned; assign each variable, such as 'a = list[0]'", at: index)
        default: break
        }
    }

    private func checkParameters(_ open: Int, _ close: Int) throws(Refusal) {
        var index = open + 1
        while index < close {
            if ["{", "["].contains(text(index)), ["(", ",", "..."].contains(text(index - 1)) {
                throw refuse("a parameter can't be a pattern; take the object or array, and read its parts", at: index)
            }
            if ["(", "[", "{"].contains(text(index)), let partner = tokens[index].partner { index = partner }
            index += 1
        }
    }

    /// Refuses `...` that isn't a parameter.
    private func checkSpread(_ index: Int) throws(Refusal) {
        var open = index - 1
        while open >= 0, !["(", "[", "{"].contains(text(open)) {
            if let partner = tokens[open].partner, partner < open { open = partner }
            open -= 1
        }
        guard open >= 0, let close = tokens[open].partner else { return }
        switch text(open) {
        case "[": throw refuse("'...' can't be used in an array; write 'a.concat(b)'", at: index)
        case "{": throw refuse("'...' can't be used in an object; write 'Object.assign({}, a, b)'", at: index)
        default:
            let isParameter =
                text(close + 1) == "=>" || text(open - 1) == "function" || text(open - 2) == "function"
                || text(close + 1) == "{"
            guard isParameter else {
                throw refuse("'...' can't be used in a call; write 'f.apply(null, list)'", at: index)
            }
        }
    }
}
