import EditorServer
import Testing

@Suite struct AccessTests {
    @Test func theTokenIsNeeded() async throws {
        try await TestServer.run { server in
            let longer = TestServer.token + "0"
            let tokens = [nil, "", "x", String(TestServer.token.dropLast()), longer, TestServer.token.uppercased()]
            for token in tokens {
                for path in ["/api/echo", "/api/news?page=p1", "/api/none"] {
                    let answer = try server.answer(to: request("GET", path, token: token))
                    #expect(answer.status == 401)
                    #expect(answer.headers["www-authenticate"] == "Bearer")
                    #expect(answer.text.hasPrefix("{\"error\": \""))
                }
            }
            let twice = request("GET", "/api/echo", headers: ["Authorization: Bearer \(TestServer.token)"])
            #expect(try server.answer(to: twice).status == 401)
            let basic = request("GET", "/api/echo", token: nil, headers: ["Authorization: Basic \(TestServer.token)"])
            #expect(try server.answer(to: basic).status == 401)
            #expect(server.documents.notes.requests.isEmpty)
            try server.expectService()
        }
    }

    @Test func theHostMustBeLocal() async throws {
        try await TestServer.run { server in
            for host in ["localhost", "LocalHost", "127.0.0.1", "[::1]", "localhost:1", "127.0.0.1:65535", "[::1]:80"] {
                #expect(try server.answer(to: request("POST", "/api/echo", host: host, body: "1")).status == 200)
            }
            let foreign = [
                nil, "", "evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.nip.io", "localhost.",
                "::1", "localhost:", "localhost:x", "localhost:123456", "127.0.0.2", "user@localhost",
                "localhost, evil",
                "0x7f.1", "[::1]x", "localhost:80:80", "lócalhost",
            ]
            for host in foreign {
                for path in ["/", "/api/echo"] {
                    let answer = try server.answer(to: request("GET", path, host: host))
                    #expect(answer.status == 403, "\(host ?? "none")")
                }
            }
            for path in ["/", "/api/echo"] {
                let twice = request("GET", path, host: "localhost", headers: ["Host: localhost"])
                #expect(try server.answer(to: twice).status == 403)
            }
            try server.expectService()
        }
    }

    @Test func theOriginMustBeTheHost() async throws {
        try await TestServer.run { server in
            func status(_ origin: String, host: String = "localhost:8080") throws -> Int {
                try server.answer(
                    to: request("POST", "/api/echo", host: host, headers: ["Origin: \(origin)"], body: "1")
                ).status
            }
            #expect(try status("http://localhost:8080") == 200)
            #expect(try status("http://LOCALHOST:8080") == 200)
            for origin in [
                "null", "", "https://localhost:8080", "http://localhost", "http://127.0.0.1:8080",
                "http://evil.example",
                "http://localhost:8080/", "http://localhost:8080 http://localhost:8080",
            ] {
                #expect(try status(origin) == 403, "\(origin)")
            }
            // A name that was bound to this machine after its page had been loaded.
            #expect(try status("http://evil.example:8080", host: "evil.example:8080") == 403)
            try server.expectService()
        }
    }

    @Test func otherSitesCannotFetch() async throws {
        try await TestServer.run { server in
            func status(_ path: String, _ sites: String...) throws -> Int {
                try server.answer(to: request("GET", path, headers: sites.map { "Sec-Fetch-Site: \($0)" })).status
            }
            #expect(try status("/api/echo", "same-origin") == 200)
            #expect(try status("/api/echo", "none") == 200)
            #expect(try status("/api/echo", "cross-site") == 403)
            #expect(try status("/api/echo", "same-site") == 403)
            #expect(try status("/api/echo", "same-origin", "cross-site") == 403)
            #expect(try status("/api/news?page=p", "cross-site") == 403)
            // A link from another site may open the page.
            #expect(try status("/", "cross-site") == 200)
            try server.expectService()
        }
    }

    @Test func tokensAreRandom() throws {
        let tokens = try (0..<100).map { _ in try AccessToken.random().text }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { $0.count == 64 && $0.allSatisfy(\.isHexDigit) })
    }
}
