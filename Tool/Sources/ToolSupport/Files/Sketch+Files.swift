import Sketches

extension Sketch {
    /// Reads the text of a file.
    package init(_ text: UnsafeRawBufferPointer, in file: InputFile) throws(ToolError) {
        do throws(SketchDocumentError) {
            try self.init(document: text, name: file.name)
        } catch {
            throw ToolError(error.sentence, at: error.place(in: file.name))
        }
    }

    /// The notes about likely misreadings: ink and texts without a meaning, and several initial
    /// states.
    package var readingNotes: [String] {
        var notes: [String] = []
        let (strokes, texts) = (ink.count { $0.element == nil }, diagram.notes.count)
        if strokes + texts > 0 {
            let parts = [
                strokes == 0 ? nil : "\(grouped(strokes)) stroke\(strokes == 1 ? "" : "s")",
                texts == 0 ? nil : "\(grouped(texts)) text\(texts == 1 ? "" : "s")",
            ]
            let subject = parts.compactMap(\.self).joined(separator: " and ")
            notes.append("\(subject) not understood; automata sketch --explain shows which")
        }
        let marked = Set(diagram.transitions.filter(\.isInitialMark).compactMap(\.end))
        if marked.count > 1 {
            let names = diagram.states.filter { marked.contains($0.id) }.map(\.name).joined(separator: ", ")
            notes.append("several states are initial: \(names); automata sketch --explain shows the strokes")
        }
        return notes
    }
}
