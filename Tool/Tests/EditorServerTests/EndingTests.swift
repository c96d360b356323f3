import EditorServer
import Foundation
import Testing

@Suite struct EndingTests {
    @Test func theServerEndsAfterTheLastPage() async throws {
        try await TestServer.run(idleTimeout: .milliseconds(300)) { server in
            // Without a page it waits for one.
            usleep(600_000)
            #expect(!server.hasEnded())
            let first = try server.openNews(page: "p1")
            let second = try server.openNews(page: "p2")
            first.close()
            usleep(600_000)
            #expect(!server.hasEnded())
            second.close()
            eventually("the server ends") { server.hasEnded() }
            #expect(server.documents.notes.events.suffix(1) == ["closed p2"])
            #expect(throws: RawClient.Failure.self) { try server.connect() }
        }
    }

    @Test func aPageThatIsLoadedAgainKeepsTheServer() async throws {
        try await TestServer.run(idleTimeout: .seconds(3)) { server in
            for number in 0..<20 { try server.openNews(page: "p\(number)").close() }
            let page = try server.openNews(page: "last")
            usleep(4_000_000)
            #expect(!server.hasEnded())
            page.close()
            eventually("the server ends") { server.hasEnded() }
        }
    }

    @Test func aStopLetsAnswersOut() async throws {
        var limits = EditorServer.Limits()
        limits.shutdownTimeout = .seconds(30)
        let documents = TestDocuments()
        let server = EditorServer(
            documents: documents, assets: TestServer.assets, token: AccessToken(TestServer.token), idleTimeout: nil,
            limits: limits)
        let (addresses, sink) = AsyncStream.makeStream(of: String.self)
        let task = Task { try await server.run { sink.yield($0) } }
        var iterator = addresses.makeAsyncIterator()
        let port = try #require(URL(string: await iterator.next() ?? "")?.port)
        try await TestServer.onThread {
            Result {
                let test = TestServer(documents: documents, port: port) { false }
                let page = try test.openNews(page: "p")
                let idle = try test.connect()
                let busy = try test.connect()
                busy.send(get("/api/gated"))
                eventually("the request is known") { documents.notes.requests.count == 1 }
                documents.broadcast("last")
                task.cancel()
                #expect(try page.news() == "last")
                #expect(try page.news() == nil)
                #expect(try page.isAtEnd())
                #expect(try idle.isAtEnd())
                documents.openGate()
                let answer = try busy.answer()
                #expect(answer.text == "gated")
                #expect(answer.headers["connection"] == "close")
            }
        }.get()
        try await task.value
        #expect(documents.notes.events == ["opened p", "closed p"])
    }

    @Test func endlessAnswersAreCanceled() async throws {
        var limits = EditorServer.Limits()
        limits.shutdownTimeout = .milliseconds(200)
        let documents = TestDocuments()
        try await TestServer.run(limits: limits, documents: documents) { server in
            let impatient = try server.connect()
            impatient.send(get("/api/endless"))
            eventually("the request is known") { documents.notes.requests.count == 1 }
            impatient.close()
            eventually("the client's going cancels") { documents.notes.events == ["canceled"] }
            let patient = try server.connect()
            patient.send(get("/api/endless"))
            eventually("the request is known") { documents.notes.requests.count == 2 }
        }
        #expect(documents.notes.events == ["canceled", "canceled"])
    }

    @Test func aTakenPortIsAnError() async throws {
        try await TestServer.run { server in
            let port = server.port
            let done = DispatchSemaphore(value: 0)
            Task {
                defer { done.signal() }
                for (port, error) in [
                    (port, EditorServerError.portTaken(port)), (-1, .portOutOfRange(-1)),
                    (65536, .portOutOfRange(65536)),
                ] {
                    let second = EditorServer(
                        documents: TestDocuments(), assets: [:], token: AccessToken("t"), port: port)
                    await #expect(throws: error) { try await second.run { _ in Issue.record("two servers, one port") } }
                }
            }
            done.wait()
            #expect(EditorServerError.portTaken(port).description.hasPrefix("port \(port) is taken"))
            try server.expectService()
        }
    }

    @Test func aServerThatIsStoppedAtOnceEnds() async throws {
        for _ in 0..<20 {
            let server = EditorServer(documents: TestDocuments(), assets: [:], token: AccessToken("t"))
            let task = Task { try await server.run { _ in } }
            task.cancel()
            try await task.value
        }
    }
}
