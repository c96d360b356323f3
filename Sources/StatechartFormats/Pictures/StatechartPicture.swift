public import Statecharts

/// A format of pictures of statecharts.
///
/// SVG is a finished picture; the other formats are texts from which other tools draw pictures.
public enum StatechartPicture: String, Sendable, Hashable, CaseIterable {
    /// Scalable Vector Graphics, in the notation of textbooks.
    case svg
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
    /// - Complexity: usually O(*n* log *n*), for *n* states, transitions, actions and borders
    ///   that transitions cross; see
    ///   `Statechart.svg(title:highlighting:drawsSubmachines:)`.
    public func text(of chart: Statechart, highlighting highlight: StatechartHighlight = .init()) -> String {
        switch self {
        case .svg: chart.svg(highlighting: highlight)
        case .dot: StatechartDOTWriter.text(of: ChartFigure(chart), highlighting: highlight)
        case .mermaid: MermaidWriter.text(of: ChartFigure(chart, hasExactLabels: true), highlighting: highlight)
        case .plantUML: PlantUMLWriter.text(of: ChartFigure(chart, hasExactLabels: true), highlighting: highlight)
        }
    }
}
