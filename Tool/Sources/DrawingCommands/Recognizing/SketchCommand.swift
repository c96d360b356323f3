import ArgumentParser
import Automata
import AutomataFiles
import AutomataFormats
@_spi(Tool) import Diagrams
import Sketches
import StrokeFormats
import Strokes
import ToolSupport

struct SketchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sketch",
        abstract: "Read hand-drawn automata.",
        usage: "automata sketch <file> ... [<options>]",
        discussion: """
            Ink is read as by recognize; labels of strokes are ignored, except those of circles and arrows that a drawing \
            program placed and connected. SVG files are read only if they are named. Circles are states, a second circle around a state \
            makes it final, arrows \
            connect them, and an arrow from nowhere marks an initial state. Arrows and circles may have several strokes; a zigzag \
            erases what it covers. A text such as \
            {"text": "a, b", "at": [120, 40]} in JSON or NDJSON names the state around it, or gives the nearest arrow its \
            symbols, ε for none. Handwriting in a state or beside an arrow does the same if it is read with certainty, unless a text \
            is there: digits, lower-case letters, ε and commas.

            The automaton is written with positions, as .jff unless an option or the output's name says otherwise. .sketch also keeps \
            the strokes, and every command reads it; .svg also shows a drawing that isn't an automaton yet. --explain prints a line for \
            each stroke, with tabs: its number, kind, probability by shape and position, and the reason; then uncertain \
            handwriting with its possible texts, other texts, and open problems. A note gives the number of strokes and texts without a meaning; others \
            give the number of strokes with a doubtful reading, of scribbled-out strokes, and several initial states.

            Exit codes: 0 done, 2 an error, such as a drawing that isn't an automaton.

            Example:
              automata sketch drawing.ndjson -o drawing.jff
              automata sketch drawing.inkml -o drawing.svg
              automata sketch drawing.ndjson --model my-hand/characters.model
              automata sketch drawing.ndjson --explain
              automata sketch homework/ --output-dir automata --to json
            """)

    @Argument(
        help: ArgumentHelp("Files and folders with ink or sketches; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    @Flag(help: "Print the interpretation of each stroke instead of the automaton.")
    var explain = false

    @OptionGroup(title: "Output") var output: OutputOptions
    @Option(
        help: ArgumentHelp(
            "The input's format; by default determined by the extension, then by the content.", valueName: "format"))
    var from: InkFormatArgument?
    @OptionGroup var models: ModelOptions
    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func validate() throws {
        if explain, output.output != nil || output.outputDir != nil || output.to != nil {
            throw ValidationError("--explain can't be combined with -o, --output-dir or --to.")
        }
    }

    func run() throws {
        if explain { return try explainInputs() }
        var output = output
        output.to = try output.format() ?? .text(.jflap)
        let plan = try OutputPlan(files, contents: .drawings, options: output)
        let limits = limits.options
        let reader = InkReader(format: from?.format, maximumBytes: limits.maximumBytes)
        let recognizers = try models.recognizers(maximumBytes: limits.maximumBytes)
        try plan.run(limits, batch) { item, context throws(ToolError) in
            let sketch = try Self.sketch(in: item.input, reader, recognizers, context)
            context.note(sketch.readingNotes)
            switch item.format {
            case .sketch?: try context.write(sketch.document(), to: item.destination)
            case .picture(let picture)? where picture == .svg || picture == .tex:
                let diagram = sketch.diagram
                context.note(picture == .svg ? diagram.pictureNotes : diagram.tikzNotes)
                let text = picture == .svg ? diagram.svg(title: item.input.name) : diagram.tikz()
                try context.write(text, to: item.destination)
            case .text?, .picture?, nil:
                let automaton: EpsilonNFA
                do throws(DiagramError) {
                    automaton = try sketch.diagram.automaton(budget: context.budget)
                } catch {
                    throw ToolError(error, at: item.input.name, limits: limits)
                }
                try context.write(
                    Automaton(mostSpecific: automaton), in: item.format ?? .text(.jflap), to: item.destination)
            }
        }
    }

    /// The sketch of a file: a document, or ink that is read as a finished drawing.
    private static func sketch(
        in file: InputFile, _ reader: InkReader, _ recognizers: Recognizers, _ context: WorkContext
    ) throws(ToolError) -> Sketch {
        try file.withContents(limit: reader.maximumBytes) { text throws(ToolError) in
            let isNamed = Path.fileExtension(file.path) == InputFormat.sketch.argument
            if reader.format == nil, isNamed || Sketch.isDocument(text) {
                var sketch = try Sketch(text, in: file)
                (sketch.recognizer, sketch.characterRecognizer) = (recognizers.elements, recognizers.characters)
                return sketch
            }
            let ink = try reader.read(text, of: file)
            context.note(ink.notes)
            context.report("reading the drawing")
            let texts = ink.document.texts.map {
                Sketch.Text($0.text, at: Diagram.Point(x: $0.position.x, y: $0.position.y))
            }
            let elements = ink.document.elements.map { (strokes: $0.strokes, labels: $0.labels) }
            let sketch = try context.checked(at: file.name) { () throws(AutomataError) in
                try Sketch.reading(
                    elements: elements, texts: texts, recognizer: recognizers.elements,
                    characterRecognizer: recognizers.characters, budget: context.budget)
            }
            let strokes = elements.flatMap(\.strokes)
            let erasedCount = strokes.count { !$0.points.isEmpty } - sketch.ink.reduce(0) { $0 + $1.strokes.count }
            if erasedCount > 0 {
                context.note("\(erasedCount) strokes are left out: scribbles and ink under them")
            }
            return sketch
        }
    }

    private func explainInputs() throws {
        let inputs = try InputList(files, contents: .drawings)
        let limits = limits.options
        let reader = InkReader(format: from?.format, maximumBytes: limits.maximumBytes)
        let recognizers = try models.recognizers(maximumBytes: limits.maximumBytes)
        let isAlone = inputs.files.count == 1
        try inputs.run(limits, batch) { _, file, context throws(ToolError) in
            let sketch = try Self.sketch(in: file, reader, recognizers, context)
            context.write(Self.explanation(of: sketch, prefix: isAlone ? "" : file.name + "\t"))
        }
    }

    /// Returns a line for each stroke, for each text without a meaning, and for each problem.
    private static func explanation(of sketch: Sketch, prefix: String) -> String {
        var text = ""
        for interpretation in sketch.interpretations() {
            let percent = (interpretation.probability * 1000).rounded() / 10
            let reason = Self.singleLine(interpretation.reason)
            let number = interpretation.ink.number
            text += "\(prefix)\(number)\t\(interpretation.reading.rawValue)\t\(percent) %\t\(reason)\n"
        }
        for word in sketch.doubtfulWords {
            let ink = word.ink.map { "\($0.number)" }.joined(separator: ",")
            let texts = word.candidates.prefix(3).map {
                "\($0.text) \(($0.probability * 1000).rounded() / 10) %"
            }
            text += "\(prefix)\(ink)\thandwriting\t\(texts.joined(separator: ", "))\t"
            text += texts.isEmpty ? "It can't be read: type the text.\n" : "It isn't certain: type the text.\n"
        }
        for note in sketch.diagram.notes {
            text += "\(prefix)text\t\(Self.singleLine(note.text))\tNo arrow is near that the text could label.\n"
        }
        for problem in sketch.diagram.problems {
            text += "\(prefix)problem\t\(Self.singleLine(problem.message)).\n"
        }
        return text
    }
}

extension SketchCommand {
    /// Returns a text without tabs and line feeds, which separate the fields of a line.
    fileprivate static func singleLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
