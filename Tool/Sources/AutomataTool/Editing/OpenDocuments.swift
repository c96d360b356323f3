import AutomataFiles
import Editing
import EditorServer
import Synchronization
import TextSupport

/// The documents of an editor, as its pages see them.
final class OpenDocuments: EditorDocuments {
    private struct State {
        var documents: [(id: Int, document: OpenDocument)] = []
        var lastID = 0
        var streams: [NewsStream] = []
    }

    private let state = Mutex(State())
    private let folder: String

    /// - Parameter folder: The folder for documents without a file of the user's own.
    init(folder: String) { self.folder = folder }

    /// Opens a file, or begins a document that will be kept there.
    func open(path: String) throws(ToolError) {
        if path.isEmpty { throw ToolError("a file needs a name") }
        let document = try OpenDocument(path: path, folder: folder)
        let isOpen = state.withLock { state in
            state.documents.contains { $0.document.place == document.place }
        }
        if !isOpen { _ = add(document) }
    }

    /// Opens the documents without a file of the user's own that were open before, or begins one.
    func openUntitled() throws(ToolError) {
        for path in OpenDocument.untitledPaths(in: folder) {
            if let document = try? OpenDocument(path: path, folder: folder) { _ = add(document) }
        }
        if state.withLock(\.documents.isEmpty) {
            _ = add(try newDocument([], named: ""))
        }
    }

    private func newDocument(_ contents: [UInt8], named name: String) throws(ToolError) -> OpenDocument {
        let paths = state.withLock { Set($0.documents.map(\.document.path)) }
        return try OpenDocument(contents: contents, name: name, folder: folder) { paths.contains($0) }
    }

    private func add(_ document: OpenDocument) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.documents.append((state.lastID, document))
            return state.lastID
        }
    }

    // MARK: Requests

    func respond(to request: EditorRequest) async -> EditorResponse {
        do throws(ToolError) {
            return try answer(request)
        } catch {
            return .failure(500, error)
        }
    }

    private func answer(_ request: EditorRequest) throws(ToolError) -> EditorResponse {
        let parts = request.path.split(separator: "/").map(String.init)
        guard parts.first == "documents" else { return .nothing }
        switch (request.method, parts.count) {
        case (.get, 1): return .json(list)
        case (.post, 1): return create(request)
        case (_, 3):
            guard let id = Int(parts[1]) else { return .nothing }
            return try answer(request, parts[2], of: id)
        default: return .nothing
        }
    }

    private func create(_ request: EditorRequest) -> EditorResponse {
        do throws(ToolError) {
            let name = request.query["name"] ?? ""
            let id = add(try newDocument(request.body, named: name))
            tellList()
            return .json("{\"id\":\(id)}")
        } catch {
            return .failure(422, error)
        }
    }

    private func answer(
        _ request: EditorRequest, _ verb: String, of id: Int
    ) throws(ToolError) -> EditorResponse {
        switch (request.method, verb) {
        case (.get, "scene"):
            return with(id) { document, _ in .json(document.editor.scene) } ?? .nothing
        case (.post, "commands"): return carryOut(request.body, id)
        case (.post, "save"):
            let isForced = request.query["force"] == "true"
            let saved = with(id) { document, _ in
                document.isChangedBehind && !isForced
                    ? nil : Result { () throws(ToolError) in try document.save(force: isForced) }
            }
            guard let saved else { return .nothing }
            guard let saved else { return .failure(409, ToolError("The file was changed by another program.")) }
            let notes: [String]
            switch saved {
            case .success(let sentences): notes = sentences
            case .failure(let error): return .failure(422, error)
            }
            tellList()
            return .json("{\"notes\":[\(notes.map(JSONString.quoted).joined(separator: ","))]}")
        case (.post, "reload"):
            let folder = folder
            let reloaded = with(id) { document, tell in
                Result { () throws(ToolError) in
                    let news = try document.reload(folder: folder)
                    tell("{\"document\":\(id),\"page\":\"\",\"news\":\(news)}")
                }
            }
            guard let reloaded else { return .nothing }
            try reloaded.get()
            tellList()
            return .json("{}")
        case (.post, "close"):
            state.withLock { state in state.documents.removeAll { $0.id == id } }
            tellList()
            return .json("{}")
        default: return .nothing
        }
    }

    private func carryOut(_ body: [UInt8], _ id: Int) -> EditorResponse {
        let carriedOut = with(id) { document, tell in
            let wasSaved = document.isSaved
            let reply = body.span.bytes.withUnsafeBytes { document.editor.handle($0) }
            guard let news = reply.news else { return (reply, false) }
            do throws(ToolError) { try document.keep() } catch {
                let message = document.name + ": " + error.message
                tell("{\"document\":\(id),\"message\":\(JSONString.quoted(message))}")
            }
            tell("{\"document\":\(id),\"page\":\(JSONString.quoted(reply.page)),\"news\":\(news)}")
            return (reply, document.isSaved != wasSaved)
        }
        guard let (reply, isListed) = carriedOut else { return .nothing }
        if isListed { tellList() }
        return .json(reply.answer, status: reply.isRefused ? 400 : 200)
    }

    /// Works on a document, and hands on a function that tells all pages a line, in the order of
    /// the changes. The result is `nil` if the document isn't open.
    private func with<Result>(
        _ id: Int, _ body: (inout OpenDocument, _ tell: (String) -> Void) -> Result
    ) -> Result? {
        state.withLock { state in
            guard let index = state.documents.firstIndex(where: { $0.id == id }) else { return nil }
            let streams = state.streams
            return body(&state.documents[index].document) { line in
                for stream in streams { stream.send(Array(line.utf8)) }
            }
        }
    }

    private var list: String { state.withLock { Self.list(of: $0) } }

    private static func list(of state: State) -> String {
        let documents = state.documents.map { id, document in
            "{\"id\":\(id),\"name\":\(JSONString.quoted(document.name)),\"format\":\"\(document.format.name)\","
                + "\"isUntitled\":\(document.isUntitled),\"isSaved\":\(document.isSaved)}"
        }
        return "{\"documents\":[\(documents.joined(separator: ","))]}"
    }

    // MARK: News

    func opened(_ stream: NewsStream) async { state.withLock { $0.streams.append(stream) } }

    func closed(_ stream: NewsStream) async { state.withLock { $0.streams.removeAll { $0 === stream } } }

    /// Tells pages of files that another program changed; to be called now and then.
    func lookAtFiles() {
        state.withLock { state in
            for index in state.documents.indices where state.documents[index].document.hasNewsOfFile() {
                let name = JSONString.quoted(state.documents[index].document.name + " was changed by another program")
                let line = "{\"document\":\(state.documents[index].id),\"message\":\(name),\"isChangedBehind\":true}"
                for stream in state.streams { stream.send(Array(line.utf8)) }
            }
        }
    }

    /// Tells all pages which documents are open. Nothing changes between the list and its sending.
    private func tellList() {
        state.withLock { state in
            let line = Array(Self.list(of: state).utf8)
            for stream in state.streams { stream.send(line) }
        }
    }
}

extension EditorResponse {
    fileprivate static func json(_ text: String, status: Int = 200) -> EditorResponse {
        EditorResponse(status: status, body: Array(text.utf8))
    }

    fileprivate static func failure(_ status: Int, _ error: ToolError) -> EditorResponse {
        .json("{\"error\":\(JSONString.quoted(error.message))}", status: status)
    }

    fileprivate static let nothing = failure(404, ToolError("there is no such document"))
}
