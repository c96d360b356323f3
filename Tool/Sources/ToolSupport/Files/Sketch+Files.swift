package import Sketches

extension Sketch {
    /// Reads a sketch from the text of a file.
    package init(_ text: UnsafeRawBufferPointer, in file: InputFile) throws(ToolError) {
        do throws(SketchDocumentError) {
            try self.init(document: text, name: file.name)
        } catch {
            throw ToolError(error.sentence, at: error.location(in: file.name))
        }
    }

    /// The handwritten words that weren't recognized although their elements have no other text.
    package var doubtfulWords: [Handwriting] {
        handwriting.filter { word in
            guard word.text == nil else { return false }
            return switch word.element {
            case .state(let id)?: diagram[id]?.hasAutomaticName ?? false
            case .transition(let id)?: !(diagram[id]?.isLabeled ?? true)
            case .note?, .ink?, nil: false
            }
        }
    }

    /// Symbols that may be meant as ε.
    private static let lookalikes = ["λ", "Λ", "lambda", "\\lambda", "eps", "epsilon", "є"]

    /// The notes about likely misreadings: handwriting that isn't certain, ink and texts
    /// without a meaning, ink with a doubtful reading, several initial states, and symbols that
    /// look like ε.
    package var readingNotes: [String] {
        var notes: [String] = []
        let words = doubtfulWords
        if !words.isEmpty {
            let count =
                words.count == 1 ? "a handwritten text isn't" : "\(grouped(words.count)) handwritten texts aren't"
            notes.append("\(count) read with certainty; automata sketch --explain shows the uncertain texts; type them")
        }
        let inkOfWords = Set(words.flatMap(\.ink))
        let strokes = ink.count { $0.element == nil && $0.transcription == nil && !inkOfWords.contains($0.id) }
        let texts = diagram.notes.count
        if strokes + texts > 0 {
            let parts = [
                strokes == 0 ? nil : "\(grouped(strokes)) stroke\(strokes == 1 ? "" : "s")",
                texts == 0 ? nil : "\(grouped(texts)) text\(texts == 1 ? "" : "s")",
            ]
            let subject = parts.compactMap(\.self).joined(separator: " and ")
            notes.append("\(subject) not understood; automata sketch --explain shows which")
        }
        // Rings that are hardly smaller than their circles, for example, have less probability.
        let doubtful = ink.count { own in
            own.element != nil && own.reading != .head && own.probability < 0.7
                || own.transcription != nil && own.probability < 0.7
        }
        if doubtful > 0 {
            let subject = "\(grouped(doubtful)) stroke\(doubtful == 1 ? "" : "s")"
            notes.append("\(subject) may have another meaning; automata sketch --explain shows the probabilities")
        }
        let marked = Set(diagram.transitions.filter(\.marksInitialState).compactMap(\.end))
        if marked.count > 1 {
            let names = diagram.states.filter { marked.contains($0.id) }.map(\.name).joined(separator: ", ")
            notes.append("several states are initial: \(names); automata sketch --explain shows the strokes")
        }
        let symbols = Set(diagram.transitions.flatMap(\.symbols))
        if let lookalike = Self.lookalikes.first(where: symbols.contains) {
            notes.append("'\(lookalike)' is read as a symbol; write ε for an arrow that reads no symbol")
        }
        return notes
    }
}
