import ArgumentParser
import AutomataFiles
import Dispatch
import EditorServer
import Glibc
import Synchronization
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

    @Flag(help: "Print the address without opening a browser.")
    var noOpen = false

    @Option(
        help: ArgumentHelp("The port to listen on; by default a free one.", valueName: "number"),
        transform: number(from: 0, to: UInt16.max))
    var port: UInt16?

    @Flag(help: "Keep running after the last page was closed.")
    var keep = false

    @Option(
        help: ArgumentHelp("Serve the page's files from this folder, for development.", valueName: "folder"),
        completion: .directory)
    var assets: String?

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
        let folder = try Self.stateFolder()
        if let collect {
            let samples = try SampleFolder(path: collect)
            for (fileName, problem) in samples.damaged {
                Messages.note(
                    "the sample is left as it is, and isn't counted: \(problem)", at: Path.join(collect, fileName))
            }
            StaleFiles.remove(in: collect) { $0.hasSuffix(".ndjson") }
            var page = try Self.pageFiles(in: assets)
            page["index.html"] = page["collect.html"]
            return try serve(SampleCollection(samples), page: page, stateFolder: folder)
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
        try serve(documents, page: try Self.pageFiles(in: assets), stateFolder: folder)
    }

    /// The size of the largest file of a model, in bytes; no model is so large.
    private static let maximumModelSize = 64 << 20

    /// Serves a page until nobody needs it any more.
    private func serve(
        _ documents: some EditorDocuments, page: [String: [UInt8]], stateFolder folder: String
    ) throws {
        let opensBrowser = !noOpen
        let server = EditorServer(
            documents: documents, assets: page, token: try .random(), port: Int(port ?? 0),
            idleTimeout: keep ? nil : .seconds(5))
        let failure = Mutex(ToolError?.none)
        let done = DispatchSemaphore(value: 0)
        Task {
            do throws(EditorServerError) {
                try await server.run { address in
                    Messages.plain(address)
                    if opensBrowser { Browser.open(address, in: folder) }
                }
            } catch {
                failure.withLock { $0 = ToolError(error.description) }
            }
            done.signal()
        }
        done.wait()
        Browser.forget(in: folder)
        if let error = failure.withLock(\.self) { throw error }
    }

    /// The folder for documents without a file of the user's own.
    private static func stateFolder() throws(ToolError) -> String {
        func variable(_ name: String) -> String? {
            getenv(name).map { RawText.text(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if let state = variable("XDG_STATE_HOME") { return Path.join(state, "automata") }
        guard let home = variable("HOME") else {
            throw ToolError("there is no folder for unnamed documents; set HOME or XDG_STATE_HOME to an absolute path")
        }
        return Path.join(home, ".local/state/automata")
    }

    /// The files of the page by name.
    private static func pageFiles(in folder: String?) throws(ToolError) -> [String: [UInt8]] {
        guard let folder else { return PageFiles.all }
        var files: [String: [UInt8]] = [:]
        for name in try FolderListing.names(in: folder) where !name.hasPrefix(".") {
            do throws(FileError) {
                let contents = try FileContents.read(Path.join(folder, name), limit: 1 << 20)
                files[name] = contents.withBytes { Array($0) }
            } catch {
                throw ToolError(error)
            }
        }
        return files
    }
}

/// The browser that the user prefers.
private enum Browser {
    /// Returns the path of the file that redirects a browser to the page.
    private static func path(in folder: String) -> String { Path.join(folder, ".open.html") }

    /// Removes the file that redirects to the page, whose address isn't valid any more.
    static func forget(in folder: String) { _ = Path.withBytes(path(in: folder)) { unlink($0) } }

    /// Opens a secret address by a file that only the user can read, as all users can see the
    /// arguments of a command.
    static func open(_ address: String, in folder: String) {
        let page = """
            <!DOCTYPE html><meta charset="utf-8"><title>automata edit</title>
            <meta http-equiv="refresh" content="0;url=\(address)"><a href="\(address)">automata edit</a>

            """
        let path = path(in: folder)
        _ = Path.withBytes(path) { unlink($0) }
        let mask = umask(0o077)
        defer { umask(mask) }
        do throws(ToolError) {
            try OutputFile.write(Array(page.utf8), to: path, replacing: true, makingFolders: true)
        } catch {
            return
        }
        for command in [getenv("BROWSER").map { RawText.text(cString: $0) }, "xdg-open", "open"].compactMap(\.self) {
            if ChildProcess.start(command, [path]) { return }
        }
    }
}
