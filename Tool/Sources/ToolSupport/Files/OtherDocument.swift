import AutomataFiles
import Glibc
@_spi(Tool) import TextSupport

/// JSON documents of another kind than a command reads.
enum OtherDocument {
    /// The number of bytes that are read of a file to find its kind.
    private static let beginningByteCount = 1 << 16

    /// Returns the kind of the JSON document in a file, with the command that reads it; `nil` if it
    /// may be of one of the formats.
    ///
    /// - Parameter formats: The values of the key `format`; with none, all documents are right.
    static func kind(of path: String, unlike formats: [String]) -> String? {
        guard !formats.isEmpty, Path.fileExtension(path) == "json",
            let descriptor = try? InputFile(path: path).open()
        else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: beginningByteCount, alignment: 1) { buffer in
            guard let count = SystemCall.readSome(descriptor, into: buffer) else { return nil }
            return kind(of: UnsafeRawBufferPointer(rebasing: buffer[..<count]), unlike: formats)
        }
    }

    /// Returns the kind of a JSON document by its beginning, with the command that reads it; `nil`
    /// if it may be of one of the formats.
    static func kind(of text: UnsafeRawBufferPointer, unlike formats: [String]) -> String? {
        guard let format = JSONDocument.format(of: text), !formats.contains(format) else { return nil }
        switch format {
        case "automata": return "an automaton or a machine; automata info and automata machine info read it"
        case "components": return "an assembly of components; automata components check reads it"
        case "statechart": return "a statechart; automata statechart info reads it"
        case "features": return "a feature model; automata features info reads it"
        default: return "a document of the format \(format.shown.quoted)"
        }
    }
}
