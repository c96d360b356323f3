public import Statecharts

/// A format of pictures of statecharts.
///
/// SVG and HTML are finished pictures; the other formats are texts from which other tools draw
/// pictures.
public enum StatechartPicture: String, Sendable, Hashable, CaseIterable {
    /// Scalable Vector Graphics, in the notation of textbooks.
    case svg
    /// A page with pictures of all states, to be opened, closed and zoomed in a browser.
    case html
    /// The language of Graphviz.
    case dot
    /// Mermaid's `stateDiagram-v2`.
    case mermaid
    /// PlantUML.
    case plantUML = "plantuml"

    /// The usual extension of file names.
    public var fileExtension: String {
        switch self {
        case .svg: "svg"
        case .html: "html"
        case .dot: "dot"
        case .mermaid: "mmd"
        case .plantUML: "puml"
        }
    }

    /// Creates the format with the given file extension, without the dot; `nil` if no format has
    /// it.
    public init?(fileExtension: String) {
        switch fileExtension {
        case "svg": self = .svg
        case "html", "htm": self = .html
        case "dot", "gv": self = .dot
        case "mmd", "mermaid": self = .mermaid
        case "puml", "plantuml": self = .plantUML
        default: return nil
        }
    }

    /// Returns the picture of a chart.
    ///
    /// The chart may be invalid. A transition whose target is missing is listed in its state. The
    /// same chart always gives the same text.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - highlight: The states and transitions to highlight.
    ///   - excerpt: The part of the chart to show.
    /// - Complexity: usually O(*n* log *n*), for *n* states, transitions, actions and borders
    ///   that transitions cross; see
    ///   `Statechart.svg(title:highlighting:drawsSubmachines:showing:)`.
    public func text(
        of chart: Statechart, highlighting highlight: StatechartHighlight = .init(),
        showing excerpt: StatechartExcerpt = .init()
    ) -> String {
        func figure(exact: Bool = false) -> ChartFigure {
            ChartFigure(chart, showing: excerpt, hasExactLabels: exact)
        }
        return switch self {
        case .svg: chart.svg(highlighting: highlight, showing: excerpt)
        case .html: ChartPage.text(of: chart, highlighting: highlight, showing: excerpt)
        case .dot: StatechartDOTWriter.text(of: figure(), highlighting: highlight)
        case .mermaid: MermaidWriter.text(of: figure(exact: true), highlighting: highlight)
        case .plantUML: PlantUMLWriter.text(of: figure(exact: true), highlighting: highlight)
        }
    }
}
