internal import Automata
internal import Diagrams
internal import TextSupport

/// A stage of a chain: an algorithm that works on the result of the stage before it.
public struct Stage: Sendable, Hashable {
    /// The algorithm.
    public let operation: Operation
    /// The name of the document that is the second operand; `nil` if no document is chosen, or if
    /// the operation has only one operand.
    public let partner: String?

    /// An algorithm; its raw value is the name of the tool's command.
    public enum Operation: String, Sendable, Hashable, CaseIterable {
        /// Removes ε-moves.
        case removeEpsilon = "remove-epsilon"
        /// Determinizes the automaton.
        case determinize
        /// Creates the minimal DFA.
        case minimize
        /// Creates an automaton for exactly the words that the operand rejects.
        case complement
        /// Creates an automaton for the reversals of the words that the operand accepts.
        case reverse
        /// Adds a sink, so that every state has a transition on every symbol.
        case complete
        /// Removes the states that no accepting run visits.
        case trim
        /// Creates an automaton for the concatenations of any number of words that the operand
        /// accepts.
        case star
        /// Creates an automaton for the words that at least one operand accepts.
        case union
        /// Creates an automaton for the words that both operands accept.
        case intersection
        /// Creates an automaton for the words that the first operand accepts and the second
        /// rejects.
        case difference
        /// Creates an automaton for words of the first operand followed by words of the second.
        case concatenation = "concatenate"
        /// Reports words that only one operand accepts; the result is the first operand.
        case compare

        /// A Boolean value that indicates whether there is a second operand.
        public var isBinary: Bool {
            switch self {
            case .union, .intersection, .difference, .concatenation, .compare: true
            default: false
            }
        }
    }

    /// Creates a stage.
    public init(_ operation: Operation, with partner: String? = nil) {
        (self.operation, self.partner) = (operation, operation.isBinary ? partner : nil)
    }

    /// Returns whether two stages have the same operation and the same second operand; names of
    /// documents are compared by their bytes.
    public static func == (left: Stage, right: Stage) -> Bool {
        left.operation == right.operation
            && left.partner.map { Array($0.utf8) } == right.partner.map { Array($0.utf8) }
    }

    /// The maximum number of stages.
    private static let maximumStages = 32

    /// Reads a chain of a command or a file.
    static func chain(_ cursor: inout JSONCursor) throws(TextProblem) -> [Stage] {
        let stages = try cursor.list { cursor throws(TextProblem) in try Stage(&cursor) }
        guard stages.count <= maximumStages else {
            throw TextProblem(message: "a chain has \(maximumStages) stages at most; remove some")
        }
        return stages
    }

    private init(_ cursor: inout JSONCursor) throws(TextProblem) {
        let members = try JSONMembers(&cursor, "a stage")
        let name = try members.string("do") ?? ""
        guard let operation = Operation(rawValue: name) else {
            let names = Operation.allCases.map(\.rawValue).joined(separator: ", ")
            throw TextProblem(message: "unknown stage \"\(name)\"; expected one of \(names)")
        }
        let partner = try members.value("with") { cursor throws(TextProblem) in try cursor.scalar() }
        self.init(operation, with: partner ?? nil)
    }

    func write(to object: inout JSONObject) {
        object.add("do", operation.rawValue)
        if operation.isBinary { object.add("with", partner) }
    }
}

extension PanelAnswer {
    /// The size of the largest automaton that a stage draws.
    private static let (maximumStates, maximumTransitions) = (60, 400)
    /// The greatest total size of the drawings of a chain, in bytes; later stages have none.
    static let maximumDrawn = 4 << 20

    /// The stages with their results, up to the first stage that fails.
    func chain() throws(PanelFailure) -> (inout JSONObject) -> Void {
        if document.unreadChain != nil {
            throw .refused("The chain of operations in this file can't be read; the file keeps it unchanged")
        }
        var current: Automaton? = try automaton()
        var drawnByteCount = 0
        var stages: [String] = []
        for stage in document.chain {
            guard let input = current else { break }
            let item = JSONObject { item in
                stage.write(to: &item)
                current = write(stage, on: input, isDrawn: drawnByteCount < Self.maximumDrawn, to: &item)
            }.text
            drawnByteCount += item.utf8.count
            stages.append(item)
        }
        return { object in
            object.add("command", shellCommand)
            object.add("unsaved", unsavedNames)
            object.add("stages", written: stages)
        }
    }

    /// Writes the result of a stage, and returns the input of the next stage; `nil` if the stage
    /// failed.
    private func write(
        _ stage: Stage, on automaton: Automaton, isDrawn: Bool, to item: inout JSONObject
    ) -> Automaton? {
        do throws(PanelFailure) {
            if stage.operation == .compare {
                let wanted = try self.automaton(of: try partner(of: stage))
                let difference = try attempt { () throws(AutomataError) in
                    try WordDifference(of: automaton, from: wanted, budget: budget)
                }
                difference.write(to: &item, in: diagram)
                return automaton
            }
            let result = try apply(stage, to: automaton)
            try checkTime()
            let isSmall = result.stateCount <= Self.maximumStates && result.transitionCount <= Self.maximumTransitions
            item.add("states", result.stateCount)
            item.add("arrows", result.transitionCount)
            item.add("scene", isSmall && isDrawn ? JSONObject { Scene(Diagram(result), []).write(to: &$0) } : nil)
            return result
        } catch {
            error.write(to: &item)
            return nil
        }
    }

    /// Throws if the work was cancelled; called between algorithms that don't check for it.
    private func checkTime() throws(PanelFailure) {
        if budget.isCancelled?() ?? false { throw .failed(.cancelled(statesBuilt: 0)) }
    }

    /// The result of the chain up to a stage.
    func result(ofStage last: Int) throws(PanelFailure) -> Automaton {
        guard document.chain.indices.contains(last) else { throw .refused("The chain has no stage \(last + 1)") }
        var automaton = try automaton()
        for stage in document.chain[...last] where stage.operation != .compare {
            automaton = try apply(stage, to: automaton)
        }
        return automaton
    }

    /// Applies an operation other than a comparison.
    func apply(_ stage: Stage, to automaton: Automaton) throws(PanelFailure) -> Automaton {
        try checkTime()
        guard stage.operation.isBinary else {
            return try attempt { () throws(AutomataError) in
                Automaton(mostSpecific: try apply(stage.operation, to: automaton))
            }
        }
        let other = try self.automaton(of: try partner(of: stage))
        return try attempt { () throws(AutomataError) in
            Automaton(mostSpecific: try apply(stage.operation, to: automaton, and: other))
        }
    }

    private func apply(_ operation: Stage.Operation, to automaton: Automaton) throws(AutomataError) -> Automaton {
        switch operation {
        case .removeEpsilon where automaton.model == .epsilonNFA:
            .nfa(try automaton.asEpsilonNFA.removingEpsilonMoves(budget: budget))
        case .determinize: .dfa(try determinized(automaton))
        case .minimize: .dfa(try automaton.minimized(budget: budget))
        case .complement: .dfa(try automaton.complement(budget: budget))
        case .reverse: automaton.reversed()
        case .complete: try automaton.completed(budget: budget)
        case .trim: automaton.trimmed()
        case .star: try automaton.kleeneStar(budget: budget)
        case .removeEpsilon, .union, .intersection, .difference, .concatenation, .compare: automaton
        }
    }

    private func apply(
        _ operation: Stage.Operation, to automaton: Automaton, and other: Automaton
    ) throws(AutomataError) -> Automaton {
        switch operation {
        case .union: try .union(of: [automaton, other], budget: budget)
        case .intersection: try .intersection(of: [automaton, other], budget: budget)
        case .difference: try automaton.difference(other, budget: budget)
        case .concatenation: try .concatenation(of: [automaton, other], budget: budget)
        default: automaton
        }
    }

    /// Returns the DFA; its states are named by their sets if such names can be read in a drawing.
    private func determinized(_ automaton: Automaton) throws(AutomataError) -> DFA {
        let dfa = try automaton.determinized(budget: budget)
        let isReadable =
            dfa.stateCount <= Self.maximumStates
            && automaton.stateCount <= Self.maximumStates
            && automaton.states.allSatisfy { automaton.name(of: $0).utf8.count <= 12 }
        return isReadable ? try automaton.determinized(namingSubsets: true, budget: budget) : dfa
    }

    private func partner(of stage: Stage) throws(PanelFailure) -> EditorDocument.Context.OtherDocument {
        guard let name = stage.partner else { throw .refused("Choose a document") }
        // Names are file names, which are compared by their bytes.
        if context.name.utf8.elementsEqual(name.utf8) { return (-1, name, document) }
        guard let other = context.otherDocuments.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
            throw .refused("\(name) isn't open; open it, or choose another document")
        }
        return other
    }

    /// The automaton of another document.
    func automaton(of other: EditorDocument.Context.OtherDocument) throws(PanelFailure) -> Automaton {
        do throws(PanelFailure) { return try other.document.automaton(budget) } catch {
            if case .incomplete(let problems) = error {
                throw .refused("\(other.name) isn't an automaton yet: \(problems.joined(separator: "; "))")
            }
            throw error
        }
    }

    /// The shell commands that do the same as the chain, with files: a line for each
    /// comparison, and a line for the result.
    ///
    /// Pipes use .mata: a sketch can't contain symbols that no arrow reads, and can't be read
    /// without an initial state.
    private var shellCommand: String {
        var (lines, pipe) = ([String](), [String]())
        func operand() -> String { pipe.isEmpty ? quotedFile(of: context.name) : "-" }
        for stage in document.chain {
            let partner = stage.operation.isBinary ? " " + (stage.partner.map(quotedFile) ?? "FILE") : ""
            if stage.operation == .compare {
                lines.append((pipe + ["automata equivalent \(operand())\(partner)"]).joined(separator: " | "))
            } else {
                pipe.append(
                    "automata \(stage.operation.rawValue) \(operand())\(partner)\(pipe.isEmpty ? " --to mata" : "")")
            }
        }
        if document.chain.last?.operation != .compare, !pipe.isEmpty { lines.append(pipe.joined(separator: " | ")) }
        return lines.joined(separator: "\n")
    }

    /// The documents that the commands don't read as shown: those with unsaved changes, and those
    /// without a file.
    private var unsavedNames: [String] {
        let names = [context.name] + document.chain.compactMap(\.partner)
        return context.files.filter { file in
            !(file.isSaved && file.path != nil) && names.contains { $0.utf8.elementsEqual(file.name.utf8) }
        }.map(\.name)
    }

    /// The path of a document's file for a shell.
    private func quotedFile(of name: String) -> String {
        let file = context.files.first { $0.name.utf8.elementsEqual(name.utf8) }
        return Self.quoted(file?.path ?? name)
    }

    /// A file's name for a shell.
    private static func quoted(_ name: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/".utf8)
        let safe = name.hasPrefix("-") ? "./" + name : name
        if !name.isEmpty, name.utf8.allSatisfy(plain.contains) { return safe }
        return "'" + safe.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
