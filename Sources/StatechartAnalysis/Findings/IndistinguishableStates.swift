internal import AlgorithmSupport
internal import Automata
internal import Machines
internal import Statecharts

/// States and configurations of an exploration that no run tells apart by its outputs.
struct IndistinguishableStates {
    /// States, or configurations that differ also in others, with one of the configurations.
    struct Group {
        var names: [String]
        var areStates: Bool
        var state: Int
    }

    private(set) var groups: [Group] = []
    private let space: any StateSpace
    /// The class of each configuration: equal for equivalent ones.
    private let classes: [Int]

    /// - Parameter exploration: A complete exploration with outputs.
    /// - Complexity: O(*n* *k* log *n*) for *n* configurations and *k* letters.
    init(_ exploration: borrowing Exploration, budget: Budget) throws(AnalysisError) {
        space = exploration.space
        let machine = try exploration.sharedMachine()
        do throws(AutomataError) { classes = try Self.classes(of: machine, budget) } catch {
            throw AnalysisError(error)
        }
        findGroups()
    }

    /// Returns the state of the minimal machine for each state of a machine but the first one.
    private static func classes(of machine: MealyMachine, _ budget: Budget) throws(AutomataError) -> [Int] {
        let minimal = try machine.minimized(budget: budget)
        var (classes, open) = ([Int](repeating: -1, count: machine.stateCount), [machine.initialState])
        classes[Int(machine.initialState)] = Int(minimal.initialState)
        while let state = open.popLast() {
            for input in machine.inputs.symbols {
                let cell = machine.cell(state, input)
                guard cell != .undefined, classes[Int(cell.target)] < 0 else { continue }
                classes[Int(cell.target)] = Int(minimal.cell(StateID(classes[Int(state)]), input).target)
                open.append(cell.target)
            }
        }
        return Array(classes.dropFirst())
    }

    private mutating func findGroups() {
        var (classesByState, lastByState) = ([String: Set<Int>](), [String: Int]())
        var companions: [String: Set<String>] = [:]
        var order: [String] = []
        for state in classes.indices {
            let active = space.activeStates(of: state)
            for name in active {
                if classesByState[name] == nil {
                    order.append(name)
                    lastByState[name] = state
                }
                classesByState[name, default: []].insert(classes[state])
                companions[name, default: []].formUnion(active)
            }
        }
        var representatives: [String: String] = [:]
        var groupsByClasses: [Set<Int>: [[String]]] = [:]
        for name in order {
            let key = classesByState[name] ?? []
            let lists = groupsByClasses[key] ?? []
            // States that are active together aren't alternatives.
            if let index = lists.firstIndex(where: { (companions[name] ?? []).isDisjoint(with: $0) }) {
                groupsByClasses[key]?[index].append(name)
                representatives[name] = lists[index][0]
            } else {
                groupsByClasses[key, default: []].append([name])
            }
        }
        let found = groupsByClasses.values.joined().filter { $0.count > 1 }.map { names in
            Group(names: names, areStates: true, state: names.compactMap { lastByState[$0] }.max() ?? 0)
        }
        groups = found.sorted { ($0.state, $0.names[0]) < ($1.state, $1.names[0]) }
        findConfigurations(representatives)
    }

    /// Finds configurations that differ not only in states that nothing tells apart.
    private mutating func findConfigurations(_ representatives: [String: String]) {
        var (namesByClass, known) = ([Int: [String]](), Set<[String]>())
        var lastByClass: [Int: Int] = [:]
        for state in classes.indices {
            let active = space.activeStates(of: state)
            guard known.insert(["\(classes[state])"] + active.map { representatives[$0] ?? $0 }).inserted else {
                continue
            }
            namesByClass[classes[state], default: []].append(active.joined(separator: "+"))
            lastByClass[classes[state]] = state
        }
        var told: Set<Set<String>> = []
        for (number, names) in namesByClass.sorted(by: { $0.key < $1.key }) where Set(names).count > 1 {
            // Further configurations may differ only in what they remember.
            guard told.insert(Set(names)).inserted else { continue }
            groups.append(Group(names: names, areStates: false, state: lastByClass[number] ?? 0))
        }
    }
}

extension Exploration {
    private typealias Cell = (input: Int, cell: MealyMachine.Cell)

    /// Returns the Mealy machine of all moves, whose inputs don't depend on the names of states; a
    /// state before the start has the first number.
    ///
    /// Timers are inputs by their places. Their ages are the output of one more input, and each
    /// output says which timers go on, so that equivalent states have timers that end together.
    fileprivate borrowing func sharedMachine() throws(AnalysisError) -> MealyMachine {
        do throws(AutomataError) {
            var (inputs, outputs) = (NameTable(), OutputNames(model))
            var rows: [[Cell]] = [[]]
            for (move, output) in zip(startMoves, startOutputs) where move.hasState {
                let input = try inputs.intern(model.name(of: space.letters[move.letter])).id
                rows[0].append(
                    (Int(input), .init(target: StateID(move.target + 1), output: outputs.symbol(output, []))))
            }
            for state in 0..<stateCount { rows.append(try row(of: state, &inputs, &outputs)) }
            let (count, isTooLarge) = rows.count.multipliedReportingOverflow(by: inputs.count)
            guard !isTooLarge, count < 1 << 28 else { throw .tooLarge("cells of the table") }
            var cells = [MealyMachine.Cell](repeating: .undefined, count: count)
            for (index, row) in rows.enumerated() {
                for (input, cell) in row { cells[index * inputs.count + input] = cell }
            }
            return MealyMachine(
                inputs: Alphabet(inputs), outputs: try Alphabet(outputs.names), cells: cells, stateCount: rows.count,
                initialState: 0)
        } catch { throw AnalysisError(error) }
    }

    private borrowing func row(
        of state: Int, _ inputs: inout NameTable, _ outputs: inout OutputNames
    ) throws(AutomataError) -> [Cell] {
        var (row, handled) = ([Cell](), Set<UInt32>())
        let timers = space.layout.timers(space.words(of: state))
        let ages = timers.map { "\($0.group) \($0.offset.delay)" }.joined(separator: ",")
        let ageInput = Int(try inputs.intern("ages").id)
        row.append((ageInput, .init(target: StateID(state + 1), output: outputs.symbol(named: "ages " + ages))))
        for (move, output) in zip(moves(from: state), self.outputs(from: state)) {
            let letter = space.letters[move.letter]
            if case .event(let event) = letter.input { handled.insert(event) }
            let name = timers.index(of: letter.input).map { "timer \($0)" } ?? "event " + model.name(of: letter.input)
            let target = move.hasState ? move.target : state
            var text = outputs.name(output, space.activeStates(of: target))
            if space.layout.hasTail, let after = try? space.repeatMove(letter, from: state).after {
                text += after.map { " \($0.origin)" }.joined()
            }
            let input = try inputs.intern(name + model.answers(of: letter)).id
            row.append((Int(input), .init(target: StateID(target + 1), output: outputs.symbol(named: text))))
        }
        let kept = space.layout.hasTail ? timers.indices.map { " \($0)" }.joined() : ""
        let ignored = outputs.name(0, space.activeStates(of: state)) + kept
        for event in space.externalEvents where !handled.contains(event) {
            let input = try inputs.intern("event " + model.name(of: .event(event))).id
            row.append((Int(input), .init(target: StateID(state + 1), output: outputs.symbol(named: ignored))))
        }
        return row
    }
}
