import EditorServer
import PageServing
import TextSupport
import ToolSupport

/// A run, as its page sees it.
///
/// The page is told that the run has changed, at most some times a second, and then asks for what
/// it shows. `Documentation/tool.md` lists the requests.
actor LivePage: EditorDocuments {
    private let run: any LiveRun
    private var streams: Set<NewsStream> = []
    private var revision = 0
    /// Whether pages will be told soon that the run has changed.
    private var isTelling = false
    private var isListening = false

    /// The time between two pieces of news, which a page may draw in between.
    private static let interval = Duration.milliseconds(100)

    init(_ run: any LiveRun) { self.run = run }

    func opened(_ stream: NewsStream) async {
        streams.insert(stream)
        await listen()
    }

    private func listen() async {
        if isListening { return }
        isListening = true
        await run.listen { [weak self] in
            guard let self else { return }
            Task { await self.noteChange() }
        }
    }

    func closed(_ stream: NewsStream) { streams.remove(stream) }

    private func noteChange() async {
        if isTelling { return }
        isTelling = true
        try? await Task.sleep(for: Self.interval)
        isTelling = false
        revision += 1
        for stream in streams { stream.send((["revision": revision] as JSONObject).bytes) }
    }

    func respond(to request: EditorRequest) async -> EditorResponse {
        do throws(ToolError) { return try await answer(request) } catch { return .failure(422, error) }
    }

    private func answer(_ request: EditorRequest) async throws(ToolError) -> EditorResponse {
        // Also for one that has no stream.
        await listen()
        let filter = request.query["filter"] ?? ""
        switch (request.method, request.path) {
        case (.get, "run"): return .json(await run.view.json(filter: filter))
        case (.get, "picture"):
            return EditorResponse(contentType: "image/svg+xml", body: Array(await run.view.picture.utf8))
        case (.get, "flow"):
            guard let flow = await run.view.flow(of: request.query["id"] ?? "") else {
                throw ToolError("the sending of this message isn't among the latest events")
            }
            return EditorResponse(contentType: "image/svg+xml", body: Array(RunView.withoutStyle(flow).utf8))
        case (.post, let path):
            let body = String(decoding: request.body, as: UTF8.self)
            guard let command = try RunRequest(path, body) else { return .unknown }
            try await run.perform(command)
            Task { await noteChange() }
            return .json(await run.view.json(filter: filter))
        default: return .unknown
        }
    }
}
