import AutomataFiles

/// The files that a command line names, and the files in the named folders.
package struct InputList {
    struct Entry {
        let file: InputFile
        /// The components of the path to the file's folder, or to the folder that was named.
        let folder: [String]
    }

    /// The kind of files to find in a folder.
    package struct Contents: Sendable {
        /// Returns whether the file at a path is of this kind, which its name shows.
        let includes: @Sendable (_ path: String) -> Bool
        /// The values of the key `format` in JSON documents of this kind.
        let jsonFormats: [String]
        /// The message about a folder without such a file; `nil` if it may have none.
        let absenceMessage: String?
        /// Whether links to files are followed.
        let followsLinks: Bool
        /// Returns by an input's path whether the result's extension replaces that of the input,
        /// although the latter isn't an extension of automata.
        let losesExtension: @Sendable (_ path: String) -> Bool

        package init(
            absenceMessage: String?, jsonFormats: [String] = [], followsLinks: Bool = true,
            losesExtension: @escaping @Sendable (_ path: String) -> Bool = { _ in false },
            includes: @escaping @Sendable (_ path: String) -> Bool
        ) {
            self.includes = includes
            self.jsonFormats = jsonFormats
            self.absenceMessage = absenceMessage
            self.followsLinks = followsLinks
            self.losesExtension = losesExtension
        }

        static let automata = Contents(
            absenceMessage:
                "this folder has no automaton: no file ends in .mata, .jff, .att, .json, .dot, .ba or .sketch",
            jsonFormats: ["automata", "automata-sketch"]
        ) { OutputFormat(path: $0)?.isReadable ?? false }
    }

    let entries: [Entry]

    /// Finds the files that the arguments name, and the files in named folders, except in
    /// `outputFolder`.
    package init(_ arguments: [String], contents: Contents = .automata, outputFolder: String? = nil) throws(ToolError) {
        var entries: [Entry] = []
        for argument in arguments {
            guard FolderListing.isFolder(argument) else {
                let file = InputFile(path: argument)
                entries.append(Entry(file: file, folder: Path.components(argument).dropLast()))
                continue
            }
            let files = try FolderListing.files(of: contents, below: argument, excluding: outputFolder)
                .filter { path in
                    guard let kind = OtherDocument.kind(of: path, unlike: contents.jsonFormats) else { return true }
                    Messages.note("skipped, as this is \(kind)", at: path)
                    return false
                }
            if files.isEmpty, let absenceMessage = contents.absenceMessage {
                throw ToolError(absenceMessage, at: argument)
            }
            let folder = Path.components(argument)
            entries += files.map { Entry(file: InputFile(path: $0), folder: folder) }
        }
        if entries.filter(\.file.isStandardInput).count > 1 {
            throw ToolError("standard input, -, can be read only once; name it once")
        }
        self.entries = entries
    }

    /// The files, in the order of the arguments.
    package var files: [InputFile] { entries.map(\.file) }

    /// Processes each file, and returns the results.
    ///
    /// - Throws: The exit code of an error if a file failed.
    @discardableResult
    package func run<Value: Sendable>(
        _ limits: LimitOptions, _ batch: BatchOptions,
        _ work: @escaping @Sendable (_ index: Int, InputFile, WorkContext) throws(ToolError) -> Value
    ) throws -> [Value] {
        let files = files
        return try BatchRunner(names: files.map(\.name), limits: limits, batch: batch, summary: .afterFailures)
            .run { index, context throws(ToolError) in try work(index, files[index], context) }
    }

    /// The path of each file below the common folder of all files.
    package var relativePaths: [String] {
        guard var common = entries.first?.folder else { return [] }
        for entry in entries.dropFirst() {
            var length = 0
            while length < min(common.count, entry.folder.count), common[length] == entry.folder[length] { length += 1 }
            common.removeLast(common.count - length)
        }
        return entries.map { Path.components($0.file.path).dropFirst(common.count).joined(separator: "/") }
    }
}
