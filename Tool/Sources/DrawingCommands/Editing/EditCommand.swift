import ArgumentParser
import AutomataFiles
import PageServing
import ToolSupport

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Draw and edit automata in the browser.",
        usage: "automata edit [<file> ...] [<options>]",
        discussion: """
            Opens a page in the browser for drawing automata with a pen, a finger, the mouse or the keyboard; ? on the page \
            shows help. Files are sketches, automata in any format, ink, or exercises; missing files are created. Without files, \
            earlier drawings without a name are opened again.

            A .sketch is saved after every change. Other formats are written when you save, and unsaved changes are \
            restored when the file is edited next. A .exercise has a task and a solution, which isn't sent to the page; the \
            answer is the .sketch beside it. The page connects only to this machine, and only with the printed \
            address. The command ends some seconds after the last page was closed.

            --model uses a model that was trained on your own handwriting. With --collect the page asks for your consent, then \
            for samples of elements and characters, and saves them in a folder for training such a model.

            Exit codes: 0 done, 2 an error.

            Example:
              automata edit homework.sketch
              automata edit
              automata edit ends-with-01.jff minimal.jff
              automata edit --no-open --port 8080 --keep
              automata edit mine.sketch --solution ends-with-01.jff
              automata edit week-3/*.exercise
              automata edit --collect my-hand
              automata edit --model my-hand/elements.model --model my-hand/characters.model
            """)

    @Argument(help: ArgumentHelp("The files to edit.", valueName: "file"), completion: .file())
    var files: [String] = []

    @OptionGroup var page: PageOptions

    @Option(
        help: ArgumentHelp("Compare the drawing with this automaton, which isn't sent to the page.", valueName: "file"),
        completion: .file())
    var solution: String?

    @OptionGroup var models: ModelOptions

    @Option(
        help: ArgumentHelp(
            "Collect samples of your handwriting in this folder, to train a model.", valueName: "folder"),
        completion: .directory)
    var collect: String?

    func validate() throws {
        guard let collect else { return }
        if collect.isEmpty { throw ValidationError("--collect needs the name of a folder.") }
        if !files.isEmpty || solution != nil || !models.model.isEmpty {
            throw ValidationError("--collect can't be combined with files, --solution or --model.")
        }
    }

    func run() throws {
        let folder = try PageOptions.stateFolder()
        if let collect {
            let samples = try SampleFolder(path: collect)
            for (fileName, problem) in samples.damagedFiles {
                Messages.note(
                    "the sample is left as it is, and isn't counted: \(problem)", at: Path.join(collect, fileName))
            }
            StaleFiles.remove(in: collect) { $0.hasSuffix(".ndjson") }
            return try page.serve(SampleCollection(samples), startingAt: "collect.html", stateFolder: folder)
        }
        let documents = OpenDocuments(
            folder: folder, recognizers: try models.recognizers(maximumBytes: Self.maximumModelSize))
        if let solution { try documents.setSolution(solution) }
        StaleFiles.remove(of: files, and: folder)
        for file in files { try documents.open(path: file) }
        if files.isEmpty { try documents.openUntitled() }
        Task {
            while true {
                try await Task.sleep(for: .seconds(1))
                documents.checkFiles()
            }
        }
        try page.serve(documents, stateFolder: folder)
    }

    /// The size of the largest file of a model, in bytes; no model is so large.
    private static let maximumModelSize = 64 << 20
}
