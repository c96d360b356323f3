package import ArgumentParser

/// The destinations of results, and their format.
package struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write, - for standard output (the default for one input).", valueName: "file"),
        completion: .file())
    package var output: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The folder to write into; names keep the path below the inputs' common folder.", valueName: "folder"),
        completion: .directory)
    package var outputDir: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The output's format; without it the extension of the output decides, else the input's format; for ink, "
                + "jff; for a grammar or an expression, mata, or json for symbols that are classes. svg and tex are pictures, and so "
                + "are pdf and png, which Graphviz draws.",
            valueName: "format"))
    package var to: OutputFormat?

    @Flag(name: .shortAndLong, help: "Replace files that exist.")
    package var force = false

    package init() {}

    package func validate() throws {
        if output != nil, outputDir != nil { throw ValidationError("-o and --output-dir exclude each other.") }
        if output == "" || outputDir == "" { throw ValidationError("An output needs a name; - is standard output.") }
    }

    /// The format to write; `nil` stands for the command's own or the input's.
    package func format() throws(ToolError) -> OutputFormat? { try OutputFormat.chosen(to, forOutput: output) }
}
