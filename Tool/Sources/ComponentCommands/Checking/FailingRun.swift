import Automata
import AutomataFiles
import ComponentAnalysis
import ComponentFormats
import Components
import TextSupport
import ToolSupport

/// A run of an assembly that fails, with its steps.
struct FailingRun {
    let failed: FailedSchedule
    let repetition: ScheduleRepetition
    /// The components, for pictures.
    let components: [String]
    /// What is wrong, if that isn't what was wrong when the run was saved.
    var otherFailure: String?

    /// The failure and the steps, for a person.
    var text: String {
        var text =
            otherFailure.map { "fails otherwise: \($0), instead of: \(failed.reason)".shown } ?? failed.reason.shown
        text += "\n"
        let width = String(repetition.steps.count).count
        for (index, step) in repetition.steps.enumerated() {
            let number = String(index + 1)
            text += String(repeating: " ", count: 2 + width - number.count) + "\(number)  \(step)".shown + "\n"
        }
        if failed.repeatedCount > 0 {
            let first = failed.schedule.choices.count - failed.repeatedCount + 1
            text += "  and so on: from step \(first) on it repeats\n"
        }
        return text
    }

    var json: JSONObject {
        [
            "kind": failed.kind.rawValue, "reason": failed.reason,
            "component": failed.part.isEmpty ? nil : failed.part as String?, "steps": repetition.steps,
            "schedule": failed.schedule.choices.map(\.text), "repeated": failed.repeatedCount,
            "otherwise": otherFailure?.shown,
        ]
    }
}

/// The files to which a failing run is written.
struct FailingRunFiles: Sendable {
    /// The schedule, to be checked again.
    let schedule: String?
    let trace: String?
    let picture: String?
    let replacing: Bool

    var paths: [String] { [schedule, trace, picture].compactMap(\.self) }
    var isEmpty: Bool { paths.isEmpty }

    /// Checks that the files can be written, and that a run finds its assembly, whose path is given.
    func check(_ assembly: String?) throws(ToolError) {
        if let schedule, let assembly, Path.relative(assembly, toFolderOf: schedule).utf8.starts(with: "../".utf8) {
            throw ToolError(
                "only assemblies below the run's own folder are read; save the run beside the assembly", at: schedule)
        }
        for path in paths {
            if let obstacle = OutputFile.obstacle(at: path, replacing: replacing) { throw obstacle }
        }
        _ = try format()
    }

    private func format() throws(ToolError) -> AssemblyPicture? {
        guard let picture else { return nil }
        if let format = AssemblyPicture(path: picture), format != .dot { return format }
        throw ToolError("unknown picture; end the name in .svg, .mmd, .pdf or .png", at: picture)
    }

    /// Begins to write the trace.
    func recording(of assembly: Assembly) throws(ToolError) -> TraceRecording? {
        guard let trace else { return nil }
        return try TraceRecording(to: trace, replacing: replacing, of: assembly, Simulation.Options())
    }

    /// Writes the other files.
    func write(_ run: FailingRun, title: String, _ context: WorkContext) throws(ToolError) {
        if let schedule {
            try OutputFile.write(Array(run.failed.json.utf8), to: schedule, replacing: replacing, makingFolders: false)
        }
        try write(run.repetition.events, of: run.components, title: title, context)
    }

    /// Draws events, if a picture is asked for.
    func write(
        _ events: [TraceEvent], of components: [String], title: String, _ context: WorkContext
    ) throws(ToolError) {
        guard let picture, let format = try format() else { return }
        let messages = MessageSequence(events, components: components)
        let text = format == .mermaid ? messages.mermaid : messages.svg(title: title)
        let bytes = try format.bytes(of: text, context)
        try OutputFile.write(bytes, to: picture, replacing: replacing, makingFolders: false)
    }
}

extension ToolError {
    init(_ error: ScheduleError, at name: String, limits: LimitOptions) {
        guard case .stopped(let limit, let parts) = error else {
            self.init("\(error)".shown, at: name)
            return
        }
        self.init(limit, of: "state", at: name, limits: limits)
        if !parts.isEmpty { message += "; most are due to \(parts.joined(separator: ", "))".shown }
    }
}

extension Path {
    /// Returns a path that leads to a file from the folder of another one.
    static func relative(_ path: String, toFolderOf other: String) -> String {
        let (target, folder) = (components(path), components(other).dropLast())
        let common = zip(target, folder).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: folder.count - common) + target[common...]).joined(separator: "/")
    }
}
