internal import TextSupport

/// A question of a panel.
enum Question {
    case facts, table, expression, grammar, chain
    case steps(Procedure, as: StripFormat?)
    case compare(with: Int)

    /// An algorithm that is shown step by step.
    enum Procedure: String {
        case determinize, minimize
        case removeEpsilon = "remove-epsilon"
    }

    /// A file that holds all steps.
    enum StripFormat: String {
        case svg, animated, html

        var fileExtension: String { self == .html ? "html" : "svg" }
    }

    init(_ text: UnsafeRawBufferPointer) throws(TextProblem) {
        var (name, procedure, format, partner) = ("", "", String?.none, Int?.none)
        var cursor = JSONCursor(text)
        try cursor.object("a question") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "ask": name = try cursor.string()
            case "of": procedure = try cursor.string()
            case "as": format = try cursor.string()
            case "with": partner = Int(exactly: try cursor.number())
            default: try cursor.skipValue()
            }
        }
        try cursor.finish("the end of the question")
        switch name {
        case "facts": self = .facts
        case "table": self = .table
        case "expression": self = .expression
        case "grammar": self = .grammar
        case "chain": self = .chain
        case "compare":
            guard let partner else { throw TextProblem(message: "\"compare\" needs a document") }
            self = .compare(with: partner)
        case "steps":
            guard let procedure = Procedure(rawValue: procedure) else {
                throw TextProblem(message: "there are no steps of \"\(procedure)\"")
            }
            let strip = format.flatMap(StripFormat.init)
            if let format, strip == nil { throw TextProblem(message: "there is no format \"\(format)\" of steps") }
            self = .steps(procedure, as: strip)
        default: throw TextProblem(message: "there is no question \"\(name)\"")
        }
    }

    /// The panel that asks.
    var panel: Exercise.Panel {
        switch self {
        case .facts: .facts
        case .table: .table
        case .expression: .expression
        case .grammar: .grammar
        case .chain: .chain
        case .steps: .steps
        case .compare: .compare
        }
    }
}
