internal import FeatureModels
internal import TextSupport

/// Attributes of features.
extension FeatureJSONReader {
    /// Reads an object of attributes.
    mutating func attributes(depth: Int) throws(TextProblem) -> [FeatureModel.Attribute] {
        cursor.skipBlanks()
        try TextProblem.check(
            depth: depth, upTo: FeatureFormatLimits.attributeDepth, "nested attributes", at: cursor.position)
        var attributes: [FeatureModel.Attribute] = []
        var names: Set<ByteKey> = []
        try cursor.open(UInt8(ascii: "{"), "an object of attributes")
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
            let (name, offset) = try cursor.key()
            if name.isEmpty { builder.problems.add(offset, "an attribute has no name; give the attribute a name") }
            if !names.insert(ByteKey(name)).inserted {
                builder.problems.add(
                    offset, "two attributes are named \(Message.quoted(name.utf8)); rename one of the two")
            }
            attributes.append(FeatureModel.Attribute(name: name, value: try value(depth: depth)))
        }
        return attributes
    }

    private mutating func value(depth: Int) throws(TextProblem) -> FeatureModel.Attribute.Value {
        cursor.skipBlanks()
        let start = cursor.position
        switch cursor.peek {
        case UInt8(ascii: "\""): return .text(try cursor.string())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try cursor.flag())
        case UInt8(ascii: "{"): return .attributes(try attributes(depth: depth + 1))
        case UInt8(ascii: "["):
            try TextProblem.check(
                depth: depth + 1, upTo: FeatureFormatLimits.attributeDepth, "nested attributes", at: start)
            var values: [FeatureModel.Attribute.Value] = []
            try cursor.open(UInt8(ascii: "["), "a list")
            var isFirst = true
            while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
                values.append(try value(depth: depth + 1))
            }
            return .list(values)
        case let byte? where byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10:
            let number = try cursor.number()
            guard number.isFinite else {
                throw TextProblem(offset: start, message: "the number is too large", remedy: "write a smaller number")
            }
            return .number(number)
        default: throw cursor.problem("a value: a number, a string, true, false, a list or an object")
        }
    }
}
