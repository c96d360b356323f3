import AutomataFiles
import Glibc

/// The destination of each input's result, decided and checked before the work starts.
package struct OutputPlan {
    package struct Item: Sendable {
        package let input: InputFile
        package let destination: Destination
        /// The format to write; `nil` stands for the format of the input.
        package let format: OutputFormat?
    }

    package let items: [Item]
    private let replacesFiles: Bool
    private let makesFolders: Bool

    /// Decides the destinations. Throws an error if an output's extension belongs to no format, if
    /// two results would go to one file, if a file exists and `--force` isn't given, or if a result
    /// would replace another result's input.
    package init(
        _ arguments: [String], contents: InputList.Contents = .automata, options: OutputOptions
    ) throws(ToolError) {
        let inputs = try InputList(arguments, contents: contents, outputFolder: options.outputDir)
        (replacesFiles, makesFolders) = (options.force, options.outputDir != nil)
        if let folder = options.outputDir {
            items = try Self.items(inputs, contents, into: folder, format: options.to)
        } else if inputs.entries.count == 1 {
            let destination = Destination(options.output ?? "-")
            let format = try options.format()
            if options.output == nil, Terminal.showsOutput, format?.needsViewer == true {
                throw ToolError("a picture can't be printed to a terminal; name a file with -o")
            }
            items = [Item(input: inputs.files[0], destination: destination, format: format)]
        } else {
            if options.output == nil, arguments.count == 2, let path = arguments.last, OutputFormat(path: path) != nil,
                Path.withBytes(path, { access($0, F_OK) }) != 0
            {
                throw ToolError("there is no such file; write -o \(path.shown) if this is the output", at: path)
            }
            throw ToolError(
                "\(inputs.entries.count) inputs need a folder for their results: --output-dir FOLDER"
                    + (options.output == nil ? "" : ", in place of -o"))
        }
        try check()
    }

    /// Creates the plan of one result whose format is decided elsewhere.
    init(_ input: InputFile, to destination: Destination, replacing force: Bool) throws(ToolError) {
        items = [Item(input: input, destination: destination, format: nil)]
        (replacesFiles, makesFolders) = (force, false)
        try check()
    }

    /// Processes each input. Throws the exit code of an error if an input failed.
    package func run(
        _ limits: LimitOptions, _ batch: BatchOptions = BatchOptions(quiet: false),
        _ work: @escaping @Sendable (Item, WorkContext) throws(ToolError) -> Void
    ) throws {
        let items = items
        try BatchRunner(
            names: items.map(\.input.name), limits: limits, batch: batch, force: replacesFiles,
            makesFolders: makesFolders
        ).run { index, context throws(ToolError) in try work(items[index], context) }
    }

    private static func items(
        _ inputs: InputList, _ contents: InputList.Contents, into folder: String, format: OutputFormat?
    ) throws(ToolError) -> [Item] {
        if inputs.files.contains(where: \.isStandardInput) {
            throw ToolError("--output-dir names each output after its input, but standard input has no name; use -o")
        }
        return zip(inputs.files, inputs.relativePaths).map { input, relative in
            Item(
                input: input, destination: .file(Path.join(folder, renamed(relative, contents, to: format))),
                format: format)
        }
    }

    /// Returns a name with the format's extension, which replaces the extension of a format or is
    /// appended.
    private static func renamed(_ path: String, _ contents: InputList.Contents, to format: OutputFormat?) -> String {
        guard let format else { return path }
        if contents.losesExtension(path) { return stem(path) + "." + format.fileExtension }
        if let own = OutputFormat(path: path) {
            return own == format ? path : own.removingExtension(path) + "." + format.fileExtension
        }
        return path + "." + format.fileExtension
    }

    /// Returns a path without its extension, and without `.gz` after the extension.
    package static func stem(_ path: String) -> String {
        Path.removingExtension(Path.fileExtension(path) == "gz" ? Path.removingExtension(path) : path)
    }

    private func check() throws(ToolError) {
        var inputs: [FileIdentity: Int] = [:]
        for (index, item) in items.enumerated() {
            if let identity = FileIdentity(item.input.path) { inputs[identity] = index }
        }
        // By their bytes, as file systems tell names apart.
        var results: [[[UInt8]]: Int] = [:]
        for (index, item) in items.enumerated() {
            guard case .file(let path) = item.destination else { continue }
            if let other = results.updateValue(
                index, forKey: Path.components(path).map { Array($0.utf8) })
            {
                let (first, second) = (items[other].input.name, item.input.name)
                throw ToolError(
                    first == second
                        ? "the input is named twice; name it once"
                        : "the results of \(first) and \(second) would both go here; write one of them to another --output-dir",
                    at: first == second ? first : path)
            }
            if let identity = FileIdentity(path), let other = inputs[identity] {
                if other != index {
                    throw ToolError(
                        "the result of \(item.input.name) would replace this input of the same batch; choose another --output-dir",
                        at: path)
                }
                if !replacesFiles { throw ToolError("this is the input; --force replaces it", at: path) }
            }
            if let obstacle = OutputFile.obstacle(at: path, replacing: replacesFiles) { throw obstacle }
        }
    }
}
