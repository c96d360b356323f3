internal import AlgorithmSupport
package import Automata
internal import WorkLimits

/// A search for automata with few transitions for a small DFA's language. Many transitions of a
/// minimal DFA serve only to make it deterministic. For example, an NFA for (*a* | *b*)\**abc* has
/// four states in a row and a loop, but the DFA has six transitions back.
///
/// First, all transitions that keep the language are added: from *p* on *a* to each state whose
/// residual is included in the residual of δ(*p*, *a*). Then states and transitions are removed one
/// after another, as long as the language stays the same; the order determines the result.
///
/// Denis, Lemay and Terlutte: *Residual finite state automata*, STACS 2001,
/// doi:10.1007/3-540-44693-1_13.
package struct TransitionPruning {
    /// The order in which removals are tried.
    package enum Preference: Hashable {
        /// Transitions that lead back toward the initial state are removed first.
        case dropsBack
        /// Transitions that lead away from the initial state are removed first, the farthest ones
        /// at the start.
        case dropsForward
        /// Transitions are removed in a pseudorandom order with the given seed.
        case mixed(UInt64)
    }

    private let dfa: DFA
    private let count: Int
    private let initial: Int
    /// The symbols of each class; no state distinguishes the symbols of one class.
    private let classes: [[Symbol]]
    /// δ, class after class; -1 for no transition.
    private let delta: [Int8]
    private let finalStates: UInt32
    /// For each state the states whose residuals are included in its own.
    private let below: [UInt32]
    /// The distance of each state from the initial one.
    private let depths: [Int]

    // The remaining targets, class after class, and the initial states, as sets of states.
    private var targets: [UInt32] = []
    private var starts: UInt32 = 0
    /// The number of steps left for language comparisons.
    private var remainingSteps = 0

    /// The maximum number of states; larger automata have no short expressions.
    package static var maximumStates: Int { 32 }
    private static var maximumCells: Int { 1 << 16 }
    private static var maximumSteps: Int { 1 << 18 }

    /// Prepares a trim DFA, or fails if the DFA is too large or has no states.
    package init?(_ dfa: DFA) {
        guard let initial = dfa.initialState, dfa.stateCount <= Self.maximumStates else { return nil }
        let (cells, isTooLarge) = dfa.stateCount.multipliedReportingOverflow(by: dfa.alphabet.count)
        guard !isTooLarge, cells <= Self.maximumCells else { return nil }
        self.dfa = dfa
        count = dfa.stateCount
        self.initial = Int(initial)
        var columns = [[Int8]](repeating: Array(repeating: -1, count: count), count: dfa.alphabet.count)
        let rows = dfa.sparseRows
        for state in dfa.states {
            for index in rows.range(of: state) {
                columns[Int(rows.symbols[index])][Int(state)] = Int8(truncatingIfNeeded: rows.targets[index].rawValue)
            }
        }
        var numbers: [[Int8]: Int] = [:]
        var classes: [[Symbol]] = []
        var delta: [Int8] = []
        for (symbol, column) in columns.enumerated() where column.contains(where: { $0 >= 0 }) {
            if let number = numbers[column] {
                classes[number].append(Symbol(symbol))
            } else {
                numbers[column] = classes.count
                classes.append([Symbol(symbol)])
                delta += column
            }
        }
        self.classes = classes
        self.delta = delta
        finalStates = dfa.finalStates.reduce(0) { $0 | 1 << $1.rawValue }
        below = Self.inclusions(delta, count: count, classCount: classes.count, finalStates: finalStates)
        depths = Self.depths(delta, count: count, classCount: classes.count, initial: Int(initial))
    }

    private static func inclusions(_ delta: [Int8], count: Int, classCount: Int, finalStates: UInt32) -> [UInt32] {
        var below = (0..<count).map { state in
            let all = ~UInt32(0) >> UInt32(32 - count)
            return finalStates & 1 << UInt32(state) == 0 ? all & ~finalStates : all
        }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for larger in 0..<count {
                for smaller in 0..<count where below[larger] & 1 << UInt32(smaller) != 0 {
                    for row in stride(from: 0, to: classCount * count, by: count) {
                        let (next, largerNext) = (delta[row + smaller], delta[row + larger])
                        if next < 0 { continue }
                        if largerNext >= 0, below[Int(largerNext)] & 1 << UInt32(next) != 0 { continue }
                        below[larger] &= ~(1 << UInt32(smaller))
                        hasChanged = true
                        break
                    }
                }
            }
        }
        return below
    }

    private static func depths(_ delta: [Int8], count: Int, classCount: Int, initial: Int) -> [Int] {
        var depths = [Int](repeating: .max, count: count)
        depths[initial] = 0
        var queue = [initial]
        var next = 0
        while next < queue.count {
            let state = queue[next]
            next += 1
            for row in stride(from: 0, to: classCount * count, by: count) {
                let target = Int(delta[row + state])
                if target >= 0, depths[target] == .max {
                    depths[target] = depths[state] + 1
                    queue.append(target)
                }
            }
        }
        return depths
    }

    /// Whether some residual includes another one. Otherwise no transition can be removed.
    package var hasInclusions: Bool { below.contains { $0.nonzeroBitCount > 1 } }

    /// Returns an automaton of the DFA's language, trim and without names.
    ///
    /// - Complexity: O(*n*² *k*) language comparisons, each of bounded cost.
    package mutating func automaton(_ preference: Preference) -> NFA {
        saturate()
        remainingSteps = Self.maximumSteps
        for state in 0..<count { leaveOut(state) }
        for state in ordered(0..<count, { ($0, $0) }, preference) where starts & 1 << UInt32(state) != 0 {
            changeKeepingLanguage { $0.starts &= ~(1 << UInt32(state)) }
        }
        var arcs: [(Int, Int)] = []
        for source in 0..<count {
            for target in 0..<count where hasArc(source, target) { arcs.append((source, target)) }
        }
        arcs = ordered(arcs, { $0 }, preference)
        for (source, target) in arcs { changeKeepingLanguage { $0.remove(source, target) } }
        for (source, target) in arcs where hasArc(source, target) {
            for row in stride(from: 0, to: targets.count, by: count)
            where targets[row + source] & 1 << UInt32(target) != 0 {
                changeKeepingLanguage { $0.targets[row + source] &= ~(1 << UInt32(target)) }
            }
        }
        return result
    }

    // MARK: Changes

    private mutating func saturate() {
        starts = below[initial]
        targets = delta.map { $0 < 0 ? 0 : below[Int($0)] }
    }

    private func hasArc(_ source: Int, _ target: Int) -> Bool {
        for row in stride(from: 0, to: targets.count, by: count) where targets[row + source] & 1 << UInt32(target) != 0
        {
            return true
        }
        return false
    }

    private mutating func remove(_ source: Int, _ target: Int) {
        for row in stride(from: 0, to: targets.count, by: count) { targets[row + source] &= ~(1 << UInt32(target)) }
    }

    private mutating func leaveOut(_ state: Int) {
        changeKeepingLanguage { pruning in
            pruning.starts &= ~(1 << UInt32(state))
            for cell in pruning.targets.indices { pruning.targets[cell] &= ~(1 << UInt32(state)) }
            for cell in stride(from: state, to: pruning.targets.count, by: pruning.count) { pruning.targets[cell] = 0 }
        }
    }

    /// Changes the automaton, unless that would remove words.
    private mutating func changeKeepingLanguage(_ change: (inout TransitionPruning) -> Void) {
        // Nothing can be proved any more.
        if remainingSteps < 0 { return }
        let (oldTargets, oldStarts) = (targets, starts)
        change(&self)
        if starts == oldStarts, targets == oldTargets || keepsAllWords() { return }
        if starts != oldStarts, keepsAllWords() { return }
        (targets, starts) = (oldTargets, oldStarts)
    }

    /// Whether the remaining automaton accepts all words of the DFA; the converse always holds.
    private mutating func keepsAllWords() -> Bool {
        var visited: Set<UInt64> = []
        var pending: [(state: Int, subset: UInt32)] = [(initial, starts)]
        while let (state, subset) = pending.popLast() {
            if finalStates & 1 << UInt32(state) != 0, finalStates & subset == 0 { return false }
            remainingSteps -= classes.count
            if remainingSteps < 0 { return false }
            for row in stride(from: 0, to: delta.count, by: count) {
                let next = delta[row + state]
                if next < 0 { continue }
                var nextSubset: UInt32 = 0
                var rest = subset
                while rest != 0 {
                    nextSubset |= targets[row + rest.trailingZeroBitCount]
                    rest &= rest - 1
                }
                if nextSubset == 0 { return false }
                if visited.insert(UInt64(next) << 32 | UInt64(nextSubset)).inserted {
                    pending.append((Int(next), nextSubset))
                }
            }
        }
        return true
    }

    // MARK: Order

    /// Returns the items in the order of removal. Loops come last, because stars shorten
    /// expressions.
    private func ordered<Items: Collection>(
        _ items: Items, _ ends: (Items.Element) -> (Int, Int), _ preference: Preference
    ) -> [Items.Element] {
        var keyedItems: [(key: Int, index: Int, item: Items.Element)] = []
        for (index, item) in items.enumerated() {
            let (source, target) = ends(item)
            let depthDifference = depths[target] - depths[source]
            let key: Int
            switch preference {
            case .dropsBack: key = source == target ? .max : depthDifference
            case .dropsForward: key = source == target ? .max : -depthDifference
            case .mixed(let seed):
                // The hash is the same in every process, as results must be.
                let hash = SlotHash(multiplier: seed).scattered(UInt64(source) << 32 | UInt64(target))
                key = Int(truncatingIfNeeded: hash >> 8)
            }
            keyedItems.append((key, index, item))
        }
        return keyedItems.sorted { ($0.key, $0.index) < ($1.key, $1.index) }.map(\.item)
    }

    private var result: NFA {
        var (sources, symbols, ends): ([StateID], [Symbol], [StateID]) = ([], [], [])
        for (number, members) in classes.enumerated() {
            for source in 0..<count {
                var rest = targets[number * count + source]
                while rest != 0 {
                    for symbol in members {
                        sources.append(StateID(source))
                        symbols.append(symbol)
                        ends.append(StateID(rest.trailingZeroBitCount))
                    }
                    rest &= rest - 1
                }
            }
        }
        return NFA(
            alphabet: dfa.alphabet,
            rows: Transitions(stateCount: count, sources: sources, symbols: symbols, targets: ends),
            initialStates: StateSet((0..<StateID(count)).filter { starts & 1 << $0.rawValue != 0 }),
            finalStates: dfa.finalStates
        ).trimmed()
    }
}
