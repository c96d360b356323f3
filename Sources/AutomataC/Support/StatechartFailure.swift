internal import CAutomata
internal import StatechartFormats
internal import Statecharts

/// The reason why a statechart or a machine refused a call from C.
enum StatechartFailure {
    /// A chart can't be run.
    case invalid([Finding])
    /// An expression has a syntax error, or can't be evaluated.
    case expression(ExpressionError)
    /// A value takes too many bytes or has too many levels.
    case tooLarge(ExpressionError)
    /// Two elements have the same name; the sentence says which ones.
    case duplicateName(String)
    /// Nothing has the name; the sentence says what kind of element was searched for.
    case unknownName(String)
    case reading(StatechartFormatError)
    case writing(StatechartFormatError)
    /// A snapshot doesn't fit its chart.
    case snapshot(SnapshotError)
    /// A run can't be saved now.
    case unsavable(SnapshotError)
    /// A snapshot has more events, timers or regions than the options allow.
    case tooManyEvents(Int)
    case machine(StateMachineError)
    /// More timers are due at the new time than the options allow in one call.
    case tooManyTimers(Int)
    /// A function was called at a time when it isn't allowed.
    case misplaced(StaticString)
}

extension StatechartFailure {
    var status: automata_status {
        switch self {
        case .invalid(let findings) where findings.allSatisfy(\.isLimit): AUTOMATA_ERROR_TOO_LARGE
        case .invalid: AUTOMATA_ERROR_INVALID_STATECHART
        case .duplicateName: AUTOMATA_ERROR_DUPLICATE_NAME
        case .unknownName: AUTOMATA_ERROR_UNKNOWN_NAME
        case .reading(let error) where error.isGivenLimit: AUTOMATA_ERROR_BUDGET_EXCEEDED
        case .reading(let error): error.isLimit ? AUTOMATA_ERROR_TOO_LARGE : AUTOMATA_ERROR_INVALID_TEXT
        case .writing, .unsavable: AUTOMATA_ERROR_NOT_REPRESENTABLE
        case .snapshot, .expression: AUTOMATA_ERROR_INVALID_TEXT
        case .tooLarge: AUTOMATA_ERROR_TOO_LARGE
        case .machine(.invalidEvent): AUTOMATA_ERROR_INVALID_ARGUMENT
        case .tooManyEvents, .machine, .tooManyTimers: AUTOMATA_ERROR_BUDGET_EXCEEDED
        case .misplaced: AUTOMATA_ERROR_MISPLACED_CALL
        }
    }

    /// The error in a sentence.
    var message: String {
        switch self {
        case .invalid(let findings): findings.map(\.sentence).joined(separator: "; ")
        case .expression(let error), .tooLarge(let error): error.description
        case .duplicateName(let what), .unknownName(let what): what
        case .reading(let error), .writing(let error): error.description
        case .unsavable(let error): error.description
        case .snapshot(let error): "the snapshot doesn't fit the chart: \(error)"
        case .tooManyEvents(let limit):
            "the snapshot has more than \(limit) events, timers or regions; allow more in the options"
        case .machine(let error): error.description
        case .tooManyTimers(let limit): "more than \(limit) timers are due until the new time; call again to continue"
        case .misplaced(let what): "\(what)"
        }
    }

    /// An error of a chart, with its position if the chart was read from a text.
    struct Finding {
        let sentence: String
        let position: TextPosition?
        let isLimit: Bool

        init(_ finding: StatechartFinding, at position: TextPosition?) {
            (self.position, isLimit) = (position, finding.isLimit)
            sentence = (position.map { "\($0.name):\($0.line):\($0.column): " } ?? "") + finding.description
        }
    }

    /// A position in a named text.
    struct TextPosition {
        let name: String
        let line, column: Int
    }

    /// The position of the first error of a chart that was read from a text.
    var position: TextPosition? {
        guard case .invalid(let findings) = self else { return nil }
        return findings.first?.position
    }

    var textual: (any TextualError)? {
        switch self {
        case .reading(let error), .writing(let error): error
        default: nil
        }
    }
}
