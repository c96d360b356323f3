import AutomataFiles
import Dispatch
import Editing
import EditorServer
import Synchronization
import TextSupport

/// The documents of an editor, as its pages see them.
///
/// A document is locked while it is changed. Pages and panels see it as the last change left it, so
/// that nobody waits for the work on another document.
final class OpenDocuments: EditorDocuments {
    private struct State {
        var entries: [Entry] = []
        var lastID = 0
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

        init(_ document: OpenDocument) { mutex = Mutex(document) }
    }

    private let state = Mutex(State())
    private let folder: String

    /// - Parameter folder: The folder for documents without a file of the user's own.
    init(folder: String) { self.folder = folder }

    /// Opens a file, or begins a document that will be kept there.
    func open(path: String) throws(ToolError) {
        if path.isEmpty { throw ToolError("a file needs a name") }
        let isExercise = Path.fileExtension(path).lowercased() == Exercise.fileExtension
        let document =
            try isExercise
            ? OpenDocument(exerciseAt: path, folder: folder) : OpenDocument(path: path, folder: folder)
        let others = state.withLock { $0.entries.map(\.latest) }
        // The answer to one exercise may be the solution of another one.
        for (document, other) in others.flatMap({ [(document, $0), ($0, document)] }) {
            if let solution = other.solutionPath, FileStamp.isSame(solution, document.path) {
                throw ToolError("this is the solution of an exercise that is open, too", at: document.path)
            }
        }
        if !others.contains(where: { FileStamp.isSame($0.path, document.path) }) { _ = add(document) }
    }

    /// Compares all documents with a solution from now on.
    func setSolution(_ path: String) throws(ToolError) {
        let solution = try OpenDocument.solution(path)
        for id in state.withLock({ $0.entries.map(\.id) }) {
            try with(id) { document, _ in
                Result { () throws(ToolError) in try document.setSolution(solution, at: path) }
            }?.get()
        }
    }

    /// Opens the documents without a file of the user's own that were open before, or begins one.
    func openUntitled() throws(ToolError) {
        for path in OpenDocument.untitledPaths(in: folder) {
            if let document = try? OpenDocument(path: path, folder: folder) { _ = add(document) }
        }
        if state.withLock(\.entries.isEmpty) {
            _ = add(try newDocument([], named: ""))
        }
    }

    private func newDocument(_ contents: [UInt8], named name: String) throws(ToolError) -> OpenDocument {
        let paths = state.withLock { Set($0.entries.map(\.latest.path)) }
        return try OpenDocument(contents: contents, name: name, folder: folder) { paths.contains($0) }
    }

    private func add(_ document: OpenDocument) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.entries.append(Entry(id: state.lastID, locked: LockedDocument(document), latest: document))
            return state.lastID
        }
    }

    // MARK: Requests

    func respond(to request: EditorRequest) async -> EditorResponse {
        let cancellation = Cancellation()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { answered in
                Lanes.lane(for: request).async {
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

    private func answer(
        _ request: EditorRequest, _ cancellation: Cancellation
    ) throws(ToolError) -> EditorResponse {
        let parts = request.path.split(separator: "/").map(String.init)
        guard parts.first == "documents" else { return .nothing }
        switch (request.method, parts.count) {
        case (.get, 1): return .json(state.withLock { Self.list(of: $0) })
        case (.post, 1): return create(request)
        case (_, 3):
            guard let id = Int(parts[1]) else { return .nothing }
            return try answer(request, parts[2], of: id, cancellation)
        default: return .nothing
        }
    }

    /// Opens a document that an algorithm made, and answers with its number.
    func open(_ editor: Editor, named name: String) -> EditorResponse {
        do throws(ToolError) {
            let paths = state.withLock { Set($0.entries.map(\.latest.path)) }
            let document = try OpenDocument(editor, name: name, folder: folder, isKept: true) { paths.contains($0) }
            let id = add(document)
            tellList()
            return .json("{\"id\":\(id)}")
        } catch {
            return .failure(422, error)
        }
    }

    private func create(_ request: EditorRequest) -> EditorResponse {
        do throws(ToolError) {
            let id = add(try newDocument(request.body, named: request.query["name"] ?? ""))
            tellList()
            return .json("{\"id\":\(id)}")
        } catch {
            return .failure(422, error)
        }
    }

    private func answer(
        _ request: EditorRequest, _ verb: String, of id: Int, _ cancellation: Cancellation
    ) throws(ToolError) -> EditorResponse {
        switch (request.method, verb) {
        case (.get, "scene"):
            // Not of the last change, but of the one that is under way, whose news this page may miss.
            return with(id) { document, _ in .json(document.editor.scene) } ?? .nothing
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
                    tell("{\"document\":\(id),\"page\":\"\",\"news\":\(news)}")
                }
            }
            guard let reloaded else { return .nothing }
            try reloaded.get()
            tellList()
            return .json("{}")
        case (.post, "close"):
            state.withLock { state in state.entries.removeAll { $0.id == id } }
            tellList()
            return .json("{}")
        default: return .nothing
        }
    }

    private func save(_ id: Int, isForced: Bool) -> EditorResponse {
        let saved = with(id) { document, _ in
            document.isChangedBehind && !isForced
                ? nil : Result { () throws(ToolError) in try document.saveOnCommand(force: isForced) }
        }
        guard let saved else { return .nothing }
        guard let saved else { return .failure(409, ToolError("The file was changed by another program.")) }
        do throws(ToolError) {
            let notes = try saved.get()
            tellList()
            return .json("{\"notes\":[\(notes.map(JSONString.quoted).joined(separator: ","))]}")
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
            tell("{\"document\":\(id),\"page\":\(JSONString.quoted(reply.page)),\"news\":\(news)}")
            return (reply, document.isSaved != wasSaved)
        }
        guard let (reply, isListed) = carriedOut else { return .nothing }
        if isListed { tellList() }
        return .json(reply.answer, status: reply.isRefused ? 400 : 200)
    }

    /// Keeps what was changed, and tells pages if that can't be.
    static func keep(_ document: inout OpenDocument, _ id: Int, _ tell: (String) -> Void) {
        do throws(ToolError) { try document.keep() } catch {
            let message = document.name + ": " + error.message
            tell("{\"document\":\(id),\"message\":\(JSONString.quoted(message))}")
        }
    }

    /// Works on a document, and hands on a function that tells all pages a line, in the order of
    /// the changes. The result is `nil` if the document isn't open.
    func with<Result>(
        _ id: Int, _ body: (inout OpenDocument, _ tell: (String) -> Void) -> Result
    ) -> Result? {
        guard let locked = state.withLock({ $0.entries.first { $0.id == id }?.locked }) else { return nil }
        return locked.mutex.withLock { document in
            let result = body(&document) { line in
                for stream in state.withLock(\.streams) { stream.send(Array(line.utf8)) }
            }
            let latest = document
            state.withLock { state in
                guard let index = state.entries.firstIndex(where: { $0.id == id }) else { return }
                state.entries[index].latest = latest
            }
            return result
        }
    }

    /// A document after its last change, and its name and those of the others.
    func latest(_ id: Int) -> (document: OpenDocument, name: String, others: [Editor.Context.Other])? {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.id == id }) else { return nil }
            let names = Self.names(of: state)
            var others = zip(state.entries, names).map { ($0.id, $1, $0.latest.editor) }
            others.remove(at: index)
            return (state.entries[index].latest, names[index], others)
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
            return RawText.readable(Path.components(entry.latest.path).suffix(2).joined(separator: "/"))
        }
    }

    private static func list(of state: State) -> String {
        let documents = zip(state.entries, names(of: state)).map { entry, name in
            let document = entry.latest
            return "{\"id\":\(entry.id),\"name\":\(JSONString.quoted(name)),\"format\":\"\(document.format.name)\","
                + "\"isUntitled\":\(document.isUntitled),\"isSaved\":\(document.isSaved),"
                + "\"exercise\":\(exercise(of: document))}"
        }
        return "{\"documents\":[\(documents.joined(separator: ","))]}"
    }

    /// The exercise that a document solves, as lists tell it.
    private static func exercise(of document: OpenDocument) -> String {
        guard let exercise = document.exercise else { return "null" }
        let score = document.editor.score
        return "{\"title\":\(JSONString.quoted(exercise.title)),\"solved\":\(score.isSolved),\"tries\":\(score.tries)}"
    }

    // MARK: News

    func opened(_ stream: NewsStream) async { state.withLock { $0.streams.append(stream) } }

    func closed(_ stream: NewsStream) async { state.withLock { $0.streams.removeAll { $0 === stream } } }

    /// Tells pages of files that another program changed; to be called now and then.
    func lookAtFiles() {
        for (id, locked) in state.withLock({ $0.entries.map { ($0.id, $0.locked) } }) {
            // A document that is worked on is looked at the next time.
            let name = locked.mutex.withLockIfAvailable { $0.hasNewsOfFile() ? $0.name : nil }
            guard let name, let name else { continue }
            let message = JSONString.quoted(name + " was changed by another program")
            let line = "{\"document\":\(id),\"message\":\(message),\"isChangedBehind\":true}"
            for stream in state.withLock(\.streams) { stream.send(Array(line.utf8)) }
        }
    }

    /// Tells all pages which documents are open. Nothing changes between the list and its sending.
    func tellList() {
        state.withLock { state in
            let line = Array(Self.list(of: state).utf8)
            for stream in state.streams { stream.send(line) }
        }
    }
}

/// The threads that requests are answered on.
///
/// Requests about one document come one after the other. Those that compute have lanes of their own,
/// fewer than there are processors, so that commands are carried out meanwhile. A serial queue has
/// its own thread, unlike a concurrent one, which shares few with all tasks.
private enum Lanes {
    private static let changes = (0..<8).map { DispatchQueue(label: "changes \($0)") }
    private static let computations = (0..<max(1, WorkerThread.processorCount - 1)).map {
        DispatchQueue(label: "computations \($0)")
    }
    private static let computationCount = Atomic(0)

    static func lane(for request: EditorRequest) -> DispatchQueue {
        let parts = request.path.split(separator: "/")
        if let verb = parts.last, ["ask", "derive", "check"].contains(verb) {
            let number = computationCount.wrappingAdd(1, ordering: .relaxed).newValue
            return computations[abs(number) % computations.count]
        }
        let id = parts.dropFirst().first.flatMap { Int($0) } ?? 0
        return changes[Int(UInt(bitPattern: id) % UInt(changes.count))]
    }
}

extension EditorResponse {
    static func json(_ text: String, status: Int = 200) -> EditorResponse {
        EditorResponse(status: status, body: Array(text.utf8))
    }

    static func failure(_ status: Int, _ error: ToolError) -> EditorResponse {
        .json("{\"error\":\(JSONString.quoted(error.message))}", status: status)
    }

    static let nothing = failure(404, ToolError("there is no such document"))
}
