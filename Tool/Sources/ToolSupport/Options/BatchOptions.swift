import ArgumentParser

/// The options for working on several files.
package struct BatchOptions: ParsableArguments {
    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: ArgumentHelp(
            "Number of files to process in parallel. (default: one for each processor, if memory suffices)",
            valueName: "count"))
    var jobs: Int?

    @Flag(
        name: .shortAndLong,
        help: "Go on after a failed file. Files that reach a limit never stop the others.")
    var keepGoing = false

    @Flag(name: .shortAndLong, help: "Print only errors, without progress, notes and a summary, on standard error.")
    package var quiet = false

    package init() {}

    package func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1 on.") }
    }

    package var settings: BatchSettings { BatchSettings(jobs: jobs, keepsGoing: keepGoing, isQuiet: quiet) }
}

/// The settings for working on several files.
package struct BatchSettings: Sendable {
    /// The number of files at a time; `nil` leaves it to the machine.
    let jobs: Int?
    let keepsGoing: Bool
    let isQuiet: Bool

    package init(jobs: Int? = nil, keepsGoing: Bool = false, isQuiet: Bool = false) {
        self.jobs = jobs
        self.keepsGoing = keepsGoing
        self.isQuiet = isQuiet
    }
}
