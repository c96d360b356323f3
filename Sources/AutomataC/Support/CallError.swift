@_spi(Tool) internal import Automata
internal import AutomataFiles
internal import AutomataFormats
internal import CAutomata
internal import CompiledObjects
internal import Diagrams
internal import FeatureFormats
internal import Grammars
@_spi(Tool) internal import LanguageExpressions
internal import Learning
internal import RegularExpressions
internal import StatechartAnalysis
internal import StrokeFormats
internal import WorkLimits

/// The reason why a call from C failed.
enum CallError: Error {
    /// An argument breaks a rule of the C header.
    case invalidArgument(String)
    case outOfRange(String)
    /// No state has this name.
    case unknownState(String)
    /// A model without epsilon moves was requested, but the automaton has the given number of them.
    case epsilonMoves(Int)
    /// A DFA was requested, but the automaton has the given number of epsilon moves.
    case nondeterministicMoves(Int)
    case unknownFormat(String)
    case core(AutomataError)
    case expression(RegularExpressionError)
    case grammar(GrammarError)
    case language(LanguageExpressionError)
    case reading(FormatError)
    case writing(FormatError)
    case file(FileError)
    /// A diagram that doesn't describe an automaton.
    case diagram(DiagramError)
    case statechart(StatechartFailure)
    case assembly(AssemblyFailure)
    case analysis(AnalysisError)
    case learning(LearningError)
    case features(FeatureFailure)
    case readingInk(InkFormatError)
    case writingInk(InkFormatError)
    /// The text of a recognizer or a sketch has an error.
    case strokes(any TextualError)
    /// Saved bytes can't be loaded.
    case loading(CompiledObjectError)
    /// The input needs the given number of bytes of memory, more than the machine has left.
    case memory(Int)
}

extension CallError {
    var status: automata_status {
        switch self {
        case .invalidArgument: AUTOMATA_ERROR_INVALID_ARGUMENT
        case .outOfRange: AUTOMATA_ERROR_OUT_OF_RANGE
        case .unknownState: AUTOMATA_ERROR_UNKNOWN_NAME
        case .epsilonMoves: AUTOMATA_ERROR_EPSILON_MOVES
        case .nondeterministicMoves: AUTOMATA_ERROR_NONDETERMINISTIC
        case .unknownFormat: AUTOMATA_ERROR_UNKNOWN_FORMAT
        case .core(let error): error.status
        case .expression(let error): error.status
        case .grammar(let error): error.status
        case .language(let error): error.status
        case .reading(let error): error.limit?.status ?? AUTOMATA_ERROR_INVALID_TEXT
        case .writing(let error): error.limit?.status ?? AUTOMATA_ERROR_NOT_REPRESENTABLE
        case .file(let error):
            switch error.reason {
            case .tooLong: AUTOMATA_ERROR_BUDGET_EXCEEDED
            case .cancelled: AUTOMATA_ERROR_CANCELLED
            case .system, .isFolder, .exists: AUTOMATA_ERROR_FILE
            }
        case .diagram(.incomplete): AUTOMATA_ERROR_INCOMPLETE
        case .diagram(.failed(let error)): error.status
        case .statechart(let failure): failure.status
        case .assembly(let failure): failure.status
        case .analysis(let error): error.status
        case .learning(let error): error.status
        case .features(let failure): failure.status
        case .readingInk(let error): error.limit?.status ?? AUTOMATA_ERROR_INVALID_TEXT
        case .writingInk: AUTOMATA_ERROR_NOT_REPRESENTABLE
        case .strokes: AUTOMATA_ERROR_INVALID_TEXT
        case .loading: AUTOMATA_ERROR_NOT_LOADABLE
        case .memory: AUTOMATA_ERROR_BUDGET_EXCEEDED
        }
    }

    /// The error in a sentence.
    var message: String {
        switch self {
        case .invalidArgument(let what), .outOfRange(let what): what.printable
        case .unknownState(let name): "there is no state named '\(name.printable)'"
        case .epsilonMoves(let count):
            "the automaton has \(Self.moves(count)), which this model can't have; remove them first"
        case .nondeterministicMoves(let count):
            "the automaton has \(Self.moves(count)), which a DFA can't have; determinize it first"
        case .unknownFormat(let what): what
        case .diagram(.failed(let error)): error.description
        case .diagram(let error): error.messages.joined(separator: "; ").printable
        case .statechart(let failure): failure.message.printable
        case .assembly(let failure): failure.message.printable
        case .analysis(let error): error.description.printable
        case .learning(let error): error.description.printable
        case .features(let failure): failure.message.printable
        case .readingInk(let error): error.forC.description.printable
        case .writingInk(let error): error.description.printable
        case .strokes(let error): error.description
        case .loading(let error): error.description
        case .memory(let bytes):
            "the call needs \(bytes >> 20) MiB of memory, more than the machine has left; \(LimitError.memoryRemedy)"
        case .core(let error): error.description + error.furtherRemedy
        case .expression(let error): error.description
        case .grammar(let error): error.description
        case .language(let error): error.description + (error.cause?.furtherRemedy ?? "")
        case .reading(let error), .writing(let error): error.description.printable
        case .file(let error): error.description.printable
        }
    }

    private var textual: (any TextualError)? {
        switch self {
        case .expression(let error): error
        case .grammar(let error): error
        case .language(let error): error
        case .reading(let error), .writing(let error): error
        case .statechart(let failure): failure.textual
        case .features(let failure): failure.textual
        case .readingInk(let error), .writingInk(let error): error
        case .strokes(let error): error
        case .invalidArgument, .outOfRange, .unknownState, .epsilonMoves, .nondeterministicMoves, .unknownFormat, .core,
            .assembly, .diagram, .analysis, .learning, .file, .loading, .memory:
            nil
        }
    }

    /// The index in a word of the symbol that the error is about, counted from 0.
    var position: Int? {
        switch self {
        case .core(let error): error.position
        case .language(let error): error.cause?.position
        default: nil
        }
    }

    private static func moves(_ count: Int) -> String { "\(count) epsilon move\(count == 1 ? "" : "s")" }

    /// The position in a text, counted from 1.
    var textPosition: (line: Int, column: Int) {
        if case .statechart(let failure) = self, let position = failure.position {
            return (position.line, position.column)
        }
        if case .assembly(let failure) = self, let position = failure.position { return position }
        if case .features(let failure) = self, let position = failure.position {
            return (position.line, position.column)
        }
        return (textual?.line ?? 0, textual?.column ?? 0)
    }
}

extension RegularExpressionError {
    fileprivate var status: automata_status {
        switch reason {
        case .syntax, .notRegular: AUTOMATA_ERROR_INVALID_TEXT
        case .tooLarge: AUTOMATA_ERROR_TOO_LARGE
        case .unknownSymbol: AUTOMATA_ERROR_UNKNOWN_NAME
        case .limit(let error): error.status
        }
    }
}

extension InkFormatError {
    /// The error with the remedy for callers from C, whose budget is also for other memory.
    fileprivate var forC: InkFormatError {
        guard case .budgetExceeded(_, .bytes) = limit else { return self }
        var error = self
        error.message = "the ink takes more memory than the budget allows"
        error.remedy = "raise the budget's limit on bytes"
        return error
    }
}

extension GrammarError {
    fileprivate var status: automata_status {
        switch reason {
        case .syntax, .invalidLeftSide: AUTOMATA_ERROR_INVALID_TEXT
        case .tooLarge: AUTOMATA_ERROR_TOO_LARGE
        case .unknownSymbol: AUTOMATA_ERROR_UNKNOWN_NAME
        case .notRegular, .notContextFree: AUTOMATA_ERROR_WRONG_GRAMMAR
        case .limit(let error): error.status
        }
    }
}

extension AnalysisError {
    fileprivate var status: automata_status {
        switch self {
        case .chart: AUTOMATA_ERROR_INVALID_STATECHART
        case .dynamicRegions: AUTOMATA_ERROR_NOT_REPRESENTABLE
        case .tooManyStates: AUTOMATA_ERROR_BUDGET_EXCEEDED
        case .tooManyMoves: AUTOMATA_ERROR_TOO_LARGE
        case .stopped(let error): error.status
        case .invalidCondition, .invalidProperty, .invalidObserver: AUTOMATA_ERROR_INVALID_TEXT
        case .unknownEvent, .unknownVariable: AUTOMATA_ERROR_UNKNOWN_NAME
        }
    }
}

extension LearningError {
    fileprivate var status: automata_status {
        switch self {
        case .nondeterministic, .contradictoryExample: AUTOMATA_ERROR_NONDETERMINISTIC
        case .wrongOutputCount: AUTOMATA_ERROR_OUT_OF_RANGE
        case .system: AUTOMATA_ERROR_CANCELLED
        case .automata(let error): error.status
        }
    }
}

extension LanguageExpressionError {
    fileprivate var status: automata_status {
        switch reason {
        case .syntax: AUTOMATA_ERROR_INVALID_TEXT
        case .tooLarge: AUTOMATA_ERROR_TOO_LARGE
        case .unknownName: AUTOMATA_ERROR_UNKNOWN_NAME
        case .operation(let error): error.status
        }
    }

    /// The error of the operation that failed.
    fileprivate var cause: AutomataError? {
        if case .operation(let error) = reason { error } else { nil }
    }
}

extension AutomataError {
    fileprivate var position: Int? {
        if case .unknownSymbol(_, let position) = self { position } else { nil }
    }

    /// A further remedy for callers from C.
    fileprivate var furtherRemedy: String {
        if case .incompatibleAlphabets = self { ", by automata_fa_image or automata_fa_preimage" } else { "" }
    }

    fileprivate var status: automata_status {
        switch self {
        case .unknownState, .unknownSymbol: AUTOMATA_ERROR_UNKNOWN_NAME
        case .stateOutOfRange, .symbolOutOfRange: AUTOMATA_ERROR_OUT_OF_RANGE
        case .duplicateStateName, .duplicateSymbol: AUTOMATA_ERROR_DUPLICATE_NAME
        case .invalidSymbolClass: AUTOMATA_ERROR_INVALID_CLASS
        case .nondeterministic, .severalInitialStates: AUTOMATA_ERROR_NONDETERMINISTIC
        case .wrongNumberOfStateNames: AUTOMATA_ERROR_WRONG_NAME_COUNT
        case .wrongNumberOfStatePositions: AUTOMATA_ERROR_INVALID_ARGUMENT
        case .budgetExceeded: AUTOMATA_ERROR_BUDGET_EXCEEDED
        case .cancelled: AUTOMATA_ERROR_CANCELLED
        case .tooLarge, .wordTooLong: AUTOMATA_ERROR_TOO_LARGE
        case .cyclic: AUTOMATA_ERROR_CYCLIC
        case .incompatibleAlphabets: AUTOMATA_ERROR_INCOMPATIBLE_ALPHABETS
        case .inexpressible, .unsupported: AUTOMATA_ERROR_NOT_REPRESENTABLE
        }
    }
}

/// Runs a function, and converts an error of the core to a call's.
func core<Result>(_ body: () throws(AutomataError) -> Result) throws(CallError) -> Result {
    do { return try body() } catch { throw .core(error) }
}

extension LimitError {
    var status: automata_status {
        switch self {
        case .budgetExceeded: AUTOMATA_ERROR_BUDGET_EXCEEDED
        case .cancelled: AUTOMATA_ERROR_CANCELLED
        case .tooLarge: AUTOMATA_ERROR_TOO_LARGE
        }
    }
}
