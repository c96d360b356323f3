/// A nondeterministic automaton prepared for the subset construction: trim, over symbol classes.
///
/// Trimming first makes the result trim: each nonempty subset has a state from which a final state
/// is reachable. Symbols that no state distinguishes form one class, numbered by its least symbol,
/// so exploring classes in order discovers subsets in the order of symbols.
package struct SubsetSource: ~Copyable {
    let stateCount: Int
    package let classCount: Int
    /// The original number of each state, ascending.
    let oldStates: [StateID]
    package let initialStates: [StateID]
    let finalStates: StateSet
    /// The states that make other members of a subset superfluous, if requested and found.
    package let subsumingStates: SubsumingStates
    /// One row per state: pairs of a class and a target, ascending.
    private let rows: TrimRows
    let symbolsByClass: SymbolsByClass

    /// Prepares an automaton. If `includingUnusedSymbols` is set, symbols without transitions form
    /// a class too, as a total result requires. If `absorbing` is set, a subset may drop a member
    /// if another member accepts every word that the dropped one accepts; `budget` bounds the
    /// search for such members.
    package init(
        _ automaton: NFA, useful: UsefulStates, includingUnusedSymbols: Bool, absorbing: Bool = false,
        budget: Budget = .default
    ) throws(AutomataError) {
        let kept = TrimRows(automaton.rows, useful)
        let merging = SymbolMerging(
            kept, symbolCount: automaton.alphabet.count, includingUnused: includingUnusedSymbols)
        let classCount = merging.classCount
        var initialStates = automaton.initialStates.compactMap { useful.newState($0) }
        var finalStates = useful.keepsAll ? automaton.finalStates : useful.set(automaton.finalStates)
        var rows = kept.merged(merging)
        var subsuming = SubsumingStates()
        if absorbing {
            let beginnings = try rows.leastStatesOfEqualPast(
                initialStates: initialStates, classCount: classCount, budget: budget)
            if let beginnings {
                rows = rows.uniting(beginnings)
                initialStates = Array(StateSet(initialStates.map { beginnings[Int($0)] }))
                finalStates = StateSet(finalStates.map { beginnings[Int($0)] })
            }
            let readsAllSymbols = classCount > 0 && !merging.classOf.contains(.absent)
            let universal =
                readsAllSymbols ? rows.universalStates(finalStates: finalStates, classCount: classCount) : StateSet()
            if let state = universal.first {
                rows = rows.absorbing(universal, in: state)
                if initialStates.contains(where: universal.contains) { initialStates = [state] }
                subsuming = SubsumingStates(universal: state, stateCount: useful.count)
            } else {
                var ends = rows.ends(finalStates: finalStates)
                let representatives = try rows.leastBisimilarStates(
                    of: ends, finalStates: finalStates, classCount: classCount, budget: budget)
                if let representatives {
                    rows = rows.uniting(representatives)
                    ends = ends.map { $0.map { representatives[Int($0)] } }
                    initialStates = Array(StateSet(initialStates.map { representatives[Int($0)] }))
                }
                subsuming = try SubsumingStates(
                    rows, ends: ends, finalStates: finalStates, classCount: classCount, budget: budget)
            }
        }
        stateCount = useful.count
        self.classCount = classCount
        oldStates = useful.oldStates
        self.initialStates = initialStates
        self.finalStates = finalStates
        subsumingStates = subsuming
        self.rows = rows
        symbolsByClass = SymbolsByClass(merging)
    }

    /// The number of transitions.
    package var transitionCount: Int { rows.count }

    /// Returns the indices of a state's transitions.
    @inline(__always)
    func row(of state: Int) -> Range<Int> {
        rows.range(of: state)
    }

    /// Returns the class of a transition.
    @inline(__always)
    func symbolClass(at index: Int) -> Int { Int(rows.symbol(at: index)) }

    /// Returns the target of a transition.
    @inline(__always)
    func target(at index: Int) -> StateID { rows.target(at: index) }
}

/// The transitions between useful states, on symbols or on classes of them.
struct TrimRows: SymbolRows, ~Copyable {
    private var offsets: ScratchBuffer<UInt32>
    private var symbols: ScratchBuffer<Symbol>
    private var targets: ScratchBuffer<StateID>

    init(capacity: Int, stateCount: Int) {
        offsets = ScratchBuffer(capacity: stateCount + 1)
        symbols = ScratchBuffer(capacity: capacity)
        targets = ScratchBuffer(capacity: capacity)
        offsets.append(0)
    }

    init(_ rows: Transitions, _ useful: UsefulStates) {
        self.init(capacity: rows.count, stateCount: useful.count)
        if useful.keepsAll {
            offsets.truncate(to: 0)
            offsets.append(contentsOf: rows.offsets)
            symbols.append(contentsOf: rows.symbols)
            targets.append(contentsOf: rows.targets)
            return
        }
        for old in useful.oldStates {
            for index in rows.range(of: old) {
                let target = useful.newNumber(rows.targets[index])
                if target == .absent { continue }
                symbols.append(rows.symbols[index])
                targets.append(target)
            }
            offsets.append(UInt32(truncatingIfNeeded: targets.count))
        }
    }

    /// Appends a transition to the row that was begun last.
    @inline(__always)
    mutating func append(_ symbol: Symbol, _ target: StateID) {
        symbols.append(symbol)
        targets.append(target)
    }

    @inline(__always)
    mutating func endRow() { offsets.append(UInt32(truncatingIfNeeded: targets.count)) }

    var rowCount: Int { offsets.count - 1 }
    var count: Int { targets.count }

    @inline(__always)
    func range(of row: Int) -> Range<Int> { Int(offsets[row])..<Int(offsets[row + 1]) }

    @inline(__always)
    func symbol(at index: Int) -> Symbol { symbols[index] }

    @inline(__always)
    func target(at index: Int) -> StateID { targets[index] }

    /// Returns the reversed rows, each in the order of the sources.
    func reversed() -> TrimRows {
        var reversedRows = TrimRows(capacity: count, stateCount: rowCount)
        let starts = ScratchBuffer<UInt32>(repeating: 0, count: rowCount + 1)
        for target in 0..<count { starts[Int(targets[target]) + 1] += 1 }
        for row in 0..<rowCount {
            starts[row + 1] += starts[row]
            reversedRows.offsets.append(starts[row + 1])
        }
        reversedRows.symbols = ScratchBuffer(repeating: 0, count: count)
        reversedRows.targets = ScratchBuffer(repeating: 0, count: count)
        for source in 0..<rowCount {
            for index in range(of: source) {
                let position = Int(starts[Int(targets[index])])
                reversedRows.symbols[position] = symbols[index]
                reversedRows.targets[position] = StateID(truncatingIfNeeded: source)
                starts[Int(targets[index])] += 1
            }
        }
        return reversedRows
    }

    /// Returns the rows over classes, with only the transitions of each class's least symbol.
    consuming func merged(_ merging: SymbolMerging) -> TrimRows {
        if merging.isIdentity { return self }
        var merged = TrimRows(capacity: count, stateCount: rowCount)
        for state in 0..<rowCount {
            for index in range(of: state) where merging.isLeast(symbols[index]) {
                merged.append(merging.classOf[Int(symbols[index])], targets[index])
            }
            merged.endRow()
        }
        return merged
    }
}
