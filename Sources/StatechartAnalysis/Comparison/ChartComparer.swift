internal import AlgorithmSupport
internal import Statecharts

/// Compares two charts by a breadth-first search through pairs of configurations. For charts
/// without timers, pairs are left out that already joined pairs imply.
///
/// Timers that began in the same step and have the same delay end together. When another timer
/// ends, nothing happens in the other chart.
///
/// - Reference: J. E. Hopcroft, R. M. Karp, A linear algorithm for testing equivalence of finite
///   automata, Cornell University, TR 71-114, 1971.
struct ChartComparer {
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
        /// The second chart's timer that ends with each timer of the first; -1 for none.
        var matches: [Int]
        var origin: Int
        var step: ComparedStep
    }

    init(_ first: Statechart, _ second: Statechart, _ options: AnalysisOptions) throws(AnalysisError) {
        var options = options
        options.outputs.insert(.quotedTexts)
        self.options = options
        var all = options
        if options.events != nil { all.events = [] }
        let chosen = options.events ?? []
        // The events that each chart alone has.
        let models = [try ChartModel(first, all, adding: chosen), try ChartModel(second, all, adding: chosen)]
        let data = models.flatMap(\.dataLetters)
        // Data of one chart take the place of the plain events of the other.
        let plain = Set(models.flatMap { $0.plainEvents(isPartial: false) }).subtracting(data.map(\.name))
        let kept = plain.union(models.flatMap { $0.plainEvents(isPartial: true) })
        let names = kept.union(data.map(\.name))
        if let unknown = chosen.first(where: { !names.contains($0) }) { throw .unknownEvent(unknown) }
        self.first = try ComparedChart(first, all, adding: names.sorted(), keeping: kept, data: data)
        self.second = try ComparedChart(second, all, adding: names.sorted(), keeping: kept, data: data)
        events = Set(self.first.model.numbers.keys).union(self.second.model.numbers.keys).sorted()
    }

    mutating func compare() throws(AnalysisError) -> StatechartComparison {
        let abstractions = [first.model.abstraction, second.model.abstraction]
        result.abstractedGuards = Set(first.model.abstractedGuards + second.model.abstractedGuards).sorted()
        result.omissions = Set(abstractions.flatMap(\.omissions)).sorted()
        if abstractions.contains(where: \.losesOutputValues) {
            result.omissions.append("values of outputs that depend on unexplored variables aren't compared")
        }
        if first.model.original.invokesCharts || second.model.original.invokesCharts {
            result.omissions.append(Statechart.invocationOmission)
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
        var found = FoundPairs(areSimple: !first.hasTimers && !second.hasTimers)
        if let difference = try compare(.start, try first.start(), try second.start(), from: -1, &found) {
            return difference
        }
        var (next, steps) = (0, LimitedSteps(BudgetWatch(options.budget)))
        while next < pairs.count {
            let pair = pairs[next]
            let (one, other) = (try first.reactions(of: pair.first), try second.reactions(of: pair.second))
            let bytes = first.byteCount + second.byteCount + pairs.count * 240
            do throws(LimitError) { try steps.step(16, holding: bytes) } catch { throw .stopped(error) }
            for event in events where one.events[event] != nil || other.events[event] != nil {
                let reactions = one.events[event] ?? [first.staying(in: pair.first, ignoring: event)]
                let others = other.events[event] ?? [second.staying(in: pair.second, ignoring: event)]
                if let difference = try compare(.event(event), reactions, others, from: next, &found) {
                    return difference
                }
            }
            for (index, reactions) in one.timers.sorted(by: { $0.key < $1.key }) {
                let match = pair.matches[index]
                // One that must wait for another timer of its chart comes later in both.
                guard let others = match < 0 ? [second.staying(in: pair.second)] : other.timers[match] else { continue }
                if let difference = try compare(.time, reactions, others, from: next, &found) { return difference }
            }
            for (index, others) in other.timers.sorted(by: { $0.key < $1.key }) where !pair.matches.contains(index) {
                let reactions = [first.staying(in: pair.first)]
                if let difference = try compare(.time, reactions, others, from: next, &found) { return difference }
            }
            next += 1
        }
        return nil
    }

    /// Compares the reactions to an input, and adds the pairs of their targets.
    private mutating func compare(
        _ input: ComparedStep.Input, _ one: [Reaction], _ other: [Reaction], from origin: Int,
        _ found: inout FoundPairs
    ) throws(AnalysisError) -> StatechartDifference? {
        for reaction in one {
            for match in other where agree(reaction, match) {
                let step = ComparedStep(input: input, first: reaction, second: match)
                if !areAlike(reaction.outputs, match.outputs) { return try difference(after: step, from: origin) }
                if !reaction.outputs.isEmpty { result.areSilent = false }
                guard reaction.target < Move.beyond, match.target < Move.beyond else { continue }
                let matches = matches(reaction, match, origin < 0 ? [] : pairs[origin].matches)
                guard found.insert(reaction.target, match.target, matches) else { continue }
                pairs.append(
                    Pair(first: reaction.target, second: match.target, matches: matches, origin: origin, step: step))
            }
        }
        return nil
    }

    /// Whether outputs are the same, as far as their values are explored.
    private func areAlike(_ one: [String], _ other: [String]) -> Bool {
        if one == other { return true }
        let losesValues = first.model.abstraction.losesOutputValues || second.model.abstraction.losesOutputValues
        return losesValues && one.count == other.count
            && zip(one, other).allSatisfy { $0 == $1 || $0.hasPrefix($1 + "=") || $1.hasPrefix($0 + "=") }
    }

    /// Returns the second chart's timer that ends with each timer of the first, after a step.
    private func matches(_ one: Reaction, _ other: Reaction, _ earlier: [Int]) -> [Int] {
        var isTaken = other.timers.map { _ in false }
        return one.timers.map { timer in
            let match = other.timers.indices.first { index in
                guard timer.origin < 0 else {
                    return earlier.indices.contains(timer.origin) && other.timers[index].origin == earlier[timer.origin]
                }
                return !isTaken[index] && other.timers[index].origin < 0 && other.timers[index].offset == timer.offset
            }
            guard let match, other.timers[match].origin >= 0 || timer.origin < 0 else { return -1 }
            isTaken[match] = true
            return match
        }
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

/// The pairs of configurations that were found, or that these imply.
private struct FoundPairs: ~Copyable {
    /// Whether there are no timers, so that equivalence is transitive.
    let areSimple: Bool
    private var joined = DisjointSets()
    private var known: Set<[Int]> = []

    init(areSimple: Bool) { self.areSimple = areSimple }

    /// Adds a pair; returns whether it is new.
    mutating func insert(_ first: Int, _ second: Int, _ matches: [Int]) -> Bool {
        areSimple
            ? joined.join(UInt32(first) << 1, UInt32(second) << 1 | 1)
            : known.insert([first, second] + matches).inserted
    }
}
