import EditorServer
import Foundation
import Testing

@Suite struct ServingTests {
    @Test func everyAnswerHasTheHeadersOfSafety() async throws {
        try await TestServer.run { server in
            let requests = [get("/"), get("/none"), post("/api/echo", "1"), get("/api/none"), "nonsense\r\n\r\n"]
            for request in requests {
                let headers = try server.answer(to: request).headers
                let policy = try #require(headers["content-security-policy"])
                #expect(
                    policy == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
                        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
                        + "require-trusted-types-for 'script'")
                #expect(headers["x-content-type-options"] == "nosniff")
                #expect(headers["referrer-policy"] == "no-referrer")
                #expect(headers["cross-origin-opener-policy"] == "same-origin")
                #expect(headers["cross-origin-resource-policy"] == "same-origin")
                #expect(headers["cache-control"] == "no-store")
                #expect(headers["content-type"] != nil)
                #expect(headers["content-length"] != nil)
            }
        }
    }

    @Test func filesNeedNoToken() async throws {
        try await TestServer.run { server in
            let types = [
                "/": "text/html; charset=utf-8", "/index.html": "text/html; charset=utf-8",
                "/?a=b": "text/html; charset=utf-8",
                "/editor.css": "text/css; charset=utf-8", "/main.js": "text/javascript; charset=utf-8",
                "/icon.svg": "image/svg+xml",
            ]
            for (path, type) in types {
                let answer = try server.answer(to: request("GET", path, token: nil))
                #expect(answer.status == 200)
                #expect(answer.headers["content-type"] == type)
            }
            #expect(try server.answer(to: get("/main.js")).text == "1")
            let head = try server.answer(to: request("HEAD", "/editor.css", token: nil))
            #expect(head.status == 200)
            #expect(head.headers["content-length"] == "4")
            #expect(try server.answer(to: request("POST", "/main.js", body: "x")).status == 405)
            #expect(try server.answer(to: get("/large.js")).body.count == 20 << 20)
        }
    }

    @Test func theHostAnswersTheAPI() async throws {
        try await TestServer.run { server in
            let answer = try server.answer(to: post("/api/echo?name=a%20b+%C3%A9%2B.jff&empty=", "{\"ε\": []}"))
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(answer.text == "{\"ε\": []}")
            #expect(
                server.documents.notes.requests == [
                    EditorRequest(
                        method: .post, path: "echo", query: ["name": "a b é+.jff", "empty": ""],
                        body: Array("{\"ε\": []}".utf8))
                ])
            #expect(try server.answer(to: get("/api/documents/1/none")).status == 404)
            #expect(try server.answer(to: get("/api/large")).body.count == 20 << 20)
            #expect(try server.answer(to: request("HEAD", "/api/large")).headers["content-length"] == "20971520")
        }
    }

    @Test func oddStatusesDoNoHarm() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            for (sent, status) in [(409, 409), (100, 500), (-1, 500), (1000, 500), (599, 599)] {
                client.send(get("/api/odd?status=\(sent)"))
                let answer = try client.answer()
                #expect(answer.status == status)
                #expect(answer.text == "odd")
            }
            for status in [204, 304] {
                client.send(get("/api/odd?status=\(status)"))
                #expect(try client.answer().status == status)
            }
            client.send(post("/api/echo", "in step"))
            #expect(try client.answer().text == "in step")
        }
    }

    @Test func longComputationsKeepNoOtherPageWaiting() async throws {
        try await TestServer.run { server in
            // More than the threads that tasks share.
            let clients = try (0..<(2 * ProcessInfo.processInfo.processorCount + 2)).map { _ in try server.connect() }
            for client in clients { client.send(get("/api/computing")) }
            eventually("all compute") { server.documents.notes.requests.count == clients.count }
            #expect(try server.answer(to: post("/api/echo", "at once")).text == "at once")
            server.documents.openGate()
            for client in clients { #expect(try client.answer().text == "computed") }
        }
    }

    @Test func aConnectionServesManyRequests() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            for number in 0..<200 {
                client.send(number % 3 == 0 ? get("/main.js") : post("/api/echo", "\(number)"))
                #expect(try client.answer().text == (number % 3 == 0 ? "1" : "\(number)"))
            }
            client.send(request("GET", "/main.js", headers: ["Connection: close"]))
            #expect(try client.answer().headers["connection"] == "close")
            #expect(try client.isAtEnd())
        }
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            let requests = [
                get("/api/slow"), get("/main.js"), post("/api/echo", "2"), request("HEAD", "/editor.css"), get("/none"),
                post("/api/echo", "5"), get("/api/slow"), get("/main.js"),
            ]
            client.send(requests.joined())
            #expect(try client.answer().text == "slow")
            #expect(try client.answer().text == "1")
            #expect(try client.answer().text == "2")
            #expect(try client.answer(toHead: true).headers["content-length"] == "4")
            #expect(try client.answer().status == 404)
            #expect(try client.answer().text == "5")
            #expect(try client.answer().text == "slow")
            #expect(try client.answer().text == "1")
        }
    }

    @Test func manyRequestsInOneWriteDoNoHarm() async throws {
        try await TestServer.run { server in
            // All that comes during the first answer waits. The stack would be too deep if each
            // answer began the next one.
            let count = 3000
            let client = try server.connect()
            let small = "GET /main.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for _ in 0..<3 {
                client.send(get("/api/slow") + String(repeating: small, count: count))
                #expect(try client.answer().text == "slow")
                for _ in 0..<count { #expect(try client.answer().text == "1") }
            }
            try server.expectService()
        }
    }

    /// A machine may be without IPv6; Linux lists its addresses here.
    private static let hasIPv6 =
        (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8).contains(
            "\(String(repeating: "0", count: 31))1"))
        ?? false

    @Test(.enabled(if: hasIPv6)) func bothLoopbackAddressesAreServed() async throws {
        try await TestServer.run { server in
            try server.expectService()
            let client = try RawClient(host: "::1", port: server.port)
            client.send(request("POST", "/api/echo", host: "[::1]:\(server.port)", body: "six"))
            #expect(try client.answer().text == "six")
        }
    }

    @Test func aByteAtATimeIsARequest() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            for byte in post("/api/echo", "slowly").utf8 { client.send([byte]) }
            #expect(try client.answer().text == "slowly")
            client.send(
                request("POST", "/api/echo", headers: ["Transfer-Encoding: chunked"])
                    + "3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\nTrailer: 1\r\n\r\n")
            #expect(try client.answer().text == "abcdefg")
        }
    }

    @Test func aClientThatAsksFirstIsToldToGoOn() async throws {
        try await TestServer.run { server in
            let client = try server.connect()
            client.send(request("POST", "/api/echo", headers: ["Expect: 100-continue", "Content-Length: 5"]))
            #expect(try client.head().status == 100)
            client.send("hello")
            #expect(try client.answer().text == "hello")
            client.send(
                request("POST", "/api/echo", token: nil, headers: ["Expect: 100-continue", "Content-Length: 5"]))
            #expect(try client.answer().status == 401)
            #expect(try client.isAtEnd())
            #expect(try server.answer(to: request("GET", "/", headers: ["Expect: tea"])).status == 417)
        }
    }
}
