/// Patterns in declarations, parameters, assignments, loops and `catch`.
extension ScriptSyntax {
    /// A name that a declaration introduces.
    struct DeclaredName {
        let token: Int
        let isPattern: Bool
        /// The token with which its first value is complete.
        let last: Int
    }

    /// A part of a pattern.
    private struct Element {
        enum Key {
            /// A number of an element, or a name or a literal in brackets, which follows the value.
            case fixed(access: String, name: String)
            case computed(ClosedRange<Int>)
            /// The elements from a position on, or all other properties.
            case rest(Int)
        }

        let key: Key
        let target: ClosedRange<Int>
        let value: ClosedRange<Int>?
    }

    private static let maximumPatternDepth = 100

    /// Returns the parts of the pattern within brackets.
    private func elements(of open: Int) throws(Refusal) -> [Element] {
        guard let close = tokens[open].partner else { return [] }
        var (elements, index, position) = ([Element](), open + 1, 0)
        while index < close {
            let end = endOfElement(index, close)
            defer { (index, position) = (end + 1, position + 1) }
            guard index < end else { continue }
            var (key, start) = (Element.Key.fixed(access: "[\(position)]", name: ""), index)
            if text(index) == "..." {
                (key, start) = (.rest(position), index + 1)
            } else if text(open) == "{" {
                (key, start) = self.key(at: index)
            }
            let equals = (start..<max(start, end)).first { text($0) == "=" && enclosing[$0] == open }
            guard start < end, equals ?? end > start, equals.map({ $0 + 1 < end }) ?? true else {
                throw refuse("this pattern is incomplete; write a variable for each part", at: index)
            }
            elements.append(
                Element(key: key, target: start...(equals ?? end) - 1, value: equals.map { $0 + 1...end - 1 }))
        }
        return elements
    }

    /// Returns the key of a part of a pattern for objects, and the first token of its target.
    private func key(at index: Int) -> (Element.Key, Int) {
        if text(index) == "[", let end = tokens[index].partner, end > index + 1 {
            return (.computed(index + 1...end - 1), end + 2)
        }
        let key =
            isWord(index)
            ? Element.Key.fixed(access: "." + text(index), name: "\"\(text(index))\"")
            : .fixed(access: "[\(text(index))]", name: text(index))
        return (key, text(index + 1) == ":" ? index + 2 : index)
    }

    /// Returns the comma or the bracket that ends a part of a list in brackets.
    func endOfElement(_ start: Int, _ close: Int) -> Int {
        var end = start
        while end < close, text(end) != "," {
            if ["(", "[", "{"].contains(text(end)), let partner = tokens[end].partner { end = partner }
            end += 1
        }
        return end
    }

    private func isPattern(_ index: Int) -> Bool { ["{", "["].contains(text(index)) }

    /// Returns the tokens of the variables in a pattern.
    func names(inPattern open: Int, depth: Int = 0) throws(Refusal) -> [Int] {
        guard depth < Self.maximumPatternDepth else {
            throw refuse("too many patterns within each other; use fewer", at: open)
        }
        var names: [Int] = []
        for element in try elements(of: open) {
            let target = element.target
            if isPattern(target.lowerBound), tokens[target.lowerBound].partner == target.upperBound {
                names += try self.names(inPattern: target.lowerBound, depth: depth + 1)
            } else if target.count == 1, isWord(target.lowerBound) {
                names.append(target.lowerBound)
            }
        }
        return names
    }

    /// Returns the names that a statement declares.
    func declaredNames(_ index: Int) throws(Refusal) -> [DeclaredName] {
        var (names, next) = ([DeclaredName](), index + 1)
        while isWord(next) || isPattern(next) {
            let isPattern = isPattern(next)
            var last = isPattern ? tokens[next].partner ?? next : next
            let tokens = isPattern ? try self.names(inPattern: next) : [next]
            if text(last + 1) == "=", last + 2 < self.tokens.count { last = endOfExpression(from: last + 2) }
            names += tokens.map { DeclaredName(token: $0, isPattern: isPattern, last: last) }
            guard text(last + 1) == "," else { break }
            next = last + 2
        }
        return names
    }

    /// Returns the tokens of the names of parameters.
    func names(ofParameters open: Int, _ close: Int) throws(Refusal) -> [Int] {
        var (names, index) = ([Int](), open + 1)
        while index < close {
            let start = text(index) == "..." ? index + 1 : index
            if isPattern(start) {
                names += try self.names(inPattern: start)
            } else if isWord(start) {
                names.append(start)
            }
            index = endOfElement(index, close) + 1
        }
        return names
    }

    /// Finds the patterns that declare variables, and the variables that others assign.
    mutating func findPatterns() throws(Refusal) {
        let declared = furtherPatterns()
        for index in tokens.indices where isPattern(index) && !declaredPatterns.contains(index) {
            guard let close = tokens[index].partner, close > index else { continue }
            let isDeclared =
                isDeclarationWord(index - 1) || text(index - 1) == "(" && text(index - 2) == "catch"
                || text(close + 1) == "=" && declared.contains(index) || isParameter(index)
            guard isDeclared || isAssigned(index, close) else { continue }
            let names = try names(inPattern: index)
            if !isDeclared { assignedTokens.formUnion(names) }
            try note(index)
            if !isDeclared, text(close + 1) == "=" { declaredPatterns.remove(index) }
        }
    }

    /// Returns the patterns after the commas of declarations.
    private func furtherPatterns() -> Set<Int> {
        var result: Set<Int> = []
        for index in tokens.indices where isDeclarationWord(index) {
            var next = index + 1
            while isWord(next) || isPattern(next) {
                if isPattern(next) { result.insert(next) }
                var last = tokens[next].partner ?? next
                if text(last + 1) == "=", last + 2 < tokens.count { last = endOfExpression(from: last + 2) }
                guard text(last + 1) == "," else { break }
                next = last + 2
            }
        }
        return result
    }

    /// Notes a pattern and those within it.
    private mutating func note(_ open: Int) throws(Refusal) {
        declaredPatterns.insert(open)
        for element in try elements(of: open) where isPattern(element.target.lowerBound) {
            if tokens[element.target.lowerBound].partner == element.target.upperBound {
                try note(element.target.lowerBound)
            }
        }
    }

    /// Returns whether a pattern is assigned, by `=` or by a loop.
    private func isAssigned(_ open: Int, _ close: Int) -> Bool {
        if text(close + 1) == "of", text(open - 1) == "(", text(open - 2) == "for" { return true }
        guard text(close + 1) == "=", text(open) == "[" || tokens[open].isObject else { return false }
        return !endsOperand(open - 1) || endsBlockOrCondition(open - 1)
    }

    /// Returns whether a pattern is a parameter.
    private func isParameter(_ index: Int) -> Bool {
        guard let open = enclosing[index], text(open) == "(", ["(", ",", "..."].contains(text(index - 1)) else {
            return false
        }
        return isParameterList(open)
    }

    func isParameterList(_ open: Int) -> Bool {
        guard let close = tokens[open].partner else { return false }
        return text(close + 1) == "=>" || text(open - 1) == "function" && !isProperty(open - 1)
            || text(open - 2) == "function" && isWord(open - 1) || isMethod(open)
    }

    // MARK: - Translations

    /// Returns the text before a value that a pattern takes apart, and behind it.
    private func taking(_ open: Int) throws(Refusal) -> (before: String, after: String) {
        guard text(open) == "[" else { return ("", "") }
        let elements = try elements(of: open)
        if case .rest? = elements.last?.key { return ("_x$take(", ")") }
        guard let close = tokens[open].partner else { return ("", "") }
        var (count, index) = (0, open + 1)
        while index < close { (index, count) = (endOfElement(index, close) + 1, count + 1) }
        return ("_x$take(", ", \(count))")
    }

    /// Returns the assignments of the variables in a pattern.
    private mutating func assignments(
        of open: Int, from value: String, _ temporaries: inout [String]
    ) throws(Refusal) -> [[Piece]] {
        var (result, keys) = ([[Piece]](), [Piece]())
        let elements = try elements(of: open)
        var hasRest = false
        if case .rest? = elements.last?.key { hasRest = true }
        for element in elements {
            var access: [Piece]
            switch element.key {
            case .rest(let position) where text(open) == "[": access = [.text("\(value).slice(\(position))")]
            case .rest: access = [.text("_x$rest(\(value), [")] + keys + [.text("])")]
            case .fixed(let suffix, let name):
                access = [.text(value + suffix)]
                keys.append(.text(name + ", "))
            case .computed(let range) where hasRest:
                let key = newName()
                temporaries.append(key)
                result.append([.text("\(key) = "), .tokens(range)])
                access = [.text("\(value)[\(key)]")]
                keys.append(.text("\(key), "))
            case .computed(let range):
                access = [.text(value + "["), .tokens(range), .text("]")]
            }
            if let range = element.value {
                access = [.text("(_x$v = ")] + access + [.text(") !== void 0 ? _x$v : ("), .tokens(range), .text(")")]
            }
            let target = element.target
            if isPattern(target.lowerBound), tokens[target.lowerBound].partner == target.upperBound {
                let (name, (before, after)) = (newName(), try taking(target.lowerBound))
                temporaries.append(name)
                result.append([.text("\(name) = \(before)")] + access + [.text(after)])
                result += try assignments(of: target.lowerBound, from: name, &temporaries)
            } else if target.count == 1, isWord(target.lowerBound) {
                result.append([.text("\(newNames[target.lowerBound] ?? text(target.lowerBound)) = ")] + access)
            } else {
                result.append([.tokens(target), .text(" = ")] + access)
            }
        }
        return result
    }

    private func joined(_ parts: [[Piece]], before: String) -> [Piece] { parts.flatMap { [.text(before)] + $0 } }

    /// Translates the patterns of a declaration that isn't the head of a loop with `of`.
    mutating func translateDeclaration(_ index: Int) throws(Refusal) {
        var next = index + 1
        while isWord(next) || isPattern(next) {
            let last = isPattern(next) ? tokens[next].partner ?? next : next
            guard text(last + 1) == "=", last + 2 < tokens.count else {
                guard text(last + 1) == ",", !isPattern(next) else { return }
                next = last + 2
                continue
            }
            let end = endOfExpression(from: last + 2)
            if isPattern(next) {
                let (name, (before, after)) = (newName(), try taking(next))
                var temporaries: [String] = []
                let parts = try assignments(of: next, from: name, &temporaries)
                replace(next...last, by: [.text(name)], moving: parts.flatMap(\.self))
                replace(last + 1, by: "= " + before)
                insert([.text(after)] + joined(parts, before: ", "), after: end, endOf: next)
            }
            guard text(end + 1) == "," else { return }
            next = end + 2
        }
    }

    /// Translates a pattern before `=` into a function that assigns its variables.
    mutating func translateAssignedPattern(_ equals: Int) throws(Refusal) {
        guard equals > 0, isPattern(tokens[equals - 1].partner ?? equals), equals + 1 < tokens.count,
            let open = tokens[equals - 1].partner, open < equals, !declaredPatterns.contains(open),
            isAssigned(open, equals - 1)
        else { return }
        let (name, list, (before, after)) = (newName(), newName(), try taking(open))
        var temporaries: [String] = []
        let parts = try assignments(of: open, from: list, &temporaries)
        for case .tokens(let range) in parts.flatMap(\.self) {
            if let index = range.first(where: { text($0) == "arguments" && isFreeWord($0) }) {
                throw refuse("'arguments' can't be used in a pattern; assign it to a variable before", at: index)
            }
        }
        let names = ([name, list] + temporaries).joined(separator: ", ")
        replace(
            open...equals,
            by: [.text("\(opening(open))function (\(names)) { \(list) = \(before)\(name)\(after)")]
                + joined(parts, before: "; ") + [.text("; return \(name); }).call(this, ")])
        insert(")", after: endOfExpression(from: equals + 1), endOf: open)
    }

    /// Gives `catch` a variable if it has none, or one in place of its pattern.
    mutating func translateCatch(_ index: Int) throws(Refusal) {
        if text(index + 1) == "{" { return replace(index, by: "catch (\(newName()))") }
        let open = index + 2
        guard declaredPatterns.contains(open), let close = tokens[open].partner, text(close + 2) == "{" else { return }
        let (name, list, (before, after)) = (newName(), newName(), try taking(open))
        var temporaries: [String] = []
        let parts = try assignments(of: open, from: list, &temporaries)
        replace(open...close, by: [.text(name)], moving: parts.flatMap(\.self))
        insert(
            [.text("var \(list) = \(before)\(name)\(after)")] + joined(parts, before: ", ") + [.text(";")],
            after: close + 2, endOf: tokens.count)
    }

    mutating func insertPrologue(_ prologue: [Piece], _ body: Int) {
        let place = endOfDirectives(from: body + 1) - 1
        insert((place == body ? [] : [.text(";")]) + prologue, after: place, endOf: tokens.count)
    }

    /// Returns the token after the directives, such as 'use strict', at the beginning of a body.
    func endOfDirectives(from start: Int) -> Int {
        var place = start
        while place < tokens.count, case .string = tokens[place].kind {
            if text(place + 1) == ";" {
                place += 2
            } else if place + 1 >= tokens.count || text(place + 1) == "}" || endOfExpression(from: place) == place {
                place += 1
            } else {
                break
            }
        }
        return place
    }

    /// Removes default and rest parameters and patterns, and returns the declarations in their place.
    mutating func parameters(_ open: Int, _ close: Int) throws(Refusal) -> [Piece] {
        var (prologue, place, index) = ([Piece](), 0, open + 1)
        var removedFrom: Int?
        while index < close {
            let end = endOfElement(index, close)
            defer { (index, place) = (end + 1, place + 1) }
            let isRest = text(index) == "..."
            let start = isRest ? index + 1 : index
            guard start < end else { continue }
            let equals = (isPattern(start) ? tokens[start].partner ?? start : start) + 1
            var value: [Piece] = [.text(isRest ? "[].slice.call(arguments, \(place))" : "arguments[\(place)]")]
            if text(equals) == "=", equals + 1 < end {
                value =
                    value + [.text(" !== undefined ? ")] + value
                    + [.text(" : ("), .tokens(equals + 1...end - 1), .text(")")]
            }
            if isRest || equals < end { removedFrom = removedFrom ?? index }
            if isPattern(start) {
                let (name, (before, after)) = (newName(), try taking(start))
                var temporaries: [String] = []
                let parts = try assignments(of: start, from: name, &temporaries)
                prologue += [.text("var \(name) = \(before)")] + value + [.text(after)]
                prologue += joined(parts, before: ", ") + [.text(";")]
                if removedFrom == nil { replace(start...equals - 1, by: [.text(name)], moving: parts.flatMap(\.self)) }
            } else if removedFrom != nil {
                prologue += [.text("var \(newNames[start] ?? text(start)) = ")] + value + [.text(";")]
            }
        }
        if let removedFrom {
            // The comma before them goes, too.
            let first = removedFrom > open + 1 ? removedFrom - 1 : removedFrom
            replace(first...close - 1, by: [], moving: prologue)
        }
        return prologue
    }

    // MARK: - Loops

    /// Returns whether `of` stands in the head of a loop.
    func isLoop(_ index: Int) -> Bool {
        guard text(index) == "of", index > 0, let target = firstOfTarget(before: index) else { return false }
        let open = isDeclarationWord(target - 1) ? target - 2 : target - 1
        return text(open) == "(" && text(open - 1) == "for"
    }

    private func firstOfTarget(before index: Int) -> Int? {
        isWord(index - 1) ? index - 1 : tokens[index - 1].partner.flatMap { isPattern($0) ? $0 : nil }
    }

    /// Writes `for (let x of list)` as a loop over an object with `more` and `value`.
    mutating func translateLoop(of index: Int) throws(Refusal) {
        guard let target = firstOfTarget(before: index) else { return }
        let isDeclared = text(target - 1) != "("
        guard let close = tokens[isDeclared ? target - 2 : target - 1].partner else { return }
        let (loop, isPattern) = (newName(), isPattern(target))
        var (names, temporaries) = ([String](), [String]())
        var step: [Piece]
        if isPattern {
            let (name, (before, after)) = (newName(), try taking(target))
            names = try isDeclared ? self.names(inPattern: target).map { newNames[$0] ?? text($0) } : []
            let parts = try assignments(of: target, from: name, &temporaries)
            step = [.text("\(name) = \(before)\(loop).value\(after)")] + joined(parts, before: ", ")
            names += [name] + temporaries
        } else {
            let name = newNames[target] ?? text(target)
            names = isDeclared ? [name] : []
            step = [.text("\(name) = \(loop).value")]
        }
        replace(target...index, by: [.text((isDeclared ? "" : "var ") + "\(loop) = _x$each(")], moving: step)
        let declared = names.map { ", " + $0 }.joined()
        insert(
            [.text(")\(declared); \(loop).more() && (")] + step + [.text(", true);")], after: close - 1,
            endOf: target)
    }
}
