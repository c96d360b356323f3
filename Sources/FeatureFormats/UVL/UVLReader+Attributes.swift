internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Attributes of features.
extension UVLReader {
    /// Reads the attributes of a feature, in braces.
    mutating func readAttributes(of feature: FeatureID) throws(TextProblem) -> [FeatureModel.Attribute] {
        var attributes = try attributes(of: feature)
        attributes.removeAll { attribute in
            guard case .boolean(let isAbstract) = attribute.value, attribute.name == "abstract" else { return false }
            if isAbstract { builder.setAbstract(feature) }
            return true
        }
        return attributes
    }

    /// Open attributes in braces or values in brackets.
    private struct OpenList {
        let isList: Bool
        var attributes: [FeatureModel.Attribute] = []
        var names: Set<ByteKey> = []
        /// The name of the attribute whose value is being read.
        var name = ""
        var values: [FeatureModel.Attribute.Value] = []
        /// The places of the values.
        var offsets: [Int] = []

        mutating func add(_ value: FeatureModel.Attribute.Value, at offset: Int) {
            if isList {
                values.append(value)
                offsets.append(offset)
            } else {
                attributes.append(.init(name: name, value: value))
            }
        }
    }

    /// Reads attributes in braces, except constraints.
    ///
    /// The function isn't recursive, so that a small stack is enough.
    private mutating func attributes(of feature: FeatureID) throws(TextProblem) -> [FeatureModel.Attribute] {
        var open: [OpenList] = []
        var expectsValue = true
        while true {
            if expectsValue, isNext("{") || isNext("[") {
                try TextProblem.check(
                    depth: open.count + 1, upTo: FeatureFormatLimits.attributeDepth, "nested attributes",
                    at: token.start)
                var inner = OpenList(isList: isNext("["))
                advance()
                expectsValue = isNext(inner.isList ? "]" : "}") ? false : try beginElement(of: &inner, feature)
                open.append(inner)
                continue
            }
            let last = open.count - 1
            let offset = token.start
            if expectsValue { open[last].add(try value(), at: offset) }
            if skip(",") {
                expectsValue = try beginElement(of: &open[last], feature)
                continue
            }
            let isList = open[last].isList
            guard skip(isList ? "]" : "}") else { throw problem(isList ? "',' or ']'" : "',' or '}'") }
            let inner = open.removeLast()
            if last == 0 { return inner.attributes }
            if isList, last == 1 { listOffsets[open[0].name] = listOffsets[open[0].name] ?? inner.offsets }
            open[last - 1].add(isList ? .list(inner.values) : .attributes(inner.attributes), at: offset)
            expectsValue = false
        }
    }

    /// Reads the beginning of an element up to its value, or an element without one.
    ///
    /// - Returns: Whether a value follows.
    private mutating func beginElement(of open: inout OpenList, _ feature: FeatureID) throws(TextProblem) -> Bool {
        if open.isList { return true }
        if skip("constraint") {
            try postponeConstraint(of: feature)
            return false
        }
        if isNext("constraints") {
            try postponeConstraints(of: feature)
            return false
        }
        let offset = token.start
        open.name = try key()
        if !open.names.insert(ByteKey(open.name)).inserted {
            builder.problems.add(
                offset, "two attributes are named \(Message.quoted(open.name.utf8)); rename one of the two")
        }
        if isNext(",") || isNext("}") {
            open.add(.boolean(true), at: offset)
            return false
        }
        return true
    }

    private mutating func postponeConstraints(of feature: FeatureID) throws(TextProblem) {
        advance()
        guard skip("[") else { throw problem("a list of constraints in brackets") }
        guard !skip("]") else { return }
        repeat { try postponeConstraint(of: feature) } while skip(",")
        guard skip("]") else { throw problem("',' or ']'") }
    }

    /// Reads the name of an attribute, which may be a word that can't be the name of a feature.
    private mutating func key() throws(TextProblem) -> String {
        if let word = plainWord, UVL.reservedWords.contains(word) {
            advance()
            return word
        }
        return try reference("the name of an attribute")
    }

    /// Reads a value that is neither attributes nor a list.
    mutating func value() throws(TextProblem) -> FeatureModel.Attribute.Value {
        let bytes = text[token.start..<token.end]
        switch token.kind {
        case .number:
            let digits = UnsafeRawBufferPointer(rebasing: bytes).assumingMemoryBound(to: UInt8.self)
            guard let number = DecimalNumber.finiteValue(digits) else {
                throw TextProblem(
                    offset: token.start, message: "the number is too large", remedy: "write a smaller number")
            }
            advance()
            return .number(number)
        case .text:
            guard let string = String(validating: bytes.dropFirst().dropLast(), as: UTF8.self) else {
                throw TextProblem(offset: token.start, message: "expected UTF-8, found invalid bytes")
            }
            advance()
            return .text(string)
        default: break
        }
        if skip("true") { return .boolean(true) }
        if skip("false") { return .boolean(false) }
        throw problem("a value: a number, a text in single quotes, true, false, […] or {…}")
    }

    // MARK: Values

    /// Adds the values that the attributes of a typed feature list, and removes these attributes.
    mutating func addValues(
        _ attributes: inout [FeatureModel.Attribute], to feature: FeatureID, at offset: Int
    ) throws(TextProblem) {
        guard builder.model[feature].type != .boolean, let domain = ValueDomain(attributes) else { return }
        attributes.removeAll { domain.attributeNames.contains($0.name) }
        switch domain {
        case .list(let values):
            if values.isEmpty {
                builder.problems.add(offset, "the list of values is empty", "add values, or remove the list")
            } else {
                let values = distinct(values, "values", "value")
                builder.add(values: values, below: feature, at: .offset(offset))
            }
        case .references(let names):
            guard builder.model[feature].type == .text else {
                return builder.problems.add(
                    offset, "'references' needs a feature of type String", "make the type String, or list the values")
            }
            guard !names.isEmpty else {
                return builder.problems.add(
                    offset, "'references' needs a list of features", "write their names as texts, such as ['A', 'B']")
            }
            let texts = distinct(names.map { .text($0) }, "references", "feature")
            let values = builder.add(values: texts, below: feature, at: .offset(offset))
            for case (let value, .text(let name)) in zip(values, texts) { references.append((value, name, offset)) }
        case .range(let low, let high):
            guard builder.model[feature].type == .integer else {
                return builder.problems.add(
                    offset, "'min' and 'max' need a feature of type Integer",
                    "make the type Integer, or list the values")
            }
            guard let first = Int(exactly: low), let last = Int(exactly: high),
                first <= last
            else {
                return builder.problems.add(
                    offset, "'min' and 'max' aren't integers in ascending order",
                    "write integers, the lower number first, or a list such as values [1, 2.5]")
            }
            let (difference, overflows) = last.subtractingReportingOverflow(first)
            guard !overflows, difference < FeatureFormatLimits.rangeCount else {
                throw TextProblem(
                    offset: offset,
                    message: "expected at most \(FeatureFormatLimits.rangeCount) values from 'min' to 'max'",
                    isLimit: true)
            }
            unfoldedByteCount += (difference + 1) * FeatureFormatLimits.bytesPerValue
            try imports.add((difference + 1) * FeatureFormatLimits.bytesPerValue, at: offset)
            builder.add(values: (first...last).map { .number(Double($0)) }, below: feature, at: .offset(offset))
        }
    }

    /// Returns the distinct values of a list of the feature, and notes duplicates.
    ///
    /// - Parameters:
    ///   - list: The name of the attribute with the list.
    ///   - noun: The noun for a value in messages.
    private mutating func distinct(
        _ values: [FeatureModel.Attribute.Value], _ list: String, _ noun: String
    ) -> [FeatureModel.Attribute.Value] {
        // Lists of imported features have no offsets in this text.
        guard let offsets = listOffsets[list], offsets.count == values.count else { return values }
        var counts: [ByteKey: Int] = [:]
        return zip(values, offsets).compactMap { value, offset in
            let (key, shown): (ByteKey, String)
            switch value {
            case .number(let number):
                // Negative zero is zero.
                shown = UVLText.decimal(number + 0)
                key = ByteKey(shown)
            case .text(let text): (key, shown) = (ByteKey("'" + text), Message.quoted(text.utf8))
            case .boolean, .list, .attributes: return value
            }
            counts[key, default: 0] += 1
            if counts[key] == 2 {
                builder.problems.add(offset, "the \(noun) \(shown) is listed twice", "remove one of the two")
            }
            return counts[key] == 1 ? value : nil
        }
    }
}

/// The values of a typed feature, from its attributes.
enum ValueDomain {
    case list([FeatureModel.Attribute.Value])
    /// The names of the features that the value may refer to.
    case references([String])
    case range(Double, Double)

    /// The names of the attributes.
    var attributeNames: [String] {
        switch self {
        case .list: ["values"]
        case .references: ["references"]
        case .range: ["min", "max"]
        }
    }

    /// Returns the values that attributes list; `nil` if they list none.
    init?(_ attributes: [FeatureModel.Attribute]) {
        func value(_ name: String) -> FeatureModel.Attribute.Value? {
            attributes.first { $0.name == name }?.value
        }
        if case .list(let values)? = value("values") {
            self = .list(values)
        } else if case .list(let values)? = value("references") {
            var names: [String] = []
            for case .text(let name) in values { names.append(name) }
            self = .references(names.count == values.count ? names : [])
        } else if case .number(let low)? = value("min"), case .number(let high)? = value("max") {
            self = .range(low, high)
        } else {
            return nil
        }
    }
}
