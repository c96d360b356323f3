internal import TextSupport

/// A question of a panel.
enum PanelQuestion {
    case facts, table, expression, grammar, chain
    case steps(Procedure, as: StripFormat?)
    case compare(with: Int)

    /// An algorithm that is shown step by step.
    enum Procedure: String {
        case determinize, minimize
        case removeEpsilon = "remove-epsilon"

        init(named name: String) throws(TextProblem) {
            guard let procedure = Self(rawValue: name) else {
                throw TextProblem(
                    message: "unknown algorithm \"\(name)\"; expected determinize, minimize or remove-epsilon")
            }
            self = procedure
        }
    }

    /// A file that holds all steps.
    enum StripFormat: String {
        case svg, animated, html

        var fileExtension: String { self == .html ? "html" : "svg" }
    }

    init(_ text: UnsafeRawBufferPointer) throws(TextProblem) {
        var cursor = JSONCursor(text)
        let members = try JSONMembers(&cursor, "a question")
        try cursor.finish("the end of the question")
        switch try members.string("ask") ?? "" {
        case "facts": self = .facts
        case "table": self = .table
        case "expression": self = .expression
        case "grammar": self = .grammar
        case "chain": self = .chain
        case "compare":
            guard let partner = try members.number("with").flatMap(Int.init(exactly:)) else {
                throw TextProblem(message: "\"compare\" needs the number of a document as \"with\"")
            }
            self = .compare(with: partner)
        case "steps":
            let procedure = try Procedure(named: try members.string("of") ?? "")
            let format = try members.string("as")
            let strip = format.flatMap(StripFormat.init)
            if let format, strip == nil {
                throw TextProblem(message: "unknown format \"\(format)\" of steps; expected svg, animated or html")
            }
            self = .steps(procedure, as: strip)
        case let name: throw TextProblem(message: "unknown question \"\(name)\"; see the editor's protocol")
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
