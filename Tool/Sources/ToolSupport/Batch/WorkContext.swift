package import Automata
import AutomataFiles

/// The resources of the work on one file.
package struct WorkContext: Sendable {
    /// The limits for this file, including its deadline.
    package let budget: Budget
    /// The same limits as command line options, for messages.
    package let limits: LimitOptions
    /// Reports the progress of the work in a few words.
    package let report: @Sendable (String) -> Void
    let reportNote: @Sendable (String, String?) -> Void
    let print: @Sendable ([UInt8]) -> Void
    let writeFile: @Sendable ([UInt8], String) throws(ToolError) -> Void

    package var isCancelled: Bool { budget.isCancelled?() ?? false }

    /// Throws an error if the time for the work has run out.
    package func checkTime() throws(ToolError) {
        if isCancelled { throw .timeout(limits) }
    }

    /// Prints a note for the user immediately.
    ///
    /// - Parameter location: The file that the note is about; `nil` for the file of the work.
    package func note(_ text: String, at location: String? = nil) { reportNote(text, location) }

    /// Prints several notes for the user.
    package func note(_ texts: [String]) { for text in texts { note(text) } }

    /// Writes bytes to standard output, after the output of earlier files.
    ///
    /// The method waits while too much output is pending, because earlier files aren't finished or
    /// nobody reads the output.
    package func write(_ bytes: [UInt8]) { if !bytes.isEmpty { print(bytes) } }

    /// Writes a text to standard output, after the output of earlier files.
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

    /// Calls a function of the library; if it fails, the error names the options that help.
    ///
    /// - Parameter location: The file that the error is about; `nil` for the file of the work.
    package func checked<Result>(
        at location: String? = nil, _ body: () throws(AutomataError) -> Result
    ) throws(ToolError) -> Result {
        do { return try body() } catch { throw ToolError(error, at: location, limits: limits) }
    }
}
