public import Automata
internal import Diagrams
internal import Grammars
internal import RegularExpressions
internal import Sketches
internal import TextSupport

extension EditorDocument {
    /// Returns a new document for a panel: the result of an algorithm, or the automaton of an
    /// expression or a grammar that the user typed.
    ///
    /// - Parameters:
    ///   - request: The request, in JSON; <doc:Protocol> describes its forms.
    ///   - context: The data besides the document, such as the other open documents.
    ///   - budget: The bound on states and memory.
    /// - Returns: The document, laid out, and a name for it.
    /// - Complexity: The time of the algorithm and of the layout.
    /// - Throws: ``EditorError`` if the request is invalid, with the place in the typed text; also
    ///   if the drawing isn't an automaton, or if the budget is exceeded.
    public func derived(
        by request: UnsafeRawBufferPointer, in context: Context, budget: Budget = .default
    ) throws(EditorError) -> (document: EditorDocument, name: String) {
        let derivation: NewDocumentRequest
        do throws(TextProblem) { derivation = try NewDocumentRequest(request) } catch {
            throw EditorError(message: error.message)
        }
        do throws(PanelFailure) {
            let answer = PanelAnswer(document: self, context: context, budget: budget)
            try answer.checkOffer(of: derivation.panel)
            let automaton = try answer.automaton(by: derivation)
            let derived = Sketch(
                Diagram(automaton), recognizer: sketch.recognizer, characterRecognizer: sketch.characterRecognizer)
            return (EditorDocument(derived), derivation.name(from: context.name))
        } catch {
            throw EditorError(error)
        }
    }
}

extension PanelAnswer {
    /// Returns the automaton if it is small enough to be edited.
    fileprivate func automaton(by derivation: NewDocumentRequest) throws(PanelFailure) -> Automaton {
        let automaton: Automaton
        switch derivation {
        case .steps(let procedure):
            let input = try self.automaton()
            automaton = try attempt { () throws(AutomataError) in
                try ShownSteps(of: procedure, on: input, budget: budget).result
            }
        case .chain(let last): automaton = try result(ofStage: last)
        case .expression(let text): automaton = try .drawn(ofExpression: text, budget)
        case .grammar(let text): automaton = try .drawn(ofGrammar: text, budget)
        }
        guard automaton.isEditable else {
            throw .refused(
                "The result has \(automaton.stateCount) states and \(automaton.transitionCount) transitions, "
                    + "too many to edit by hand")
        }
        // A drawing without an initial state isn't an automaton.
        guard automaton.initialStates.isEmpty else { return automaton }
        return try attempt { () throws(AutomataError) in
            var builder = NFA.Builder(alphabet: automaton.alphabet)
            builder.insertInitial(try builder.addState())
            return .nfa(try builder.build())
        }
    }
}

extension Automaton {
    /// Returns the minimal DFA of an expression in the syntax of textbooks, or the follow automaton
    /// if that DFA is too large to be edited.
    static func drawn(ofExpression text: String, _ budget: Budget) throws(PanelFailure) -> Automaton {
        let expression: RegularExpression
        do throws(RegularExpressionError) {
            expression = try RegularExpression(parsing: text, syntax: .textbook, budget: budget)
        } catch {
            if case .limit(let limit) = error.reason { throw .failed(limit) }
            throw .refused(error.description)
        }
        var small = budget
        small.maximumStates = min(budget.maximumStates, 100_000)
        do throws(AutomataError) {
            let smallest = Automaton.dfa(try expression.minimalDFA(budget: small))
            if smallest.isEditable { return smallest }
        } catch  where error.isBudgetExceeded {
            // The NFA has a state for each symbol in the text.
        } catch {
            throw .failed(error)
        }
        do throws(AutomataError) { return .nfa(try expression.nfa(using: .follow, budget: budget)) } catch {
            throw .failed(error)
        }
    }

    fileprivate static func drawn(ofGrammar text: String, _ budget: Budget) throws(PanelFailure) -> Automaton {
        let grammar: RegularGrammar
        do throws(GrammarError) { grammar = try RegularGrammar(Grammar(parsing: text, budget: budget)) } catch {
            if case .limit(let limit) = error.reason { throw .failed(limit) }
            throw .refused(error.description)
        }
        do throws(AutomataError) { return Automaton(mostSpecific: try grammar.automaton(budget: budget)) } catch {
            throw .failed(error)
        }
    }
}

/// A request for a new document.
private enum NewDocumentRequest {
    /// The result of a step-by-step algorithm.
    case steps(PanelQuestion.Procedure)
    /// The result of the chain up to a stage.
    case chain(Int)
    case expression(String)
    case grammar(String)

    init(_ text: UnsafeRawBufferPointer) throws(TextProblem) {
        var derivations: [NewDocumentRequest] = []
        var cursor = JSONCursor(text)
        try cursor.object("a request") { (cursor, key, _) throws(TextProblem) in
            switch key {
            case "steps": derivations.append(.steps(try PanelQuestion.Procedure(named: try cursor.string())))
            case "chain": derivations.append(.chain(try cursor.wholeNumber()))
            case "expression": derivations.append(.expression(try cursor.string()))
            case "grammar": derivations.append(.grammar(try cursor.string()))
            default: try cursor.skipValue()
            }
        }
        try cursor.finish("the end of the request")
        guard let derivation = derivations.first, derivations.count == 1 else {
            throw TextProblem(message: "expected steps, a chain, an expression or a grammar, and only one of them")
        }
        self = derivation
    }

    /// Returns a name for the result, made from the name of the document's file.
    func name(from document: String) -> String {
        let stem = document.lastIndex(of: ".").map { document[..<$0] } ?? document[...]
        return switch self {
        case .steps(let procedure): "\(stem)-\(procedure.rawValue)"
        case .chain: "\(stem)-chain"
        case .expression: "expression"
        case .grammar: "grammar"
        }
    }

    /// The panel that asks.
    var panel: Exercise.Panel {
        switch self {
        case .steps: .steps
        case .chain: .chain
        case .expression: .expression
        case .grammar: .grammar
        }
    }
}
