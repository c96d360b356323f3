import AutomataFiles
import StatechartCode
import StatechartFormats
import Statecharts
import ToolSupport

extension StatechartFormat: TextFormat {
    static var contentName: String { "statecharts" }
    static var endings: String { ".json, .scxml, .puml, .mmd, .dot, .md or .csv" }

    init?(path: String) { self.init(fileExtension: Path.fileExtension(path)) }
}

/// A format of pictures that `draw` writes.
enum DrawingFormat: String, TextFormat {
    case svg, html, dot, mermaid, plantuml
    /// Pictures that the tool lets other programs make.
    case pdf, png

    static let contentName = "pictures of statecharts"
    static let endings = ".svg, .html, .dot, .mmd, .puml, .pdf or .png"
    static let usual = "svg"
    var needsViewer: Bool { self == .svg || self == .pdf || self == .png }

    init?(path: String) {
        let ending = Path.fileExtension(path)
        self.init(rawValue: StatechartPicture(fileExtension: ending)?.rawValue ?? ending)
    }

    /// Returns the picture of a chart.
    func bytes(
        of chart: Statechart, highlighting highlight: StatechartHighlight, drawsSubmachines: Bool,
        showing excerpt: StatechartExcerpt, _ context: WorkContext
    ) throws(ToolError) -> [UInt8] {
        switch self {
        case .svg:
            return Array(chart.svg(highlighting: highlight, drawsSubmachines: drawsSubmachines, showing: excerpt).utf8)
        case .pdf, .png:
            let picture: OutputFormat.Picture = self == .pdf ? .pdf : .png
            let svg = chart.svg(highlighting: highlight, showing: excerpt)
            if let converted = try SVGConversion.picture(svg, as: picture, context) { return converted }
            return try Graphviz.draw(
                chart: StatechartPicture.dot.text(of: chart, highlighting: highlight, showing: excerpt),
                stateCount: chart.states.count, as: picture, context)
        case .html, .dot, .mermaid, .plantuml:
            return Array(
                (StatechartPicture(rawValue: rawValue) ?? .dot)
                    .text(of: chart, highlighting: highlight, showing: excerpt).utf8)
        }
    }
}

extension StatechartCode: TextFormat {
    static var contentName: String { "programs" }
    static var endings: String { ".h or .swift" }
    static var usual: String { "c" }

    init?(path: String) { self.init(rawValue: Path.fileExtension(path) == "h" ? "c" : Path.fileExtension(path)) }
}
