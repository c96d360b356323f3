import AutomataFiles
import StatechartFormats
import Statecharts
import ToolSupport

/// The files that a run is resumed or replayed from, and saved or recorded to.
struct RunFiles: Sendable {
    var save: String?
    var resume: String?
    var record: String?
    var replay: String?

    /// The maximum number of bytes of a saved run or a recording.
    private static let maximumBytes = 1 << 28

    /// A Boolean value that indicates whether the inputs are recorded.
    var isRecording: Bool { record != nil || replay != nil }

    /// Checks that the results can be written, before the run.
    func check(besides input: InputFile, replacing force: Bool) throws(ToolError) {
        for path in [save, record].compactMap(\.self) {
            if Path.components(input.path) == Path.components(path) {
                throw ToolError("this is the input; name another file", at: path)
            }
            if let obstacle = OutputFile.obstacle(at: path, replacing: force, needingFolder: true) { throw obstacle }
        }
        if let save, let record, Path.components(save) == Path.components(record) {
            throw ToolError("--save and --record name the same file; name two", at: record)
        }
    }

    /// Returns the recording to replay, or one that begins with a saved run; `nil` for a new run.
    func start(of chart: Statechart, _ context: WorkContext) throws(ToolError) -> StatechartSessionRecording? {
        if let replay {
            let text = try Self.text(of: replay, context)
            do {
                let recording = try StatechartSessionRecording(json: text, inputName: replay)
                try recording.check(of: chart)
                return recording
            } catch { throw Self.error(error, at: replay) }
        }
        guard let resume else { return nil }
        let text = try Self.text(of: resume, context)
        do {
            let snapshot = try StatechartSessionSnapshot(json: text, inputName: resume)
            try snapshot.check(of: chart)
            return StatechartSessionRecording(chart: chart, randomSeed: 0, start: snapshot)
        } catch { throw Self.error(error, at: resume) }
    }

    private static func text(of path: String, _ context: WorkContext) throws(ToolError) -> String {
        let file = InputFile(path: path)
        return try file.withContents(limit: min(maximumBytes, context.budget.maximumBytes)) { bytes throws(ToolError) in
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw ToolError("the file isn't UTF-8, so it is none of --save or --record", at: path)
            }
            return text
        }
    }

    private static func error(_ error: any Error, at path: String) -> ToolError {
        if let error = error as? StatechartFormatError {
            return ToolError(error.sentence, at: error.place(in: path), isLimit: error.isLimit)
        }
        return ToolError("\(error)", at: path)
    }

    /// Writes the results of a run.
    func write(_ run: ChartRun, _ context: WorkContext) throws(ToolError) {
        do {
            if let record { try context.write(run.recording.json(), to: .file(record)) }
            if let save, let snapshot = try run.snapshot() { try context.write(snapshot.json(), to: .file(save)) }
        } catch let error as ToolError {
            throw error
        } catch let error as StatechartFormatError {
            throw ToolError("the run can't be saved: \(error.sentence)", at: run.name)
        } catch {
            throw ToolError("the run can't be saved: \(error)", at: run.name)
        }
    }
}
