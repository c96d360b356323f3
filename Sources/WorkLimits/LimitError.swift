/// The error of work that was stopped by its ``Budget``.
public enum LimitError: Error, Sendable, Hashable {
    /// The work would exceed its budget; `built` is the number of states or nodes so far.
    case budgetExceeded(built: Int, limit: Limit)
    /// The budget's cancellation check stopped the work.
    case cancelled(built: Int)
    /// The result would have more parts than 32-bit ids can number; the text names the parts, such
    /// as "states".
    case tooLarge(String)

    /// The limit that was reached.
    public enum Limit: Sendable, Hashable {
        /// The number of states or nodes, with its maximum.
        case states(Int)
        /// The number of bytes in use, with its maximum.
        case bytes(Int)
        /// The memory of the machine.
        case memory
    }

    /// A Boolean value that indicates whether the work exceeded its budget.
    public var isBudgetExceeded: Bool {
        if case .budgetExceeded = self { true } else { false }
    }

    /// A Boolean value that indicates whether the work was cancelled.
    public var isCancelled: Bool {
        if case .cancelled = self { true } else { false }
    }
}

extension LimitError: CustomStringConvertible {
    /// A sentence with the limit that was reached and the remedy. Its word for a state is "node".
    public var description: String { description(unit: "node") }

    /// The remedy if the machine has too little memory.
    package static var memoryRemedy: String {
        "close other programs, raise the process's memory limit (ulimit -v), or use smaller inputs"
    }

    /// Returns the sentence for people, in which states or nodes have the given name, such as
    /// "state".
    package func description(unit: String) -> String {
        func counted(_ count: Int) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
        func builtSoFar(_ built: Int) -> String {
            built > 0 ? " (\(counted(built)) \(built == 1 ? "was" : "were") built)" : ""
        }
        return switch self {
        case .budgetExceeded(_, .states(let limit)):
            "the result needs more than \(counted(limit)); raise the budget's limit on \(unit)s"
        case .budgetExceeded(let built, .bytes(let limit)):
            "the work needs more than \(limit < 1 << 20 ? "\(limit) bytes" : "\(limit >> 20) MiB") of memory\(builtSoFar(built)); "
                + "raise the budget's limit on bytes"
        case .budgetExceeded(let built, .memory):
            "the machine has too little free memory for the work\(builtSoFar(built)); \(Self.memoryRemedy)"
        case .cancelled(let built):
            "the operation was cancelled\(built > 0 ? " after \(counted(built))" : "")"
        case .tooLarge(let things):
            "there are too many \(things) for 32-bit ids; use smaller inputs"
        }
    }
}

/// An error that can be created from a ``LimitError``.
@usableFromInline
package protocol LimitFailure: Error {
    init(_ limit: LimitError)
}

extension LimitError: LimitFailure {
    @usableFromInline
    package init(_ limit: LimitError) { self = limit }
}
