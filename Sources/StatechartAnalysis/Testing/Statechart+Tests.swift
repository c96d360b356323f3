internal import AlgorithmSupport
internal import Automata
internal import Machines
public import Statecharts

extension Statechart {
    /// Makes tests from the chart: short runs that cover it, that find faults, or at random.
    ///
    /// The engine has made each test: the outputs and configurations are those that it has shown.
    /// Tests consist of events and of times; events have data where
    /// these decide conditions. A part that only other runs reach, as a
    /// guard without a known value decides, is missing, and the suite says so.
    ///
    /// Walks that cover go to the nearest part that is missing, and so on; they have at most 100
    /// steps. The W- and Wp-methods assume that a tester sees the outputs of the options. If the
    /// chart has none, they see the active states, too.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - options: The bounds, and the effects that are outputs.
    /// - Throws: An error if the chart isn't valid, or has more configurations than the limit.
    /// - Complexity: O(*m*) steps of the engine for *m* moves between configurations, and those of
    ///   the tests; covering walks are searched in O(*m*) for each part.
    public func tests(
        _ method: StatechartTestMethod = .transitions, _ options: AnalysisOptions = .init()
    ) throws(AnalysisError) -> StatechartTestSuite {
        let model = try ChartModel(self, options, observing: options.outputs)
        var exploration = Exploration(model, options, keepsMoves: true)
        try exploration.explore()
        var generator = TestGenerator(try TestGraph(exploration, options.budget), options)
        try generator.generate(method)
        return generator.suite
    }
}

/// Makes the tests of a suite.
struct TestGenerator {
    private let graph: TestGraph
    private let options: AnalysisOptions
    private let realizer: TestRealizer?
    private(set) var suite: StatechartTestSuite
    private var space: any StateSpace { graph.model.space }

    init(_ graph: TestGraph, _ options: AnalysisOptions) {
        (self.graph, self.options, realizer) = (graph, options, TestRealizer(graph, options))
        suite = StatechartTestSuite(outputs: options.outputs)
        suite.configurationCount = graph.reachable().count
        suite.abstractedGuards = graph.model.abstractedGuards
        suite.omissions = graph.model.abstraction.omissions.sorted()
        if graph.model.original.invokesCharts { suite.omissions.append(Statechart.invocationOmission) }
    }

    mutating func generate(_ method: StatechartTestMethod) throws(AnalysisError) {
        if graph.start == nil { suite.missing.append("the start, which asks guards or has no end") }
        switch method {
        case .states: try cover(.states)
        case .transitions: try cover(.transitions)
        case .pairs: try cover(.pairs)
        case .configurations: try cover(.configurations)
        case .w(let extra): try findFaults(.w, extra)
        case .wp(let extra): try findFaults(.wp, extra)
        case .random(let count, let length, let seed): try walk(count, length, seed)
        }
    }

    // MARK: - Coverage

    private mutating func cover(_ kind: WalkCover.Kind) throws(AnalysisError) {
        var cover = WalkCover(graph, kind)
        var steps = LimitedSteps(BudgetWatch(options.budget))
        try cover.coverStart()
        if let realizer {
            while let walk = try cover.next(&steps) {
                let made = try realizer.test(walk)
                let count = made?.count ?? 0
                if count < walk.count { cover.fail(walk[count]) }
                if let test = made?.test, try cover.cover(walk[..<count]) { suite.tests.append(test) }
            }
        }
        if suite.tests.isEmpty, let test = try realizer?.test([])?.test, !cover.coveredGoals.isEmpty {
            suite.tests = [test]
        }
        let names = self.names(kind)
        let pairCount = if kind == .pairs { try cover.pairCount() } else { 0 }
        suite.goalCount = names.count + pairCount
        suite.missing += names.indices.filter { !cover.coveredGoals.contains($0) }.map { names[$0] }
        let rest = pairCount - cover.coveredPairCount
        if rest > 0 { suite.missing.append("\(rest) pair\(rest == 1 ? "" : "s") of transitions") }
    }

    /// Returns names of all goals.
    private func names(_ kind: WalkCover.Kind) -> [String] {
        switch kind {
        case .configurations:
            return (0..<graph.configurationCount).map {
                "the configuration " + space.activeStates(of: $0).joined(separator: "+")
            }
        case .states: return space.tables.stateNames.map { "the state '\($0)'" }
        case .transitions, .pairs:
            space.trackCoverage()
            return (space.coverage?.transitions ?? []).map { "the transition " + graph.model.title(ofTransition: $0) }
        }
    }

    // MARK: - Faults

    private mutating func findFaults(_ method: TestMethod, _ extra: Int) throws(AnalysisError) {
        if graph.isSilent {
            suite.outputs.insert(.states)
            space.oracle.trace?.outputs = suite.outputs
        }
        guard let start = graph.start, let realizer, let (machine, letters) = try graph.machine() else { return }
        var words: [[Symbol]]
        do throws(AutomataError) {
            words = try machine.testSuite(method, extraStates: extra, budget: options.budget)
        } catch { throw AnalysisError(error) }
        let walks = Self.withoutStarts(words.map { graph.walk($0.map { letters[Int($0)] }, from: start) })
        for walk in walks {
            let made = try realizer.test(walk)
            if let test = made?.test { suite.tests.append(test) }
            if made?.count != walk.count {
                let names = walk.map { graph.model.name(of: graph.edges[$0.source][$0.index].letter) }
                suite.missing.append("the run " + names.joined(separator: " "))
            }
        }
        suite.goalCount = walks.count
    }

    /// Returns the walks without those that begin another one, or come before an equal one.
    private static func withoutStarts(_ walks: [(walk: [WalkCover.Move], isCut: Bool)]) -> [[WalkCover.Move]] {
        var cut = Set(walks.filter(\.isCut).map(\.walk))
        let lengths = Set(cut.map(\.count))
        for (walk, isCut) in walks {
            if !isCut { cut.remove(walk) }
            for length in lengths where length < walk.count { cut.remove(Array(walk[..<length])) }
        }
        return walks.filter { !$0.isCut || cut.remove($0.walk) != nil }.map(\.walk)
    }

    // MARK: - Random walks

    private mutating func walk(_ count: Int, _ length: Int, _ seed: UInt64) throws(AnalysisError) {
        guard let start = graph.start, let realizer else { return }
        var (random, steps, stepCount) = (SplitMix64(seed: seed), LimitedSteps(BudgetWatch(options.budget)), 0)
        for _ in 0..<max(0, count) {
            var (walk, state) = ([WalkCover.Move](), start)
            while walk.count < length, !graph.edges[state].isEmpty, !space.isEnded(state) {
                do throws(LimitError) { try steps.step(64, holding: stepCount * 128) } catch { throw .stopped(error) }
                stepCount += 1
                let index = Int(random.next() % UInt64(graph.edges[state].count))
                walk.append(.init(source: state, index: index))
                state = graph.edges[state][index].target
            }
            if let test = try realizer.test(walk)?.test { suite.tests.append(test) }
        }
        suite.goalCount = max(0, count)
    }
}
