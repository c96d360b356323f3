import ArgumentParser
import ToolSupport

/// The option for guards that a program would implement.
struct GuardOptions: ParsableArguments {
    @Option(
        name: .customLong("guard"),
        help: ArgumentHelp(
            "The answer of a guard that the chart only names; can be repeated.", valueName: "name=true|false"))
    private var guards: [String] = []

    /// Returns whether each guard holds, by its name.
    func values() throws(ToolError) -> [String: Bool] {
        var values: [String: Bool] = [:]
        for text in guards {
            let value = [("=true", true), ("=false", false)].first { text.hasSuffix($0.0) }
            let name = String(text.dropLast(value?.0.count ?? 0))
            guard let value, !name.isEmpty else {
                throw ToolError("invalid guard '\(text.shown)'; write NAME=true or NAME=false")
            }
            values[name] = value.1
        }
        return values
    }
}
