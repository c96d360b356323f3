internal import FeatureModels
internal import TextSupport

/// The keys of our JSON.
enum JSONKeys {
    /// The format's name, and the version that is written and read.
    static let (format, version) = ("features", 1)

    /// The keys of a model.
    static let model = ["format", "version", "root", "constraints", "order"]
    /// The keys of a feature.
    static let feature = ["name", "abstract", "type", "cardinality", "attributes", "groups"]
    /// The types of features.
    static let types = FeatureModel.ValueType.allCases.map(\.rawValue)
    /// The keys of a group.
    static let group = ["kind", "features"]
    /// The operators of constraints on propositions.
    static let connectives = ["not", "and", "or", "atMostOne", "implies", "equivalent", "each"]
    /// The operators of constraints.
    static let operators = connectives + ValueRelation.allCases.map(\.rawValue)
    /// The operators of values on other values.
    static let functions = ["length", "floor", "ceiling"] + ValueExpression.Operator.allCases.map(\.rawValue)
    /// The operators of values.
    static let valueOperators = functions + ["attribute", "value", "size", "sum", "average", "total"]
    /// The kinds of groups, besides the bounds of a cardinality.
    static let kinds = ["mandatory", "optional", "or", "alternative"]

    /// Returns the problem of an unknown name, with a similar known one as a suggestion.
    static func unknown(_ name: String, _ things: String, among known: [String], at offset: Int) -> TextProblem {
        let close = Spelling.closest(to: name, among: known).map { "did you mean '\($0)'?" }
        return TextProblem(
            offset: offset, message: "unknown \(things) \(Message.quoted(name.utf8))",
            remedy: close ?? "known here: " + known.joined(separator: ", "))
    }
}

/// The keys that were found in an object.
struct FoundKeys {
    private var bits: UInt8 = 0

    /// Notes a key.
    ///
    /// - Parameters:
    ///   - name: The key.
    ///   - offset: Its place.
    ///   - known: All keys, at most eight.
    ///   - object: The name of such objects in messages.
    /// - Returns: The key.
    /// - Throws: A problem if the key is unknown, or was found already.
    mutating func add(
        _ name: String, at offset: Int, among known: [String], in object: String
    ) throws(TextProblem) -> String {
        guard let index = known.firstIndex(of: name) else {
            throw JSONKeys.unknown(name, "key in \(object)", among: known, at: offset)
        }
        guard bits & 1 << index == 0 else {
            throw TextProblem(
                offset: offset, message: "expected each key once, found \(Message.quoted(name.utf8)) again")
        }
        bits |= 1 << index
        return name
    }

    func contains(_ name: String, among known: [String]) -> Bool {
        known.firstIndex(of: name).map { bits & 1 << $0 != 0 } ?? false
    }
}
