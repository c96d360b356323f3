import ArgumentParser

/// The limits of the work on one file, for commands that build no states.
package struct StatelessLimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Maximum memory for one file, and maximum size of a file, such as 500M or 4G. (default: 2G)",
            valueName: "size"),
        transform: LimitOptions.ByteCount.init)
    var maxMemory: LimitOptions.ByteCount?

    @Option(
        help: ArgumentHelp("Maximum time for one file, such as 30, 0.5 or 2m.", valueName: "seconds"),
        transform: LimitOptions.Duration.init)
    var timeout: LimitOptions.Duration?

    package init() {}

    /// The same limits as the options of other commands.
    package var options: LimitOptions { LimitOptions(maxMemory: maxMemory, timeout: timeout) }
}
