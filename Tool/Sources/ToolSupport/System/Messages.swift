import AutomataFiles
import Glibc

/// Functions that write lines to standard error. Errors of writing are ignored, because they can't
/// be reported anywhere.
package enum Messages {
    package static func error(_ error: ToolError) {
        write("\((error.location ?? "automata").shown): \(styled("error:", "1;31")) \(lines(error.message))\n")
        for further in error.further { self.error(further) }
    }

    package static func note(_ note: String, at location: String?) {
        write("\((location ?? "automata").shown): \(styled("note:", "1;36")) \(lines(note))\n")
    }

    package static func plain(_ text: String) {
        write(lines(text) + "\n")
    }

    static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = SystemCall.writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    }

    /// Returns the lines of a text from a file without control characters, which could disturb a
    /// terminal.
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).shown }.joined(
            separator: "\n")
    }

    private static func styled(_ text: String, _ style: String) -> String {
        Terminal.isColored ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
    }
}
