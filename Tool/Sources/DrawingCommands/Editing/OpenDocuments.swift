import AutomataFiles
import Dispatch
import Editing
import EditorServer
import PageServing
import Synchronization
import TextSupport
import ToolSupport

/// The documents of an editor, as its pages see them.
///
/// A document is locked while it changes. Pages and panels see its state after the last change, so
/// they never wait for work on another document.
final class OpenDocuments: EditorDocuments {
    private struct State {
        var entries: [Entry] = []
        /// The numbers of all documents opened so far. None is used twice.
        var usedIDs: Set<Int> = []
        var solution: (exercise: Exercise, path: String)?
        var streams: [NewsStream] = []
    }

    private struct Entry {
        let id: Int
        let locked: LockedDocument
        /// The document after the last change.
        var latest: OpenDocument
    }

    private final class LockedDocument: Sendable {
        let mutex: Mutex<OpenDocument>
        /// The queue on which the document is changed.
        let queue = DispatchQueue(label: "changes")

        init(_ document: OpenDocument) { mutex = Mutex(document) }
    }

    private let state = Mutex(State())
    private let folder: String
    private let recognizers: Recognizers

    /// - Parameters:
    ///   - folder: The folder for documents without a file of the user's own.
    ///   - recognizers: The recognizers of all ink.
    init(folder: String, recognizers: Recognizers) { (self.folder, self.recognizers) = (folder, recognizers) }

    /// Opens the file at a path, or a new document that will be saved there.
    func open(path: String) throws(ToolError) {
        if path.isEmpty { throw ToolError("the name of a file is empty; give a name") }
        let isExercise = Path.fileExtension(path).lowercased() == Exercise.fileExtension
        let document =
            try isExercise
            ? OpenDocument(exerciseAt: path, folder: folder)
            : OpenDocument(path: path, folder: folder, recognizers: recognizers)
        let others = state.withLock { $0.entries.map(\.latest) }
        // The answer to one exercise may be the solution of another one.
        for (document, other) in others.flatMap({ [(document, $0), ($0, document)] }) {
            if let solution = other.solutionPath, FileStamp.isSame(solution, document.path) {
                throw ToolError(
                    "this is the solution of an open exercise; close that exercise first", at: document.path)
            }
        }
        if !others.contains(where: { FileStamp.isSame($0.path, document.path) }) { _ = try add(document) }
    }

    /// Compares all documents that are opened later with a solution.
    func setSolution(_ path: String) throws(ToolError) {
        let solution = try OpenDocument.solution(path)
        state.withLock { $0.solution = (solution, path) }
    }

    /// Opens the untitled documents of the previous run, or a new one if there are none.
    func openUntitled() throws(ToolError) {
        for path in OpenDocument.untitledPaths(in: folder) {
            if let document = try? OpenDocument(path: path, folder: folder) { _ = try add(document) }
        }
        if state.withLock(\.entries.isEmpty) {
            _ = try add(try newDocument([], named: ""))
        }
    }

    private func newDocument(_ contents: [UInt8], named name: String) throws(ToolError) -> OpenDocument {
        let paths = state.withLock { Set($0.entries.map(\.latest.path)) }
        return try OpenDocument(contents: contents, name: name, folder: folder, recognizers: recognizers) {
            paths.contains($0)
        }
    }

    private func add(_ document: OpenDocument) throws(ToolError) -> Int {
        var document = document
        document.editor.setRecognizers(recognizers.elements, recognizers.characters)
        if let (exercise, path) = state.withLock(\.solution) { try document.setSolution(exercise, at: path) }
        return state.withLock { [document] state in
            // A new document may have the path of one that was closed.
            var id = document.id
            while !state.usedIDs.insert(id).inserted { id = Int.random(in: 0..<1 << 52) }
            state.entries.append(Entry(id: id, locked: LockedDocument(document), latest: document))
            return id
        }
    }

    // MARK: Requests

    func respond(to request: EditorRequest) async -> EditorResponse {
        let cancellation = Cancellation()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { answered in
                self.queue(for: request).async {
                    do throws(ToolError) {
                        answered.resume(returning: try self.answer(request, cancellation))
                    } catch {
                        answered.resume(returning: .failure(500, error))
                    }
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// The queue that a request is answered on. Requests that change one document come one after
    /// the other.
    private func queue(for request: EditorRequest) -> DispatchQueue {
        let parts = request.path.split(separator: "/")
        if let verb = parts.last, ["ask", "derive", "check"].contains(verb) { return Queues.computation }
        guard parts.count == 3, let id = Int(parts[1]) else { return Queues.list }
        return state.withLock { $0.entries.first { $0.id == id }?.locked.queue } ?? Queues.list
    }

    private func answer(
        _ request: EditorRequest, _ cancellation: Cancellation
    ) throws(ToolError) -> EditorResponse {
        let parts = request.path.split(separator: "/").map(String.init)
        guard parts.first == "documents" else { return .unknown }
        switch (request.method, parts.count) {
        case (.get, 1): return .json(state.withLock { Self.list(of: $0) })
        case (.post, 1): return create(request)
        case (_, 3):
            guard let id = Int(parts[1]) else { return .unknown }
            return try answer(request, parts[2], of: id, cancellation)
        default: return .unknown
        }
    }

    /// Opens a document that an algorithm made, and answers with its number.
    func open(_ editor: EditorDocument, named name: String) -> EditorResponse {
        do throws(ToolError) {
            let paths = state.withLock { Set($0.entries.map(\.latest.path)) }
            let document = try OpenDocument(editor, name: name, folder: folder, isKept: true) { paths.contains($0) }
            let id = try add(document)
            broadcastList()
            return .json(["id": id])
        } catch {
            return .failure(422, error)
        }
    }

    private func create(_ request: EditorRequest) -> EditorResponse {
        do throws(ToolError) {
            let id = try add(try newDocument(request.body, named: request.query["name"] ?? ""))
            broadcastList()
            return .json(["id": id])
        } catch {
            return .failure(422, error)
        }
    }

    private func answer(
        _ request: EditorRequest, _ verb: String, of id: Int, _ cancellation: Cancellation
    ) throws(ToolError) -> EditorResponse {
        switch (request.method, verb) {
        case (.get, "scene"):
            // This waits for the current change, because the page may miss its news.
            return with(id) { document, _ in .json(document.editor.scene) } ?? .notOpen
        case (.post, "commands"): return carryOut(request.body, id)
        case (.post, "ask"): return ask(request.body, id, cancellation)
        case (.post, "derive"): return derive(request.body, id, cancellation)
        case (.get, "exercise"): return exercise(id)
        case (.post, "check"): return check(id, cancellation)
        case (.post, "save"): return save(id, isForced: request.query["force"] == "true")
        case (.post, "reload"):
            let reloaded = with(id) { document, tell in
                Result { () throws(ToolError) in
                    let news = try document.reload()
                    tell(["document": id, "page": "", "news": JSONText(written: news)])
                }
            }
            guard let reloaded else { return .notOpen }
            try reloaded.get()
            broadcastList()
            return .json([:])
        case (.post, "close"): return try close(id, request.query["as"])
        default: return .unknown
        }
    }

    /// Closes a document. An answer, `kept` or `discarded`, is needed if it has a closing question.
    private func close(_ id: Int, _ answer: String?) throws(ToolError) -> EditorResponse {
        let closed = with(id) { document, _ -> Result<OpenDocument.ClosingQuestion?, ToolError> in
            if answer == nil, let question = document.closingQuestion { return .success(question) }
            guard document.isUntitled, answer == "discarded" || document.editor.isEmpty else { return .success(nil) }
            return Result { () throws(ToolError) in try document.discard() }.map { nil }
        }
        guard let closed else { return .notOpen }
        if let question = try closed.get() {
            return .json(["error": "\(question)"], status: 409)
        }
        state.withLock { state in state.entries.removeAll { $0.id == id } }
        broadcastList()
        return .json([:])
    }

    private func save(_ id: Int, isForced: Bool) -> EditorResponse {
        let saved = with(id) { document, _ in
            document.isChangedExternally && !isForced
                ? nil : Result { () throws(ToolError) in try document.saveOnCommand(force: isForced) }
        }
        guard let saved else { return .notOpen }
        guard let saved else {
            let message = "The file was changed by another program; save over it, or open it again."
            return .failure(409, ToolError(message))
        }
        do throws(ToolError) {
            let notes = try saved.get()
            broadcastList()
            return .json(["notes": notes])
        } catch {
            return .failure(422, error)
        }
    }

    private func carryOut(_ body: [UInt8], _ id: Int) -> EditorResponse {
        let carriedOut = with(id) { document, tell in
            let wasSaved = document.isSaved
            let reply = body.span.bytes.withUnsafeBytes { document.editor.handle($0) }
            guard let news = reply.news else { return (reply, false) }
            Self.keep(&document, id, tell)
            tell(["document": id, "page": reply.sender, "news": JSONText(written: news)])
            return (reply, document.isSaved != wasSaved)
        }
        guard let (reply, isListed) = carriedOut else { return .notOpen }
        if isListed { broadcastList() }
        return .json(reply.answer, status: reply.isRefused ? 400 : 200)
    }

    /// Saves the changes, and notifies pages if that fails.
    static func keep(_ document: inout OpenDocument, _ id: Int, _ tell: (JSONObject) -> Void) {
        do throws(ToolError) { try document.keep() } catch {
            tell(["document": id, "message": document.name + ": " + error.message])
        }
    }

    /// Changes a document, and returns the result of `body`, or `nil` if the document isn't open.
    ///
    /// - Parameter body: A function that gets the document, and a function that sends a line to all
    ///   pages, in the order of the changes.
    func with<Result>(
        _ id: Int, _ body: (inout OpenDocument, _ tell: (JSONObject) -> Void) -> Result
    ) -> Result? {
        guard let locked = state.withLock({ $0.entries.first { $0.id == id }?.locked }) else { return nil }
        return locked.mutex.withLock { document in
            let result = body(&document) { line in
                for stream in state.withLock(\.streams) { stream.send(line.bytes) }
            }
            let latest = document
            state.withLock { state in
                guard let index = state.entries.firstIndex(where: { $0.id == id }) else { return }
                state.entries[index].latest = latest
            }
            return result
        }
    }

    /// Returns a document after its last change, with the context for its panels.
    func latest(_ id: Int) -> (document: OpenDocument, context: EditorDocument.Context)? {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.id == id }) else { return nil }
            let document = state.entries[index].latest
            let named = Array(zip(state.entries, Self.names(of: state)))
            var others = named.map { ($0.id, $1, $0.latest.editor) }
            others.remove(at: index)
            let context = EditorDocument.Context(
                name: named[index].1, otherDocuments: others,
                files: named.map { entry, name in
                    EditorDocument.Context.File(
                        of: name, path: entry.latest.isUntitled ? nil : RawText.readable(entry.latest.path),
                        isSaved: entry.latest.isSaved)
                },
                baseline: document.baseline, isBaselineSaved: document.isBaselineSaved, exercise: document.exercise)
            return (document, context)
        }
    }

    // MARK: Lists

    /// The names that pages show: those of the files, with their folders if several have one name.
    private static func names(of state: State) -> [String] {
        let names = state.entries.map(\.latest.name)
        var counts: [[UInt8]: Int] = [:]
        for name in names { counts[Array(name.utf8), default: 0] += 1 }
        return zip(state.entries, names).map { entry, name in
            guard counts[Array(name.utf8), default: 0] > 1 else { return name }
            return Path.components(entry.latest.path).suffix(2).joined(separator: "/").shownInTabs
        }
    }

    private static func list(of state: State) -> JSONObject {
        let documents = zip(state.entries, names(of: state)).map { entry, name in
            let document = entry.latest
            return [
                "id": entry.id, "name": name, "format": document.format.name, "isUntitled": document.isUntitled,
                "isSaved": document.isSaved, "exercise": exercise(of: document),
            ] as JSONObject
        }
        return ["documents": documents]
    }

    /// The exercise that a document solves, in a list of documents.
    private static func exercise(of document: OpenDocument) -> JSONObject? {
        guard let exercise = document.exercise else { return nil }
        let score = document.editor.score
        return ["title": exercise.title, "solved": score.isSolved, "tries": score.attemptCount]
    }

    // MARK: News

    func opened(_ stream: NewsStream) async { state.withLock { $0.streams.append(stream) } }

    func closed(_ stream: NewsStream) async { state.withLock { $0.streams.removeAll { $0 === stream } } }

    /// Notifies pages of files that another program changed; call it regularly.
    func checkFiles() {
        for (id, locked) in state.withLock({ $0.entries.map { ($0.id, $0.locked) } }) {
            // A document that is worked on is looked at the next time.
            let name = locked.mutex.withLockIfAvailable { $0.shouldReportExternalChange() ? $0.name : nil }
            guard let name, let name else { continue }
            let line: JSONObject = [
                "document": id, "message": name + " was changed by another program", "isChangedExternally": true,
            ]
            for stream in state.withLock(\.streams) { stream.send(line.bytes) }
        }
    }

    /// Sends the list of open documents to all pages, before anything else changes.
    func broadcastList() {
        state.withLock { state in
            let line = Self.list(of: state).bytes
            for stream in state.streams { stream.send(line) }
        }
    }
}

/// The queues that requests are answered on, besides those of the documents.
///
/// Requests that compute have queues of their own, fewer than there are processors, so that
/// commands are carried out meanwhile. A serial queue has its own thread, unlike a concurrent one,
/// which shares few with all tasks.
private enum Queues {
    /// The queue of the list, and of new documents.
    static let list = DispatchQueue(label: "list")
    private static let computations = (0..<max(1, WorkerThread.processorCount - 1)).map {
        DispatchQueue(label: "computations \($0)")
    }
    private static let computationCount = Atomic(0)

    static var computation: DispatchQueue {
        let number = computationCount.wrappingAdd(1, ordering: .relaxed).newValue
        return computations[abs(number) % computations.count]
    }
}

extension EditorResponse {
    /// The answer about a document that isn't open, or isn't any more.
    static let notOpen = failure(410, ToolError("The document isn't open"))
}
