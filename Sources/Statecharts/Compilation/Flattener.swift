/// Finds all configurations of a small chart, and the effect of each event in each of them.
///
/// A configuration with the contents of its histories is a state of a plain machine. For each of
/// these states and each event there is a *row*: a guard to evaluate, or the operations to carry
/// out and the next configuration.
struct Flattener {
    private let core: UnsafePointer<Core>
    /// The numbers of the configurations.
    private(set) var numbers: [FlatState: Int] = [:]
    private(set) var states: [FlatState] = []
    private(set) var cells: [UInt32] = []
    /// Rows; the first one stands for no reaction, the second one for a step that isn't flattened.
    private(set) var rows = [FlatRow(), FlatRow()]
    private(set) var masks: [UInt64] = []
    private(set) var operations: [Operation] = []
    private(set) var blockEnds: [UInt32] = []
    private(set) var phases: [Int32] = []
    private var programs: [[Piece]: Range32] = [:]

    /// A configuration, and the contents of histories.
    struct FlatState: Hashable {
        var active: StateBits
        var history: NotedStates
    }

    /// Operations of a step, and the state that they leave or enter.
    private struct Piece: Hashable {
        var program: Range32
        var phase: Int32
    }

    private static let (maximumStates, maximumCells, maximumRows, maximumOperations) = (
        1 << 12, 1 << 18, 1 << 16, 1 << 18
    )
    /// The maximum number of states, candidates and words of sets to visit, which bounds time and
    /// memory for wide charts.
    private static let maximumVisits = 1 << 22
    private var visitCount = 0
    /// The maximum number of atomic states that have a choice at once.
    private static let maximumChoices = 64
    /// The maximum number of guards that one row evaluates.
    private static let maximumGuards = 4

    /// Returns `nil` if the chart has too many configurations.
    ///
    /// - Parameter mayContinue: Counts states, candidates and words that are visited, and returns
    ///   whether to go on.
    init?(_ core: UnsafePointer<Core>, mayContinue: (Int) -> Bool) {
        self.core = core
        guard !core.pointee.hasDeferrals, !core.pointee.hasRegions else { return nil }
        var set = EntrySet(core)
        set.addRoot(noted: NotedStates())
        _ = number(of: FlatState(active: set.entered, history: NotedStates()))
        var (next, lastVisitCount) = (0, 0)
        while next < states.count {
            let atomic = atomicStates(of: states[next])
            for event in 0..<core.pointee.eventCount {
                guard visitCount <= Self.maximumVisits, let row = row(of: next, atomic, event) else { return nil }
                cells.append(row)
            }
            next += 1
            guard mayContinue(visitCount - lastVisitCount) else { return nil }
            lastVisitCount = visitCount
            let isSmall =
                states.count <= Self.maximumStates && rows.count <= Self.maximumRows
                && operations.count <= Self.maximumOperations
                && states.count * core.pointee.eventCount <= Self.maximumCells
            guard isSmall else { return nil }
        }
    }

    private mutating func number(of state: FlatState) -> Int {
        if let number = numbers[state] { return number }
        numbers[state] = states.count
        states.append(state)
        return states.count - 1
    }

    // MARK: - Decisions

    /// A transition that an atomic state may choose, and its condition, or 0.
    private struct Choice {
        var transition: UInt32
        var condition: UInt32
    }

    private mutating func atomicStates(of flat: FlatState) -> [Int] {
        let active = flat.active.members(in: Range32(0..<core.pointee.stateCount))
        visitCount += core.pointee.wordCount + active.count
        return active.filter { core.pointee.states[$0].children.isEmpty }
    }

    /// Returns the transitions that an atomic state may choose for an event, up to the first one
    /// that is certainly enabled.
    private mutating func choices(of state: Int, _ event: Int, in flat: FlatState) -> [Choice] {
        var found: [Choice] = []
        var candidate = core.pointee.firstCandidates[Int(core.pointee.states[state].row) + event]
        while candidate != 0 {
            let (transition, next) = (
                core.pointee.candidates[candidate].transition, core.pointee.candidates[candidate].next
            )
            candidate = next
            let entry = core.pointee.transitions[transition]
            visitCount += 1 + entry.sources.count
            guard entry.sources.indices.allSatisfy({ flat.active.contains(Int(core.pointee.targets[$0])) }) else {
                continue
            }
            switch entry.condition == 0 ? true : value(of: entry.condition, in: flat) {
            case true:
                found.append(Choice(transition: transition, condition: 0))
                return found
            case false: continue
            case nil: found.append(Choice(transition: transition, condition: entry.condition))
            }
        }
        return found
    }

    /// Returns the value of a condition, or `nil` if a guard must be evaluated.
    ///
    /// A guard can fail, so operands after a guard don't decide.
    private func value(of condition: UInt32, in flat: FlatState) -> Bool? {
        let entry = core.pointee.conditions[condition]
        switch entry.kind {
        case .named, .isInitialized, .isTarget: return nil
        case .isActive: return flat.active.contains(Int(entry.first))
        case .not: return value(of: entry.first, in: flat).map { !$0 }
        case .all, .any:
            let decisiveValue = entry.kind == .any
            for index in entry.first..<entry.first + entry.count {
                let value = value(of: index, in: flat)
                if value != !decisiveValue { return value }
            }
            return !decisiveValue
        }
    }

    /// Returns the row of a configuration and an event, or `nil` if it would be too wide.
    private mutating func row(of number: Int, _ atomic: [Int], _ event: Int) -> UInt32? {
        let flat = states[number]
        var all: [[Choice]] = []
        for state in atomic {
            visitCount += 1
            let found = choices(of: state, event, in: flat)
            if found.isEmpty { continue }
            guard all.count < Self.maximumChoices else { return nil }
            all.append(found)
        }
        var chosen: [UInt32] = []
        return row(all, from: (0, 0), &chosen, guardCount: 0, flat)
    }

    /// Returns the row for the choices of the first atomic states and the open choices of the
    /// others.
    ///
    /// A guard that several atomic states reach is evaluated by each, as in other charts. The
    /// recursion has one level for each guard.
    ///
    /// - Parameters:
    ///   - choices: The choices of all atomic states.
    ///   - start: The atomic state that chooses next, and the first of its choices that is left.
    ///   - chosen: The transitions chosen so far.
    ///   - guardCount: The number of guards evaluated so far.
    private mutating func row(
        _ choices: [[Choice]], from start: (state: Int, index: Int), _ chosen: inout [UInt32], guardCount: Int,
        _ flat: FlatState
    ) -> UInt32 {
        let chosenCount = chosen.count
        defer { chosen.removeSubrange(chosenCount...) }
        var (state, index) = start
        while state < choices.count {
            guard index < choices[state].count, !chosen.contains(choices[state][index].transition) else {
                (state, index) = (state + 1, 0)
                continue
            }
            let choice = choices[state][index]
            if choice.condition == 0 {
                chosen.append(choice.transition)
                (state, index) = (state + 1, 0)
                continue
            }
            // Evaluating the guards again without tables would call them twice.
            guard guardCount < Self.maximumGuards else { return 1 }
            let other = row(choices, from: (state, index + 1), &chosen, guardCount: guardCount + 1, flat)
            chosen.append(choice.transition)
            let taken = row(choices, from: (state + 1, 0), &chosen, guardCount: guardCount + 1, flat)
            if taken == 1 || other == 1 { return 1 }
            rows.append(FlatRow(condition: choice.condition, next: taken, otherwise: other))
            return UInt32(rows.count - 1)
        }
        return chosen.isEmpty ? 0 : row(taking: chosen, flat)
    }

    // MARK: - Steps

    private mutating func row(taking all: [UInt32], _ flat: FlatState) -> UInt32 {
        // The sets of exited and entered states, and of the next configuration.
        visitCount += 4 * core.pointee.wordCount
        var (after, pieces) = (flat, [Piece]())
        var kept = ChosenTransitions()
        for transition in all { kept.append(ChosenTransition(transition)) }
        core.removeConflicts(&kept, flat.history)
        let chosen = (0..<Int(kept.count)).map { kept[$0].number }
        let ranges = chosen.map { core.exits(of: $0, flat.history) }
        var mask = StateBits(wordCount: core.pointee.wordCount)
        for range in ranges {
            mask.insert(range.indices)
            for state in flat.active.members(in: range) where !core.pointee.states[state].histories.isEmpty {
                after.history.note(flat.active, historiesOf: state, core)
            }
        }
        for range in ranges.reversed() {
            for state in flat.active.members(in: range).reversed() {
                visitCount += 1
                pieces.append(Piece(program: core.pointee.states[state].exit, phase: ~Int32(state)))
                after.active.remove(state)
            }
        }
        for transition in chosen {
            pieces.append(Piece(program: core.pointee.transitions[transition].program, phase: .max))
        }
        for (transition, range) in zip(chosen, ranges) where !core.pointee.transitions[transition].targets.isEmpty {
            var set = EntrySet(core)
            let targets = core.pointee.transitions[transition].targets
            set.add(targets, from: Int(range.lowerBound) - 1, noted: after.history)
            for state in set.entered.members(in: range) {
                visitCount += 1 + set.defaults.count
                after.active.insert(state)
                pieces += set.programs(of: state, core).map { Piece(program: $0, phase: Int32(state)) }
            }
        }
        rows.append(
            FlatRow(
                otherwise: UInt32(number(of: flat)), mask: UInt32(masks.count),
                program: program(pieces.filter { !$0.program.isEmpty })))
        let row = rows.count - 1
        for index in 0..<core.pointee.wordCount { masks.append(mask.word(index)) }
        rows[row].next = UInt32(number(of: after) * core.pointee.eventCount)
        return UInt32(row)
    }

    /// Joins operations to one program, in which jumps and ends of blocks lead to the copies.
    private mutating func program(_ pieces: [Piece]) -> Range32 {
        if let known = programs[pieces] { return known }
        let start = operations.count
        for piece in pieces {
            let offset = UInt32(operations.count) &- piece.program.lowerBound &+ UInt32(core.pointee.operations.count)
            for index in piece.program.indices {
                var operation = core.pointee.operations[index]
                if operation.code == .jump { operation.operand &+= offset }
                operations.append(operation)
                blockEnds.append(core.pointee.blockEnds[index] &+ offset)
                phases.append(piece.phase)
            }
        }
        if operations.count > start { operations[operations.count - 1].isLast = true }
        let first = core.pointee.operations.count
        let range = Range32(first + start..<first + operations.count)
        programs[pieces] = range
        return range
    }

    /// Returns the cell of a configuration and an event, by its index.
    private func cell(at index: Int) -> FlatCell {
        let row = rows[Int(cells[index])]
        var cell = FlatCell(row: cells[index])
        guard cell.row != 1, row.condition == 0 else { return cell }
        cell.next = cell.row > 0 ? row.next : UInt32(index - index % core.pointee.eventCount)
        if !row.program.isEmpty { cell.position = row.program.lowerBound }
        let first = core.pointee.operations.count
        // An eventless transition of the next configuration could follow.
        cell.isDirect =
            cells[Int(cell.next)] == 0 && row.program.indices.allSatisfy { operations[$0 - first].code == .perform }
        return cell
    }

    /// Returns the tables.
    func tables() -> FlatTables {
        let wordCount = core.pointee.wordCount
        return FlatTables(
            cells: UncheckedTable(cells.indices.map(cell)), rows: UncheckedTable(rows),
            words: UncheckedTable(states.flatMap { state in (0..<wordCount).map { state.active.word($0) } }),
            masks: UncheckedTable(masks),
            phases: UncheckedTable(phases), firstOperation: UInt32(core.pointee.operations.count))
    }
}
