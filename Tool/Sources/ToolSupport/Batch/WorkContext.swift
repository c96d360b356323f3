package import Automata
import AutomataFiles

/// The resources of the work on one file.
package struct WorkContext: Sendable {
    /// The limits of this file, its deadline among them.
    package let budget: Budget
    /// The same limits as options, for messages.
    package let limits: LimitOptions
    /// Tells in a few words how far the work has come.
    package let report: @Sendable (String) -> Void
    let reportNote: @Sendable (String, String?) -> Void
    let print: @Sendable ([UInt8]) -> Void
    let writeFile: @Sendable ([UInt8], String) throws(ToolError) -> Void

    package var isCancelled: Bool { budget.isCancelled?() ?? false }

    /// Throws the error about running out of time, if it did.
    package func checkTime() throws(ToolError) {
        if isCancelled { throw .timeout(limits) }
    }

    /// Tells the user something, at once.
    ///
    /// - Parameter place: The file that it is about, unless it is the one of the work.
    package func note(_ text: String, at place: String? = nil) { reportNote(text, place) }

    /// Tells the user several things.
    package func note(_ texts: [String]) { for text in texts { note(text) } }

    /// Writes bytes to standard output, behind those of the files before.
    ///
    /// It waits while many are kept because the files before aren't done, or nobody reads them.
    package func write(_ bytes: [UInt8]) { if !bytes.isEmpty { print(bytes) } }

    /// Writes a text to standard output, behind those of the files before.
    package func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes a result.
    package func write(_ bytes: [UInt8], to destination: Destination) throws(ToolError) {
        switch destination {
        case .standardOutput: write(bytes)
        case .file(let path): try writeFile(bytes, path)
        }
    }

    /// Writes a text as a result.
    package func write(_ text: String, to destination: Destination) throws(ToolError) {
        try write(Array(text.utf8), to: destination)
    }

    /// Does what the core can refuse, and says so with the options that help.
    ///
    /// - Parameter place: The file that the error is about, unless it is the one of the work.
    package func checked<Result>(
        at place: String? = nil, _ body: () throws(AutomataError) -> Result
    ) throws(ToolError) -> Result {
        do { return try body() } catch { throw ToolError(error, at: place, limits: limits) }
    }
}
