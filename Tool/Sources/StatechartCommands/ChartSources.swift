import StatechartFormats
import Statecharts
import ToolSupport

/// The charts and texts that a chart names by their paths: files below its own folder.
final class ChartSources: Sendable {
    private let folder: SourceFolder
    /// The charts that were read, by their paths, as they may be invoked again and again.
    private let charts = Monitor<[[UInt8]: Statechart]>([:])

    /// The places of scripts in the chart and the texts that were read.
    let scripts: ScriptPlaces

    init(besideFile path: String) {
        folder = SourceFolder(besideFile: path, ofKind: "chart")
        scripts = ScriptPlaces(file: folder.isFile ? path : nil)
    }

    /// Returns the text at a path, such as `file:door.scxml`, `parts/door.scxml` or
    /// `qrc:/door.scxml`.
    ///
    /// - Throws: an error if the path isn't below the folder, or can't be read.
    func text(at path: String) throws -> [UInt8] {
        // Qt's resources mostly lie beside the chart.
        let scheme = ["qrc:", ":"].first { path.hasPrefix($0 + "/") }
        let text = try folder.text(at: scheme.map { String(path.dropFirst($0.count).drop { $0 == "/" }) } ?? path)
        scripts.add(text, named: path.shown)
        return text
    }

    /// Returns a chart at a path, or of a text.
    ///
    /// - Throws: an error if it can't be read.
    func chart(_ source: StatechartContext.Source) throws -> Statechart {
        switch source {
        case .text(let text): return try chart(of: Array(text.utf8), named: "a chart that is invoked")
        case .location(let path):
            // By bytes, as the system tells files apart.
            let key = Array(path.utf8)
            if let known = charts.withLock({ $0[key] }) { return known }
            let bytes: [UInt8]
            do { bytes = try text(at: path) } catch {
                throw ToolError("'\(path.shown)' can't be read: \(error)")
            }
            let read = try chart(of: bytes, named: path.shown)
            charts.withLock { $0[key] = read }
            return read
        }
    }

    private func chart(of bytes: [UInt8], named name: String) throws -> Statechart {
        try bytes.withUnsafeBytes { bytes in
            let format = StatechartFormat(recognizing: bytes) ?? .scxml
            return try format.document(from: bytes, name: name, loading: text).chart
        }
    }
}
