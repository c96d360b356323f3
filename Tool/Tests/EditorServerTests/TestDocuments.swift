import EditorServer
import Glibc
import Synchronization

/// A host that echoes, waits, and notes all that it sees.
final class TestDocuments: EditorDocuments {
    struct Notes {
        var requests: [EditorRequest] = []
        var events: [String] = []
        var streams: Set<NewsStream> = []
        var gateIsOpen = false
    }

    private let state = Mutex(Notes())

    var notes: Notes { state.withLock { $0 } }

    func respond(to request: EditorRequest) async -> EditorResponse {
        state.withLock { $0.requests.append(request) }
        switch request.path {
        case "echo": return EditorResponse(body: request.body)
        case "slow":
            try? await Task.sleep(for: .milliseconds(300))
            return EditorResponse(body: Array("slow".utf8))
        case "gated":
            while !state.withLock({ $0.gateIsOpen }), !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(10))
            }
            return EditorResponse(body: Array("gated".utf8))
        case "computing":
            // Keeps its thread, as a computation does.
            while !state.withLock({ $0.gateIsOpen }), !Task.isCancelled { usleep(10_000) }
            return EditorResponse(body: Array("computed".utf8))
        case "endless":
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
            state.withLock { $0.events.append("canceled") }
            return EditorResponse(body: [])
        case "large": return EditorResponse(body: [UInt8](repeating: UInt8(ascii: "x"), count: 20 << 20))
        case "odd": return EditorResponse(status: Int(request.query["status"] ?? "") ?? 0, body: Array("odd".utf8))
        default: return EditorResponse(status: 404, body: Array(#"{"error": "unknown"}"#.utf8))
        }
    }

    func opened(_ stream: NewsStream) async {
        stream.send(Array(#"{"hello": true}"#.utf8))
        state.withLock { notes in
            notes.events.append("opened \(stream.page)")
            notes.streams.insert(stream)
        }
    }

    func closed(_ stream: NewsStream) async {
        state.withLock { notes in
            notes.events.append("closed \(stream.page)")
            notes.streams.remove(stream)
        }
    }

    /// Lets the answers to `gated` and `computing` out.
    func openGate() { state.withLock { $0.gateIsOpen = true } }

    func broadcast(_ line: String) {
        for stream in notes.streams { stream.send(Array(line.utf8)) }
    }
}
