import ArgumentParser
import AutomataFiles
import StrokeFormats
import Strokes
import ToolSupport

struct Recognize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recognize",
        abstract: "Recognize states, transitions and cycles in pen strokes, or characters.",
        usage: "automata recognize <file> ... [<options>]",
        discussion: """
            Ink is read as JSON, NDJSON, Quick, Draw!'s drawings, InkML, the $-family's XML, UNIPEN, SVG, or from files of Xournal++, \
            Excalidraw or tldraw, also compressed by gzip. The output has a line for each element, with tabs: its \
            number, kind, probability, the figure that fits it, its relation to existing states, and \
            other possible kinds. Ink is unknown if the probability that it is an element is below the threshold. An element of the \
            file may have several strokes; --separate reads each stroke as an element.

            With --json each element gives one JSON object on a line of its own (JSON Lines), whose keys are file, element, \
            strokes, points, labels, kind, probability, threshold, rejected, relation and candidates, the most probable first, \
            each with kind, probability and geometry. An element is rejected if it is unknown only because its probability is \
            below the threshold. Without --threshold, the threshold is at most 0.5 for ink whose ends attach \
            to states with gaps of less than half of its length. States in \
            relation are counted from 1: first those of --states, then with --sketch those recognized in the file; \
            a larger ring around a state replaces it, under the same number.

            --draw shows the ink in place with the fitted figures, or with --grid each element in a separate cell. \
            --evaluate compares with the labels of the ink and prints a confusion matrix instead of the elements; \
            the label reject stands for unknown.

            --characters reads a handwritten character in each element instead: a digit, a lower-case letter, ε, comma, plus or \
            minus. Shape alone often can't distinguish 0 from o, or 1 from l: --alphabet lists the possible characters. With --json \
            the keys are file, element, strokes, points, labels, character, probability, threshold and candidates.

            Exit codes: 0 done, 1 some element is unknown (--evaluate: some is wrong), 2 an error.

            Example:
              automata recognize drawing.inkml --sketch --draw drawing.svg
              automata recognize stroke.json --allow state,transition --threshold 0.8
              automata recognize strokes/ --json | jq 'select(.kind == "cycle") | .file'
              zcat strokes.jsonl.gz | automata recognize - --evaluate
              automata recognize letters.inkml --characters --alphabet 01ab
              automata recognize my-hand/ --evaluate --model my-hand/elements.model
            """)

    @Argument(
        help: ArgumentHelp("Files and folders with ink; - is standard input.", valueName: "file"), completion: .file())
    var files: [String]

    @Flag(help: "Print a JSON object for each element, one on each line.")
    var json = false

    @Flag(help: "Recognize a handwritten character in each element.")
    var characters = false

    @Option(help: ArgumentHelp("The possible characters, such as 01ab, for --characters.", valueName: "characters"))
    var alphabet: String?

    @Flag(help: "Compare the kinds with the labels of the ink, and print a confusion matrix.")
    var evaluate = false

    @Option(help: ArgumentHelp("The name of the label that --evaluate compares with.", valueName: "name"))
    var label = "element"

    @Option(
        help: ArgumentHelp("An SVG file to write; for several inputs use --draw-dir.", valueName: "file"),
        completion: .file(), transform: drawingName)
    var draw: String?

    @Option(
        help: ArgumentHelp("A folder for an SVG file of each input.", valueName: "folder"),
        completion: .directory, transform: drawingName)
    var drawDir: String?

    @Flag(help: "Draw each element in a separate cell.")
    var grid = false

    @Flag(name: .shortAndLong, help: "Replace files that exist.")
    var force = false

    @OptionGroup(title: "Recognition") var recognition: RecognitionOptions
    @OptionGroup(title: "Batch") var batch: BatchOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func validate() throws {
        try ValidationError.check(atMostOne: ["--draw": draw != nil, "--draw-dir": drawDir != nil])
        if let alphabet {
            if !characters { throw ValidationError("--alphabet needs --characters.") }
            let known = CharacterModel.characters
            guard !alphabet.isEmpty, alphabet.allSatisfy(known.contains) else {
                throw ValidationError(
                    "--alphabet needs one or more of the characters 0 to 9, a to z, ε, comma, + and -, without separators."
                )
            }
        }
        let isAboutElements =
            evaluate || draw != nil || drawDir != nil || recognition.allow != nil || recognition.states != nil
            || recognition.sketch
        if characters, isAboutElements {
            throw ValidationError(
                "--characters can't be combined with --evaluate, --draw, --draw-dir, --allow, --states or --sketch."
            )
        }
        if grid, draw == nil, drawDir == nil { throw ValidationError("--grid needs --draw or --draw-dir.") }
        try ValidationError.check(standardInputs: files + recognition.models.model + [recognition.states])
    }

    func run() throws {
        let inputs = try InputList(files, contents: .ink)
        if characters { return try recognizeCharacters(inputs) }
        let pictures = try pictures(of: inputs)
        let limits = limits.options
        let task = RecognitionTask(
            reader: InkReader(format: recognition.from?.format, maximumBytes: limits.maximumBytes),
            recognizer: try recognition.makeRecognizer(limits: limits),
            states: ElementContext(
                states: try recognition.readStates(maximumBytes: limits.maximumBytes),
                attachmentLimit: recognition.attachWithin),
            allowed: recognition.allow?.kinds ?? .all, threshold: recognition.threshold,
            isSketch: recognition.sketch, isSeparate: recognition.separate)
        let names = inputs.files.map(\.name)
        let command = self
        let layout: RecognitionDrawing.Layout = grid ? .grid : .page
        let runner = BatchRunner(
            names: names, limits: limits, batch: batch, force: force, makesFolders: drawDir != nil,
            summary: .afterFailures)
        let results = try runner.partialResults { index, context throws(ToolError) in
            let elements = try task.recognize(inputs.files[index], context)
            var (text, matrix) = ("", ConfusionMatrix())
            for (number, element) in elements.enumerated() {
                if command.evaluate {
                    matrix.add(element.ink.labels[command.label], recognizedAs: element.recognition.best.kind)
                    continue
                }
                let report = RecognitionReport(element: element, number: number + 1)
                text +=
                    command.json
                    ? report.json(fileName: names[index]).line
                    : report.line(fileName: names.count > 1 ? names[index] : nil)
            }
            if let path = pictures[index] {
                try context.write(RecognitionDrawing.svg(elements, layout: layout), to: .file(path))
            }
            context.write(text)
            return (matrix: matrix, hasUnknown: elements.contains { $0.recognition.best.kind == .unknown })
        }
        let found = results.compactMap(\.self)
        let isFailed = found.count < results.count
        var matrix = ConfusionMatrix()
        for item in found { matrix.add(item.matrix) }
        if evaluate, matrix.count == 0 {
            // Failures, which may be the reason, were told already.
            if isFailed { throw ExitCode(2) }
            throw ToolError(
                matrix.unlabeledCount == 0
                    ? "there are no elements to compare with their labels"
                    : "no element's label '\(label)' is state, transition, cycle, unknown or reject; use another --label"
            )
        }
        if evaluate { try write(matrix) }
        if isFailed { throw ExitCode(2) }
        if evaluate ? matrix.rightCount < matrix.count : found.contains(where: \.hasUnknown) { throw ExitCode(1) }
    }

    private func write(_ matrix: ConfusionMatrix) throws(ToolError) {
        if matrix.unlabeledCount > 0, !batch.quiet {
            let count = matrix.unlabeledCount
            Messages.note(
                (count == 1 ? "an element isn't counted: its" : "\(grouped(count)) elements aren't counted: their")
                    + " label '\(label)' isn't state, transition, cycle, unknown or reject", at: nil)
        }
        try StandardOutput.write(json ? matrix.json.line : matrix.text)
    }

    /// Returns the destination of the picture of each input, checked before any work starts.
    private func pictures(of inputs: InputList) throws(ToolError) -> [String?] {
        var paths: [String?]
        if let draw {
            guard inputs.files.count == 1 else {
                throw ToolError("\(inputs.files.count) inputs need a folder for their drawings: --draw-dir FOLDER")
            }
            try OutputFormat.check(draw, holds: "an SVG drawing", named: "svg")
            paths = [draw]
        } else if let drawDir {
            if inputs.files.contains(where: \.isStandardInput) {
                throw ToolError(
                    "--draw-dir names each drawing after its input, but standard input has no name; use --draw")
            }
            paths = inputs.relativePaths.map { Path.join(drawDir, OutputPlan.stem($0) + ".svg") }
        } else {
            return inputs.files.map { _ in nil }
        }
        var seen: [[String]: Int] = [:]
        for (index, path) in paths.enumerated() {
            guard let path else { continue }
            if let other = seen.updateValue(index, forKey: Path.components(path)) {
                let (first, second) = (inputs.files[other].name, inputs.files[index].name)
                throw ToolError(
                    first == second
                        ? "the input is named twice; name it once"
                        : "the drawings of \(first) and \(second) would both go here; draw one of them in another --draw-dir",
                    at: first == second ? first : path)
            }
            if inputs.files.contains(where: { Path.components($0.path) == Path.components(path) }) {
                throw ToolError("this is an input; name another place for the drawing", at: path)
            }
            if let obstacle = OutputFile.obstacle(at: path, replacing: force) { throw obstacle }
        }
        return paths
    }
}

/// Recognizes the elements of a file.
private struct RecognitionTask: Sendable {
    var reader: InkReader
    var recognizer: ElementRecognizer
    var states: ElementContext
    var allowed: ElementKinds
    var threshold: Double?
    var isSketch: Bool
    var isSeparate: Bool

    func recognize(
        _ file: InputFile, _ context: WorkContext
    ) throws(ToolError) -> [RecognizedInk] {
        let inks = try reader.elements(of: file, isSeparate: isSeparate, context)
        func check(_ index: Int) throws(ToolError) {
            guard index & 0x3FF == 0x3FF else { return }
            try context.checkTime()
            context.report("\(grouped(index)) elements")
        }
        guard !isSketch else {
            let recognitions = try recognizer.recognize(
                drawing: inks.map(\.strokes), allowing: allowed, context: states, threshold: threshold,
                willRecognize: check)
            return zip(inks, recognitions).map { RecognizedInk(ink: $0, recognition: $1) }
        }
        var scratch = ElementRecognizer.Scratch()
        var elements: [RecognizedInk] = []
        elements.reserveCapacity(inks.count)
        for (index, ink) in inks.enumerated() {
            try check(index)
            let recognition = recognizer.recognize(
                ink.strokes, allowing: allowed, context: states, threshold: threshold, scratch: &scratch)
            elements.append(RecognizedInk(ink: ink, recognition: recognition))
        }
        return elements
    }
}
