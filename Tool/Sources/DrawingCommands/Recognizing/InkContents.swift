import AutomataFiles
import StrokeFormats
import ToolSupport

extension InputList.Contents {
    static let ink = Self(
        absenceMessage: "no ink is in this folder: no file ends in .json, .ndjson, .jsonl, .inkml or .xml",
        includes: isInk)
    /// Ink and sketches.
    static let drawings = Self(
        absenceMessage: "no drawing is in this folder: no file ends in .json, .ndjson, .jsonl, .inkml, .xml or .sketch"
    ) { isInk($0) || Path.fileExtension($0) == InputFormat.sketch.argument }

    /// Only its content tells whether XML is ink.
    @Sendable private static func isInk(_ path: String) -> Bool {
        InkFormat.recognize(fileName: path, content: nil) != nil || Path.fileExtension(path) == "xml"
    }
}
