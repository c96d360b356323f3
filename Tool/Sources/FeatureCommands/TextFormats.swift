import AutomataFiles
import FeatureFormats
import ToolSupport

extension FeatureFormat: TextFormat {
    static var contentName: String { "feature models" }
    static var endings: String { ".uvl, .xml, .dimacs, .cnf, .json, .md or .csv" }

    init?(path: String) { self.init(fileName: Path.split(path).name) }
}

extension FeaturePicture: TextFormat {
    static var contentName: String { "pictures of feature models" }
    static var endings: String { ".svg or .dot" }
    static var usual: String { "svg" }
    var needsViewer: Bool { self == .svg }

    init?(path: String) { self.init(fileExtension: Path.fileExtension(path)) }
}
