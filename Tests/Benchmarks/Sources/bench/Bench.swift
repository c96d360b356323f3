import Automata
import AutomataFormats

/// One operation in one process: reads or makes its input, times the operation alone, and prints
/// `seconds<TAB>figure<TAB>figure`, where the figures are the result's states and transitions.
///
/// `Scripts/bench` runs it, side by side with the drivers of other libraries in `Peers`, which take
/// the same arguments.
@main
enum Bench {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            try run(arguments)
        } catch {
            Output.fail("\(error)")
        }
    }

    private static func run(_ arguments: [String]) throws {
        let name = arguments.first ?? ""
        let rest = Array(arguments.dropFirst())
        if name == "idle", rest.isEmpty { return Output.report(seconds: 0, 0, 0) }
        guard let argument = rest.first else { throw Failure(usage) }
        if name == "generate" {
            try Output.write(Family.make(Array(rest.dropFirst())), to: argument)
        } else if name == "convert", rest.count == 2 {
            try Output.write(Input.automaton(argument), to: rest[1])
        } else if name == "convert-jointly", rest.count == 4 {
            let pair = try Input.jointly(rest[0], rest[1])
            try Output.write(pair[0], to: rest[2])
            try Output.write(pair[1], to: rest[3])
        } else if name == "unite", rest.count == 3 {
            try Output.write(Input.automaton(rest[0]).union(Input.automaton(rest[1])), to: rest[2])
        } else if name == "included", rest.count == 3 {
            try Comparison.included(rest[0], rest[1], rest[2])
        } else if name == "equivalent", rest.count == 3 {
            try Comparison.equivalent(rest[0], rest[1], rest[2])
        } else if name == "choices", rest.count > 1, let count = Int(argument), let seed = UInt64(rest[1]) {
            let paths = Array(rest.dropFirst(2))
            try Choices.run(
                count: count, seed: seed,
                pairs: stride(from: 0, to: paths.count - 1, by: 2).map {
                    (paths[$0], try Input.automaton(paths[$0]), try Input.automaton(paths[$0 + 1]))
                })
        } else if name == "differential", rest.count == 3 {
            try Differential.judge(cases: rest[0], results: rest[1], peer: rest[2])
        } else if name == "count", rest.count == 3, let length = Int(rest[1]) {
            try Counting.count(argument, length, rest[2])
        } else if name == "enumerate", rest.count == 2, let count = Int(argument) {
            try Counting.enumerate(count, rest[1])
        } else if name == "sample", rest.count == 3, let length = Int(argument), let count = Int(rest[1]) {
            try Counting.sample(length, count, rest[2])
        } else if name == "rank", rest.count == 2, let length = Int(argument) {
            try Counting.rank(length, rest[1])
        } else if name == "regex", rest.count == 1 {
            try Expressions.run(argument)
        } else if name == "translate", rest.count == 3, let target = Translation(rawValue: argument) {
            try target.write(rest[1], to: rest[2])
        } else if name == "match", rest.count == 3 {
            try Expressions.match(rest[1], rest[2], unit: argument)
        } else if name == "search", rest.count == 3, argument == "spans" {
            try SearchTiming.run(rest[1], rest[2])
        } else if name == "spans", rest.count == 3 {
            try Expressions.spans(rest[1], rest[2], unit: argument)
        } else if name == "gestures", rest.count == 2, let seedCount = Int(rest[1]) {
            try GestureProtocols.run(argument, seedCount: seedCount)
        } else if name == "strokes", rest.count == 1 {
            try StrokeTiming.run(argument)
        } else if name == "statecharts", rest.count == 1 {
            try StatechartTiming.run(argument)
        } else if name == "exploration", rest.count == 3, let size = Int(rest[1]) {
            try ExplorationTiming.run(argument, size, rest[2])
        } else if name == "statechart-files", rest.count == 1 {
            try HierarchyChart.write(to: argument)
        } else if name == "schedules", rest.count == 3, let losses = Int(rest[1]) {
            try ScheduleTiming.run(argument, losses: losses, isReduced: rest[2] == "reduced")
        } else if name == "components" {
            try ComponentTiming.run(argument, Array(rest.dropFirst()))
        } else if name == "product-lines", rest.count == 1, let count = Int(argument) {
            try ProductLineTiming.run(count)
        } else if name == "features" || name == "features-by-sat", rest.count == 1 {
            try FeatureTiming.run(argument, isCounted: name == "features")
        } else if name == "determinized-copy", rest.count == 2 {
            guard let nfa = try Input.automaton(argument).nfa else { throw Failure("not an NFA") }
            try Output.write(.dfa(nfa.determinized()), to: rest[1])
        } else if name == "reduced-copy", rest.count == 2 {
            try Output.write(Input.automaton(argument).reduced(), to: rest[1])
        } else if let operation = Operation(rawValue: name), rest.count == operation.operandCount {
            try operation.run(on: rest.map { try Input.automaton($0) })
        } else if rest.count > 1 {
            throw Failure(usage)
        } else if name == "read" {
            try Operation.read(argument)
        } else if name == "scan" {
            try Operation.scan(argument)
        } else if name == "matching" {
            try MatchTiming.run(argument)
        } else if name == "bounded" {
            try Operation.bounded(argument)
        } else {
            throw Failure(usage)
        }
    }

    private static let usage = """
        usage: bench generate OUTPUT FAMILY ARGUMENT...
               bench convert|determinized-copy|reduced-copy INPUT OUTPUT
               bench bisimulation|simulation|reduce|reduce-forward|reduce-bisimulation INPUT
               bench determinize|minimize|determinize-minimize|remove-epsilon|complement INPUT
               bench intersection|union|difference INPUT INPUT
               bench convert-jointly LEFT RIGHT LEFT-OUTPUT RIGHT-OUTPUT
               bench unite LEFT RIGHT OUTPUT
               bench included|equivalent ALGORITHM LEFT RIGHT
               bench choices COUNT SEED [LEFT RIGHT ...]
               bench differential CASES RESULTS PEER
               bench count METHOD LENGTH INPUT
               bench enumerate COUNT INPUT
               bench sample LENGTH COUNT INPUT
               bench rank LENGTH INPUT
               bench regex EXPRESSIONS
               bench translate libfa|foma EXPRESSIONS OUTPUT
               bench match|spans UNIT EXPRESSIONS TEXTS
               bench read INPUT
               bench scan kth8|random1000
               bench matching utf8|floats|dates|addresses|json|urls|kth10|counter16|counter1000
               bench search spans PATTERNS TEXT
               bench bounded POSITION
               bench gestures SAMPLES SEED-COUNT
               bench strokes SAMPLES
               bench statecharts EVENTS
               bench statechart-files FOLDER
               bench schedules ASSEMBLY LOSSES full|reduced
               bench components ping-pong simulation|traced|recorded|debugged|breakpoints|system|actors|tasks|streams|calls GOAL
               bench components tiktok simulation|traced|system|chart|switch GOAL
               bench components wired COUNT
               bench components idle simulation|system COUNT
               bench components blocking blocking|shared|threads COUNT
               bench product-lines COUNT
               bench features MODEL
               bench idle
        """
}

/// What went wrong, as a sentence.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
