package import EditorServer
package import TextSupport
package import ToolSupport

extension EditorResponse {
    package static func json(_ text: String, status: Int = 200) -> EditorResponse {
        EditorResponse(status: status, body: Array(text.utf8))
    }

    package static func json(_ object: JSONObject, status: Int = 200) -> EditorResponse {
        EditorResponse(status: status, body: object.bytes)
    }

    package static func failure(_ status: Int, _ error: ToolError) -> EditorResponse {
        .json(["error": error.message], status: status)
    }

    /// The answer about an unknown path.
    package static let unknown = failure(404, ToolError("there is nothing at this address"))
}

extension JSONObject {
    /// The bytes of an answer or a line of news.
    package var bytes: [UInt8] { Array(JSONText(self, isCompact: true).text.utf8) }
}
