package import AutomataFiles

/// The destination of a result.
package enum Destination: Sendable, Hashable {
    case standardOutput
    case file(String)

    /// Creates a destination from an argument: a path, or `-` for standard output.
    package init(_ argument: String) {
        self = argument == "-" ? .standardOutput : .file(argument)
    }

    /// The path of the file; `nil` for standard output.
    package var path: String? { if case .file(let path) = self { path } else { nil } }
}

/// Functions that write complete files, so that an interrupt leaves no incomplete file.
package enum OutputFile {
    /// Returns the error that would prevent writing a new file to a path; `nil` if there is none.
    ///
    /// - Parameter needingFolder: whether a missing folder is an error, too.
    package static func obstacle(at path: String, replacing: Bool, needingFolder: Bool = false) -> ToolError? {
        writer(replacing: replacing).obstacle(at: path, needingFolder: needingFolder).map { ToolError($0) }
    }

    /// Writes bytes to a file. If `makingFolders` is set, missing folders on the path are made.
    package static func write(
        _ bytes: [UInt8], to path: String, replacing: Bool, makingFolders: Bool
    ) throws(ToolError) {
        do throws(FileError) {
            try writer(replacing: replacing).write(bytes, to: path, makingFolders: makingFolders)
        } catch {
            throw ToolError(error)
        }
    }

    /// Begins a file that takes the place of another one when it is finished.
    package static func beginReplacing(_ path: String) throws(ToolError) -> UnfinishedFile {
        do throws(FileError) { return try writer(replacing: true).begin(at: path) } catch { throw ToolError(error) }
    }

    /// Gives a file its name.
    package static func finish(_ file: UnfinishedFile) throws(ToolError) {
        do throws(FileError) { try writer(replacing: true).finish(file) } catch { throw ToolError(error) }
    }

    /// Removes a file; the other one stays.
    package static func discard(_ file: UnfinishedFile) { writer(replacing: true).discard(file) }

    private static func writer(replacing: Bool) -> FileWriter<TemporaryFiles> {
        FileWriter(replacing: replacing, syncing: false, unfinished: TemporaryFiles())
    }
}
