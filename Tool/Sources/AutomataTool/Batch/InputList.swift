import AutomataFiles
import FeatureFormats
import StatechartFormats
import StrokeFormats

/// The files that a command line names, folders opened.
struct InputList {
    struct Entry {
        let file: InputFile
        /// The names on the way from the root to the file's folder, or to the folder that was
        /// named.
        let folder: [String]
    }

    /// The kind of files that a folder is searched for.
    enum Contents {
        case automata, ink, drawings, grammars, statecharts, featureModels, texts

        func includes(_ path: String) -> Bool {
            switch self {
            case .automata: OutputFormat(path: path)?.isReadable ?? false
            // Only its content tells whether XML is ink.
            case .ink: InkFormat.recognize(fileName: path, content: nil) != nil || Path.fileExtension(path) == "xml"
            case .drawings: Self.ink.includes(path) || Path.fileExtension(path) == InputFormat.sketch.argument
            case .grammars: Path.fileExtension(path) == "grm"
            case .statecharts: StatechartFormat(path: path) != nil
            // Most texts in Markdown tell of other things.
            case .featureModels:
                FeatureFormat(fileName: Path.split(path).name).map { $0 != .markdown } ?? false
            case .texts: true
            }
        }

        fileprivate var absence: String? {
            switch self {
            case .automata:
                "no automaton is in this folder: no file ends in .mata, .jff, .att, .json, .dot, .ba or .sketch"
            case .ink: "no ink is in this folder: no file ends in .json, .ndjson, .jsonl, .inkml or .xml"
            case .drawings:
                "no drawing is in this folder: no file ends in .json, .ndjson, .jsonl, .inkml, .xml or .sketch"
            case .grammars: "no grammar is in this folder: no file ends in .grm"
            case .statecharts: "no statechart is in this folder: no file ends in .json or .scxml"
            case .texts: nil
            case .featureModels:
                "no feature model is in this folder: no file ends in .uvl, .xml, .dimacs, .cnf, .json or .csv"
            }
        }
    }

    let entries: [Entry]

    /// - Parameter outputFolder: where results go; its files are no inputs where it lies in a
    ///   folder that was named.
    init(_ arguments: [String], contents: Contents = .automata, outputFolder: String? = nil) throws(ToolError) {
        var entries: [Entry] = []
        for argument in arguments {
            guard FolderListing.isFolder(argument) else {
                let file = InputFile(path: argument)
                entries.append(Entry(file: file, folder: Path.components(argument).dropLast()))
                continue
            }
            let files = try FolderListing.files(of: contents, below: argument, excluding: outputFolder)
            if files.isEmpty, let absence = contents.absence { throw ToolError(absence, at: argument) }
            let folder = Path.components(argument)
            entries += files.map { Entry(file: InputFile(path: $0), folder: folder) }
        }
        if entries.filter(\.file.isStandardInput).count > 1 {
            throw ToolError("standard input, -, can be read once only")
        }
        self.entries = entries
    }

    var files: [InputFile] { entries.map(\.file) }

    /// Each file's path below the folder that all of them share.
    var relativePaths: [String] {
        guard var common = entries.first?.folder else { return [] }
        for entry in entries.dropFirst() {
            var length = 0
            while length < min(common.count, entry.folder.count), common[length] == entry.folder[length] { length += 1 }
            common.removeLast(common.count - length)
        }
        return entries.map { Path.components($0.file.path).dropFirst(common.count).joined(separator: "/") }
    }
}
