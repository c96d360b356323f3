import RegularExpressions
import ToolSupport

extension ToolError {
    /// Creates the error about an expression, which is a line of a file or an argument.
    init(_ error: RegularExpressionError, line: Int?, at name: String, limits: LimitOptions) {
        if case .limit(let limit) = error.reason {
            self.init(limit, at: name, limits: limits)
        } else {
            var error = error
            error.line = line ?? error.line
            self.init(error, at: name)
        }
    }
}
