import AutomataFiles
import FeatureFormats
import ToolSupport

extension InputList.Contents {
    /// Feature models, without those in Markdown: most texts in Markdown aren't feature models.
    static let featureModels = Self(
        absenceMessage: "this folder has no feature model: no file ends in .uvl, .xml, .dimacs, .cnf, .json or .csv",
        jsonFormats: ["features"]
    ) { FeatureFormat(fileName: Path.split($0).name).map { $0 != .markdown } ?? false }
}
