import AutomataFiles
import Glibc

/// A server for the page of an editor, and for the API that the page uses.
///
/// The server listens only on this machine's loopback addresses, and serves only requests with a
/// local `Host` and `Origin`. Requests to the API need an access token. The server handles only
/// HTTP; its host handles the documents.
///
///     let server = EditorServer(documents: documents, assets: files, token: try .random())
///     try await server.run { print("Open \($0)") }
public struct EditorServer: Sendable {
    private let site: Site
    private let port: Int
    private let idleTimeout: Duration?

    /// Creates a server, which doesn't run yet.
    ///
    /// - Parameters:
    ///   - documents: The host, which answers the API.
    ///   - assets: The page's files by name. `index.html` is the page. Names have ASCII letters,
    ///     digits and `-._~/`; their extension determines the type, such as `.css`, `.js` or
    ///     `.svg`.
    ///   - token: The secret that the API asks for.
    ///   - port: The port to listen at, or 0 for a free one.
    ///   - idleTimeout: Time from the end of the last news stream until the server ends, long
    ///     enough for a page to load again; `nil` to keep running.
    ///   - limits: The bounds on requests and connections.
    public init(
        documents: any EditorDocuments, assets: [String: [UInt8]], token: AccessToken, port: Int = 0,
        idleTimeout: Duration? = .seconds(5), limits: Limits = Limits()
    ) {
        var files: [String: Asset] = [:]
        for (name, body) in assets { files[name] = Asset(name: name, body: body) }
        site = Site(documents: documents, assets: files, token: token, limits: limits)
        self.port = port
        self.idleTimeout = idleTimeout
    }

    /// Serves until the last page has been disconnected for `idleTimeout`, or the current task is
    /// canceled.
    ///
    /// Until the first page connects, the server waits without a time limit. When the server ends,
    /// answers in progress have `Limits.shutdownTimeout` to finish; then their tasks are canceled.
    /// The method returns when the host is idle.
    ///
    /// - Parameter report: A function that is called when connections are accepted, with the page's
    ///   address, which contains the token.
    /// - Throws: ``EditorServerError`` if the server can't listen.
    public func run(whenListening report: (_ address: String) -> Void) async throws(EditorServerError) {
        guard let wakeSignal = WakeSignal() else { throw .cannotListen(port: port, code: errno) }
        let (port, sockets) = try ListeningSocket.open(port: port)
        let connections = Connections(site: site, idleTimeout: idleTimeout, wakeSignal: wakeSignal)
        report("http://127.0.0.1:\(port)/#\(site.token.text)")
        let code = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let code = DetachedThread.start(stackSize: Connections.stackSize) {
                    connections.serve(at: sockets)
                    continuation.resume(returning: Int32(0))
                }
                if code != 0 { continuation.resume(returning: code) }
            }
        } onCancel: {
            connections.end()
        }
        guard code == 0 else {
            for socket in sockets { socket.close() }
            throw .cannotListen(port: port, code: code)
        }
    }
}
