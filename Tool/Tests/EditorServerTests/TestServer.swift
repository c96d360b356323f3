import EditorServer
import Foundation
import Synchronization
import Testing

/// A server that runs while a test talks to it.
struct TestServer: Sendable {
    static let token = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    static let assets: [String: [UInt8]] = [
        "index.html": Array("<!doctype html><title>Test</title>".utf8), "editor.css": Array("p {}".utf8),
        "main.js": Array("1".utf8), "icon.svg": Array("<svg/>".utf8),
        // More than the buffers of two sockets hold.
        "large.js": [UInt8](repeating: 32, count: 20 << 20),
    ]

    var documents: TestDocuments
    var port: Int
    var hasEnded: @Sendable () -> Bool

    /// Runs a server for the time of `body`, which has a thread of its own as it may block.
    static func run(
        limits: EditorServer.Limits = .init(), idleTimeout: Duration? = nil, documents: TestDocuments = TestDocuments(),
        _ body: @escaping @Sendable (TestServer) throws -> Void
    ) async throws {
        let server = EditorServer(
            documents: documents, assets: assets, token: AccessToken(token), idleTimeout: idleTimeout, limits: limits)
        let (addresses, sink) = AsyncStream.makeStream(of: String.self)
        let hasEnded = Ended()
        let task = Task {
            defer { hasEnded.value.withLock { $0 = true } }
            try await server.run { sink.yield($0) }
        }
        var iterator = addresses.makeAsyncIterator()
        let address = try #require(await iterator.next())
        #expect(address.hasSuffix("/#" + token))
        let port = try #require(URL(string: address)?.port)
        let test = TestServer(documents: documents, port: port) { hasEnded.value.withLock { $0 } }
        let result = await onThread { Result { try body(test) } }
        task.cancel()
        try await task.value
        try result.get()
    }

    private final class Ended: Sendable {
        let value = Mutex(false)
    }

    static func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    func connect(receiveBuffer: Int32? = nil) throws -> RawClient {
        try RawClient(port: port, receiveBuffer: receiveBuffer)
    }

    /// Sends a request on a connection of its own, and returns the answer.
    func answer(to request: String) throws -> RawClient.Answer {
        let client = try connect()
        client.send(request)
        return try client.answer(toHead: request.hasPrefix("HEAD"))
    }

    /// Opens a stream of news, up to the host's first line.
    func openNews(page: String, receiveBuffer: Int32? = nil) throws -> RawClient {
        let client = try connect(receiveBuffer: receiveBuffer)
        client.send(get("/api/news?page=\(page)"))
        let head = try client.head()
        #expect(head.status == 200)
        #expect(head.headers["transfer-encoding"] == "chunked")
        #expect(head.headers["content-type"] == "application/x-ndjson")
        #expect(try client.news() == "{\"hello\": true}")
        return client
    }

    /// Checks that the server still serves; on a busy machine a short time limit may end the first
    /// tries.
    func expectService() throws {
        eventually("the server serves") {
            (try? answer(to: post("/api/echo", "still here")))?.text == "still here"
        }
    }
}

/// Returns a request with the headers of the page's own.
func request(
    _ method: String, _ path: String, host: String? = "127.0.0.1", token: String? = TestServer.token,
    headers: [String] = [], body: String = ""
) -> String {
    var lines = ["\(method) \(path) HTTP/1.1"]
    if let host { lines.append("Host: \(host)") }
    if let token { lines.append("Authorization: Bearer \(token)") }
    if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
    return (lines + headers).joined(separator: "\r\n") + "\r\n\r\n" + body
}

func get(_ path: String) -> String { request("GET", path) }

func post(_ path: String, _ body: String) -> String { request("POST", path, body: body) }

/// Waits for something that happens on other threads; fails after a generous time.
func eventually(_ what: Comment, _ condition: () throws -> Bool) rethrows {
    for _ in 0..<3000 {
        if try condition() { return }
        usleep(10_000)
    }
    Issue.record(what)
}
