/// A coding by the format's own kinds of values: a record as an object, a number as a number.
extension Value: Codable {
    /// Decodes a value.
    ///
    /// - Throws: `DecodingError` if the coded value isn't null, a Boolean value, a number, a text,
    ///   a list or an object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let items = try? container.decode([Value].self) {
            self = .list(items)
        } else {
            self = .record(try container.decode([String: Value].self))
        }
    }

    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let items): try container.encode(items)
        case .record(let members): try container.encode(members)
        }
    }
}
