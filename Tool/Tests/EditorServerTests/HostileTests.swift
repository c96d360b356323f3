import EditorServer
import Foundation
import Testing

@Suite struct HostileTests {
    @Test func pathsLeadNowhereElse() async throws {
        try await TestServer.run { server in
            let paths = [
                "/..", "/../etc/passwd", "/a/../main.js", "/%2e%2e/main.js", "/%2E/main.js", "/.%2e/x", "/main.js%00",
                "/main%2ejs",
                "/./main.js", "//main.js", "/main.js/", "/\\main.js", "/.git", "/api/../main.js", "/api/", "/api//echo",
                "/api/%65cho", "/api/.hidden", "/api/echo/", "main.js", "http://localhost/main.js", "*", "/api",
            ]
            for path in paths {
                let answer = try server.answer(to: get(path))
                #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
                #expect(answer.text.hasPrefix("{\"error\": \""))
            }
            #expect(try server.answer(to: get("/main.js\0")).status == 400)
            for query in ["?a=%", "?a=%4", "?a=%zz", "?a=%ff", "?a=%00", "?a=1&a=2"] {
                #expect(try server.answer(to: get("/api/echo" + query)).status == 400, "\(query)")
            }
            #expect(server.documents.notes.requests.isEmpty)
            try server.expectService()
        }
    }

    @Test func fewMethodsAreKnown() async throws {
        try await TestServer.run { server in
            for method in ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "PROPFIND", "BREW"] {
                let answer = try server.answer(to: request(method, "/api/echo"))
                #expect(answer.status == 405, "\(method)")
                #expect(answer.headers["allow"] == "GET, HEAD, POST")
            }
            for version in ["HTTP/1.0", "HTTP/2.0", "HTTP/0.9"] {
                let text = get("/").replacingOccurrences(of: "HTTP/1.1", with: version)
                #expect(try server.answer(to: text).status == 505, "\(version)")
            }
            // Nothing else is spoken, so that an offer to do so is ignored.
            let upgrade = ["Connection: upgrade", "Upgrade: websocket"]
            let client = try server.connect()
            client.send(request("GET", "/main.js", headers: upgrade) + get("/main.js"))
            for _ in 0..<2 { #expect(try client.answer().status == 200) }
            try server.expectService()
        }
    }

    @Test func headersAreBounded() async throws {
        try await TestServer.run { server in
            let many = (0..<10_000).map { "X-\($0): y" }
            let long = ["X: " + String(repeating: "y", count: 17 << 10)]
            let several = (0..<20).map { "X-\($0): " + String(repeating: "y", count: 1000) }
            for headers in [many, long, several] {
                let answer = try server.answer(to: request("GET", "/", headers: headers))
                #expect(answer.status == 431)
                #expect(answer.headers["connection"] == "close")
            }
            #expect(try server.answer(to: get("/" + String(repeating: "a", count: 17 << 10))).status == 431)
            #expect(try server.answer(to: request("GET", "/", headers: Array(several.prefix(12)))).status == 200)
            // Headers without an end.
            let client = try server.connect()
            client.send("GET / HTTP/1.1\r\n")
            while client.send("X: " + String(repeating: "y", count: 1000) + "\r\n") {}
            try server.expectService()
        }
    }

    @Test func bodiesAreBounded() async throws {
        try await TestServer.run { server in
            let limit = 8 << 20
            let largest = String(repeating: "x", count: limit)
            #expect(try server.answer(to: post("/api/echo", largest)).body.count == limit)
            #expect(try server.answer(to: post("/api/echo", largest + "x")).status == 413)
            for length in ["8388609", "99999999999999999999", "18446744073709551616", "9223372036854775807"] {
                let text = request("POST", "/api/echo", headers: ["Content-Length: \(length)"])
                let status = try server.answer(to: text).status
                #expect([400, 413].contains(status), "\(length)")
            }
            // A body that doesn't tell its size, sent to the end whether or not it is taken.
            let client = try server.connect()
            client.send(request("POST", "/api/echo", headers: ["Transfer-Encoding: chunked"]))
            for _ in 0..<9 { client.send("100000\r\n" + String(repeating: "x", count: 1 << 20) + "\r\n") }
            #expect(try client.answer().status == 413)
            // A body that would be read for nothing.
            #expect(try server.answer(to: request("GET", "/main.js", body: "x")).status == 413)
            // Nobody's body.
            #expect(try server.answer(to: request("POST", "/api/echo", token: nil, body: largest)).status == 401)
            #expect(server.documents.notes.requests.count == 1)
            try server.expectService()
        }
    }

    @Test func refusedBodiesDoNotBreakTheConnection() async throws {
        var limits = EditorServer.Limits()
        limits.lingerTimeout = .seconds(30)
        try await TestServer.run(limits: limits) { server in
            let body = String(repeating: "x", count: 8 << 20)
            for (token, body, status) in [(nil, body, 401), (TestServer.token, body + "x", 413)] {
                let client = try server.connect()
                // A client that fails to send doesn't look for an answer.
                #expect(client.send(request("POST", "/api/echo", token: token, body: body)))
                #expect(try client.answer().status == status)
                #expect(try client.isAtEnd())
            }
            try server.expectService()
        }
    }

    @Test func malformedRequestsAreRefused() async throws {
        try await TestServer.run { server in
            let chunked = request("POST", "/api/echo", headers: ["Transfer-Encoding: chunked"])
            let texts = [
                "nonsense\r\n\r\n", "\0\0\0\0\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\n\r\n",
                "GET / HTTP/1.1\r\nHost localhost\r\n\r\n", "GET / HTTP/1.1\nHost: localhost\n\n",
                "GET / HTTP/1.1\r\nHost: local\rhost\r\n\r\n", "GET / HTTP/1.1\r\nHost: localhost\r\n folded\r\n\r\n",
                "GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
                "GET / HTTP/1.1\r\nA\u{1}: x\r\n\r\n",
                chunked + "zz\r\n", chunked + "-1\r\n", chunked + "3\r\nabcdef\r\n",
                chunked + "+1\r\nx\r\n", chunked + "\r\n",
                chunked + "ffffffffffffffffffffffff\r\n",
                request("POST", "/api/echo", headers: ["Content-Length: -1"]),
                request("POST", "/api/echo", headers: ["Content-Length: x"]),
                request("POST", "/api/echo", headers: ["Content-Length: +1"]),
                request("POST", "/api/echo", headers: ["Content-Length: 1", "Content-Length: 2"]),
                request("POST", "/api/echo", headers: ["Content-Length: 1", "Transfer-Encoding: chunked"]),
                request("POST", "/api/echo", headers: ["Transfer-Encoding: chunked, identity"]),
                "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}\u{3}\u{3}",
            ]
            for text in texts {
                let client = try server.connect()
                client.send(text)
                let answer = try client.answer()
                #expect([400, 405].contains(answer.status), "\(text.debugDescription): \(answer.status)")
                #expect(answer.headers["connection"] == "close")
                #expect(try client.isAtEnd())
            }
            // A fault after good requests is answered after them.
            let client = try server.connect()
            client.send(get("/api/slow") + get("/main.js") + "nonsense\r\n\r\n")
            #expect(try client.answer().text == "slow")
            #expect(try client.answer().text == "1")
            #expect(try client.answer().status >= 400)
            #expect(try client.isAtEnd())
            try server.expectService()
        }
    }

    @Test func randomDamageDoesNoHarm() async throws {
        try await TestServer.run { server in
            let chunked =
                request("POST", "/api/echo", headers: ["Transfer-Encoding: chunked"]) + "3\r\nabc\r\n0\r\nA: b\r\n\r\n"
            let samples = [get("/main.js") + post("/api/echo", "hello"), chunked + get("/main.js")].map {
                Array($0.utf8)
            }
            var state: UInt64 = 1
            func random(_ bound: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % bound
            }
            for _ in 0..<1500 {
                var bytes = samples[random(samples.count)]
                for _ in 0...random(3) {
                    let place = random(bytes.count)
                    switch random(3) {
                    case 0: bytes[place] = UInt8(random(256))
                    case 1: bytes.remove(at: place)
                    default: bytes.insert(UInt8(random(256)), at: place)
                    }
                }
                let client = try server.connect()
                client.send(bytes)
                client.close()
            }
            try server.expectService()
        }
    }

    @Test func slowRequestsAreGivenUp() async throws {
        var limits = EditorServer.Limits()
        limits.requestTimeout = .milliseconds(300)
        try await TestServer.run(limits: limits) { server in
            let whole = post("/api/echo", "hello")
            // Within the first line, the headers, the body, and before them.
            for part in [String(whole.prefix(5)), String(whole.prefix(40)), String(whole.dropLast()), "\r\n"] {
                let client = try server.connect()
                client.send(part)
                let answer = try client.answer()
                #expect(answer.status == 408)
                #expect(try client.isAtEnd())
            }
            // A byte now and then doesn't help.
            let client = try server.connect()
            for byte in whole.utf8 {
                guard client.send([byte]) else { break }
                usleep(20_000)
            }
            try server.expectService()
        }
    }

    @Test func idleConnectionsAreClosed() async throws {
        var limits = EditorServer.Limits()
        limits.idleTimeout = .seconds(3)
        try await TestServer.run(limits: limits) { server in
            let idle = try server.connect()
            let done = try server.connect()
            done.send(get("/main.js"))
            #expect(try done.answer().status == 200)
            #expect(try idle.isAtEnd())
            #expect(try done.isAtEnd())
            try server.expectService()
        }
    }

    @Test func halfARequestIsNoRequest() async throws {
        try await TestServer.run { server in
            let whole = post("/api/echo", "hello")
            for count in stride(from: 1, to: whole.count, by: 3) {
                let client = try server.connect()
                client.send(String(whole.prefix(count)))
                client.close()
            }
            try server.expectService()
            #expect(server.documents.notes.requests.count == 1)
        }
    }

    @Test func connectionsAreBounded() async throws {
        try await TestServer.run { server in
            try server.expectService()
            let clients = try (0..<100).map { _ in try server.connect() }
            for client in clients { client.send(post("/api/echo", "one of many")) }
            let statuses = clients.map { client in (try? client.answer())?.status ?? 0 }
            #expect(statuses.count { $0 == 200 } <= 64)
            #expect(statuses.count { $0 == 200 } >= 63)
            #expect(statuses.allSatisfy { [200, 503].contains($0) })
            for (client, status) in zip(clients, statuses) where status == 503 { #expect(try client.isAtEnd()) }
            // Far more are closed without a word.
            let crowd = try (0..<200).map { _ in try server.connect() }
            for client in clients + crowd { client.close() }
            var answered = false
            eventually("room is made") {
                answered = (try? server.answer(to: get("/main.js")))?.status == 200
                return answered
            }
            try server.expectService()
        }
    }

    @Test func aReaderThatTakesNothingIsCutOff() async throws {
        var limits = EditorServer.Limits()
        limits.responseTimeout = .milliseconds(300)
        try await TestServer.run(limits: limits) { server in
            let client = try server.connect(receiveBuffer: 4096)
            client.send(get("/large.js"))
            usleep(2_000_000)
            #expect(try client.drain() < 20 << 20)
            try server.expectService()
        }
    }
}
