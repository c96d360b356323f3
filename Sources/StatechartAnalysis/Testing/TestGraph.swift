internal import AlgorithmSupport
internal import Automata
internal import Machines
internal import Statecharts

extension Statechart {
    /// A note about charts that a chart invokes.
    static var invocationOmission: String { "invoked charts don't run; their events come from outside" }

    /// Whether the chart invokes others.
    var invokesCharts: Bool { ([self] + submachines).contains { $0.states.contains { !$0.invocations.isEmpty } } }
}

/// The explored configurations of a chart with the moves that a test can make: without answers of
/// guards, and with events that are ignored.
struct TestGraph {
    /// A move of a test.
    struct Edge {
        var letter: Letter
        var target: Int
        /// The number of its outputs.
        var output: UInt32
        /// Whether it has no effect.
        var isIgnored: Bool
    }

    let model: ChartModel
    /// The first configuration; `nil` if the start asks guards.
    let start: Int?
    /// The moves from each configuration: events first, in their order, and then timers.
    let edges: [[Edge]]
    /// The number of inputs that ask guards, and so aren't moves.
    let guardedCount: Int
    let configurationCount: Int

    init(_ exploration: borrowing Exploration, _ budget: Budget) throws(AnalysisError) {
        model = exploration.model
        let space = exploration.space
        let first = exploration.startMoves.first
        start = first.flatMap { exploration.startMoves.count == 1 && $0.hasState ? $0.target : nil }
        var (edges, guarded, count) = ([[Edge]](), 0, 0)
        var steps = LimitedSteps(BudgetWatch(budget))
        for state in 0..<exploration.stateCount {
            do throws(LimitError) {
                try steps.step(16, holding: space.byteCount + count * MemoryLayout<Edge>.stride)
            } catch { throw .stopped(error) }
            var (moves, asked) = ([Edge](), Set<UInt32>())
            for (move, output) in zip(exploration.moves(from: state), exploration.outputs(from: state)) {
                let letter = space.letters[move.letter]
                if case .event(let event) = letter.input { asked.insert(event) }
                guard letter.answers.isEmpty, move.hasState else {
                    guarded += 1
                    continue
                }
                moves.append(
                    Edge(letter: letter, target: move.target, output: output, isIgnored: move.isIgnored))
            }
            let ignored = space.externalEvents.filter { !asked.contains($0) }.map {
                Edge(letter: Letter(input: .event($0)), target: state, output: 0, isIgnored: true)
            }
            count += moves.count + ignored.count
            edges.append(ignored.isEmpty ? moves : Self.inOrder(moves + ignored, space.externalEvents))
        }
        (self.edges, guardedCount) = (edges, guarded)
        configurationCount = exploration.stateCount
    }

    private static func inOrder(_ edges: [Edge], _ events: [UInt32]) -> [Edge] {
        let places = Dictionary(zip(events, events.indices)) { first, _ in first }
        func place(_ edge: Edge) -> Int {
            guard case .event(let event) = edge.letter.input else { return .max }
            return places[event] ?? .max
        }
        return edges.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
            .map(\.element)
    }

    /// Returns the configurations that tests can reach.
    func reachable() -> [Int] {
        guard let start else { return [] }
        var (found, isFound) = ([start], [Bool](repeating: false, count: edges.count))
        isFound[start] = true
        var next = 0
        while next < found.count {
            for edge in edges[found[next]] where !isFound[edge.target] {
                isFound[edge.target] = true
                found.append(edge.target)
            }
            next += 1
        }
        return found
    }

    /// Whether no move has another output than the others.
    var isSilent: Bool { Set(reachable().flatMap { edges[$0].map(\.output) }).count < 2 }

    /// Returns the moves on letters, up to one that a configuration doesn't have.
    func walk(_ letters: [Letter], from start: Int) -> (walk: [WalkCover.Move], isCut: Bool) {
        var (walk, state) = ([WalkCover.Move](), start)
        for letter in letters {
            guard let index = edges[state].firstIndex(where: { $0.letter == letter }) else { return (walk, true) }
            walk.append(.init(source: state, index: index))
            state = edges[state][index].target
        }
        return (walk, false)
    }

    /// Returns the Mealy machine of the configurations that tests can reach, and the letters of its
    /// inputs.
    func machine() throws(AnalysisError) -> (machine: MealyMachine, letters: [Letter])? {
        let found = reachable()
        guard !found.isEmpty else { return nil }
        var (letters, numbers) = ([Letter](), [Letter: Int]())
        for event in model.space.externalEvents { letters.append(Letter(input: .event(event))) }
        for state in found { letters += edges[state].map(\.letter) }
        letters = letters.filter { letter in
            guard numbers[letter] == nil else { return false }
            numbers[letter] = numbers.count
            return true
        }
        var rows = [Int](repeating: 0, count: edges.count)
        for (row, state) in found.enumerated() { rows[state] = row }
        var names = OutputNames(model)
        var cells = [MealyMachine.Cell](repeating: .undefined, count: found.count * letters.count)
        for (row, state) in found.enumerated() {
            for edge in edges[state] {
                cells[row * letters.count + (numbers[edge.letter] ?? 0)] = MealyMachine.Cell(
                    target: StateID(rows[edge.target]),
                    output: names.symbol(edge.output, model.space.activeStates(of: edge.target)))
            }
        }
        do throws(AutomataError) {
            return (
                MealyMachine(
                    inputs: try Alphabet(letters.indices.map { "\($0)" }), outputs: try Alphabet(names.names),
                    cells: cells, stateCount: found.count, initialState: 0), letters
            )
        } catch { throw .stopped(.tooLarge("inputs")) }
    }
}
