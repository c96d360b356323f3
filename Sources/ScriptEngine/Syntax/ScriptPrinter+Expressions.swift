/// Expressions, whose translations are in brackets.
extension ScriptPrinter {
    mutating func expression(_ index: Int) throws(Refusal) {
        try checkDepth(index)
        let node = self[index]
        switch node.kind {
        case .name:
            begin(node.line)
            emit(text(ofName: index))
        case .this:
            begin(node.line)
            emitThis(Int(node.link))
        case .newTarget: newTarget(node)
        case .literal, .pattern: emit(token: index)
        case .number:
            begin(node.line)
            emit(number(index))
        case .template: try template(list(index))
        case .array: try array(list(index))
        case .object: try object(index)
        case .function, .arrow:
            begin(node.line)
            try function(index, named: node.a >= 0 && node.kind == .function ? symbol(Int(node.a)) : "")
        case .classExpression: try classNode(index)
        case .prefix: try prefix(index)
        case .postfix:
            try targetExpression(Int(node.a))
            emit(node.word == "++" ? "++" : "--")
        case .binary, .logical: try binary(index)
        case .assign: try assign(index)
        case .conditional:
            try expression(Int(node.a))
            emit(" ? ")
            try expression(Int(node.b))
            emit(" : ")
            try expression(Int(node.c))
        case .new: try new(index)
        case .call, .member, .index, .privateMember, .tagged: try chain(index)
        case .sequence: try items(list(index))
        case .paren:
            begin(node.line)
            emit("(")
            try items(list(index))
            emit(")")
        default: throw .unexpected("unexpected '\(text(index))'; write an expression", Int(node.line))
        }
    }

    private mutating func items(_ list: [Int]) throws(Refusal) {
        for (position, item) in list.enumerated() {
            if position > 0 { emit(", ") }
            try expression(item)
        }
    }

    private mutating func text(ofName index: Int) -> String {
        let node = self[index]
        if node.flags.contains(.isEarly) {
            needsLibrary = true
            return "_x$early(\"\(symbol(index))\").value"
        }
        if node.link < -1 {
            let owner = Int(-2 - node.link)
            return owner == currentFunction ? "arguments" : "_x$arguments\(owner)"
        }
        return declared(index)
    }

    private mutating func newTarget(_ node: Node) {
        begin(node.line)
        let owner = scopes.owner(ofFunction: Int(node.link))
        emit(owner == Int(node.link) ? target(owner) : "_x$target\(owner)")
    }

    /// The value of `new.target`; constructors of classes are called as functions by those that
    /// extend them.
    func target(_ function: Int) -> String {
        scopes.functions[function].isConstructor ? "Object.getPrototypeOf(this).constructor" : "new.target"
    }

    // MARK: - Operators

    private mutating func prefix(_ index: Int) throws(Refusal) {
        let node = self[index]
        begin(node.line)
        if node.word == "delete", try deleteChain(Int(node.a)) { return }
        emit(text(index) + (node.word == "!" || node.word == "~" ? "" : " "))
        try targetExpression(Int(node.a))
    }

    /// Prints the operators of a chain in turn.
    private mutating func binary(_ index: Int) throws(Refusal) {
        let isAlternative = self[index].word == "??"
        var (chain, left) = ([Int](), index)
        while self[left].kind == .binary || self[left].kind == .logical,
            (self[left].word == "??") == isAlternative
        {
            chain.append(left)
            left = Int(self[left].a)
        }
        if isAlternative { return try alternatives([left] + chain.reversed().map { Int(self[$0].b) }) }
        if self[left].kind == .privateName {
            // `#x in object`
            let first = chain.removeLast()
            call("has")
            emit("\(variable(left).text), ")
            try expression(Int(self[first].b))
            emit(")")
        } else {
            let isPower = self[left].kind == .prefix && chain.last.map { self[$0].word == "**" } == true
            if isPower { emit("(") }
            try expression(left)
            if isPower { emit(")") }
        }
        for sign in chain.reversed() {
            emit(" ")
            emit(token: sign)
            emit(" ")
            try expression(Int(self[sign].b))
        }
    }

    /// Prints `a ?? b ?? c`.
    private mutating func alternatives(_ operands: [Int]) throws(Refusal) {
        let mark = mark
        let name = temporary()
        emit("(")
        for operand in operands.dropLast() {
            emit("(\(name) = ")
            try expression(operand)
            emit(") != null ? \(name) : ")
        }
        release(mark)
        emit("(")
        try expression(operands[operands.count - 1])
        emit("))")
    }

    private mutating func assign(_ index: Int) throws(Refusal) {
        let node = self[index]
        let (target, value) = (Int(node.a), Int(node.b))
        let mark = mark
        defer { release(mark) }
        if self[target].kind == .arrayPattern || self[target].kind == .objectPattern {
            emit("(")
            let name = try pattern(target, isDeclared: false) { (printer) throws(Refusal) in
                try printer.expression(value)
            }
            return emit(", \(name))")
        }
        guard node.word == "??=" || node.word == "||=" || node.word == "&&=" else {
            try targetExpression(target)
            emit(" ")
            emit(token: index)
            emit(" ")
            return try self.value(value, of: target)
        }
        emit("(")
        let place = try place(target)
        if node.word == "??=" {
            let old = temporary()
            emit("(\(old) = \(place)) != null ? \(old) : (")
        } else {
            emit("\(place) \(node.word == "||=" ? "||" : "&&") (")
        }
        emit("\(place) = ")
        try self.value(value, of: target)
        emit("))")
    }

    /// Prints the evaluation of the object and the key of a target, each with a comma behind it,
    /// and returns the text for the target.
    private mutating func place(_ target: Int) throws(Refusal) -> String {
        let node = self[target]
        if node.kind == .paren { return try place(list(target)[0]) }
        if node.kind == .name { return text(ofName: target) }
        let object = temporary()
        emit("\(object) = ")
        if self[Int(node.a)].kind == .superclass { emitThis(currentFunction) } else { try expression(Int(node.a)) }
        emit(", ")
        switch node.kind {
        case .privateMember:
            let secret = variable(Int(node.b)).text
            return "_x$private(\(object), \(secret))[\(secret)]"
        case .index:
            let key = temporary()
            emit("\(key) = ")
            call("key")
            try expression(Int(node.b))
            emit("), ")
            return "\(object)[\(key)]"
        default: return "\(object).\(symbol(target))"
        }
    }

    // MARK: - Lists

    /// Prints arguments or elements as an array.
    mutating func array(_ list: [Int]) throws(Refusal) {
        guard list.contains(where: { self[$0].kind == .spread }) else {
            emit("[")
            try elements(list)
            return emit("]")
        }
        emit("[].concat(")
        var rest = list[...]
        while let first = rest.first {
            if rest.startIndex > 0 { emit(", ") }
            if self[first].kind == .spread {
                call("list")
                try expression(Int(self[first].a))
                emit(")")
                rest = rest.dropFirst()
            } else {
                let count = rest.prefix { self[$0].kind != .spread }.count
                emit("[")
                try elements(Array(rest.prefix(count)))
                emit("]")
                rest = rest.dropFirst(count)
            }
        }
        emit(")")
    }

    private mutating func elements(_ list: [Int]) throws(Refusal) {
        for (position, item) in list.enumerated() {
            if self[item].kind != .hole { try expression(item) }
            if position + 1 < list.count || self[item].kind == .hole { emit(", ") }
        }
    }

    private mutating func new(_ index: Int) throws(Refusal) {
        let (callee, list) = (Int(self[index].a), list(index))
        begin(self[index].line)
        let isSpread = list.contains { self[$0].kind == .spread }
        let isPlain = self[callee].kind == .name || self[callee].kind == .paren
        emit(isSpread ? "Reflect.construct(" : isPlain ? "new " : "new (")
        try expression(callee)
        if isSpread {
            emit(", ")
            try array(list)
        } else {
            emit(isPlain ? "(" : ")(")
            try items(list)
        }
        emit(")")
    }

    // MARK: - Templates

    private mutating func template(_ parts: [Int]) throws(Refusal) {
        // The arguments of `concat` are converted as the parts of a template are.
        for (position, part) in parts.enumerated() {
            if position == 1 { emit(".concat(") } else if position > 1 { emit(", ") }
            if position % 2 == 0 {
                begin(self[part].line)
                if hasInvalidEscape(bytes(part)) {
                    throw scopes.tree.refusal(
                        "invalid escape in a text in back quotes; write '\\\\' for a backslash", at: part)
                }
                emit(quoted(bytes(part), isRaw: false))
            } else {
                emit("(")
                try expression(part)
                emit(")")
            }
        }
        if parts.count > 1 { emit(")") }
    }

    /// Prints the arguments of a function before a template.
    mutating func arguments(ofTemplate index: Int) throws(Refusal) {
        let parts = list(index)
        let texts = stride(from: 0, to: parts.count, by: 2).map { bytes(parts[$0]) }
        let site = site()
        emit("\(site) || (\(site) = ")
        call("template")
        let values = texts.map { hasInvalidEscape($0) ? "void 0" : quoted($0, isRaw: false) }
        emit("[" + values.joined(separator: ", ") + "], [")
        emit(texts.map { quoted($0, isRaw: true) }.joined(separator: ", ") + "]))")
        for position in stride(from: 1, to: parts.count, by: 2) {
            emit(", ")
            try expression(parts[position])
        }
    }

    /// Returns whether a part of a template has an escape that stands for no character.
    private func hasInvalidEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == 0x5C, let kind = rest.popFirst() else { continue }
            switch kind {
            case 0x30 where rest.first.map { 0x30...0x39 ~= $0 } != true: continue
            case 0x30...0x39: return true
            case 0x78, 0x75: if ScriptLexer.code(ofEscape: kind, &rest) == nil { return true }
            default: continue
            }
        }
        return false
    }

    /// Returns a part of a template as a text in quotes.
    private func quoted(_ bytes: ArraySlice<UInt8>, isRaw: Bool) -> String {
        var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([0x22], bytes)
        while let byte = rest.popFirst() {
            switch byte {
            case 0x22: result += [0x5C, 0x22]
            case 0x0D:
                if rest.first != 0x0A { result += [0x5C, 0x6E] }
            case 0x0A: result += [0x5C, 0x6E]
            case 0x5C where isRaw: result += [0x5C, 0x5C]
            case 0x5C:
                // A backslash continues the text on the next line.
                let next = rest.popFirst() ?? 0x5C
                if next == 0x0D, rest.first == 0x0A { rest.removeFirst() }
                if next != 0x0A, next != 0x0D { result += [0x5C, next] }
            default: result.append(byte)
            }
        }
        return String(decoding: result + [0x22], as: UTF8.self)
    }
}
