import ArgumentParser

/// The options for reading a word's text.
struct SpellingOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Text between the symbols of a word; for symbols longer than one character.", valueName: "text"))
    var separator: String?

    func validate() throws {
        if separator == "" { throw ValidationError("--separator needs one character or more.") }
    }
}
