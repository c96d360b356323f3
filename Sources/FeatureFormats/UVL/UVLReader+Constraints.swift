internal import FeatureModels
internal import TextSupport
internal import WorkLimits

extension UVLReader: PropositionReader {
    static var readsValues: Bool { true }

    /// Reads a constraint.
    ///
    /// - Parameter feature: The feature whose clones the constraint is about; `nil` if it isn't
    ///   about clones.
    mutating func readConstraint(forEach feature: FeatureID? = nil) throws(TextProblem) {
        let start = token.start
        var constraint = try readProposition()
        if let feature {
            constraint = .each(feature, constraint)
            try FeatureFormatLimits.check(constraintDepth: constraint.depth, at: start)
        }
        builder.add(constraint, at: .offset(start))
    }

    mutating func readOperand() throws(TextProblem) -> ConstraintOperand {
        try builder.step()
        let offset = token.start
        switch token.kind {
        case .number, .text:
            switch try value() {
            case .number(let number): return .value(.number(number))
            case .text(let text): return .value(.text(text))
            case .boolean, .list, .attributes: break
            }
        case .name(isPlain: true):
            if isFunction("size") {
                advance()
                try expect("(")
                let feature = try readFeatureReference()
                try expect(")")
                return .value(.size(of: feature))
            }
            guard let word = plainWord, word == "sum" || word == "avg" else { break }
            advance()
            try expect("(")
            let name = try reference("the name of an attribute")
            let top = skip(",") ? try readFeatureReference() : nil
            try expect(")")
            return .value(word == "sum" ? .sum(of: name, below: top) : .average(of: name, below: top))
        default: break
        }
        return operand(named: try reference("'!', '(' or the name of a feature"), at: offset)
    }

    mutating func readFunction() throws(TextProblem) -> ConstraintFunction? {
        if isFunction("each") {
            advance()
            try expect("(")
            let feature = try readFeatureReference()
            try expect(",")
            return .each(feature)
        }
        let function: ConstraintFunction
        // Names of functions are short.
        switch token.end - token.start <= 5 ? plainWord : nil {
        case "len": function = .length
        case "floor": function = .floor
        case "ceil": function = .ceiling
        default: return nil
        }
        advance()
        try expect("(")
        return function
    }

    /// Returns whether a function comes next whose name may also be that of a feature.
    private func isFunction(_ name: StaticString) -> Bool {
        guard isNext(name) else { return false }
        var ahead = self.lexer
        let next = ahead.next()
        return next.kind == .symbol && text[next.start] == UInt8(ascii: "(")
    }

    private mutating func expect(_ symbol: StaticString) throws(TextProblem) {
        guard skip(symbol) else { throw problem("'\(symbol)'") }
    }

    private mutating func readFeatureReference() throws(TextProblem) -> FeatureID {
        let offset = token.start
        return feature(named: try reference("the name of a feature"), at: offset)
    }

    /// Returns the feature or the attribute with a name.
    private mutating func operand(named name: String, at offset: Int) -> ConstraintOperand {
        if let id = builder.feature(named: name) {
            return .name(.feature(id), value: builder.model[id].type == .boolean ? nil : .value(of: id))
        }
        if let (owner, attribute) = builder.model.attribute(named: name, featureNamed: { builder.feature(named: $0) }) {
            if builder.knowsAllFeatures, builder.model[owner].attribute(at: attribute) == nil {
                let feature = builder.model[owner].name
                builder.problems.add(
                    offset,
                    "the feature \(Message.quoted(feature.utf8)) has no attribute \(Message.quoted(attribute.utf8))",
                    "add it or fix the name")
            }
            return .value(.attribute(attribute, of: owner))
        }
        let id = feature(named: name, at: offset)
        // The kind isn't known.
        return .name(.feature(id), value: .number(0))
    }

    /// Moves past a constraint, up to the end of the line or of the item of a list.
    mutating func skipConstraint() throws(TextProblem) {
        var depth = 0
        while token.kind != .newline, token.kind != .end {
            if token.kind == .fault { throw problem("a constraint") }
            if isNext("(") || isNext("[") || isNext("{") {
                depth += 1
            } else if isNext(")") || isNext("]") || isNext("}") {
                if depth == 0 { return }
                depth -= 1
            } else if depth == 0, isNext(",") {
                return
            }
            advance()
        }
        if depth > 0 { throw problem("')'") }
    }
}

extension FeatureModel {
    /// Returns the attribute with a name such as `Screen.cost`; `nil` if no part before a dot names
    /// a feature. If several parts do, the longest part whose feature has the attribute counts, or
    /// else the longest part.
    func attribute(
        named name: String, featureNamed feature: (String) -> FeatureID?
    ) -> (owner: FeatureID, attribute: String)? {
        var found: (FeatureID, String)?
        var count = 0
        for index in name.utf8.indices.reversed() where name.utf8[index] == UInt8(ascii: ".") {
            count += 1
            // Nobody writes longer paths.
            if count > 256 { break }
            guard let id = feature(String(name[..<index])) else { continue }
            let attribute = String(name[name.utf8.index(after: index)...])
            if self[id].attribute(at: attribute) != nil { return (id, attribute) }
            if found == nil { found = (id, attribute) }
        }
        return found
    }
}
