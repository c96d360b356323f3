import ArgumentParser
import AutomataFiles
import ComponentFormats
import ToolSupport

struct ComponentsDraw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw",
        abstract: "Draw an assembly: SVG, PDF or PNG, or text for Graphviz and Mermaid.",
        usage: "automata components draw <file> [<options>]",
        discussion: """
            Components are boxes, with squares for their ports: channels are arrows with the names of messages, dashed \
            if they are point-to-point. The frame has the ports of the environment. Without --to the extension of the \
            output decides (.svg, .dot, .gv, .mmd, .pdf, .png); otherwise the picture is SVG. PDF and PNG are made by \
            rsvg-convert of librsvg.

            Example:
              automata components draw expenses.json -o expenses.svg
              automata components draw expenses.json --to mermaid
            """)

    @Argument(help: ArgumentHelp("The assembly; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var output: TextOutputOptions<AssemblyPicture>
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func run() throws {
        let picture = try output.format() ?? .svg
        let file = InputFile(path: file)
        let plan = try output.plan(for: file, as: picture)
        try plan.run(limits.options) { item, context throws(ToolError) in
            let assembly = AssemblyFile(item.input)
            let document = try assembly.read(context)
            try assembly.check([item.destination.path].compactMap(\.self))
            let title = document.name ?? item.input.title
            let text =
                switch picture {
                case .svg, .pdf, .png: document.assembly.svg(title: title)
                case .dot: document.assembly.dot(title: title)
                case .mermaid: document.assembly.mermaid(title: title)
                }
            try context.checkTime()
            try context.write(picture.bytes(of: text, context), to: item.destination)
        }
    }
}

extension InputFile {
    /// A title for pictures: the name without folders and extension.
    var title: String { isStandardInput ? "" : Path.removingExtension(Path.components(path).last ?? "").shown }
}

/// A format of pictures of assemblies and of their messages.
enum AssemblyPicture: String, TextFormat {
    case svg, dot, mermaid
    /// Pictures that the tool lets other programs make.
    case pdf, png

    static let contentName = "pictures of components"
    static let endings = ".svg, .dot, .mmd, .pdf or .png"
    static let usual = "svg"
    var needsViewer: Bool { self == .svg || self == .pdf || self == .png }

    init?(path: String) {
        let names = ["gv": "dot", "mmd": "mermaid"]
        let ending = Path.fileExtension(path)
        self.init(rawValue: names[ending] ?? ending)
    }

    /// Returns a picture of a text in SVG or in the format's own language.
    func bytes(of text: String, _ context: WorkContext) throws(ToolError) -> [UInt8] {
        guard self == .pdf || self == .png else { return Array(text.utf8) }
        let picture: OutputFormat.Picture = self == .pdf ? .pdf : .png
        if let converted = try SVGConversion.picture(text, as: picture, context) { return converted }
        throw ToolError("the picture needs rsvg-convert: apt-get install librsvg2-bin; or write --to svg")
    }
}
