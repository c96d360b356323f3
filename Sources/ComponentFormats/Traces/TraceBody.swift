internal import Components
internal import Statecharts
internal import TextSupport

/// The text of a body that a file of a trace can't hold as a value, such as one of a type in Swift.
public struct DescribedBody: Hashable, Sendable, CustomStringConvertible {
    /// The body as a text.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// The body of an event, as a file has it.
enum TraceBody {
    case value(Value)
    case text(String)

    /// The maximum number of bytes of a text; what follows is left out.
    private static let maximumTextBytes = 1 << 20

    init(_ body: any Sendable) {
        switch body {
        case let value as Value:
            // What a reader would refuse.
            self = (try? value.size()) == nil ? .text("a value of more than 8 MiB, or very deep") : .value(value)
        case is Void: self = .value(.null)
        case let flag as Bool: self = .value(.boolean(flag))
        case let text as String where text.utf8.count <= Self.maximumTextBytes: self = .value(.text(text))
        case let number as Double: self = .value(.number(number))
        case let number as Int where Int(exactly: Double(number)) == number: self = .value(.number(Double(number)))
        case let reason as CommandError: self = .text(Self.text(of: reason.briefly))
        default: self = .text(Self.text(of: body))
        }
    }

    /// Returns the description of a body, without the end if it is very long.
    static func text(of body: any Sendable) -> String {
        let text = "\(body)"
        guard text.utf8.count > maximumTextBytes else { return text }
        return String(decoding: text.utf8.prefix(maximumTextBytes), as: UTF8.self) + "…"
    }

    /// The body of an event that was read.
    var body: any Sendable {
        switch self {
        case .value(let value): value
        case .text(let text): DescribedBody(text)
        }
    }
}
