import AutomataFiles
import ToolSupport

extension InputList.Contents {
    static let grammars = Self(
        absenceMessage: "no grammar is in this folder: no file ends in .grm", losesExtension: isGrammar,
        includes: isGrammar)

    @Sendable private static func isGrammar(_ path: String) -> Bool { Path.fileExtension(path) == "grm" }
}
