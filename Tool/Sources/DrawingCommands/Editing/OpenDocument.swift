import AutomataFiles
import Editing
import Glibc
import ToolSupport

/// A document that is being edited, and the file that keeps it.
///
/// A sketch is saved after every change. Any other format is written on command, as it loses
/// strokes. Unsaved changes are kept as a sketch in the state folder, and are restored when the
/// file is opened next.
struct OpenDocument: Sendable {
    var editor: EditorDocument
    private(set) var path: String
    let format: EditorDocument.Format
    /// A Boolean value that indicates whether the document has no file of the user's own.
    private(set) var isUntitled: Bool
    /// The exercise that the document solves.
    private(set) var exercise: Exercise?
    /// The file that holds the solution, which no document may open.
    private(set) var solutionPath: String?
    /// The document as it was opened or saved on command last.
    private(set) var baseline: EditorDocument
    /// A Boolean value that indicates whether ``baseline`` is the document as saved, not as opened.
    private(set) var isBaselineSaved = false
    /// The sketch with the changes that aren't written yet.
    private let recoveryPath: String
    private var savedRevision = 0
    /// A Boolean value that indicates whether pages were notified that another program changed
    /// the file.
    private var isChangeReported = false
    /// The state of the file when it was last read or written, or `nil` if it didn't exist.
    private var stamp: FileStamp?

    /// The name that pages show.
    var name: String { Path.split(path).name.shownInTabs }
    /// The number of the document for pages. It depends on the path, so a page finds the same
    /// document after a restart of the editor.
    let id: Int
    /// A Boolean value that indicates whether the file is up to date with the page.
    var isSaved: Bool { savedRevision == editor.revision }

    /// The size of the largest file that can be opened or written.
    private static let maximumBytes = 64 << 20

    /// Opens a file, or begins a document for a file that doesn't exist yet.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - folder: The state folder.
    ///   - recognizers: The recognizers of the ink in the file.
    init(path: String, folder: String, recognizers: Recognizers = Recognizers()) throws(ToolError) {
        let name = Path.split(path).name
        guard FileStamp(path) != nil else {
            let ending = Path.fileExtension(path)
            guard let format = ending.isEmpty ? .sketch : EditorDocument.Format(name: ending), format.isReadable else {
                throw ToolError("an automaton can't be saved as .\(ending); name it .sketch or .jff", at: path)
            }
            self.init(EditorDocument(), path: path, format: format, folder: folder)
            recover(folder)
            return
        }
        let opened = try Self.read(path, name: name, recognizers)
        if let format = opened.format {
            self.init(opened.document, path: path, format: format, folder: folder)
            stamp = FileStamp(path)
            isUntitled = Path.split(path).folder == folder
            recover(folder)
            baseline = editor
        } else {
            // Ink is read, and stays as it is.
            let own = Path.removingExtension(path) + ".sketch"
            if FileStamp(own) != nil { throw ToolError("the ink was saved as a sketch; open the sketch", at: own) }
            self.init(opened.document, path: own, format: .sketch, folder: folder)
            savedRevision = -1
        }
    }

    /// Opens an exercise, with the sketch beside it that is the answer so far.
    init(exerciseAt path: String, folder: String) throws(ToolError) {
        let parts = Path.split(path)
        let own = Path.removingExtension(path) + ".sketch"
        var solutionPath: String?
        let exercise = try Self.reading(path) { bytes throws(EditorError) in
            try Exercise(parsing: bytes, name: parts.name) { name throws(EditorError) in
                let path = name.hasPrefix("/") ? name : Path.join(parts.folder, name)
                solutionPath = path
                do throws(ToolError) { return try Self.read(path, name: name).document } catch {
                    throw EditorError(message: "\(name): \(error.message)")
                }
            }
        }
        if let solutionPath, FileStamp.isSame(solutionPath, own) {
            throw ToolError(
                "the answer would be written over the solution; give the file of the solution another name", at: path)
        }
        let isBegun = FileStamp(own) != nil
        try self.init(path: own, folder: folder)
        if !isBegun, isSaved { editor = EditorDocument(words: exercise.words) }
        baseline = editor
        (self.exercise, self.solutionPath) = (exercise, solutionPath)
    }

    /// Reads a solution, to compare documents with.
    static func solution(_ path: String) throws(ToolError) -> Exercise {
        let solution = try read(path, name: Path.split(path).name).document
        do throws(EditorError) { return try Exercise(solution: solution) } catch {
            throw ToolError(error.message, at: path)
        }
    }

    /// Compares the document with a solution from now on.
    mutating func setSolution(_ solution: Exercise, at path: String) throws(ToolError) {
        if exercise != nil {
            throw ToolError("the exercise has a solution of its own; leave out --solution", at: self.path)
        }
        if FileStamp.isSame(path, self.path) {
            throw ToolError("the solution is the edited file itself; choose another solution", at: path)
        }
        (exercise, solutionPath) = (solution, path)
    }

    /// Opens the contents of a file that was dropped on a page, or an empty document.
    ///
    /// - Parameters:
    ///   - contents: The contents; none for an empty document.
    ///   - name: The name of the file.
    ///   - folder: The state folder.
    ///   - recognizers: The recognizers of the ink in the file.
    ///   - isTaken: Returns whether another document will be saved at a path.
    init(
        contents: [UInt8], name: String, folder: String, recognizers: Recognizers,
        unless isTaken: (_ path: String) -> Bool
    ) throws(ToolError) {
        var editor = EditorDocument()
        if !contents.isEmpty {
            do throws(EditorError) {
                editor = try contents.span.bytes.withUnsafeBytes { (bytes) throws(EditorError) in
                    try EditorDocument.opening(
                        bytes, name: name, recognizer: recognizers.elements,
                        characterRecognizer: recognizers.characters
                    ).document
                }
            } catch {
                throw ToolError(error.message)
            }
        }
        try self.init(
            editor, name: Path.removingExtension(Path.split(name).name), folder: folder, isKept: !contents.isEmpty,
            unless: isTaken)
    }

    /// Creates a document from the result of an algorithm.
    ///
    /// - Parameters:
    ///   - isKept: Whether to write the document at once, before its first change.
    ///   - isTaken: Returns whether another document will be saved at a path.
    init(
        _ editor: EditorDocument, name: String, folder: String, isKept: Bool, unless isTaken: (_ path: String) -> Bool
    ) throws(ToolError) {
        let path = Self.unusedPath(named: name, in: folder, unless: isTaken)
        self.init(editor, path: path, format: .sketch, folder: folder, isUntitled: true)
        if isKept { try keep() }
    }

    /// Returns a path for a document without a file of the user's own.
    private static func unusedPath(
        named name: String, in folder: String, unless isTaken: (_ path: String) -> Bool = { _ in false }
    ) -> String {
        // A hidden file would not be found again, and a name may have 255 bytes.
        let bytes = RawText.bytes(of: Path.split(name).name)
        let stem = RawText.text(bytes.drop { $0 == UInt8(ascii: ".") }.prefix(150))
        let base = stem.isEmpty ? "untitled" : stem
        var path = Path.join(folder, base + ".sketch")
        var number = 2
        while isTaken(path) || FileStamp(path) != nil {
            path = Path.join(folder, "\(base)-\(number).sketch")
            number += 1
        }
        return path
    }

    /// Opens the file again after another program changed it.
    ///
    /// - Returns: The news for the document's pages.
    mutating func reload() throws(ToolError) -> String {
        let stamp = FileStamp(path)
        let other =
            stamp == nil ? EditorDocument(words: exercise?.words ?? []) : try Self.read(path, name: name).document
        _ = Path.withBytes(recoveryPath) { unlink($0) }
        let news = editor.replaceContents(with: other)
        (self.stamp, savedRevision) = (stamp, editor.revision)
        (baseline, isBaselineSaved, isChangeReported) = (editor, false, false)
        return news
    }

    /// The newest documents without a file of the user's own, the oldest first.
    static func untitledPaths(in folder: String) -> [String] {
        sketches(in: folder).suffix(maximumUntitled)
    }

    /// The sketches in a folder, the oldest first.
    private static func sketches(in folder: String) -> [String] {
        guard let names = try? FolderListing.names(in: folder) else { return [] }
        let found = names.compactMap { name -> (stamp: FileStamp, path: String)? in
            let path = Path.join(folder, name)
            guard !name.hasPrefix("."), Path.fileExtension(name) == "sketch" else { return nil }
            return FileStamp(path).map { ($0, path) }
        }
        return found.sorted { $0.stamp.isOlder(than: $1.stamp) }.map(\.path)
    }

    /// The number of untitled documents that are opened again, and of discarded ones that are kept.
    private static let maximumUntitled = 12

    /// Discards the file of an untitled document. It isn't opened again, but kept until a dozen
    /// other documents are discarded.
    func discard() throws(ToolError) {
        guard FileStamp(path) != nil else { return }
        let discardFolder = Path.join(Path.split(path).folder, "discarded")
        let target = Self.unusedPath(named: Path.removingExtension(name), in: discardFolder)
        let isMade = Path.withBytes(discardFolder) { mkdir($0, 0o777) } == 0 || errno == EEXIST
        guard isMade, Path.withBytes(path, { old in Path.withBytes(target) { rename(old, $0) } }) == 0 else {
            throw .system("can't move the file to the folder of discarded documents", at: path, code: errno)
        }
        for path in Self.sketches(in: discardFolder).dropLast(Self.maximumUntitled) {
            _ = Path.withBytes(path) { unlink($0) }
        }
    }

    private init(
        _ editor: EditorDocument, path: String, format: EditorDocument.Format, folder: String, isUntitled: Bool = false
    ) {
        (self.editor, self.path, self.format, self.isUntitled) = (editor, path, format, isUntitled)
        baseline = editor
        // A file name has no room for the whole path, but for its hash.
        let bytes = RawText.bytes(of: Path.components(path).joined(separator: "/"))
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        recoveryPath = Path.join(folder, "unsaved/\(String(hash, radix: 16)).sketch")
        // Numbers of JavaScript are whole up to 53 bits.
        id = Int(hash >> 12)
    }

    private static func read(
        _ path: String, name: String, _ recognizers: Recognizers = Recognizers()
    ) throws(ToolError) -> (document: EditorDocument, format: EditorDocument.Format?) {
        try reading(path) { bytes throws(EditorError) in
            try EditorDocument.opening(
                bytes, name: name, recognizer: recognizers.elements, characterRecognizer: recognizers.characters)
        }
    }

    private static func reading<Value>(
        _ path: String, _ body: (UnsafeRawBufferPointer) throws(EditorError) -> Value
    ) throws(ToolError) -> Value {
        // A pipe would be waited for.
        if let isFile = FileStamp(path)?.isFile, !isFile { throw ToolError("this isn't a file", at: path) }
        let result: Result<Value, EditorError>
        do throws(FileError) {
            let contents = try FileContents.read(path, limit: maximumBytes)
            result = contents.withBytes { bytes in Result { () throws(EditorError) in try body(bytes) } }
        } catch {
            if case .tooLong = error.reason {
                throw ToolError("the editor opens files of at most \(maximumBytes >> 20) MiB", at: path)
            }
            throw ToolError(error)
        }
        do throws(EditorError) { return try result.get() } catch { throw ToolError(error.message) }
    }

    /// Restores unsaved changes of an earlier run. If the file has changed since, they become an
    /// untitled document.
    private mutating func recover(_ folder: String) {
        guard let recoveryStamp = FileStamp(recoveryPath) else { return }
        let recoveredDocument = try? Self.read(recoveryPath, name: recoveryPath).document
        if let recoveredDocument, stamp.map({ !recoveryStamp.isOlder(than: $0) }) ?? true {
            editor = recoveredDocument
            savedRevision = -1
        } else {
            let stem =
                Path.removingExtension(Path.split(path).name) + (recoveredDocument == nil ? "-damaged" : "-unsaved")
            let asidePath = Self.unusedPath(named: stem, in: folder)
            _ = Path.withBytes(recoveryPath) { old in Path.withBytes(asidePath) { rename(old, $0) } }
        }
    }

    /// Counts an answer to the exercise as a try.
    ///
    /// - Returns: Whether the score changed, so that it must be saved.
    mutating func record(_ judgment: Exercise.Judgment) -> Bool {
        guard editor.record(judgment) else { return false }
        savedRevision = -1
        return true
    }

    // MARK: Closing

    /// A question that has to be answered before the document is closed.
    enum ClosingQuestion: String, Sendable {
        /// The document has changes that aren't in its file.
        case unsaved
        /// The document has no file of the user's own, so the next start would open it again.
        case unnamed
    }

    /// The question to ask before the document is closed, if any.
    var closingQuestion: ClosingQuestion? {
        // Ink that nobody changed is still in its file.
        if !isSaved {
            return format == .sketch && editor.revision == 0 && editor.score == baseline.score ? nil : .unsaved
        }
        return isUntitled && !editor.isEmpty ? .unnamed : nil
    }

    // MARK: Saving

    /// Saves the changes: in the file of a sketch, otherwise in the state folder.
    mutating func keep() throws(ToolError) {
        guard format == .sketch else { return try Self.write(try contents(as: .sketch).bytes, to: recoveryPath) }
        // Another editor took the name.
        if isUntitled, isChangedExternally {
            path = Self.unusedPath(named: Path.removingExtension(name), in: Path.split(path).folder)
            stamp = nil
        }
        do throws(ToolError) {
            _ = try save(force: false)
        } catch {
            let document = try contents(as: .sketch).bytes
            do throws(ToolError) { try Self.write(document, to: recoveryPath) } catch {}
            throw error
        }
    }

    /// A Boolean value that indicates whether another program changed the file.
    var isChangedExternally: Bool { FileStamp(path) != stamp }

    /// Returns whether to notify pages that another program changed the file; once for each change.
    mutating func shouldReportExternalChange() -> Bool {
        let isChanged = isChangedExternally
        defer { isChangeReported = isChanged }
        return isChanged && !isChangeReported
    }

    /// Writes the file on the user's command; see ``save(force:)``.
    mutating func saveOnCommand(force: Bool) throws(ToolError) -> [String] {
        let notes = try save(force: force)
        (baseline, isBaselineSaved) = (editor, true)
        return notes
    }

    /// Writes the file.
    ///
    /// - Parameter force: Whether the changes of another program are written over.
    /// - Returns: A note about each part that the format can't hold.
    private mutating func save(force: Bool) throws(ToolError) -> [String] {
        if isChangedExternally, !force {
            throw ToolError("the file was changed by another program; save over it, or open it again", at: path)
        }
        if Self.isReadOnly(path) {
            throw ToolError("the file is read-only; allow writing to it, or export the drawing", at: path)
        }
        let (bytes, notes) = try contents(as: format)
        try Self.write(bytes, to: path)
        (stamp, savedRevision) = (FileStamp(path), editor.revision)
        _ = Path.withBytes(recoveryPath) { unlink($0) }
        return notes
    }

    private func contents(as format: EditorDocument.Format) throws(ToolError) -> (bytes: [UInt8], notes: [String]) {
        do throws(EditorError) {
            return try editor.contents(as: format)
        } catch {
            throw ToolError(error.message, at: name)
        }
    }

    /// Returns whether the permissions of the file make it read-only. They count even for its owner
    /// and for privileged users, who could write it.
    private static func isReadOnly(_ path: String) -> Bool {
        var status = stat()
        guard Path.withBytes(path, { stat($0, &status) }) == 0 else { return false }
        return status.st_mode & 0o222 == 0 || Path.withBytes(path) { access($0, W_OK) } != 0
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
        guard bytes.count <= maximumBytes else {
            throw ToolError(
                "the drawing needs more than \(maximumBytes >> 20) MiB, too much for opening it again; erase strokes",
                at: path)
        }
        try OutputFile.write(bytes, to: path, replacing: true, makingFolders: true)
    }
}
