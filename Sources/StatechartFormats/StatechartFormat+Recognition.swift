internal import TextSupport

extension StatechartFormat {
    /// Creates the format that files with an extension, such as `puml`, usually have; `nil` if no
    /// format has it.
    ///
    /// The extension `json` gives ``json``; the content tells whether a text is of XState.
    public init?(fileExtension: String) {
        switch fileExtension {
        case "json": self = .json
        case "scxml": self = .scxml
        case "puml", "plantuml", "pu": self = .plantUML
        case "mmd", "mermaid": self = .mermaid
        case "smcat": self = .smcat
        case "yaml", "yml": self = .sismic
        case "sct", "ysc": self = .sct
        case "dot", "gv": self = .dot
        case "md": self = .markdown
        case "csv": self = .csv
        default: return nil
        }
    }

    /// Recognizes the format of a text by its content; `nil` if none is likely.
    ///
    /// Charts of state-machine-cat, and of PlantUML without `@startuml`, have nothing by which to
    /// recognize them.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    public init?(recognizing text: UnsafeRawBufferPointer) {
        var start = text.byteOrderMarkLength
        while start < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[start]) { start += 1 }
        guard start < text.count else { return nil }
        let beginning = text[start...].prefix(4096)
        func contains(_ word: String) -> Bool {
            beginning.indices.contains { beginning[$0...].starts(with: word.utf8) }
        }
        switch text[start] {
        case UInt8(ascii: "<"): self = contains("<sgraph:Statechart") ? .sct : .scxml
        case UInt8(ascii: "{"): self = Self.isXState(text, from: start) ? .xstate : .json
        default:
            if contains("@startuml") {
                self = .plantUML
            } else if contains("stateDiagram") {
                self = .mermaid
            } else if contains("statechart:") {
                self = .sismic
            } else {
                return nil
            }
        }
    }

    /// Returns whether an object has keys of XState, and no `format`, before its first error.
    private static func isXState(_ text: UnsafeRawBufferPointer, from start: Int) -> Bool {
        var cursor = JSONCursor(text, from: start + 1)
        var (isFirst, isXState) = (true, false)
        do throws(TextProblem) {
            while try cursor.next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
                let name = try cursor.key().name
                if name == "format" { return false }
                // The library's states are a list.
                isXState =
                    isXState || ["id", "on", "type", "context", "always", "after", "invoke"].contains(name)
                    || (name == "states" && cursor.peek == UInt8(ascii: "{"))
                try cursor.skipValue()
            }
        } catch {}
        return isXState
    }
}
