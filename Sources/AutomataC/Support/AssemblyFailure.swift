internal import CAutomata
internal import ComponentFormats
internal import Components

/// The reason why an assembly or a simulation refused a call from C.
enum AssemblyFailure {
    case reading(AssemblyFormatError)
    case run(ComponentError)
    /// A message can't be sent; the sentence says why.
    case unknownName(String)
    case duplicateName(String)
    case tooLarge(String)
    /// A command has no answer.
    case refused(CommandError)
    case inspection(InspectionError)
    /// A function was called at a time when it isn't allowed.
    case misplaced(StaticString)
}

extension AssemblyFailure {
    var status: automata_status {
        switch self {
        case .reading(let error) where error.errors.allSatisfy(\.isGivenLimit): AUTOMATA_ERROR_BUDGET_EXCEEDED
        case .reading(let error): error.isLimit ? AUTOMATA_ERROR_TOO_LARGE : AUTOMATA_ERROR_INVALID_TEXT
        case .run(.tooManySteps), .run(.fullMailbox), .run(.fullChannel): AUTOMATA_ERROR_BUDGET_EXCEEDED
        case .run(.unknownPart), .unknownName: AUTOMATA_ERROR_UNKNOWN_NAME
        case .run(.duplicatePart), .duplicateName: AUTOMATA_ERROR_DUPLICATE_NAME
        case .run(.tooManyComponents), .tooLarge: AUTOMATA_ERROR_TOO_LARGE
        case .run: AUTOMATA_ERROR_INVALID_ASSEMBLY
        case .refused(.timedOut): AUTOMATA_ERROR_BUDGET_EXCEEDED
        case .refused: AUTOMATA_ERROR_REFUSED
        case .inspection(.invalidPath): AUTOMATA_ERROR_INVALID_ARGUMENT
        case .inspection: AUTOMATA_ERROR_FILE
        case .misplaced: AUTOMATA_ERROR_MISPLACED_CALL
        }
    }

    /// The error in a sentence.
    var message: String {
        switch self {
        case .reading(let error): error.errors.map(\.description).joined(separator: "; ")
        case .run(.invalidAssembly(let findings)): findings.map(\.messageForC).joined(separator: "; ")
        case .run(.tooManySteps(let limit)):
            "the components didn't come to rest in \(limit) steps; raise maximum_steps or find the loop in a trace"
        case .run(let error): error.description
        case .unknownName(let what), .duplicateName(let what), .tooLarge(let what): what
        case .refused(.timedOut): "the command isn't answered after the maximum number of steps; raise maximum_steps"
        case .refused(let error): error.description
        case .inspection(let error): error.description
        case .misplaced(let what): "\(what)"
        }
    }

    /// The position of the first error in a text.
    var position: (line: Int, column: Int)? {
        guard case .reading(let error) = self, let first = error.errors.first else { return nil }
        return (first.line ?? 0, first.column ?? 0)
    }
}
