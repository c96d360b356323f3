import ArgumentParser

/// The options for reading files; shared by all commands.
package struct InputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The input's format; without it the extension decides, then the content.", valueName: "format"))
    var from: InputFormat?

    @Flag(help: "Read symbols that are decimal numbers 0…255 as bytes.")
    var bytes = false

    @Option(
        help: ArgumentHelp(
            "The AT&T symbol table that names the numbers in the input.", valueName: "file"),
        completion: .file())
    var symbols: String?

    package init() {}

    /// Returns a reader with these options; reads the symbol table.
    ///
    /// - Parameter dependsOnSymbols: whether the answer depends on which words an automaton
    ///   accepts, and not on its structure alone.
    package func makeReader(limits: LimitOptions, dependsOnSymbols: Bool = false) throws(ToolError) -> AutomatonReader {
        var table: [UInt8]?
        if let symbols {
            table = try InputFile(path: symbols).withContents(limit: limits.maximumBytes) { Array($0) }
        }
        return AutomatonReader(
            format: from, symbolsAreBytes: bytes, symbolTable: table, limits: limits,
            dependsOnSymbols: dependsOnSymbols)
    }
}
