package import ArgumentParser

/// The options of commands that talk to a program, line by line.
package struct ProgramOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A line that resets the program, which answers it by a line. (default: the program is started anew)",
            valueName: "line"))
    package var reset: String?

    @Option(
        help: ArgumentHelp("The time for an answer, such as 5, 0.5 or 2m. (default: 5)", valueName: "seconds"),
        transform: LimitOptions.Duration.init)
    var timeLimit: LimitOptions.Duration?

    package init() {}

    /// The time for an answer.
    package var nanoseconds: UInt64 { timeLimit?.nanoseconds ?? 5_000_000_000 }

    package func validate() throws {
        if let reset, reset.contains(where: \.isNewline) {
            throw ValidationError("--reset needs a line; leave out the line break.")
        }
    }
}
