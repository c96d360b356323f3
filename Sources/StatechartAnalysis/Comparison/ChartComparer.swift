internal import AlgorithmSupport
internal import Statecharts

/// Compares two charts by a breadth-first search through pairs of configurations, without those that
/// already joined pairs imply.
///
/// - Reference: J. E. Hopcroft, R. M. Karp, A linear algorithm for testing equivalence of finite
///   automata, Cornell University, TR 71-114, 1971.
struct ChartComparer {
    typealias Input = ComparedChart.Input
    typealias Reaction = ComparedChart.Reaction

    private var first: ComparedChart
    private var second: ComparedChart
    private let options: AnalysisOptions
    /// The events of both.
    private let events: [String]
    private var pairs: [Pair] = []
    private var result = StatechartComparison()

    /// A pair of configurations, with the step by which it was found.
    private struct Pair {
        var first: Int
        var second: Int
        var origin: Int
        var step: ComparedStep
    }

    init(_ first: Statechart, _ second: Statechart, _ options: AnalysisOptions) throws(AnalysisError) {
        self.options = options
        if let chosen = options.events {
            var all = options
            all.events = []
            self.first = try ComparedChart(first, all, adding: chosen)
            self.second = try ComparedChart(second, all, adding: chosen)
            let known = Set(self.first.model.numbers.keys).union(self.second.model.numbers.keys)
            if let unknown = chosen.first(where: { !known.contains($0) }) { throw .unknownEvent(unknown) }
            events = chosen
        } else {
            let names = Set(try ChartModel(first, options).numbers.keys)
            events = names.union(try ChartModel(second, options).numbers.keys).sorted()
            self.first = try ComparedChart(first, options, adding: events)
            self.second = try ComparedChart(second, options, adding: events)
        }
    }

    mutating func compare() throws(AnalysisError) -> StatechartComparison {
        let abstractions = [first.model.abstraction, second.model.abstraction]
        result.abstractedGuards = Set(abstractions.flatMap(\.guards)).sorted()
        result.omissions = Set(abstractions.flatMap(\.omissions)).sorted()
        if abstractions.contains(where: \.losesOutputValues) {
            result.omissions.append("values of outputs that depend on unexplored variables aren't compared")
        }
        result.difference = try search()
        result.configurationCounts = (first.stateCount, second.stateCount)
        if first.model.space.isBounded || second.model.space.isBounded {
            result.omissions.append("no more than \(options.maximumPendingEvents) events wait in a configuration")
        }
        if first.model.space.isReduced || second.model.space.isReduced {
            result.omissions.append("one event asks too many guards")
        }
        return result
    }

    // MARK: - Search

    private mutating func search() throws(AnalysisError) -> StatechartDifference? {
        var joined = DisjointSets()
        let (one, other) = (try first.start(), try second.start())
        if let difference = try compare(.start, one, other, from: -1, &joined) { return difference }
        var (next, steps) = (0, LimitedSteps(BudgetWatch(options.budget)))
        while next < pairs.count {
            let pair = pairs[next]
            let (one, other) = (try first.reactions(of: pair.first), try second.reactions(of: pair.second))
            let bytes = first.byteCount + second.byteCount + joined.byteCount + pairs.count * 160
            do throws(LimitError) { try steps.step(16, holding: bytes) } catch { throw .stopped(error) }
            for event in events {
                let input = Input.event(event)
                guard one[input] != nil || other[input] != nil else { continue }
                let reactions = (
                    one[input] ?? [first.ignoring(event, in: pair.first)],
                    other[input] ?? [second.ignoring(event, in: pair.second)]
                )
                if let difference = try compare(input, reactions.0, reactions.1, from: next, &joined) {
                    return difference
                }
            }
            for timer in Set(one.keys).union(other.keys).compactMap(\.timer).sorted() {
                let input = Input.timer(timer)
                if let difference = try compare(input, one[input] ?? [], other[input] ?? [], from: next, &joined) {
                    return difference
                }
            }
            next += 1
        }
        return nil
    }

    /// Compares the reactions to an input, and joins the pairs of their targets.
    private mutating func compare(
        _ input: Input, _ one: [Reaction], _ other: [Reaction], from origin: Int, _ joined: inout DisjointSets
    ) throws(AnalysisError) -> StatechartDifference? {
        if one.isEmpty || other.isEmpty {
            return try difference(after: ComparedStep(input, one.first, other.first), from: origin)
        }
        for reaction in one {
            for match in other where agree(reaction, match) {
                let step = ComparedStep(input, reaction, match)
                if reaction.outputs != match.outputs { return try difference(after: step, from: origin) }
                let isSilent = reaction.outputs.isEmpty
                if !isSilent { result.areSilent = false }
                guard reaction.target < Move.beyond, match.target < Move.beyond else { continue }
                if joined.join(UInt32(reaction.target) << 1, UInt32(match.target) << 1 | 1) {
                    pairs.append(Pair(first: reaction.target, second: match.target, origin: origin, step: step))
                }
            }
        }
        return nil
    }

    private func agree(_ one: Reaction, _ other: Reaction) -> Bool {
        let (names, otherNames) = (first.model.space.oracle, second.model.space.oracle)
        if one.target == Move.beyond || other.target == Move.beyond { return false }
        return one.letter?.agrees(with: other.letter, names.name(of:), otherNames.name(of:)) ?? true
    }

    // MARK: - Differences

    /// Returns the difference that a run to a pair and a step after it show.
    private func difference(after last: ComparedStep, from origin: Int) throws(AnalysisError) -> StatechartDifference {
        var (run, states, index) = ([last], [(Int, Int)](), origin)
        while index >= 0 {
            let pair = pairs[index]
            run.append(pair.step)
            states.append((pair.first, pair.second))
            index = pair.origin
        }
        let comparedRun = ComparedRun(
            steps: run.reversed(), firstStates: states.map(\.0).reversed(), secondStates: states.map(\.1).reversed())
        return try comparedRun.difference(first.model, second.model, options)
    }
}

extension ComparedChart.Input {
    fileprivate var timer: String? { if case .timer(let name) = self { name } else { nil } }
}
