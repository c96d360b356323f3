import ArgumentParser

/// The destination and the format of a single result of several inputs.
package struct ResultOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, - for standard output (the default).", valueName: "file"),
        completion: .file(), transform: outputName)
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The output's format; by default determined by the output's extension, else the first input's format, or mata "
                + "if there is none. svg, tex, pdf and png are pictures; pdf and png need rsvg-convert or Graphviz.",
            valueName: "format"))
    var to: OutputFormat?

    @Flag(name: .shortAndLong, help: "Replace a file that exists.")
    package var force = false

    package init() {}

    /// Returns the destination of the result, checked before any work starts.
    package func destination() throws(ToolError) -> Destination {
        let destination = Destination(output ?? "-")
        switch destination {
        case .standardOutput:
            if output == nil, Terminal.showsOutput, to?.needsViewer == true {
                throw ToolError("a picture can't be printed to a terminal; name a file with -o")
            }
        case .file(let path):
            if let obstacle = OutputFile.obstacle(at: path, replacing: force) { throw obstacle }
        }
        return destination
    }

    /// Returns the format to write; `nil` stands for the format of the first input.
    package func format() throws(ToolError) -> OutputFormat? { try OutputFormat.chosen(to, forOutput: output) }
}
