import ArgumentParser
import ToolSupport

/// The limits of the work on one file of ink; there are no states to be built.
struct InkLimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most memory that the ink of one file may take, and the most bytes of a file, such as 500M or 4G. (default: 2G)",
            valueName: "size"),
        transform: LimitOptions.ByteCount.init)
    var maxMemory: LimitOptions.ByteCount?

    @Option(
        help: ArgumentHelp("The most time that one file may take, such as 30, 0.5 or 2m.", valueName: "seconds"),
        transform: LimitOptions.Duration.init)
    var timeout: LimitOptions.Duration?

    /// The same limits as the options of other commands.
    var options: LimitOptions { LimitOptions(maxMemory: maxMemory, timeout: timeout) }
}
