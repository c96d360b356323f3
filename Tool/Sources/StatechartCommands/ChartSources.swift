import StatechartFormats
import Statecharts
import ToolSupport

/// The charts and texts that a chart names by their places: files below its own folder.
final class ChartSources: Sendable {
    private let folder: SourceFolder
    /// The charts that were read, by their places, as they may be invoked again and again.
    private let charts = Monitor<[[UInt8]: Statechart]>([:])

    init(besideFile path: String) { folder = SourceFolder(besideFile: path, ofKind: "chart") }

    /// Returns the text at a place, such as `file:door.scxml` or `parts/door.scxml`.
    ///
    /// - Throws: an error if the place isn't below the folder, or can't be read.
    func text(at place: String) throws -> [UInt8] { try folder.text(at: place) }

    /// Returns a chart at a place, or of a text.
    ///
    /// - Throws: an error if it can't be read.
    func chart(_ source: StatechartContext.Source) throws -> Statechart {
        switch source {
        case .text(let text): return try chart(of: Array(text.utf8), named: "a chart that is invoked")
        case .location(let place):
            // By bytes, as the system tells files apart.
            let key = Array(place.utf8)
            if let known = charts.withLock({ $0[key] }) { return known }
            let bytes: [UInt8]
            do { bytes = try text(at: place) } catch {
                throw ToolError("'\(place.shown)' can't be read: \(error)")
            }
            let read = try chart(of: bytes, named: place.shown)
            charts.withLock { $0[key] = read }
            return read
        }
    }

    private func chart(of bytes: [UInt8], named name: String) throws -> Statechart {
        let isJSON = bytes.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
        return try bytes.withUnsafeBytes {
            try (isJSON ? StatechartFormat.json : .scxml).document(from: $0, name: name, loading: text).chart
        }
    }
}
