package import ArgumentParser

/// The destinations of results, and their format.
package struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write, - for standard output (the default for one input).", valueName: "file"),
        completion: .file(), transform: outputName)
    package var output: String?

    @Option(
        help: ArgumentHelp(
            "The folder for results; each keeps its input's path below the common folder.", valueName: "folder"),
        completion: .directory, transform: outputName)
    package var outputDir: String?

    @Option(
        help: ArgumentHelp(
            "The output's format; by default determined by the output's extension, else by the input: ink becomes jff, "
                + "grammars and expressions become mata (json if symbols are classes), and automata keep their format. "
                + "svg, tex, pdf and png are pictures; pdf and png need rsvg-convert or Graphviz.",
            valueName: "format"))
    package var to: OutputFormat?

    @Flag(name: .shortAndLong, help: "Replace files that exist.")
    package var force = false

    package init() {}

    package func validate() throws {
        try ValidationError.check(atMostOne: ["-o": output != nil, "--output-dir": outputDir != nil])
    }

    /// Returns the format to write; `nil` stands for the usual format of the command or the format
    /// of the input.
    package func format() throws(ToolError) -> OutputFormat? { try OutputFormat.chosen(to, forOutput: output) }
}
