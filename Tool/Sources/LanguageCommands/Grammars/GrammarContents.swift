import AutomataFiles
import ToolSupport

extension InputList.Contents {
    static let grammars = Self(
        absenceMessage: "no grammar is in this folder: no file ends in .grm", losesExtension: true
    ) { Path.fileExtension($0) == "grm" }
}
