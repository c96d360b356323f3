import ArgumentParser
@_spi(Tool) import Automata
import TextSupport
import ToolSupport

/// The options of a command that answers yes or no.
struct DecisionOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print nothing; only set the exit code.")
    var quiet = false

    @Flag(help: "Print the answer as a JSON object.")
    var json = false

    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        if quiet, json { throw ValidationError("--quiet and --json exclude each other; give one of them.") }
    }
}

/// The automaton that a question is about.
struct OneOperand: ParsableArguments {
    @Argument(help: ArgumentHelp("The automaton; - is standard input.", valueName: "file"), completion: .file())
    var file: String
}

/// The automata that a question is about.
struct TwoOperands: ParsableArguments {
    @Argument(help: ArgumentHelp("The first automaton; - is standard input.", valueName: "first"), completion: .file())
    var first: String

    @Argument(
        help: ArgumentHelp("The second automaton; - is standard input.", valueName: "second"), completion: .file())
    var second: String

    func validate() throws {
        try ValidationError.check(standardInputs: [first, second])
    }
}

/// A command that answers a question about languages with yes or no, and shows why.
protocol DecisionCommand: ParsableCommand, Sendable {
    var files: [String] { get }
    var options: DecisionOptions { get }

    /// Throws an error if the options don't apply to the automata.
    func check(_ automata: [Automaton]) throws(ToolError)

    /// Answers the question.
    func answer(for automata: [Automaton], budget: Budget) throws(AutomataError) -> Answer

    /// The property in question, as a word that can follow "not".
    static var property: String { get }
    /// Returns the meaning of the answer yes, in a sentence.
    func yesSentence() -> String
}

/// A command about one automaton.
protocol OneAutomatonDecision: DecisionCommand {
    var operand: OneOperand { get }
}

extension OneAutomatonDecision {
    var files: [String] { [operand.file] }
}

/// A command about two automata.
protocol TwoAutomataDecision: DecisionCommand {
    var operands: TwoOperands { get }
}

extension TwoAutomataDecision {
    var files: [String] { [operands.first, operands.second] }
}

/// The reason for the answer no.
struct Reason {
    /// The text after "not equivalent: ".
    var text: String
    /// The reason as members of a JSON object, for programs.
    var fields: JSONObject
}

/// An answer, with the search for the reason if it is no.
struct Answer {
    let isYes: Bool
    /// Finds the reason for the answer no.
    let reason: (Budget) throws(AutomataError) -> Reason?
    /// Returns a reason that needs no search; `nil` if there is none.
    let anyReason: () throws(AutomataError) -> Reason?

    init(
        isYes: Bool, reason: @escaping (Budget) throws(AutomataError) -> Reason?,
        anyReason: @escaping () throws(AutomataError) -> Reason? = { nil }
    ) {
        self.isYes = isYes
        self.reason = reason
        self.anyReason = anyReason
    }

    /// Creates an answer about languages. The reason that needs no search is the word by which the
    /// answer was found.
    init<Counterexample>(_ verdict: Verdict<Counterexample>, reason: @escaping (Counterexample) -> Reason) {
        self.init(isYes: verdict.holds) { budget throws(AutomataError) in
            try verdict.counterexample(budget: budget).map(reason)
        } anyReason: { () throws(AutomataError) in
            // The limits may have run out, and what is left to do takes linear time.
            try verdict.anyCounterexample().map(reason).map { found in
                Reason(
                    text: "\(found.text); the search for a shorter word exceeds the limits; \(limitsHint)",
                    fields: found.fields + ["shortest": false])
            }
        }
    }

    /// Creates the answer no for a reason, or the answer yes for `nil`.
    init(_ reason: Reason?) {
        self.init(isYes: reason == nil) { _ in reason }
    }
}

/// The advice to raise the limits.
private let limitsHint = "--max-states, --max-memory and --timeout raise the limits"

extension DecisionCommand {
    func check(_ automata: [Automaton]) throws(ToolError) {}

    func run() throws {
        let reader = try options.input.makeReader(limits: options.limits, dependsOnSymbols: true)
        let inputs = files.map { InputFile(path: $0) }
        let command = self
        let isYes = try options.limits.run(
            on: inputs.map(\.name).joined(separator: ", "), isQuiet: options.quiet
        ) { context throws(ToolError) in
            let automata = try reader.read(inputs, context).map(\.automaton)
            try command.check(automata)
            context.report("working")
            let (isYes, text) = try context.checked { () throws(AutomataError) in
                try command.result(for: automata, budget: context.budget)
            }
            context.write(text)
            return isYes
        }
        if !isYes { throw ExitCode(1) }
    }

    /// The answer, and the printed text.
    private func result(for automata: [Automaton], budget: Budget) throws(AutomataError) -> (isYes: Bool, text: String)
    {
        let answer = try answer(for: automata, budget: budget)
        let isYes = answer.isYes
        if options.quiet { return (isYes, "") }
        let reason = isYes ? nil : try affordableReason(answer, budget: budget)
        if options.json { return (isYes, (["answer": isYes] + (reason?.fields ?? [:])).line) }
        if isYes { return (true, "\(Self.property): \(yesSentence())\n") }
        let words = reason?.text ?? "the search for a counterexample exceeds the limits; \(limitsHint)"
        return (false, "not \(Self.property): \(words)\n")
    }

    /// The reason for the answer no. If the search for the shortest word exceeds the limits, it is
    /// the word that was found, if any.
    private func affordableReason(_ answer: Answer, budget: Budget) throws(AutomataError) -> Reason? {
        do throws(AutomataError) {
            return try answer.reason(budget)
        } catch {
            if !error.isBudgetExceeded, !error.isCancelled { throw error }
        }
        do throws(AutomataError) {
            return try answer.anyReason()
        } catch {
            if error.isBudgetExceeded { return nil }
            throw error
        }
    }

    /// Returns the name of the file in a sentence.
    func name(_ index: Int) -> String {
        let file = InputFile(path: files[index])
        return file.isStandardInput ? "standard input" : file.name.shown
    }
}

// MARK: - Words in sentences

extension Witness {
    /// The word in a sentence: `'aab' (3 symbols)`.
    var quoted: String {
        let text = description
        if word.isEmpty { return "the empty word ε" }
        // Nobody shall take its letters for symbols.
        if length == 1, text.count > 1 { return "'\(text)' (a single symbol)" }
        return "'\(text)' (\(grouped(length)) symbol\(length == 1 ? "" : "s"))"
    }
}

/// The option that chooses the algorithm.
struct ComparisonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Algorithm: \(NamedCase<InclusionAlgorithm>.list). All give the same answer.",
            valueName: "name"))
    var algorithm = NamedCase(InclusionAlgorithm.automatic)
}
