import AutomataFiles
import StatechartCode
import StatechartFormats
import ToolSupport

extension StatechartFormat: TextFormat {
    static var contentName: String { "statecharts" }
    static var endings: String { ".json or .scxml" }

    init?(path: String) { self.init(rawValue: Path.fileExtension(path)) }
}

extension StatechartPicture: TextFormat {
    static var contentName: String { "pictures of statecharts" }
    static var endings: String { ".svg, .dot, .mmd or .puml" }
    static var usual: String { "svg" }
    var needsViewer: Bool { self == .svg }

    init?(path: String) { self.init(fileExtension: Path.fileExtension(path)) }
}

extension StatechartCode: TextFormat {
    static var contentName: String { "programs" }
    static var endings: String { ".h or .swift" }
    static var usual: String { "c" }

    init?(path: String) { self.init(rawValue: Path.fileExtension(path) == "h" ? "c" : Path.fileExtension(path)) }
}
