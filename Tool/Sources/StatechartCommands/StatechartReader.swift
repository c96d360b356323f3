import Automata
import AutomataFiles
import Glibc
@_spi(Tool) import StatechartFormats
import Statecharts
import ToolSupport

/// Reads statecharts in any format.
struct StatechartReader: Sendable {
    /// The format, if the user named it.
    var format: StatechartFormat?

    /// The maximum number of bytes of a text; the reading of a longer text, or one without end,
    /// stops there.
    private static let maximumBytes = 1 << 24

    /// A chart as it was read, with the format of the text.
    struct Reading {
        let document: StatechartDocument
        let format: StatechartFormat
        /// The files beside the chart, some of which were read with it.
        let sources: ChartSources

        var chart: Statechart { document.chart }
    }

    /// Reads a chart.
    func read(_ file: InputFile, _ context: WorkContext) throws(ToolError) -> Reading {
        let result = try result(file, context)
        do throws(StatechartFormatError) { return try result.get() } catch {
            throw ToolError(error.sentence, at: error.location(in: file.name), isLimit: error.isLimit)
        }
    }

    /// Returns the chart, or the error in the text.
    func result(
        _ file: InputFile, _ context: WorkContext
    ) throws(ToolError) -> Result<Reading, StatechartFormatError> {
        let descriptor = try file.open()
        defer { close(descriptor) }
        let contents: FileContents
        do throws(FileError) {
            let limit = min(Self.maximumBytes, context.budget.maximumBytes)
            contents = try FileContents.read(from: descriptor, named: file.name, limit: limit)
        } catch {
            guard case .tooLong(Self.maximumBytes) = error.reason else { throw ToolError(error) }
            return .failure(StatechartFormatError(tooLong: file.name, maximumBytes: Self.maximumBytes))
        }
        return try contents.withBytes { text throws(ToolError) in
            let format = try recognize(file, text)
            let sources = ChartSources(besideFile: file.path)
            let result = Result { () throws(StatechartFormatError) in
                Reading(
                    document: try format.document(from: text, name: file.name, loading: sources.text),
                    format: format, sources: sources)
            }
            try context.checkTime()
            return result
        }
    }

    private func recognize(_ file: InputFile, _ text: UnsafeRawBufferPointer) throws(ToolError) -> StatechartFormat {
        if let format { return format }
        let named = file.isStandardInput ? nil : StatechartFormat(path: file.path)
        // Two formats are JSON.
        if let named, named != .json { return named }
        if let format = StatechartFormat(recognizing: text), named == nil || format == .xstate { return format }
        if let named { return named }
        throw .unknownFormat(
            of: file, text, choices: StatechartFormat.allCases.filter(\.canRead).map(\.rawValue))
    }
}
