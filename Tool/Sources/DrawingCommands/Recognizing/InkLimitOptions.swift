import ArgumentParser
import ToolSupport

/// The limits of the work on one file of ink; there are no states to be built.
struct InkLimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Maximum memory for the ink of one file, and maximum size of a file, such as 500M or 4G. (default: 2G)",
            valueName: "size"),
        transform: LimitOptions.ByteCount.init)
    var maxMemory: LimitOptions.ByteCount?

    @Option(
        help: ArgumentHelp("Maximum time for one file, such as 30, 0.5 or 2m.", valueName: "seconds"),
        transform: LimitOptions.Duration.init)
    var timeout: LimitOptions.Duration?

    /// The same limits as the options of other commands.
    var options: LimitOptions { LimitOptions(maxMemory: maxMemory, timeout: timeout) }
}
