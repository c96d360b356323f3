internal import Automata
internal import AutomataFormats
@_spi(Tool) internal import Diagrams
internal import Sketches
internal import StrokeFormats
public import Strokes
internal import TextSupport

extension EditorDocument {
    /// A file format for opening, saving or exporting documents.
    public struct Format: Sendable, Hashable {
        fileprivate let kind: Kind

        fileprivate enum Kind: Hashable {
            case sketch, svg, tikz
            case automaton(AutomataFormats.Format)
        }

        /// The document itself, with its strokes.
        public static let sketch = Format(kind: .sketch)

        private init(kind: Kind) { self.kind = kind }

        /// Creates the format with a name, which is the usual extension of its files: `sketch`,
        /// `svg`, `tex`, or the name of a format of automata. Fails if no format has the name.
        public init?(name: String) {
            switch name.lowercased() {
            case "sketch": kind = .sketch
            case "svg": kind = .svg
            case "tex", "tikz": kind = .tikz
            case let name:
                guard let format = AutomataFormats.Format(named: name) else { return nil }
                kind = .automaton(format)
            }
        }

        /// The name, which is the usual extension of files.
        public var name: String {
            switch kind {
            case .sketch: "sketch"
            case .svg: "svg"
            case .tikz: "tex"
            case .automaton(let format): format.fileExtensions[0]
            }
        }

        /// A Boolean value that indicates whether documents can be opened from the format; `false`
        /// for pictures.
        public var isReadable: Bool { kind != .svg && kind != .tikz }

        /// The names of all formats, for messages.
        static let names =
            (["sketch"] + AutomataFormats.Format.allCases.map { $0.fileExtensions[0] } + ["svg", "tex"])
            .joined(separator: ", ")

        /// The format of a file that is to be opened: by its content, then by its name.
        fileprivate static func recognize(name: String, content: UnsafeRawBufferPointer) -> Format? {
            if Sketch.isDocument(content) || name.lowercased().hasSuffix(".sketch") { return .sketch }
            return AutomataFormats.Format.recognize(fileName: name, content: content).map {
                Format(kind: .automaton($0))
            }
        }

        /// The contents of a document in this format, and a sentence for each loss.
        fileprivate func contents(of document: EditorDocument) throws(EditorError) -> (bytes: [UInt8], notes: [String])
        {
            let sketch = document.sketch
            switch kind {
            case .sketch: return (document.file, [])
            case .svg: return (Array(sketch.diagram.svg().utf8), sketch.diagram.pictureNotes)
            case .tikz: return (Array(sketch.diagram.tikz().utf8), sketch.diagram.tikzNotes)
            case .automaton(let format):
                let automaton: EpsilonNFA
                do throws(DiagramError) {
                    automaton = try sketch.diagram.automaton()
                } catch {
                    throw EditorError(message: error.description.split(separator: "\n").joined(separator: "; "))
                }
                let plain: (automaton: Automaton, note: String?)
                do throws(AutomataError) {
                    plain = try format.removingUnsupportedEpsilonMoves(from: Automaton(mostSpecific: automaton))
                } catch {
                    throw EditorError(message: error.description)
                }
                do throws(FormatError) {
                    let written = try format.write(plain.automaton)
                    return (written.bytes, document.lossNotes + [plain.note].compactMap(\.self) + written.notes)
                } catch {
                    throw EditorError(message: error.sentence)
                }
            }
        }
    }

    /// Opens the contents of a file: a sketch, an automaton in any format, or ink, whose strokes
    /// are recognized together as one drawing.
    ///
    /// - Parameters:
    ///   - contents: The contents.
    ///   - name: The name of the file, which determines the format if the contents don't.
    ///   - recognizer: The recognizer of strokes, both in the file and drawn later.
    ///   - characterRecognizer: The recognizer of handwriting.
    /// - Returns: The document, and the format in which to save the document again; for ink, the
    ///   format is `nil`.
    /// - Complexity: The time to read the format, and to lay out the states if they have no
    ///   positions.
    /// - Throws: ``EditorError`` with the place of the error.
    public static func opening(
        _ contents: UnsafeRawBufferPointer, name: String, recognizer: ElementRecognizer = ElementRecognizer(),
        characterRecognizer: CharacterRecognizer = CharacterRecognizer()
    ) throws(EditorError) -> (document: EditorDocument, format: Format?) {
        var (document, format) = try read(contents, name: name, recognizer, characterRecognizer)
        document.setRecognizers(recognizer, characterRecognizer)
        return (document, format)
    }

    private static func read(
        _ contents: UnsafeRawBufferPointer, name: String, _ recognizer: ElementRecognizer,
        _ characterRecognizer: CharacterRecognizer
    ) throws(EditorError) -> (document: EditorDocument, format: Format?) {
        let format = Format.recognize(name: name, content: contents)
        // JSON may be ink or a sketch; only ink begins with a list, or has strokes.
        if format != .sketch, let ink = InkFormat.recognize(fileName: name, content: contents),
            let read = try readInk(contents, as: ink, name: name, isCertain: format == nil),
            read.document.elements.contains(where: { !$0.strokes.isEmpty })
        {
            let texts = read.document.texts.map {
                Sketch.Text($0.text, at: Diagram.Point(x: $0.position.x, y: $0.position.y))
            }
            do throws(AutomataError) {
                let elements = read.document.elements.map { (strokes: $0.strokes, labels: $0.labels) }
                let sketch = try Sketch.reading(
                    elements: elements, texts: texts, recognizer: recognizer, characterRecognizer: characterRecognizer)
                var document = EditorDocument(sketch)
                document.readingNotes = read.notes
                let strokes = elements.flatMap(\.strokes)
                let erasedCount =
                    strokes.count { !$0.points.isEmpty } - sketch.ink.reduce(0) { $0 + $1.strokes.count }
                if erasedCount > 0 {
                    document.readingNotes.append("\(erasedCount) strokes are left out: scribbles and ink under them")
                }
                return (document, nil)
            } catch {
                throw EditorError(message: error.description)
            }
        }
        guard let format else {
            if let foreign = InkFormat.unreadableFormatError(fileName: name, content: contents) {
                throw EditorError(message: foreign.description)
            }
            throw EditorError(
                message: "can't detect the format of \(name) from its name or content; add an extension, such as .jff")
        }
        switch format.kind {
        case .sketch:
            do throws(SketchDocumentError) {
                let sketch = try Sketch(document: contents, name: name)
                return (EditorDocument(sketch, DocumentExtras(of: contents)), format)
            } catch {
                throw EditorError(message: error.description)
            }
        case .automaton(let text):
            let read: ReadResult
            do throws(FormatError) {
                read = try text.readWithNotes(contents, options: ReadOptions(inputName: name))
            } catch {
                throw EditorError(message: error.description)
            }
            let automaton = read.automaton
            guard automaton.isEditable else {
                throw EditorError(
                    message: "\(name) has \(automaton.stateCount) states and \(automaton.transitionCount) transitions, "
                        + "too many to edit by hand; minimize it first")
            }
            var document = EditorDocument(Sketch(Diagram(automaton)))
            document.readingNotes = read.notes
            return (document, format)
        case .svg, .tikz: throw EditorError(message: "\(name) is a picture; open the file that it was drawn from")
        }
    }

    /// Reads ink; returns `nil` if it isn't ink, and the format isn't certain.
    private static func readInk(
        _ contents: UnsafeRawBufferPointer, as format: InkFormat, name: String, isCertain: Bool
    ) throws(EditorError) -> InkReadResult? {
        do throws(InkFormatError) {
            return try format.readWithNotes(contents, options: InkReadOptions(inputName: name))
        } catch {
            if isCertain { throw EditorError(message: error.description) }
            return nil
        }
    }

    /// Returns the document as the contents of a file, and a note about each part that the format
    /// can't represent.
    ///
    /// - Complexity: The time to write the format.
    /// - Throws: ``EditorError`` if the diagram isn't an automaton yet; only a sketch or a picture
    ///   can represent such a diagram.
    public func contents(as format: Format) throws(EditorError) -> (bytes: [UInt8], notes: [String]) {
        try format.contents(of: self)
    }

    /// The answer to a request for the document's contents in a format.
    func export(as format: Format) -> JSONObject {
        JSONObject { object in
            do throws(EditorError) {
                let (bytes, notes) = try contents(as: format)
                object.add("text", String(decoding: bytes, as: UTF8.self))
                object.add("extension", format.name)
                object.add("notes", notes)
            } catch {
                object.add("error", error.message)
            }
        }
    }
}

extension Automaton {
    /// The size of the largest automaton that can be edited by hand.
    static let maximumEditable = (states: 1000, transitions: 4000)

    /// A Boolean value that indicates whether the automaton is small enough to be edited by hand.
    var isEditable: Bool {
        stateCount <= Self.maximumEditable.states && transitionCount <= Self.maximumEditable.transitions
    }
}

extension EditorDocument {
    /// The losses in a format that holds only an automaton, a sentence each.
    fileprivate var lossNotes: [String] {
        let (strokes, notes) = (sketch.ink.count, sketch.diagram.notes.count)
        return [
            strokes == 0 ? nil : "the strokes aren't kept", words.isEmpty ? nil : "the table of words isn't kept",
            chain.isEmpty && unreadChain == nil ? nil : "the chain isn't kept",
            score == Exercise.Score() ? nil : "the score of the exercise isn't kept",
            notes == 0 ? nil : "\(notes) note\(notes == 1 ? " isn't" : "s aren't") kept",
        ].compactMap(\.self)
    }
}

/// The reason why a document can't be opened or written.
public struct EditorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem and its place, in a sentence.
    public let message: String

    /// The message.
    public var description: String { message }

    /// Creates an error with a message.
    public init(message: String) { self.message = message }
}
