import AutomataFiles
import StrokeFormats
import ToolSupport

extension InputList.Contents {
    static let ink = Self(
        absenceMessage: "this folder has no ink: no file ends in \(extensions)", includes: isInk)
    /// Ink and sketches.
    static let drawings = Self(
        absenceMessage: "this folder has no drawing: no file ends in \(extensions) or .sketch",
        losesExtension: { isDrawing($0) || isNamed($0) }, includes: isDrawing)

    private static let extensions = ".json, .ndjson, .jsonl, .inkml, .xopp, .xoj, .excalidraw, .tldr, .upn, .unp, .xml"

    @Sendable private static func isDrawing(_ path: String) -> Bool {
        isInk(path) || Path.fileExtension(path) == InputFormat.sketch.argument
    }

    /// Returns whether a file may be ink by its name. XML is read to find out; most SVG files are
    /// pictures.
    @Sendable private static func isInk(_ path: String) -> Bool {
        let format = InkFormat.recognize(fileName: path, content: nil)
        return format != nil && format != .svg || Path.fileExtension(path) == "xml"
    }

    /// Returns whether a file is ink if the command line names it.
    private static func isNamed(_ path: String) -> Bool {
        InkFormat.recognize(fileName: path, content: nil) == .svg || Path.fileExtension(path) == "dat"
    }
}
