import AutomataFiles
import ToolSupport

/// Finds the lines of scripts in the text of a chart and in the files that it names, for messages.
///
/// A chart doesn't know the places of its scripts, but few scripts have the same text.
final class ScriptPlaces: Sendable {
    private struct Text {
        let name: String
        let bytes: [UInt8]
    }

    private struct State {
        var texts: [Text] = []
        /// The path of the chart's file, which is read when the first script fails; `nil` if it was
        /// read or comes from a stream.
        var path: String?
        var known: [String: (document: String, line: Int)?] = [:]
    }

    private let state: Monitor<State>

    /// The maximum number of bytes of a text.
    private static let maximumBytes = 1 << 22

    init(file path: String?) { state = Monitor(State(path: path)) }

    /// Adds a text that the chart names.
    func add(_ bytes: [UInt8], named name: String) {
        guard bytes.count <= Self.maximumBytes else { return }
        state.withLock { state in
            state.texts.append(Text(name: name, bytes: Self.withoutMarkup(bytes)))
            state.known = [:]
        }
    }

    /// Returns the only place of a script, or `nil` if there is none or several.
    ///
    /// - Complexity: O(*n*) for *n* bytes of all texts, when a script is asked for first.
    @Sendable func place(of script: String) -> (document: String, line: Int)? {
        state.withLock { state in
            if let known = state.known[script] { return known }
            if let path = state.path, let contents = try? FileContents.read(path, limit: Self.maximumBytes) {
                state.texts.append(Text(name: path.shown, bytes: contents.withBytes { Self.withoutMarkup(Array($0)) }))
            }
            state.path = nil
            let place = Self.place(of: Array(script.utf8), in: state.texts)
            state.known[script] = .some(place)
            return place
        }
    }

    private static func place(of script: [UInt8], in texts: [Text]) -> (document: String, line: Int)? {
        guard !script.isEmpty else { return nil }
        var found: (document: String, line: Int)?
        for text in texts {
            var start = 0
            while let place = firstPlace(of: script, in: text.bytes, from: start) {
                guard found == nil else { return nil }
                found = (text.name, text.bytes[..<place].count { $0 == 0x0A } + 1)
                start = place + script.count
            }
        }
        return found
    }

    /// Returns the offset of a script that is a whole text, element or attribute.
    private static func firstPlace(of script: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        guard text.count >= script.count, start <= text.count - script.count else { return nil }
        for offset in start...(text.count - script.count) where text[offset] == script[0] {
            guard offset == 0 || "\"'>".utf8.contains(text[offset - 1]),
                text[offset...].starts(with: script)
            else { continue }
            let end = text[(offset + script.count)...].first { $0 > 0x20 && $0 != UInt8(ascii: ";") }
            if end.map({ "\"'<".utf8.contains($0) }) ?? true { return offset }
        }
        return nil
    }

    /// Replaces the references of XML by their characters, and leaves out the marks of `CDATA`.
    private static func withoutMarkup(_ text: [UInt8]) -> [UInt8] {
        let forms: [(form: StaticString, byte: UInt8?)] = [
            ("&lt;", 0x3C), ("&gt;", 0x3E), ("&amp;", 0x26), ("&quot;", 0x22), ("&apos;", 0x27), ("<![CDATA[", nil),
            ("]]>", nil),
        ]
        var (result, rest) = ([UInt8](), text[...])
        while let byte = rest.first {
            let form =
                [0x26, 0x3C, 0x5D].contains(byte)
                ? forms.first { form in
                    form.form.withUTF8Buffer { rest.starts(with: $0) }
                } : nil
            if let form {
                if let byte = form.byte { result.append(byte) }
                rest = rest.dropFirst(form.form.utf8CodeUnitCount)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
