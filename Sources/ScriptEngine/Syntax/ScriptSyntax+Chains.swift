/// `?.`, `??`, `??=` and its kin, and `...` in calls, arrays and objects.
///
/// The global variable `_x$v` holds a value from its test to its use, between which nothing runs.
extension ScriptSyntax {
    /// A part of a chain such as `a.b[c](d)`.
    private struct Access {
        enum Kind { case name, index, call }

        let kind: Kind
        /// The token `.`, `?.` or the bracket.
        let first: Int
        let isOptional: Bool
        /// The name or the bracket.
        let open: Int
        let last: Int
        let hasSpread: Bool
    }

    /// Returns the text that opens a bracket before a token, where a line may begin with it.
    func opening(_ start: Int) -> String {
        isNewStatement(start) && (endsArrow(start - 1) || !endsBlockOrCondition(start - 1)) ? "_x$i(" : "("
    }

    /// Counts tokens that are read again, so that hostile sources don't take quadratic time.
    private mutating func read(_ region: ClosedRange<Int>) throws(Refusal) {
        readAgainCount += region.count
        guard readAgainCount <= 64 * tokens.count + 1000 else {
            throw refuse("too many operators within each other; use variables", at: region.lowerBound)
        }
    }

    // MARK: - Operands

    /// Returns the first token of the operand without operators that ends with a token.
    func startOfChain(endingAt end: Int) -> Int {
        var index = end
        while true {
            if case .template(_, true) = tokens[index].kind {
                while index > 0 {
                    if case .template(true, _) = tokens[index].kind { break }
                    index = enclosing[index] ?? index - 1
                }
                return index
            }
            if let open = tokens[index].partner, open < index {
                if text(open - 1) == "?." {
                    index = open - 2
                } else if text(open) != "{", endsOperand(open - 1), !endsBlockOrCondition(open - 1) {
                    index = open - 1
                } else {
                    index = open
                    break
                }
            } else if index > 1, isProperty(index) {
                index -= 2
            } else {
                break
            }
            if index <= 0 { return 0 }
        }
        return text(index - 1) == "new" && !isProperty(index - 1) ? index - 1 : index
    }

    private static let wordsOfOperators: Set<String> = ["typeof", "void", "delete", "new", "in", "instanceof"]
    private static let signsBeforeOperands: Set<String> = [
        "+", "-", "*", "/", "%", "**", "<", ">", "<=", ">=", "==", "!=", "===", "!==", "&", "|", "^", "<<", ">>", ">>>",
        "!", "~", "++", "--",
    ]

    /// Returns the first token of the left side of `??`.
    private func startOfOperand(before index: Int) -> Int {
        var index = index - 1
        while index > 0 {
            if ["++", "--"].contains(text(index)), endsOperand(index - 1) { index -= 1 }
            index = startOfChain(endingAt: index)
            // The operators before the operand.
            while index > 0 {
                let isOperator =
                    isWord(index - 1)
                    ? Self.wordsOfOperators.contains(text(index - 1)) && !isProperty(index - 1)
                    : Self.signsBeforeOperands.contains(text(index - 1))
                let isHead = text(index - 1) == "in" && enclosing[index].map { text($0 - 1) == "for" } == true
                guard isOperator, !isHead else { return index }
                index -= 1
                let isPrefix = ["typeof", "void", "delete", "new", "!", "~"].contains(text(index))
                if !isPrefix, endsOperand(index - 1), !endsBlockOrCondition(index - 1) {
                    index -= 1
                    break
                }
            }
        }
        return max(0, index)
    }

    // MARK: - Alternatives

    /// Translates `a ?? b ?? c`.
    mutating func translateAlternative(_ index: Int) throws(Refusal) {
        guard !knownChains.contains(index), endsOperand(index - 1), index + 1 < tokens.count else { return }
        let start = startOfOperand(before: index)
        var (sign, end) = (index, index)
        while true {
            knownChains.insert(sign)
            end = endOfExpression(from: sign + 1, isOperand: true)
            let isLast = text(end + 1) != "??" || end + 2 >= tokens.count
            replace(sign, by: ") != null ? _x$v : (" + (isLast ? "" : "_x$v = "))
            if isLast { break }
            sign = end + 1
        }
        try read(start...max(end, start))
        insert(opening(start) + "(_x$v = ", before: start, closing: end)
        insert("))", after: end, endOf: start)
    }

    /// Translates `a ??= b`, `a ||= b` and `a &&= b`.
    mutating func translateAssignment(_ index: Int) throws(Refusal) {
        guard endsOperand(index - 1), index + 1 < tokens.count else { return }
        let sign = text(index)
        let target = startOfChain(endingAt: index - 1)...index - 1
        guard !target.contains(where: { ["(", "?."].contains(text($0)) || Self.assignments.contains(text($0)) }) else {
            throw refuse(
                "'\(sign)' can't be used behind a call or an assignment; put the object and the key into variables before",
                at: index)
        }
        let end = endOfExpression(from: index + 1)
        insert(opening(target.lowerBound), before: target.lowerBound, closing: end)
        let test: [Piece] =
            sign == "??="
            ? [.text(" != null ? "), .tokens(target), .text(" : (")] : [.text(" \(sign.dropLast()) (")]
        replace(index, by: test + [.tokens(target), .text(" = ")])
        insert("))", after: end, endOf: target.lowerBound)
    }

    // MARK: - Chains

    /// Translates the chain, array or object of a token `?.` or `...`.
    mutating func translateChain(_ index: Int) throws(Refusal) {
        guard index > 0 else { return }
        if text(index) == "?." { return try translateChain(endingAt: index - 1, at: index) }
        guard let open = enclosing[index], let close = tokens[open].partner, !declaredPatterns.contains(open) else {
            return
        }
        switch text(open) {
        case "[" where !isAssignedPattern(open, close): try translateList(open, close)
        case "{" where tokens[open].isObject && !isAssignedPattern(open, close): try translateObject(open, close)
        case "(" where !isParameterList(open) && open > 0: try translateChain(endingAt: open - 1, at: open)
        default: break
        }
    }

    private func isAssignedPattern(_ open: Int, _ close: Int) -> Bool { text(close + 1) == "=" }

    private mutating func translateChain(endingAt end: Int, at index: Int) throws(Refusal) {
        guard !knownChains.contains(index), endsOperand(end) else { return }
        let start = startOfChain(endingAt: end)
        let accesses = self.accesses(from: start)
        try read(start...(accesses.last?.last ?? start))
        var writer = ChainWriter(isNew: text(start) == "new")
        for (place, access) in accesses.enumerated() {
            knownChains.insert(access.isOptional ? access.first : access.open)
            let next = place + 1 < accesses.count && access.kind != .call ? accesses[place + 1] : nil
            let isCalled = !writer.isNew && next?.kind == .call && (next?.isOptional == true || next?.hasSpread == true)
            try add(access, isCalled ? next : nil, after: place > 0 ? accesses[place - 1] : nil, &writer)
        }
        guard let last = accesses.last?.last else { return }
        if writer.depth > 0, text(start - 1) == "delete" {
            throw refuse("'?.' can't be used after 'delete'; write 'if (a) delete a.b'", at: start)
        }
        if writer.depth > 0, accesses.last?.kind != .call, isCalledInBrackets(start, last) {
            throw refuse("a method in brackets with '?.' can't be called; write 'a?.b()' for '(a?.b)()'", at: start)
        }
        finish(writer, start, last)
    }

    private func isCalledInBrackets(_ start: Int, _ last: Int) -> Bool {
        guard text(start - 1) == "(", tokens[start - 1].partner == last + 1, !isCondition(start - 1),
            !endsOperand(start - 2) || endsBlockOrCondition(start - 2)
        else { return false }
        return text(last + 2) == "(" || text(last + 2) == "?." && text(last + 3) == "("
    }

    /// The translation of a chain as far as it is known.
    private struct ChainWriter {
        /// A Boolean value that indicates whether `new` waits for its arguments.
        var isNew: Bool
        /// The number of `?.`.
        var depth = 0
        /// The text before the value of the chain, or before `_x$v` since the last `?.`.
        var prefix = ""
        var firstPrefix = ""
        /// The last `?.`, and what follows it.
        var optional: (token: Int, text: String)?
        var texts: [Int: String] = [:]

        mutating func endPart() {
            if let optional {
                let head = (depth > 1 ? ")" : "") + ") == null ? void 0 : "
                texts[optional.token] = head + prefix + optional.text
            } else {
                firstPrefix = prefix
            }
            prefix = ""
        }
    }

    /// Returns the parts of the chain that begins with a token, behind its first operand.
    private func accesses(from start: Int) -> [Access] {
        var index = text(start) == "new" ? start + 1 : start
        if case .template(true, false) = tokens[index].kind {
            while index + 1 < tokens.count {
                index += 1
                if case .template(false, true) = tokens[index].kind, (enclosing[index] ?? 0) <= start { break }
            }
        } else if let close = tokens[index].partner {
            index = close
        }
        var accesses: [Access] = []
        while index + 1 < tokens.count {
            let first = index + 1
            let isOptional = text(first) == "?."
            let open = isOptional || text(first) == "." ? first + 1 : first
            let kind: Access.Kind
            switch text(open) {
            case "(": kind = .call
            case "[": kind = .index
            default:
                guard open > first, isWord(open) else { return accesses }
                kind = .name
            }
            let last = kind == .name ? open : tokens[open].partner ?? open
            let hasSpread = kind == .call && self.hasSpread(open, last)
            accesses.append(
                Access(kind: kind, first: first, isOptional: isOptional, open: open, last: last, hasSpread: hasSpread))
            index = last
        }
        return accesses
    }

    private func hasSpread(_ open: Int, _ close: Int) -> Bool {
        var index = open + 1
        while index < close {
            if text(index) == "..." { return true }
            index = endOfElement(index, close) + 1
        }
        return false
    }

    /// Adds a part of a chain.
    ///
    /// - Parameter call: The call that follows if it needs the object; `nil` if it does not.
    private mutating func add(
        _ access: Access, _ call: Access?, after previous: Access?, _ writer: inout ChainWriter
    ) throws(Refusal) {
        if access.isOptional {
            writer.endPart()
            writer.depth += 1
            writer.optional = (access.first, "_x$v" + (access.kind == .name ? "." : ""))
        }
        if let call {
            writer.prefix = (call.isOptional ? "_x$method(" : "_x$call(") + writer.prefix
            let end = call.isOptional ? ")" : ""
            let comma = access.kind == .name ? ", \"" : ", ("
            if access.isOptional { writer.optional?.text = "_x$v" + comma } else { writer.texts[access.first] = comma }
            if access.kind == .name {
                writer.texts[access.open] = text(access.open) + "\"" + end
            } else {
                if access.isOptional { writer.texts[access.open] = "" }
                writer.texts[access.last] = ")" + end
            }
        }
        guard access.kind == .call else { return }
        defer { writer.isNew = false }
        guard access.hasSpread else { return }
        var (before, after) = (".apply(void 0, ", ")")
        if writer.isNew {
            writer.prefix = "Reflect.construct(" + writer.prefix
            before = ", "
        } else if let previous, previous.kind != .call, !access.isOptional {
            before = ", "
        }
        before += "[].concat("
        after = ")" + after
        try translateItems(access.open, access.last, before, after, &writer.texts)
    }

    private mutating func finish(_ writer: ChainWriter, _ start: Int, _ last: Int) {
        var writer = writer
        writer.endPart()
        let prefix = String(repeating: "((_x$v = ", count: writer.depth) + writer.firstPrefix
        let isConstruction = writer.firstPrefix.hasPrefix("Reflect.construct(")
        if isConstruction { writer.texts[start] = "" }
        if !prefix.isEmpty {
            let text = writer.depth > 0 ? opening(start) + prefix.dropFirst() : prefix
            insert(text, before: start, closing: last)
        }
        for (index, text) in writer.texts { replace(index, by: text) }
        if writer.depth > 0 { insert(")", after: last, endOf: start) }
    }

    // MARK: - Lists

    /// Writes the items of a list with `...` as arrays to join.
    private mutating func translateItems(
        _ open: Int, _ close: Int, _ before: String, _ after: String, _ texts: inout [Int: String]
    ) throws(Refusal) {
        var (index, sign, text) = (open + 1, open, before)
        while index < close {
            let end = endOfElement(index, close)
            let isSpread = self.text(index) == "..."
            if isSpread { replace(index, by: "_x$list(") } else { text += index == end ? "[," : "[" }
            texts[sign] = text
            (index, sign, text) = (end + 1, end, (isSpread ? ")" : "]") + (end + 1 < close ? ", " : ""))
        }
        // A comma at the end goes.
        if sign == close { texts[close] = text + after } else { (texts[sign], texts[close]) = ("", text + after) }
    }

    private mutating func translateList(_ open: Int, _ close: Int) throws(Refusal) {
        guard knownChains.insert(open).inserted else { return }
        var texts: [Int: String] = [:]
        try translateItems(open, close, "[].concat(", ")", &texts)
        for (index, text) in texts { replace(index, by: text) }
    }

    private mutating func translateObject(_ open: Int, _ close: Int) throws(Refusal) {
        guard knownChains.insert(open).inserted else { return }
        var (index, sign, text) = (open + 1, open, "Object.assign({}, ")
        var wasSpread = true
        while index < close {
            let end = endOfElement(index, close)
            let isSpread = self.text(index) == "..."
            if ["get", "set"].contains(self.text(index)), isWord(index + 1) || self.text(index + 1) == "[" {
                throw refuse(
                    "a getter or setter can't stand beside '...'; write 'Object.defineProperty(o, …)'", at: index)
            }
            if isSpread { replace(index, by: "") }
            if !wasSpread, isSpread { text = "}" + text }
            if wasSpread, !isSpread { text += "{" }
            replace(sign, by: text)
            (index, sign, text, wasSpread) = (end + 1, end, ", ", isSpread)
        }
        if sign != close { replace(sign, by: "") }
        replace(close, by: wasSpread ? ")" : "})")
    }

    /// Adds getters and setters with computed names to an object after its other properties.
    mutating func translateAccessors(_ open: Int) throws(Refusal) {
        guard let close = tokens[open].partner, !knownChains.contains(open) else { return }
        var (index, added) = (open + 1, [Piece]())
        while index < close {
            let end = endOfElement(index, close)
            defer { index = end + 1 }
            guard ["get", "set"].contains(text(index)), text(index + 1) == "[", let key = tokens[index + 1].partner,
                text(key + 1) == "(", key > index + 2
            else { continue }
            added += [.text(", \"\(text(index))\", "), .tokens(index + 2...key - 1), .text(", function ")]
            added.append(.tokens(key + 1...end - 1))
            replace(index...(end < close ? end : end - 1), by: [], moving: added)
        }
        guard !added.isEmpty else { return }
        insert("_x$accessors({", before: open, closing: close)
        replace(open, by: "")
        replace(close, by: [.text("}")] + added + [.text(")")])
    }
}
