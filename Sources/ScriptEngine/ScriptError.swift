/// The reason why a script failed.
public enum ScriptError: Error, Hashable, Sendable {
    /// The source isn't a program, an expression or a location.
    case syntax(String, at: ScriptPlace?)
    /// The script threw an exception with the given text.
    case thrown(String, at: ScriptPlace?)
    /// A value of the given kind, such as a function, can't be copied out of the engine.
    case conversion(String)
    /// The value is nested more than 64 levels deep, or contains itself.
    case nesting
    /// The value is too large for the engine's memory.
    case size
    /// The value of the script isn't an array, so there are no elements to loop over.
    case notArray
    /// The script or location belongs to another engine.
    case unknownScript
    /// The engine was used from within a running script.
    case busy
    /// The thread has too little stack left.
    case stack
    /// The script exceeded the memory limit; the engine is dead.
    case memory
    /// The script was interrupted; the engine is dead.
    case interrupted
    /// The script exceeded the limit of instructions; the engine is dead.
    case steps
    /// The engine is dead: it ran out of memory or instructions, or was interrupted earlier.
    case dead
}

/// The line of a script in a document.
public struct ScriptPlace: Hashable, Sendable, CustomStringConvertible {
    /// The name of the document that contains the script.
    public var document: String
    /// The line number, counted from 1.
    public var line: Int

    /// Creates a place from a document and a line.
    public init(document: String, line: Int) { (self.document, self.line) = (document, line) }

    /// The place as a text, such as `chart.scxml:12`.
    public var description: String { "\(document):\(line)" }
}

extension ScriptError: CustomStringConvertible {
    /// The error as a sentence, such as `chart.scxml:12: TypeError: null has no properties`.
    public var description: String {
        switch self {
        case .syntax(let message, let place), .thrown(let message, let place):
            place.map { "\($0): \(message)" } ?? message
        case .conversion(let kind): "\(kind) can't be returned from a script; return its properties or a text"
        case .nesting: "the value contains itself or is nested more than 64 levels deep; use a part of it"
        case .size: "the value is too large for the memory of the script; use a part of it"
        case .notArray: "the value isn't an array; a loop needs an array"
        case .unknownScript: "the script belongs to another engine; compile it in this engine"
        case .busy: "a script is running; wait until it ends"
        case .stack: "the thread has too little stack for scripts; run them on a thread with 1 MiB or more"
        case .memory: "the script exceeds its memory limit; keep less data"
        case .interrupted: "the script was interrupted"
        case .steps: "the script takes too long; look for an endless loop"
        case .dead: "the script's data are lost, because it ran out of memory or time or was interrupted; start again"
        }
    }
}
