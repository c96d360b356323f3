import ArgumentParser

/// The options for working on several files.
package struct BatchOptions: ParsableArguments {
    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp(
            "Number of files to process in parallel. (default: one for each processor, if memory suffices)",
            valueName: "count"),
        transform: number(from: 1))
    var jobs: Int?

    @Flag(name: .shortAndLong, help: "Continue after a failed file. Files that reach a limit never stop the others.")
    var keepGoing = false

    @Flag(name: .shortAndLong, help: "Print only errors on standard error, without progress, notes and a summary.")
    package var quiet = false

    package init() {}

    package init(jobs: Int? = nil, keepGoing: Bool = false, quiet: Bool) {
        self.jobs = jobs
        self.keepGoing = keepGoing
        self.quiet = quiet
    }
}
