import ArgumentParser
import AutomataFiles
import FeatureFormats
import StatechartFormats

/// A format of the texts that a command writes.
protocol TextFormat: RawRepresentable<String>, CaseIterable, Sendable {
    /// The word for the texts, and the ends of their files' names.
    static var things: String { get }
    static var endings: String { get }
    /// The words for the format if neither an option nor the output's name tells it.
    static var usual: String { get }
    /// Whether a terminal doesn't show it.
    var needsViewer: Bool { get }

    /// The format that the end of a file's name tells.
    init?(path: String)
}

extension TextFormat {
    static var usual: String { "the input's format" }
    var needsViewer: Bool { false }
}

/// The destination of one text, and its format.
struct TextOutputOptions<Format: TextFormat>: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, - for standard output (the default).", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The output's format; without it the extension of the output decides, else \(Format.usual).",
            valueName: "format"))
    var to: NamedCase<Format>?

    @Flag(name: .shortAndLong, help: "Replace a file that exists.")
    var force = false

    func validate() throws {
        if output == "" { throw ValidationError("An output needs a name; - is standard output.") }
    }

    private var destination: Destination { Destination(output ?? "-") }

    /// The format to write; `nil` stands for the usual one.
    func format() throws(ToolError) -> Format? {
        if let to { return to.value }
        guard case .file(let path) = destination, !Path.fileExtension(path).isEmpty else { return nil }
        if let format = Format(path: path) { return format }
        throw ToolError(
            "the ending .\(Path.fileExtension(path)) tells no format of \(Format.things); end the name in "
                + "\(Format.endings), or name the format with --to", at: path)
    }

    /// The plan to write what becomes of a file.
    func plan(for file: InputFile, as format: Format?) throws(ToolError) -> OutputPlan {
        if case .standardOutput = destination, format?.needsViewer == true, Terminal.showsOutput {
            throw ToolError("a terminal shows no pictures; name a file with -o")
        }
        return try OutputPlan(file, to: destination, replacing: force)
    }
}

// MARK: - Formats

extension FeatureFormat: TextFormat {
    static var things: String { "feature models" }
    static var endings: String { ".uvl, .xml, .dimacs, .cnf, .json, .md or .csv" }

    init?(path: String) { self.init(fileName: Path.split(path).name) }
}

extension StatechartFormat: TextFormat {
    static var things: String { "statecharts" }
    static var endings: String { ".json or .scxml" }

    init?(path: String) { self.init(rawValue: Path.fileExtension(path)) }
}

extension FeaturePicture: TextFormat {
    static var things: String { "pictures of feature models" }
    static var endings: String { ".svg or .dot" }
    static var usual: String { "svg" }
    var needsViewer: Bool { self == .svg }

    init?(path: String) { self.init(fileExtension: Path.fileExtension(path)) }
}

extension StatechartPicture: TextFormat {
    static var things: String { "pictures of statecharts" }
    static var endings: String { ".svg, .dot, .mmd or .puml" }
    static var usual: String { "svg" }
    var needsViewer: Bool { self == .svg }

    init?(path: String) { self.init(fileExtension: Path.fileExtension(path)) }
}
