internal import TextSupport

/// A request of a listener: a line such as `{"request": "pause"}`.
enum InspectionRequest: String, CaseIterable {
    case pause, resume, step, waiting

    /// The reason for which a request isn't carried out.
    struct Refusal: Error, ExpressibleByStringLiteral {
        let reason: String
        init(_ reason: String) { self.reason = reason }
        init(stringLiteral reason: String) { self.reason = reason }
    }

    /// Reads a request.
    init(_ line: some Collection<UInt8>) throws(Refusal) {
        let bytes = Array(line)
        let name: String?
        do throws(TextProblem) { name = try Self.name(bytes) } catch {
            throw Refusal("invalid request at byte \((error.offset ?? 0) + 1): \(error.message)")
        }
        guard let request = name.flatMap(Self.init) else {
            let known = TextSupport.Message.list(Self.allCases.map(\.rawValue))
            throw Refusal(
                name.map { "unknown request \(TextSupport.Message.quoted($0.utf8)); expected \(known)" }
                    ?? "the key 'request' is missing; write {\"request\": \"pause\"}")
        }
        self = request
    }

    private static func name(_ bytes: [UInt8]) throws(TextProblem) -> String? {
        var result: Result<String?, TextProblem> = .success(nil)
        bytes.withUnsafeBytes { bytes in
            result = Result { () throws(TextProblem) in
                var cursor = JSONCursor(bytes)
                var name: String?
                try cursor.object("an object such as {\"request\": \"pause\"}") {
                    cursor, key, offset throws(TextProblem) in
                    if key != "request" {
                        throw TextProblem(
                            offset: offset, message: "unknown key \(TextSupport.Message.quoted(key.utf8))")
                    }
                    name = try cursor.string()
                }
                try cursor.finish("the end of the line")
                return name
            }
        }
        return try result.get()
    }
}
