import ArgumentParser
import StatechartAnalysis
import ToolSupport

/// The effects of a chart's steps that are its outputs.
struct EffectOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The effects that are outputs, separated by commas: "
                + StatechartOutputs.names.map(\.name).joined(separator: ", ") + ". (default: actions,sent,logs,end)",
            valueName: "names"))
    var effects: String?

    func validate() throws { _ = try outputs() }

    /// Returns the chosen effects.
    func outputs() throws -> StatechartOutputs {
        guard let effects else { return .effects }
        var outputs: StatechartOutputs = []
        for name in effects.split(separator: "," as Character, omittingEmptySubsequences: false) {
            guard let option = StatechartOutputs.names.first(where: { $0.name == name })?.option else {
                throw ValidationError(
                    "Unknown effect '\(String(name).shown)'; expected some of "
                        + StatechartOutputs.names.map(\.name).joined(separator: ", ") + ".")
            }
            outputs.insert(option)
        }
        return outputs
    }
}
