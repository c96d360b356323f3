import AutomataFiles
import StatechartFormats
import Statecharts

/// The charts and texts that a chart names by their places: files below its own folder.
struct ChartSources: Sendable {
    private let folder: String

    /// The most bytes of a file.
    private static let mostBytes = 1 << 24

    init(besideFile path: String) {
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// Returns the text at a place, such as `file:door.scxml` or `parts/door.scxml`.
    ///
    /// - Throws: an error if the place isn't below the folder, or can't be read.
    func text(at place: String) throws -> [UInt8] {
        let path = place.hasPrefix("file:") ? String(place.dropFirst(5)) : place
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !path.isEmpty, !path.hasPrefix("/"), !path.utf8.contains(0), !path.contains("://"), !parts.contains("..")
        else {
            throw ToolError("only files below the chart's own folder are read", at: place.shown)
        }
        let file = InputFile(path: folder + path)
        return try file.withContents(limit: Self.mostBytes) { text throws(ToolError) in Array(text) }
    }

    /// Returns a chart at a place, or of a text.
    ///
    /// - Throws: an error if it can't be read.
    func chart(_ source: StatechartContext.Source) throws -> Statechart {
        let (bytes, name): ([UInt8], String)
        switch source {
        case .text(let text): (bytes, name) = (Array(text.utf8), "a chart that is invoked")
        case .location(let place): (bytes, name) = (try text(at: place), place.shown)
        }
        let isJSON = bytes.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
        return try bytes.withUnsafeBytes {
            try (isJSON ? StatechartFormat.json : .scxml).chart(from: $0, name: name, loading: text)
        }
    }
}
