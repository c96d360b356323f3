internal import AlgorithmSupport
package import Automata
internal import WorkLimits

/// An algorithm that removes redundant parts from a short expression. It finds them by comparing
/// languages, not by algebraic laws.
///
/// The position automaton of an expression is compared with a DFA; its sets of states are the bits
/// of a machine word.
package struct ExpressionShrinking {
    /// The maximum length of expressions to shrink.
    static var maximumLength: Int { 150 }
    private static var maximumParts: Int { 500 }
    private static var maximumPositions: Int { 64 }
    private static var maximumCells: Int { 1 << 16 }
    /// The maximum number of pairs of a state and a set of positions in a comparison.
    private static var maximumPairs: Int { 1 << 10 }

    /// Returns an expression of the same language that isn't longer.
    ///
    /// - Parameter language: the trim DFA of the expression, over the same alphabet.
    /// - Complexity: a bounded number of steps for each part of the expression.
    package static func shrunk(
        _ expression: RegularExpression, language: DFA, budget: Budget
    ) throws(AutomataError) -> RegularExpression {
        var best = expression
        while let shrinking = ExpressionShrinking(best, language),
            let shorter = try shrinking.shorter(budget: budget), shorter.length < best.length
        {
            best = shorter
        }
        return best
    }

    /// The kind of a part, with the numbers of its children.
    private enum Kind {
        case epsilon
        /// A set of symbols: its position in the expression, and its index in `sets`.
        case symbols(position: Int, set: Int)
        case sequence(Int, Int)
        case union([Int])
        case star(Int)
        case plus(Int)
        case option(Int)
    }

    /// A change to one part.
    private enum Edit {
        /// Removes the part: ε replaces it in a sequence, ∅ in a union.
        case leaveOut
        /// Replaces the part by its only child.
        case unwrap
        /// Removes the symbols of a class from the part.
        case take(class: Int)
    }

    private let alphabet: Alphabet
    /// The parts at all their occurrences, children before their parents.
    private var parts: [Kind] = []
    private var lengths: [Int] = []
    private var parents: [Int] = []
    private var sets: [[Symbol]] = []
    private var setOfPosition: [Int] = []

    private let initial: StateID
    private let finalStates: StateSet
    private let stateCount: Int
    /// The symbols of each class; neither the DFA nor a set of the expression distinguishes the
    /// symbols of one class.
    private var classes: [[Symbol]] = []
    /// δ, class after class; ``DenseID/absent`` for no transition.
    private var delta: [StateID] = []
    /// The positions that read the symbols of each class.
    private var positionsOfClass: [UInt64] = []

    /// - Returns: `nil` if the expression is too long, or has counted repetitions or nonclassical
    ///   operators.
    private init?(_ expression: RegularExpression, _ dfa: DFA) {
        guard let initial = dfa.initialState, dfa.alphabet == expression.alphabet,
            expression.length <= Self.maximumLength
        else { return nil }
        alphabet = expression.alphabet
        self.initial = initial
        finalStates = dfa.finalStates
        stateCount = dfa.stateCount
        guard expand(expression.storage), makeClasses(dfa) else { return nil }
    }

    /// Expands the expression to a tree.
    private mutating func expand(_ storage: ExpressionStorage) -> Bool {
        for set in 0..<SymbolSetID(storage.sets.count) { sets.append(Array(storage.sets[set])) }
        // A node is on the stack before its children are made, and again after them.
        var pending: [(node: NodeID, isReady: Bool)] = [(NodeID(storage.nodes.count - 1), false)]
        var finishedParts: [Int] = []
        while let (number, isReady) = pending.popLast() {
            let node = storage.nodes[Int(number)]
            let children: [NodeID] =
                switch node.kind {
                case .concatenation: [node.left, node.right]
                case .union: Array(storage.children(of: node))
                case .star, .repetition: [node.child]
                default: []
                }
            if !isReady, !children.isEmpty {
                pending.append((number, true))
                for child in children.reversed() { pending.append((child, false)) }
                continue
            }
            let childParts = Array(finishedParts.suffix(children.count))
            finishedParts.removeLast(children.count)
            guard parts.count < Self.maximumParts, let kind = kind(of: node, childParts) else { return false }
            var length = childParts.reduce(max(1, childParts.count - 1)) { $0 + lengths[$1] }
            if case .symbols(_, let set) = kind { length = alphabet.kind == .named ? 2 * sets[set].count - 1 : 1 }
            for child in childParts { parents[child] = parts.count }
            finishedParts.append(parts.count)
            parts.append(kind)
            lengths.append(length)
            parents.append(-1)
        }
        return true
    }

    private mutating func kind(of node: ExpressionNode, _ children: [Int]) -> Kind? {
        switch (node.kind, node.least, node.most) {
        case (.epsilon, _, _): return .epsilon
        case (.symbols, _, _):
            guard setOfPosition.count < Self.maximumPositions else { return nil }
            setOfPosition.append(Int(node.set))
            return .symbols(position: setOfPosition.count - 1, set: Int(node.set))
        case (.concatenation, _, _): return .sequence(children[0], children[1])
        case (.union, _, _): return .union(children)
        case (.star, _, _): return .star(children[0])
        case (.repetition, 1, unbounded): return .plus(children[0])
        case (.repetition, 0, 1): return .option(children[0])
        default: return nil
        }
    }

    private mutating func makeClasses(_ dfa: DFA) -> Bool {
        let width = stateCount + sets.count
        let (cells, isTooLarge) = width.multipliedReportingOverflow(by: alphabet.count)
        guard !isTooLarge, cells <= Self.maximumCells else { return false }
        struct Column: Hashable {
            var targets: [StateID]
            var isInSet: [Bool]
        }
        let column = Column(
            targets: Array(repeating: .absent, count: stateCount), isInSet: Array(repeating: false, count: sets.count))
        var columns = Array(repeating: column, count: alphabet.count)
        let rows = dfa.sparseRows
        for state in dfa.states {
            for index in rows.range(of: state) {
                columns[Int(rows.symbols[index])].targets[Int(state)] = rows.targets[index]
            }
        }
        for (number, set) in sets.enumerated() {
            for symbol in set { columns[Int(symbol)].isInSet[number] = true }
        }
        var numbers: [Column: Int] = [:]
        for (symbol, column) in columns.enumerated() {
            if let number = numbers[column] {
                classes[number].append(Symbol(symbol))
                continue
            }
            numbers[column] = classes.count
            classes.append([Symbol(symbol)])
            delta += column.targets
            var positions: UInt64 = 0
            for (position, set) in setOfPosition.enumerated() where column.isInSet[set] {
                positions |= 1 << UInt64(position)
            }
            positionsOfClass.append(positions)
        }
        return true
    }

    // MARK: Edits

    /// Returns the expression after the first edit that keeps the language, trying large savings
    /// first.
    private func shorter(budget: Budget) throws(AutomataError) -> RegularExpression? {
        for (part, edit) in edits {
            try budget.check(statesBuilt: 0)
            guard Positions(self, part, edit).haveLanguage(of: self) else { continue }
            return try expression(part, edit).simplified(budget: budget)
        }
        return nil
    }

    private var edits: [(part: Int, edit: Edit)] {
        var edits: [(saving: Int, part: Int, edit: Edit)] = []
        for (part, kind) in parts.enumerated() {
            if parents[part] >= 0 {
                switch parts[parents[part]] {
                case .sequence, .union: edits.append((lengths[part] + 1, part, .leaveOut))
                case .epsilon, .symbols, .star, .plus, .option: break
                }
            }
            switch kind {
            case .star, .plus, .option: edits.append((1, part, .unwrap))
            case .symbols(let position, let set) where alphabet.kind == .named && sets[set].count > 1:
                for (number, members) in classes.enumerated()
                where positionsOfClass[number] & 1 << UInt64(position) != 0 && members.count < sets[set].count {
                    edits.append((2 * members.count, part, .take(class: number)))
                }
            case .epsilon, .symbols, .sequence, .union: break
            }
        }
        return edits.enumerated().sorted { ($1.element.saving, $0.offset) < ($0.element.saving, $1.offset) }
            .map { ($0.element.part, $0.element.edit) }
    }

    /// Returns the expression after an edit.
    private func expression(_ part: Int, _ edit: Edit) -> RegularExpression {
        var algebra = ExpressionAlgebra(alphabet: alphabet)
        var nodes: [NodeID] = []
        for (index, kind) in parts.enumerated() {
            var node =
                switch kind {
                case .epsilon: ExpressionAlgebra.epsilon
                case .symbols(_, let set):
                    if index == part, case .take(let number) = edit {
                        algebra.symbols(sets[set].filter { !classes[number].contains($0) })
                    } else {
                        algebra.symbols(sets[set])
                    }
                case .sequence(let left, let right): algebra.concatenation(nodes[left], nodes[right])
                case .union(let children): algebra.union(children.map { nodes[$0] })
                case .star(let child): algebra.star(nodes[child])
                case .plus(let child): algebra.plus(nodes[child])
                case .option(let child): algebra.option(nodes[child])
                }
            if index == part {
                switch (edit, kind) {
                case (.unwrap, .star(let child)), (.unwrap, .plus(let child)), (.unwrap, .option(let child)):
                    node = nodes[child]
                case (.leaveOut, _): node = isInUnion(part) ? ExpressionAlgebra.empty : ExpressionAlgebra.epsilon
                default: break
                }
            }
            nodes.append(node)
        }
        return algebra.expression(nodes[nodes.count - 1], over: alphabet)
    }

    private func isInUnion(_ part: Int) -> Bool {
        if parents[part] >= 0, case .union = parts[parents[part]] { return true }
        return false
    }

    // MARK: Languages

    /// The first, last and following positions of an expression.
    private struct Positions {
        private var isNullable = false
        private var first: UInt64 = 0
        private var last: UInt64 = 0
        private var follow: [UInt64]
        private var classPositions: [UInt64]

        private struct Ends {
            var isNullable = false
            var first: UInt64 = 0
            var last: UInt64 = 0
        }

        /// Computes the positions of an expression after an edit.
        init(_ expression: ExpressionShrinking, _ edited: Int, _ edit: Edit) {
            follow = Array(repeating: 0, count: expression.setOfPosition.count)
            classPositions = expression.positionsOfClass
            var all: [Ends] = []
            all.reserveCapacity(expression.parts.count)
            for (index, kind) in expression.parts.enumerated() {
                var ends = Ends()
                let isUnwrapped: Bool
                if index == edited, case .unwrap = edit { isUnwrapped = true } else { isUnwrapped = false }
                switch kind {
                case .epsilon: ends.isNullable = true
                case .symbols(let position, _):
                    ends.first = 1 << UInt64(position)
                    ends.last = ends.first
                    if index == edited, case .take(let number) = edit { classPositions[number] &= ~ends.first }
                case .sequence(let left, let right):
                    let (left, right) = (all[left], all[right])
                    connect(left.last, right.first)
                    ends.isNullable = left.isNullable && right.isNullable
                    ends.first = left.first | (left.isNullable ? right.first : 0)
                    ends.last = right.last | (right.isNullable ? left.last : 0)
                case .union(let children):
                    for child in children {
                        ends.isNullable = ends.isNullable || all[child].isNullable
                        ends.first |= all[child].first
                        ends.last |= all[child].last
                    }
                case .star(let child), .plus(let child):
                    ends = all[child]
                    if isUnwrapped { break }
                    connect(ends.last, ends.first)
                    if case .star = kind { ends.isNullable = true }
                case .option(let child):
                    ends = all[child]
                    if !isUnwrapped { ends.isNullable = true }
                }
                if index == edited, case .leaveOut = edit {
                    // The part is ∅ in a union, ε in a sequence.
                    ends = Ends(isNullable: !expression.isInUnion(index))
                }
                all.append(ends)
            }
            let root = all[all.count - 1]
            (isNullable, first, last) = (root.isNullable, root.first, root.last)
        }

        private mutating func connect(_ sources: UInt64, _ targets: UInt64) {
            var rest = sources
            while rest != 0 {
                follow[rest.trailingZeroBitCount] |= targets
                rest &= rest - 1
            }
        }

        /// Whether the language is the DFA's; `false` also if the comparison takes too long.
        func haveLanguage(of expression: ExpressionShrinking) -> Bool {
            guard isNullable == expression.finalStates.contains(expression.initial) else { return false }
            struct Pair: Hashable {
                var state: StateID
                var positions: UInt64
            }
            var visitedPairs: Set<Pair> = []
            var pending: [Pair] = []
            /// Visits the successors of a state and of positions. Returns `false` if the words from
            /// the state and from the positions obviously differ.
            func visit(_ state: StateID, _ next: UInt64) -> Bool {
                for number in classPositions.indices {
                    let target = expression.delta[number * expression.stateCount + Int(state)]
                    let positions = next & classPositions[number]
                    // From each state and each position, some word can be completed.
                    if (target == .absent) != (positions == 0) { return false }
                    if target == .absent { continue }
                    if (last & positions != 0) != expression.finalStates.contains(target) { return false }
                    let pair = Pair(state: target, positions: positions)
                    if visitedPairs.insert(pair).inserted { pending.append(pair) }
                }
                return true
            }
            guard visit(expression.initial, first) else { return false }
            while let pair = pending.popLast() {
                guard visitedPairs.count <= ExpressionShrinking.maximumPairs else { return false }
                var next: UInt64 = 0
                var rest = pair.positions
                while rest != 0 {
                    next |= follow[rest.trailingZeroBitCount]
                    rest &= rest - 1
                }
                guard visit(pair.state, next) else { return false }
            }
            return true
        }
    }
}
