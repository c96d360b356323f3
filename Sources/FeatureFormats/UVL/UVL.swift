internal import FeatureModels

/// The words of UVL.
enum UVL {
    /// The sections, in their order.
    static let sections = ["namespace", "include", "imports", "features", "constraints"]

    /// The types of features.
    static let types: [(name: String, type: FeatureModel.ValueType)] = [
        ("Boolean", .boolean), ("Integer", .integer), ("Real", .real), ("String", .text),
    ]

    /// The functions of expressions whose names are reserved.
    static let functions = ["sum", "avg", "len", "floor", "ceil"]

    /// The keywords of groups.
    static let groups = ["mandatory", "optional", "or", "alternative"]

    /// Words that can't be names unless they are in quotes.
    static let reservedWords: Set<String> = Set(
        sections + types.map(\.name) + functions + groups + [
            "as", "constraint", "cardinality", "Type", "Arithmetic", "true", "false",
        ])

    /// The language levels that can be included, with their older names.
    static let levels: Set<String> = [
        "Boolean", "Boolean.*", "Boolean.group-cardinality", "Arithmetic", "Arithmetic.*",
        "Arithmetic.feature-cardinality", "Arithmetic.aggregate-function", "Type", "Type.*", "Type.string-constraints",
        "Type.numeric-constraints", "SAT-level", "SAT-level.*", "SAT-level.group-cardinality", "SMT-level",
        "SMT-level.*",
        "SMT-level.feature-cardinality", "SMT-level.aggregate-function", "TYPE-level", "TYPE-level.*",
        "TYPE-level.string-constraints", "TYPE-level.numeric-constraints",
    ]

    /// Returns whether a byte may stand in a name without quotes.
    static func isNameByte(_ byte: UInt8) -> Bool {
        isNameStart(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "#%?\\';".utf8.contains(byte)
    }

    /// Returns whether a name without quotes may begin with a byte.
    static func isNameStart(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}
