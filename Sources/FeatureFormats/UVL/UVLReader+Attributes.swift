internal import Automata
internal import FeatureModels
internal import TextSupport

/// Attributes of features.
extension UVLReader {
    /// Reads the attributes of a feature, in braces.
    mutating func readAttributes(of feature: FeatureID) throws(TextProblem) -> [FeatureModel.Attribute] {
        var attributes = try attributes(depth: 1)
        attributes.removeAll { attribute in
            guard case .boolean(let isAbstract) = attribute.value, attribute.name == "abstract" else { return false }
            if isAbstract { builder.setAbstract(feature) }
            return true
        }
        return attributes
    }

    /// Reads attributes in braces, without those that are constraints.
    private mutating func attributes(depth: Int) throws(TextProblem) -> [FeatureModel.Attribute] {
        try Bounds.check(depth, Bounds.attributeDepth, "attributes within each other", at: token.start)
        try advance()
        var attributes: [FeatureModel.Attribute] = []
        var names: Set<ByteKey> = []
        guard try !skip("}") else { return [] }
        repeat {
            if try skip("constraint") {
                try postponeConstraint()
            } else if isNext("constraints") {
                try postponeConstraints()
            } else {
                let offset = token.start
                let name = try key()
                if !names.insert(ByteKey(name)).inserted {
                    builder.problems.add(
                        offset, "two attributes are named \(Message.quoted(name.utf8)); rename one")
                }
                attributes.append(
                    FeatureModel.Attribute(
                        name: name,
                        value: isNext(",") || isNext("}") ? .boolean(true) : try value(depth: depth)))
            }
        } while try skip(",")
        guard try skip("}") else { throw problem("',' or '}'") }
        return attributes
    }

    private mutating func postponeConstraints() throws(TextProblem) {
        try advance()
        guard try skip("[") else { throw problem("a list of constraints in brackets") }
        guard try !skip("]") else { return }
        repeat { try postponeConstraint() } while try skip(",")
        guard try skip("]") else { throw problem("',' or ']'") }
    }

    /// Reads the name of an attribute, which may be a word that can't be the name of a feature.
    private mutating func key() throws(TextProblem) -> String {
        if let word = plainWord, UVL.reservedWords.contains(word) {
            try advance()
            return word
        }
        return try reference("the name of an attribute")
    }

    private mutating func value(depth: Int) throws(TextProblem) -> FeatureModel.Attribute.Value {
        let bytes = text[token.start..<token.end]
        switch token.kind {
        case .number:
            let digits = UnsafeRawBufferPointer(rebasing: bytes).assumingMemoryBound(to: UInt8.self)
            guard let number = DecimalNumber.finite(digits) else {
                throw TextProblem(offset: token.start, message: "the number is too large")
            }
            try advance()
            return .number(number)
        case .text:
            guard let string = String(validating: bytes.dropFirst().dropLast(), as: UTF8.self) else {
                throw TextProblem(offset: token.start, message: "expected UTF-8, found other bytes")
            }
            try advance()
            return .text(string)
        default: break
        }
        if try skip("true") { return .boolean(true) }
        if try skip("false") { return .boolean(false) }
        if isNext("{") { return .attributes(try attributes(depth: depth + 1)) }
        guard isNext("[") else {
            throw problem("a value: a number, a text in single quotes, true, false, […] or {…}")
        }
        return .list(try list(depth: depth + 1))
    }

    private mutating func list(depth: Int) throws(TextProblem) -> [FeatureModel.Attribute.Value] {
        try Bounds.check(depth, Bounds.attributeDepth, "attributes within each other", at: token.start)
        try advance()
        guard try !skip("]") else { return [] }
        var values: [FeatureModel.Attribute.Value] = []
        repeat { values.append(try value(depth: depth)) } while try skip(",")
        guard try skip("]") else { throw problem("',' or ']'") }
        return values
    }
}
