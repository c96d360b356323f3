internal import Automata
internal import Diagrams
internal import TextSupport

/// The reason why a question has no answer.
enum PanelFailure: Error {
    /// The drawing isn't an automaton yet.
    case incomplete([String])
    case failed(AutomataError)
    case refused(String)

    init(_ error: DiagramError) {
        switch error {
        case .incomplete: self = .incomplete(error.messages)
        case .failed(let error): self = .failed(error)
        }
    }

    /// Writes the reason as members of an answer.
    func write(to object: inout JSONObject) {
        switch self {
        case .incomplete(let problems): object.add("problems", problems)
        case .refused(let message): object.add("error", message)
        case .failed(let error):
            object.add("error", error.sentence)
            if error.isBudgetExceeded || error.isCancelled { object.add("isLimit", true) }
        }
    }
}

extension EditorError {
    /// Creates the error with the sentence about a failure.
    init(_ failure: PanelFailure) {
        switch failure {
        case .incomplete(let problems): self.init(message: problems.joined(separator: "; "))
        case .failed(let error): self.init(message: error.sentence)
        case .refused(let message): self.init(message: message)
        }
    }
}

extension AutomataError {
    /// The error in a sentence for users of a page, who can't raise the budget.
    package var sentence: String {
        switch self {
        case .budgetExceeded(let count, _), .cancelled(let count):
            "This is too much work for the page, so the work was stopped"
                + (count > 0 ? " after \(count) state\(count == 1 ? "" : "s")" : "")
        default: description
        }
    }
}
