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
    ///
    /// - Parameter name: The name of the chart's file, for errors.
    func start(
        of document: StatechartDocument, named name: String, _ context: WorkContext
    ) throws(ToolError) -> StatechartSessionRecording? {
        let chart = document.chart
        if let replay {
            let text = try Self.text(of: replay, context)
            do {
                let recording = try StatechartSessionRecording(json: text, inputName: replay)
                do { try recording.check(of: chart) } catch {
                    throw ToolError("\(error)" + document.firstChange(from: recording.chart, named: name), at: replay)
                }
                return recording
            } catch { throw Self.error(error, at: replay) }
        }
        guard let resume else { return nil }
        let text = try Self.text(of: resume, context)
        do {
            let snapshot = try StatechartSessionSnapshot(json: text, inputName: resume)
            do { try snapshot.check(of: chart) } catch {
                throw ToolError("\(error)" + document.firstChange(from: snapshot.chart, named: name), at: resume)
            }
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
        if let error = error as? ToolError { return error }
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

extension StatechartDocument {
    /// Returns the end of a sentence with the place of the first state that differs from an older
    /// version of the chart, or an empty text if only the old one has that state.
    fileprivate func firstChange(from old: Statechart, named name: String) -> String {
        let states = Dictionary(old.states.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let change = chart.states.indices.first { index in
            chart.states[index] != (index == 0 ? old.root : states[chart.states[index].name])
        }
        let finding = change.map { StatechartFinding(path: ChartPath.names(to: $0, in: chart), message: "") }
        guard let place = finding.flatMap(position) else { return "" }
        return "; the first change is at \(name):\(place.line):\(place.column)"
    }
}
