public import Automata
internal import Diagrams
internal import Sketches
internal import TextSupport

extension EditorDocument {
    /// The data that panels need besides the document: its name, the other open documents, an
    /// earlier version, and the exercise.
    public struct Context: Sendable {
        /// The name of the document's file.
        public var name: String
        /// Another open document, with the number and the name by which pages know it.
        public typealias OtherDocument = (id: Int, name: String, document: EditorDocument)

        /// The file of an open document, for the shell commands that a panel shows.
        public struct File: Sendable, Hashable {
            /// The name by which pages know the document.
            public var name: String
            /// The path of the file from the shell's folder, or `nil` if there is no file.
            public var path: String?
            /// A Boolean value that indicates whether the file has the document's latest changes.
            public var isSaved: Bool

            /// Creates a description of the file of the document with the given name.
            public init(of name: String, path: String?, isSaved: Bool) {
                (self.name, self.path, self.isSaved) = (name, path, isSaved)
            }
        }

        /// The other documents that are open.
        public var otherDocuments: [OtherDocument]
        /// The files of the document and of ``otherDocuments``. If a document isn't listed, its
        /// name is used as the path of its file.
        public var files: [File]
        /// The document as it was last opened or saved.
        public var baseline: EditorDocument?
        /// A Boolean value that indicates whether ``baseline`` is the document as last saved,
        /// rather than as last opened.
        public var isBaselineSaved: Bool
        /// The exercise that the document solves.
        public var exercise: Exercise?

        /// Creates a context.
        public init(
            name: String, otherDocuments: [OtherDocument] = [], files: [File] = [], baseline: EditorDocument? = nil,
            isBaselineSaved: Bool = false, exercise: Exercise? = nil
        ) {
            (self.name, self.otherDocuments, self.files, self.exercise) = (name, otherDocuments, files, exercise)
            (self.baseline, self.isBaselineSaved) = (baseline, isBaselineSaved)
        }
    }

    /// Answers a question of a panel; <doc:Protocol> lists all questions.
    ///
    /// - Parameters:
    ///   - question: The question, in JSON.
    ///   - context: The data besides the document, such as the other open documents.
    ///   - budget: The bound on states and memory. If it is exceeded, the answer says so.
    /// - Returns: The answer, an object in JSON with the document's `revision`.
    /// - Complexity: The time of the algorithm in question; some algorithms are exponential.
    public func answer(
        _ question: UnsafeRawBufferPointer, in context: Context, budget: Budget = .default
    ) -> String {
        JSONObject { object in
            object.add("revision", revision)
            do throws(TextProblem) {
                try PanelAnswer(document: self, context: context, budget: budget)
                    .write(PanelQuestion(question), to: &object)
            } catch {
                object.add("error", error.message)
            }
        }.text
    }
}

/// An answer that is being written.
struct PanelAnswer {
    let document: EditorDocument
    let context: EditorDocument.Context
    let budget: Budget

    var diagram: Diagram { document.sketch.diagram }

    func write(_ question: PanelQuestion, to object: inout JSONObject) {
        do throws(PanelFailure) {
            try checkOffer(of: question.panel)
            // Members that were written before a failure would be an incomplete answer.
            let members = try members(of: question)
            members(&object)
        } catch {
            error.write(to: &object)
        }
    }

    private func members(of question: PanelQuestion) throws(PanelFailure) -> (inout JSONObject) -> Void {
        switch question {
        case .facts: try facts()
        case .table: try table()
        case .expression: try expression()
        case .grammar: try grammar()
        case .steps(let procedure, let format): try steps(of: procedure, as: format)
        case .compare(let partner): try comparison(with: partner)
        case .chain: try chain()
        }
    }

    /// Refuses a panel that the exercise doesn't offer.
    func checkOffer(of panel: Exercise.Panel) throws(PanelFailure) {
        if let panels = context.exercise?.panels, !panels.contains(panel) {
            throw .refused("The exercise doesn't offer this panel")
        }
    }

    /// The automaton of the drawing: a DFA or an NFA if it is one, otherwise an ε-NFA.
    func automaton() throws(PanelFailure) -> Automaton { try document.automaton(budget) }

    /// Calls a function of the library.
    func attempt<Result>(_ body: () throws(AutomataError) -> Result) throws(PanelFailure) -> Result {
        do throws(AutomataError) { return try body() } catch { throw .failed(error) }
    }
}

extension EditorDocument {
    func automaton(_ budget: Budget) throws(PanelFailure) -> Automaton {
        do throws(DiagramError) {
            return Automaton(mostSpecific: try sketch.diagram.automaton(budget: budget))
        } catch {
            throw PanelFailure(error)
        }
    }
}

extension JSONObject {
    /// Adds the symbols of a word and, if a text spells the word in the diagram, that text.
    mutating func add(_ name: String, _ word: Witness?, in diagram: Diagram) {
        add(name, word.map { word in JSONObject { $0.write(word, in: diagram) } })
    }

    private mutating func write(_ word: Witness, in diagram: Diagram) {
        let symbols = word.word.map { word.alphabet.name(of: $0) }
        let text = symbols.joined()
        let texts = [text, symbols.joined(separator: " ")]
        let spelling = SymbolSpelling(diagram)
        // Symbols are equal if their bytes are.
        let isSpelled = { spelling.symbols(of: $0).map { Array($0.utf8) } == symbols.map { Array($0.utf8) } }
        add("text", texts.first(where: isSpelled))
        add("symbols", symbols)
    }
}
