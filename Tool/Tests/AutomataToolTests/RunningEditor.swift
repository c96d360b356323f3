import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The tool while it serves the editor, or another page.
struct RunningEditor {
    struct Answer {
        let status: Int
        let json: [String: Any]
    }

    private let process = Process()
    private let address: String
    private let token: String
    /// The lines before the address.
    let notes: String

    init(_ files: String..., command: [String] = ["edit"], in folder: TemporaryFolder) async throws {
        process.executableURL = Tool.executable
        process.arguments = command + ["--no-open", "--keep"] + files
        process.currentDirectoryURL = folder.url
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["XDG_STATE_HOME": folder.url.path + "/state"]) { $1 }
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        var text = ""
        while !text.hasSuffix("\n") || !text.contains("http://") {
            let data = pipe.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        let line = text.split(separator: "\n").last ?? ""
        notes = String(text.dropLast(line.count + 1))
        let parts = line.split(separator: "#")
        try #require(parts.count == 2, "\(text)")
        address = String(parts[0])
        token = parts[1].trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Ends the editor at once, as a crash does.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Returns a path in which the place of a document in the list, from 1, became its number.
    private func resolved(_ path: String) async throws -> String {
        var parts = path.split(separator: "/").map(String.init)
        guard parts.count == 3, parts[0] == "documents", let place = Int(parts[1]), place < 100 else { return path }
        let ids = try await documents().map { $0["id"] as? Int }
        parts[1] = "\((ids.indices.contains(place - 1) ? ids[place - 1] : nil) ?? place)"
        return parts.joined(separator: "/")
    }

    private func send(_ path: String, _ method: String, _ body: [UInt8]?) async throws -> Answer {
        let path = try await resolved(path)
        var request = URLRequest(url: try #require(URL(string: address + "api/" + path)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0) }
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return Answer(status: (response as? HTTPURLResponse)?.statusCode ?? 0, json: json ?? [:])
    }

    func get(_ path: String) async throws -> [String: Any] { try await send(path, "GET", nil).json }

    func post(_ path: String, _ body: [UInt8] = []) async throws -> Answer { try await send(path, "POST", body) }

    /// Asks for a panel.
    func ask(_ question: [String: Any], of id: Int = 1) async throws -> [String: Any] {
        try await post("documents/\(id)/ask", question).json
    }

    func post(_ path: String, _ body: [String: Any]) async throws -> Answer {
        try await post(path, Array(try JSONSerialization.data(withJSONObject: body)))
    }

    func documents() async throws -> [[String: Any]] {
        try await get("documents")["documents"] as? [[String: Any]] ?? []
    }

    @discardableResult
    func command(_ command: [String: Any], of id: Int = 1) async throws -> Answer {
        let body = try JSONSerialization.data(withJSONObject: ["page": "p1", "commands": [command]])
        let answer = try await post("documents/\(id)/commands", Array(body))
        #expect(answer.status == 200)
        return answer
    }

    /// Draws the automaton that accepts the word a.
    func draw() async throws {
        for command: [String: Any] in [
            ["do": "addState", "at": [100, 100]], ["do": "addState", "at": [250, 100], "final": true],
            ["do": "setInitial", "element": "s1", "is": true], ["do": "addTransition", "from": "s1", "to": "s2"],
            ["do": "setSymbols", "element": "t4", "symbols": ["a"]],
        ] {
            try await self.command(command)
        }
    }
}
