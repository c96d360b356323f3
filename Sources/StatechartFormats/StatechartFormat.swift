public import Statecharts
internal import TextSupport

/// A text format of statecharts.
public enum StatechartFormat: String, Sendable, Hashable, CaseIterable {
    /// The library's own JSON, which holds every part of a chart.
    case json
    /// The W3C's State Chart XML.
    case scxml
    /// Machine configurations of XState as JSON, of version 4 or 5; version 5 is written.
    case xstate
    /// State diagrams of PlantUML.
    case plantUML = "plantuml"
    /// State diagrams of Mermaid, `stateDiagram-v2`.
    case mermaid
    /// Charts of state-machine-cat; only read.
    case smcat
    /// Statecharts of sismic in YAML; only read.
    case sismic
    /// Statecharts of YAKINDU and itemis CREATE in XMI; only read.
    case sct
    /// The language of Graphviz; only written, as a picture.
    case dot
    /// A table of the transitions in Markdown; only written.
    case markdown
    /// A table of the transitions as comma-separated values; only written.
    case csv

    /// The formats that hold every part of a chart, except for rare parts that SCXML refuses.
    public static let complete: [StatechartFormat] = [.json, .scxml]

    /// A Boolean value that indicates whether charts can be read in the format.
    public var canRead: Bool { ![.dot, .markdown, .csv].contains(self) }

    /// A Boolean value that indicates whether charts can be written in the format.
    public var canWrite: Bool { ![.smcat, .sismic, .sct].contains(self) }

    /// The usual extension of file names.
    public var fileExtension: String {
        switch self {
        case .json, .xstate: "json"
        case .sismic: "yaml"
        case .markdown: "md"
        case .scxml, .smcat, .sct, .dot, .csv: rawValue
        case .plantUML: "puml"
        case .mermaid: "mmd"
        }
    }
}

extension StatechartFormat {
    /// The default loader, which allows no `src` attributes: it always throws an error.
    public static func refuseFile(_ place: String) throws -> [UInt8] {
        throw StatechartFormatError(message: "other files can't be read here")
    }

    /// Reads a chart, with the places of its states.
    ///
    /// The states come in document order. Names are resolved only when the chart is compiled.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The name of the text for errors, a path or `-`.
    ///   - maximumBytes: The maximum number of bytes of the text.
    ///   - load: A function that returns the text for a `src` attribute of SCXML; the default
    ///     function throws an error.
    /// - Complexity: O(*n*) for *n* bytes.
    /// - Throws: ``StatechartFormatError`` with the place of the first error.
    public func document(
        from text: UnsafeRawBufferPointer, name: String? = nil, maximumBytes: Int = 1 << 24,
        loading load: @escaping (String) throws -> [UInt8] = refuseFile
    ) throws(StatechartFormatError) -> StatechartDocument {
        StatechartDocument(try read(text, name, maximumBytes, load), in: text)
    }

    private func read(
        _ text: UnsafeRawBufferPointer, _ name: String?, _ maximumBytes: Int,
        _ load: @escaping (String) throws -> [UInt8]
    ) throws(StatechartFormatError) -> PlacedChart {
        guard text.count <= maximumBytes else { throw StatechartFormatError(tooLong: name, maximumBytes: maximumBytes) }
        do throws(TextProblem) {
            switch self {
            case .json: return try StatechartJSONReader.chart(from: text)
            case .scxml: return try SCXMLReader.chart(from: text, loading: load)
            case .xstate: return try XStateReader.chart(from: text)
            case .plantUML: return try StateDiagramReader.chart(from: text, .plantUML)
            case .mermaid: return try StateDiagramReader.chart(from: text, .mermaid)
            case .smcat: return try SmcatReader.chart(from: text)
            case .sismic: return try SismicReader.chart(from: text)
            case .sct: return try YakinduReader.chart(from: text)
            case .dot, .markdown, .csv:
                throw TextProblem(message: "the format '\(rawValue)' can't be read", remedy: "name another one")
            }
        } catch {
            throw StatechartFormatError(error, in: text, name: name)
        }
    }

    /// Reads a chart from a string with the same parameters as
    /// ``document(from:name:maximumBytes:loading:)``.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    /// - Throws: ``StatechartFormatError`` with the place of the first error.
    public func chart(
        from text: String, name: String? = nil, maximumBytes: Int = 1 << 24,
        loading load: @escaping (String) throws -> [UInt8] = refuseFile
    ) throws(StatechartFormatError) -> Statechart {
        try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(StatechartFormatError) in
            try read(UnsafeRawBufferPointer(bytes), name, maximumBytes, load).chart
        }
    }

    /// Returns a chart as text.
    ///
    /// Reading the text gives an equal chart if the states are in document order, ``losses(of:)``
    /// is empty, and no expression is a literal list, which is read as an `Expression.list(_:)`.
    ///
    /// - Complexity: O(*n*) for *n* states, transitions and actions.
    /// - Throws: ``StatechartFormatError`` if the format can't hold a part of the chart.
    public func text(of chart: Statechart) throws(StatechartFormatError) -> String {
        do throws(TextProblem) {
            let bytes =
                switch self {
                case .json: try JSONOutput.text(of: chart)
                case .scxml: try SCXMLWriter.text(of: chart)
                case .xstate: try XStateWriter.text(of: chart)
                case .plantUML: Array(StatechartPicture.plantUML.text(of: chart).utf8)
                case .mermaid: Array(StatechartPicture.mermaid.text(of: chart).utf8)
                case .dot: Array(StatechartPicture.dot.text(of: chart).utf8)
                case .markdown: TransitionTable(chart).markdown
                case .csv: TransitionTable(chart).csv
                case .smcat, .sismic, .sct:
                    throw TextProblem(message: "the format '\(rawValue)' can't be written", remedy: "name another one")
                }
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            throw StatechartFormatError(message: error.message, remedy: error.remedy, isLimit: error.isLimit)
        }
    }
}
