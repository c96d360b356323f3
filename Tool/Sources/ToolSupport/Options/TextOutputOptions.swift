import ArgumentParser
import AutomataFiles

/// A format of the texts that a command writes.
package protocol TextFormat: RawRepresentable<String>, CaseIterable, Sendable {
    /// A noun for the texts in messages, with the extensions of their files.
    static var contentName: String { get }
    static var endings: String { get }
    /// The name of the format if neither an option nor the output's name determines one.
    static var usual: String { get }
    /// Whether a terminal can't show the format.
    var needsViewer: Bool { get }

    /// Creates the format by the extension of a file's name.
    init?(path: String)
}

extension TextFormat {
    package static var usual: String { "the input's format" }
    package var needsViewer: Bool { false }
}

/// The destination and the format of a single text.
package struct TextOutputOptions<Format: TextFormat>: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, - for standard output (the default).", valueName: "file"),
        completion: .file(), transform: outputName)
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The output's format; by default determined by the output's extension, else \(Format.usual).",
            valueName: "format"))
    var to: NamedCase<Format>?

    @Flag(name: .shortAndLong, help: "Replace a file that exists.")
    package var force = false

    package init() {}

    private var destination: Destination { Destination(output ?? "-") }

    /// Returns the format to write; `nil` stands for the usual format.
    package func format() throws(ToolError) -> Format? {
        if let to { return to.value }
        guard case .file(let path) = destination, !Path.fileExtension(path).isEmpty else { return nil }
        if let format = Format(path: path) { return format }
        throw ToolError(
            "unknown extension .\(Path.fileExtension(path)) for \(Format.contentName); end the name in "
                + "\(Format.endings), or name the format with --to", at: path)
    }

    /// Returns the plan to write the text that is made from a file.
    package func plan(for file: InputFile, as format: Format?) throws(ToolError) -> OutputPlan {
        if case .standardOutput = destination, format?.needsViewer == true, Terminal.showsOutput {
            throw ToolError("a picture can't be printed to a terminal; name a file with -o")
        }
        return try OutputPlan(file, to: destination, replacing: force)
    }
}
