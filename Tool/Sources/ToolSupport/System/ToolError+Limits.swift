package import Automata
package import AutomataFormats
package import Diagrams

/// Errors of the libraries, with remedies that name the options that raise a limit.
extension ToolError {
    package init(_ error: FormatError, at name: String, limits: LimitOptions) {
        switch error.limit {
        case nil, .tooLarge?: self.init(error, at: name)
        case let limit?: self.init(limit, at: name, limits: limits)
        }
    }

    /// Creates an error from the library's error, with a remedy that names command line options.
    package init(_ error: AutomataError, at name: String?, limits: LimitOptions) {
        switch error {
        case .budgetExceeded(let built, let limit):
            self.init(.budgetExceeded(built: built, limit: limit), of: "state", at: name, limits: limits)
        case .cancelled(let built): self.init(.cancelled(built: built), of: "state", at: name, limits: limits)
        case .incompatibleAlphabets:
            self.init(
                "\(error): automata regex --named and automata inverse-homomorphism turn classes into names", at: name)
        default:
            self.init(error.description, at: name)
        }
    }

    /// Creates an error about work that a limit stopped, with a remedy that names options of the
    /// command line. `unit` is the kind of object that the work builds, such as "node".
    package init(_ error: LimitError, of unit: String, at name: String?, limits: LimitOptions) {
        switch error {
        case .budgetExceeded(_, .states(let limit)):
            self.init(
                "the result needs more than \(grouped(limit)) \(unit)\(limit == 1 ? "" : "s"); --max-states raises the limit",
                at: name, isLimit: true)
        case .budgetExceeded(let built, .bytes(let limit)):
            let remedy =
                limit < limits.maximumBytes
                ? "this process can't get more memory" : "--max-memory raises the limit"
            self.init(
                "the work needs more than \(amount(ofBytes: limit)) of memory"
                    + (built > 1 ? " (\(grouped(built)) \(unit)s were built)" : "") + "; \(remedy)",
                at: name, isLimit: true)
        case .cancelled:
            self = .timeout(limits)
            location = name
        case .budgetExceeded(_, .memory), .tooLarge:
            self.init(error.description, at: name)
        }
    }

    /// Returns the error about work that exceeded the time limit.
    package static func timeout(_ limits: LimitOptions) -> ToolError {
        ToolError(
            "not finished within \(limits.timeout?.text ?? "its time"); --timeout raises the limit", isLimit: true)
    }

    package init(_ error: DiagramError, at name: String, limits: LimitOptions) {
        switch error {
        case .incomplete:
            self.init(
                error.messages.joined(separator: "; ")
                    + "; automata sketch --explain shows what was understood, and automata sketch -o FILE.svg shows it",
                at: name)
        case .failed(let error): self.init(error, at: name, limits: limits)
        }
    }
}
