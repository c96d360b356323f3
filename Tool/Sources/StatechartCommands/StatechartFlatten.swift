import ArgumentParser
import Automata
import AutomataFormats
import MachineFormats
import Machines
import StatechartAnalysis
import StatechartFormats
import Statecharts
import ToolSupport

struct StatechartFlatten: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flatten",
        abstract: "Make the automaton of a statechart's configurations.",
        usage: "automata statechart flatten <file> [<options>]",
        discussion: """
            The result is a DFA whose states are the configurations that the chart can reach, named by their innermost \
            active states and the values of variables, and whose symbols are its events. An event that a \
            configuration ignores leads back to it. Final are the configurations in which the chart has ended; \
            all, if it can't end. All other commands of automata take this automaton.

            The end of a timer is a symbol, too, such as +500ms@waiting. A guard whose value isn't known makes a symbol for each \
            answer, such as push[locked] and push[!locked]: a guard that the chart only names, or that depends on data of \
            events, on a script, or on a variable of --abstract. An event whose data are compared with constants has a symbol \
            for each answer, too, such as coin=50 and coin=49.

            With --mealy the result is a Mealy machine with the same states and symbols, whose outputs are the effects \
            of each step, joined by commas: named actions, events for others such as coin@#_payment, log entries such as \
            heater=off, and ended; - if there are none. The commands of automata machine take it, as .dot or .json. The \
            value of a log entry is left out if it depends on data or on variables that aren't explored. Effects of the \
            start are the output of an input start.

            Example:
              automata statechart flatten traffic-lights.scxml -o traffic-lights.json
              automata statechart flatten microwave.scxml --mealy | automata machine info -
              automata statechart flatten door.scxml | automata minimize - -o door.svg
              automata statechart flatten door.scxml | automata accepts - -s , push,pull
            """)

    @Argument(help: ArgumentHelp("The statechart; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Flag(help: "Make a Mealy machine, whose outputs are the effects of each step.")
    var mealy = false

    @OptionGroup var effects: EffectOptions
    @OptionGroup var exploration: ExplorationOptions
    @OptionGroup(title: "Output") var result: ResultOptions
    @OptionGroup(title: "Input") var input: StatechartInputOptions
    @OptionGroup(title: "Limits") var limits: StatelessLimitOptions

    func validate() throws {
        if effects.effects != nil, !mealy { throw ValidationError("--effects needs --mealy.") }
    }

    func run() throws {
        if mealy { return try writeMachine() }
        let file = InputFile(path: file)
        let format = try result.format() ?? .text(.mata)
        let destination = try result.destination()
        let (reader, command) = (input.reader, self)
        try limits.options.run(on: file.name, replacing: result.force) { context throws(ToolError) in
            let document = try reader.read(file, context).document
            context.report("exploring")
            let flat: FlattenedStatechart
            do throws(AnalysisError) { flat = try document.chart.flattened(command.exploration.options(context)) } catch
            {
                throw ToolError(error, in: document, at: file.name, context)
            }
            flat.tellOmissions(at: file.name)
            try context.write(.dfa(flat.dfa), in: format, to: destination)
        }
    }
}

extension StatechartFlatten {
    private func writeMachine() throws {
        let file = InputFile(path: file)
        let format: MachineFormat
        switch try result.format() {
        case nil, .text(.dot)?: format = .dot
        case .text(.json)?: format = .json
        default: throw ToolError("a Mealy machine can't be written in this format; choose .dot or .json")
        }
        let destination = try result.destination()
        let (reader, command, outputs) = (input.reader, self, try effects.outputs())
        try limits.options.run(on: file.name, replacing: result.force) { context throws(ToolError) in
            let document = try reader.read(file, context).document
            context.report("exploring")
            var options = command.exploration.options(context)
            options.outputs = outputs
            let flat: FlattenedMachine
            do throws(AnalysisError) { flat = try document.chart.flattenedMachine(options) } catch {
                throw ToolError(error, in: document, at: file.name, context)
            }
            flat.statechart.tellOmissions(at: file.name)
            if flat.losesOutputValues {
                Messages.note("values of log entries that depend on unexplored data are left out", at: file.name)
            }
            let text: WriteResult
            do throws(FormatError) { text = try format.write(.mealy(flat.machine), budget: context.budget) } catch {
                throw ToolError(error.sentence, at: file.name, isLimit: error.limit != nil)
            }
            context.note(text.notes)
            try context.write(text.bytes, to: destination)
        }
    }
}

extension FlattenedStatechart {
    /// Tells what the automaton doesn't have.
    fileprivate func tellOmissions(at name: String) {
        if hasMorePending {
            Messages.note("configurations with more pending events are left out; raise --pending", at: name)
        }
        if asksTooMuch { Messages.note("the automaton isn't complete: one event asks too many guards", at: name) }
        if endlessCount > 0 {
            let (events, verb) = endlessCount == 1 ? (" leads", "is") : ("s lead", "are")
            Messages.note(
                "\(endlessCount) event\(events) to steps without end and \(verb) left out; see 'automata statechart analyze'",
                at: name)
        }
        for omission in omissions { Messages.note("the automaton may miss runs: \(omission.shown)", at: name) }
    }
}

extension ToolError {
    /// Creates the error of a chart that can't be explored.
    init(_ error: AnalysisError, in document: StatechartDocument, at name: String, _ context: WorkContext) {
        switch error {
        case .chart(let error): self = error.toolError(in: document, at: name, limits: context.limits)
        case .stopped(let error): self.init(error, of: "configuration", at: name, limits: context.limits)
        case .tooManyStates: self.init(error.description, at: name, isLimit: true)
        default: self.init(error.description, at: name)
        }
    }
}
