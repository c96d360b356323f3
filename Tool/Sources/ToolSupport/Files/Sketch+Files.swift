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

    /// The note that some ink or texts have no meaning in the automaton.
    package var strayInkNotes: [String] {
        let (strokes, texts) = (ink.count { $0.reading == .none }, diagram.notes.count)
        guard strokes + texts > 0 else { return [] }
        let parts = [
            strokes == 0 ? nil : "\(grouped(strokes)) stroke\(strokes == 1 ? "" : "s")",
            texts == 0 ? nil : "\(grouped(texts)) text\(texts == 1 ? "" : "s")",
        ]
        let subject = parts.compactMap(\.self).joined(separator: " and ")
        return ["\(subject) not understood; automata sketch --explain tells which"]
    }
}
