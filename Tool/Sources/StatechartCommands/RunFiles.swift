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
    ///
    /// - Parameters:
    ///   - inputs: The files that the run reads besides these.
    ///   - picture: The file of a picture of the run.
    func check(inputs: [String?], picture: String?, replacing force: Bool) throws(ToolError) {
        let read = (inputs + [resume, replay]).compactMap(\.self).map { Path.components($0) }
        let outputs = [("--save", save), ("--record", record), ("--draw", picture)].compactMap { option, path in
            path.map { (option: option, path: $0) }
        }
        for (index, output) in outputs.enumerated() {
            let components = Path.components(output.path)
            // A saved run may be replaced by a later one.
            if read.contains(components), output.option != "--save" || output.path != resume {
                throw ToolError("this is an input; name another file", at: output.path)
            }
            if let other = outputs[..<index].first(where: { Path.components($0.path) == components }) {
                throw ToolError(
                    "\(other.option) and \(output.option) name the same file; name two files", at: output.path)
            }
        }
        for path in [save, record].compactMap(\.self) {
            if let obstacle = OutputFile.obstacle(at: path, replacing: force, needingFolder: true) { throw obstacle }
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
                throw ToolError("invalid UTF-8; name a file that --save or --record wrote", at: path)
            }
            return text
        }
    }

    private static func error(_ error: any Error, at path: String) -> ToolError {
        if let error = error as? StatechartFormatError {
            return ToolError(error.sentence, at: error.location(in: path), isLimit: error.isLimit)
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
