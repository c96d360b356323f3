import Foundation
import Synchronization
import Testing

import EditorServer

@Suite struct NewsTests {
    @Test func newsReachAllPages() async throws {
        try await TestServer.run { server in
            let pages = try (1...2).map { try server.openNews(page: "p\($0)") }
            eventually("both pages are known") { server.documents.notes.streams.count == 2 }
            #expect(Set(server.documents.notes.streams.map(\.page)) == ["p1", "p2"])
            for number in 0..<100 {
                server.documents.broadcast("{\"number\": \(number)}")
                for page in pages { #expect(try page.news() == "{\"number\": \(number)}") }
            }
            pages[0].close()
            eventually("the host learns that a page has gone") { server.documents.notes.streams.count == 1 }
            server.documents.broadcast("last")
            #expect(try pages[1].news() == "last")
            #expect(server.documents.notes.events.last == "closed p1")
            try server.expectService()
        }
    }

    @Test func aBurstComesWholeAndInOrder() async throws {
        try await TestServer.run { server in
            let page = try server.openNews(page: "p")
            eventually("the page is known") { server.documents.notes.streams.count == 1 }
            for number in 0..<10_000 { server.documents.broadcast("\(number)") }
            for number in 0..<10_000 { #expect(try page.news() == "\(number)") }
        }
    }

    @Test func silentStreamsGiveSignsOfLife() async throws {
        var limits = EditorServer.Limits()
        limits.heartbeatInterval = .milliseconds(50)
        try await TestServer.run(limits: limits) { server in
            let page = try server.openNews(page: "p")
            for _ in 0..<5 { #expect(try page.chunk() == "\n") }
        }
    }

    @Test func aReaderThatDoesNotReadIsDropped() async throws {
        try await TestServer.run { server in
            let lazy = try server.openNews(page: "lazy", receiveBuffer: 4096)
            let eager = try server.openNews(page: "eager")
            eventually("both pages are known") { server.documents.notes.streams.count == 2 }
            let line = String(repeating: "x", count: 1 << 20)
            var sentCount = 0
            while server.documents.notes.streams.count == 2, sentCount < 1024 {
                server.documents.broadcast(line)
                var text = ""
                while text.utf8.count <= 1 << 20 { text += try #require(try eager.chunk()) }
                sentCount += 1
            }
            // How much comes before that is the system's: what its sockets hold differs by a factor
            // of ten.
            eventually("the slow reader is dropped") { server.documents.notes.streams.map(\.page) == ["eager"] }
            #expect(try lazy.drain() < sentCount << 20)
            try server.expectService()
        }
    }

    @Test func aStreamHoldsOneLineOverItsLimit() {
        let wakeCount = Mutex(0)
        let stream = NewsStream(page: "p", limit: 100) { wakeCount.withLock { $0 += 1 } }
        let line = [UInt8](repeating: 120, count: 39)
        for _ in 0..<3 { stream.send(line) }
        #expect(wakeCount.withLock(\.self) == 1)
        let first = stream.drain()
        #expect(first.state == .open)
        #expect(first.lines.count == 120)
        // What is written makes room, what is only taken doesn't.
        stream.noteWritten(40)
        stream.send(line)
        #expect(stream.drain().lines.count == 40)
        stream.send(line)
        let last = stream.drain()
        #expect(last.state == .overflowed)
        #expect(last.lines.isEmpty)
        #expect(wakeCount.withLock(\.self) == 3)
    }

    @Test func thePageMustHaveAName() async throws {
        try await TestServer.run { server in
            for path in [
                "", "?", "?page=", "?page=a%2Fb", "?page=" + String(repeating: "a", count: 65), "?page=a&page=b",
            ] {
                #expect(try server.answer(to: get("/api/news" + path)).status == 400, "\(path)")
            }
            for method in ["HEAD", "POST"] {
                #expect(try server.answer(to: request(method, "/api/news?page=p")).status == 405)
            }
            #expect(server.documents.notes.events.isEmpty)
            try server.expectService()
        }
    }

    @Test func pagesThatComeAndGoAreToldInPairs() async throws {
        try await TestServer.run { server in
            for number in 0..<100 {
                let client = try server.connect()
                client.send(get("/api/news?page=p\(number)"))
                // Some leave before the answer has begun.
                if number % 2 == 0 { _ = try client.head() }
                client.close()
            }
            eventually("all pages have gone") {
                let events = server.documents.notes.events
                let openedCount = events.count { $0.hasPrefix("opened") }
                return openedCount >= 50 && events.count == 2 * openedCount
            }
            let events = server.documents.notes.events
            for (index, event) in events.enumerated() where event.hasPrefix("closed") {
                #expect(events[..<index].contains("opened " + event.dropFirst(7)))
            }
            try server.expectService()
        }
    }
}
