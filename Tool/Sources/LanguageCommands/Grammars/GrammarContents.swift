import AutomataFiles
import ToolSupport

extension InputList.Contents {
    static let grammars = Self(
        absenceMessage: "this folder has no grammar: no file ends in .grm", losesExtension: isGrammar,
        includes: isGrammar)

    @Sendable private static func isGrammar(_ path: String) -> Bool { Path.fileExtension(path) == "grm" }
}
