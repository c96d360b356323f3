import ArgumentParser

/// The options for reading files; shared by all commands.
package struct InputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The input's format; by default determined by the extension, then by the content.", valueName: "format"))
    var from: InputFormat?

    @Flag(help: "Read symbols that are decimal numbers 0…255 as bytes.")
    var bytes = false

    @Option(
        help: ArgumentHelp(
            "The AT&T symbol table that names the numbers in the input.", valueName: "file"),
        completion: .file())
    var symbols: String?

    package init() {}

    /// Reads the symbol table, and returns a reader with these options.
    ///
    /// - Parameter dependsOnSymbols: whether the answer depends on the accepted words and not only
    ///   on the automaton's structure.
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
