import ArgumentParser
import AutomataFiles
import Diagrams
import ToolSupport

/// The options for drawings of the steps of a command.
struct StripOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The SVG file to write, with pictures of the steps (at most 64) side by side.", valueName: "file"),
        completion: .file(extensions: ["svg"]), transform: drawingName)
    var draw: String?

    @Flag(help: "Draw the steps as an animation (which needs no script) instead of side by side.")
    var animate = false

    func validate() throws {
        if animate, draw == nil { throw ValidationError("--animate needs --draw.") }
    }

    /// Checks that the drawing can be written, before any work starts.
    func check(input: InputFile, output: Destination = .standardOutput, replacing: Bool) throws(ToolError) {
        guard let draw else { return }
        try OutputFormat.check(draw, holds: "an SVG drawing", named: "svg")
        if Path.components(input.path) == Path.components(draw) {
            throw ToolError("this is the input; name another file", at: draw)
        }
        if case .file(let path) = output, Path.components(path) == Path.components(draw) {
            throw ToolError("the steps and their drawing would both go here; name two files", at: draw)
        }
        if let obstacle = OutputFile.obstacle(at: draw, replacing: replacing) { throw obstacle }
    }

    /// Writes the drawing of a strip, if it is requested.
    func write(_ strip: Diagram.Strip?, title: String, _ context: WorkContext) throws(ToolError) {
        guard let draw, let strip else { return }
        let count = strip.frames.reduce(0) { $0 + $1.diagram.states.count + $1.diagram.transitions.count }
        guard count <= AutomatonPicture.maximumStripElements else {
            throw ToolError(
                "too large for a drawing of all steps: \(grouped(count)) states and arrows in \(strip.frames.count) "
                    + "pictures, and at most \(grouped(AutomatonPicture.maximumStripElements)) can be drawn; leave out --draw"
            )
        }
        try context.write(
            animate ? strip.animatedSVG(title: title) : strip.svg(title: title), to: .file(draw))
    }
}
