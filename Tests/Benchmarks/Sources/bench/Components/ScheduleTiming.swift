import ComponentAnalysis
import ComponentFormats
import Foundation

/// All schedules of an assembly in a file.
enum ScheduleTiming {
    /// Prints the seconds, and the numbers of states and steps.
    static func run(_ path: String, losses: Int, isReduced: Bool) throws {
        let url = URL(fileURLWithPath: path)
        let text = try String(contentsOf: url, encoding: .utf8)
        let assembly = try AssemblyDocument(json: text, name: path) { name in
            Array(try Data(contentsOf: url.deletingLastPathComponent().appendingPathComponent(name)))
        }.assembly
        var options = ScheduleOptions()
        (options.losses, options.isReduced) = (losses, isReduced)
        let budget = Budget(maximumStates: 20_000_000, maximumBytes: 8 << 30)
        var check: ScheduleCheck?
        let seconds = try Output.secondsAlone { check = try assembly.checkSchedules(options, budget: budget) }
        guard let check, check.holds, check.isComplete else { throw Failure("\(path): a schedule fails") }
        Output.report(seconds: seconds, check.stateCount, check.stepCount)
    }
}
