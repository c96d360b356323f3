internal import Automata
internal import FeatureModels

/// A construction of the automaton that reads the products of a model with clones, feature by
/// feature.
///
/// A state is the path to the open clone, with the contents of its groups so far, and the residual
/// of each constraint. Names of features are distinct, so that each symbol leads to one state.
struct CloneReading {
    private let tree: CloneTree
    private var conditions: [CloneCondition]
    private let symbols: [Symbol]
    private let endSymbols: [Symbol]
    private let bounds: [CloneTree.GroupBounds]

    private let budget: Budget
    private var work: CloneWork
    private var states: [State]
    private var numbers: [State: Int]
    /// The number of states whose successors are known.
    private var exploredCount = 0
    private var builder: DFA.Builder

    /// The steps that count for a clone that begins.
    private static let steps = 256

    /// An open clone.
    private struct Frame: Hashable {
        var feature: FeatureID
        /// The index of the current group below it, and of the current or last member.
        var group = 0
        var member = 0
        /// The number of the member's clones so far, as far as it makes a difference.
        var clones = 0
        /// The number of members with clones, and of members that have clones if they are taken, as
        /// far as they make a difference.
        var takenCount = 0
        var certainCount = 0
    }

    private struct State: Hashable {
        var frames: [Frame] = []
        /// The residual of each constraint.
        var conditions: [Int]
        /// A Boolean value that indicates whether the root has ended.
        var isDone = false
    }

    init(
        _ tree: CloneTree, _ conditions: [CloneCondition], _ work: CloneWork, budget: Budget
    ) throws(AutomataError) {
        (self.tree, self.conditions, self.work, self.budget) = (tree, conditions, work, budget)
        states = [State(conditions: conditions.map(\.start))]
        numbers = [states[0]: 0]
        var (names, symbols, endSymbols) = ([String](), [Symbol](), [Symbol]())
        for feature in tree.model.ids {
            symbols.append(Symbol(names.count))
            names.append(tree.model[feature].name)
            endSymbols.append(Symbol(names.count))
            if !tree.groups[Int(feature)].isEmpty { names.append("/" + tree.model[feature].name) }
        }
        (self.symbols, self.endSymbols) = (symbols, endSymbols)
        builder = DFA.Builder(alphabet: try Alphabet(names))
        builder.initialState = try builder.addState()
        bounds = tree.model.groups.indices.map { tree.bounds(ofGroup: $0) }
    }

    /// Returns a DFA that accepts the words of the products.
    ///
    /// - Complexity: O(*s* *n* *c*) for *s* states, *n* features and *c* constraints, each of a
    ///   bounded number of operators.
    /// - Throws: `AutomataError` if the budget is exceeded or cancelled.
    mutating func automaton() throws(AutomataError) -> DFA {
        try count(steps: 0)
        while exploredCount < states.count {
            try addSuccessors(of: states[exploredCount])
            exploredCount += 1
        }
        (states, numbers, conditions) = ([], [:], [])
        return try builder.build(budget: budget)
    }

    /// Counts steps, and bytes that are held from now on.
    private mutating func count(steps: Int, bytes: Int = 0) throws(AutomataError) {
        (work.stateCount, work.pendingCount) = (states.count, states.count - exploredCount)
        do { try work.add(steps: steps, bytes: bytes) } catch { throw AutomataError(error) }
    }

    /// Adds a transition from the state that is explored.
    private mutating func addTransition(on symbol: Symbol, to target: State) throws(AutomataError) {
        let number = numbers[target] ?? states.count
        if number == states.count {
            numbers[target] = number
            states.append(target)
            let state = try builder.addState()
            // After the end of the root, all remaining constraints are true.
            if target.isDone { builder.insertFinal(state) }
            try count(
                steps: 0,
                bytes: 256 + MemoryLayout<Frame>.stride * target.frames.count + 8 * target.conditions.count)
        }
        try builder.addTransition(from: StateID(exploredCount), on: symbol, to: StateID(number))
        try count(steps: 128, bytes: 24)
    }

    private mutating func addSuccessors(of state: State) throws(AutomataError) {
        guard var frame = state.frames.last else {
            if !state.isDone { try addOpening(tree.model.root, in: state) }
            return
        }
        let groups = tree.groups[Int(frame.feature)]
        while frame.group < groups.count {
            let group = groups[frame.group]
            let members = tree.model.groups[group].members
            while frame.member < members.count {
                let member = members[frame.member]
                if let frameWithClone = withClone(of: member, frame, group) {
                    var next = state
                    next.frames[next.frames.count - 1] = frameWithClone
                    try addOpening(member, in: next)
                }
                if frame.clones > 0 && frame.clones < tree.clones(of: member).lower { return }
                (frame.member, frame.clones) = (frame.member + 1, 0)
            }
            if frame.certainCount < bounds[group].minimumCertain { return }
            frame = Frame(feature: frame.feature, group: frame.group + 1)
        }
        if let next = try ended(state) { try addTransition(on: endSymbols[Int(frame.feature)], to: next) }
    }

    /// Returns a frame with one more clone of a member of a group; `nil` if there can't be one.
    private func withClone(of member: FeatureID, _ frame: Frame, _ group: Int) -> Frame? {
        let clones = tree.clones(of: member)
        var frame = frame
        if frame.clones == 0 {
            let bounds = bounds[group]
            if bounds.maximum < tree.model.groups[group].members.count {
                if frame.takenCount == bounds.maximum { return nil }
                frame.takenCount += 1
            }
            if clones.lower > 0 { frame.certainCount = min(frame.certainCount + 1, bounds.minimumCertain) }
        }
        if frame.clones == clones.upper { return nil }
        frame.clones = clones.upper == nil ? min(frame.clones + 1, max(1, clones.lower)) : frame.clones + 1
        return frame
    }

    /// Adds a transition for the beginning of a clone, and its end if no features are below it.
    private mutating func addOpening(_ feature: FeatureID, in state: State) throws(AutomataError) {
        try count(steps: Self.steps)
        var next = state
        next.frames.append(Frame(feature: feature))
        guard let open = try stateWithResiduals(next, opening: feature),
            let next = try tree.groups[Int(feature)].isEmpty ? ended(open) : open
        else { return }
        try addTransition(on: symbols[Int(feature)], to: next)
    }

    /// Returns the state after the innermost clone ends.
    private mutating func ended(_ state: State) throws(AutomataError) -> State? {
        var next = state
        next.frames.removeLast()
        next.isDone = next.frames.isEmpty
        return try stateWithResiduals(next, opening: nil)
    }

    /// Returns the state with the residuals of the constraints; `nil` if one of them is false.
    private mutating func stateWithResiduals(
        _ state: State, opening feature: FeatureID?
    ) throws(AutomataError) -> State? {
        var state = state
        let frontiers = frontiers(of: state.frames)
        for index in conditions.indices where state.conditions[index] != CloneCondition.trueNode {
            let rest: Int
            do throws(LimitError) {
                rest = try conditions[index].residual(
                    of: state.conditions[index], opening: feature,
                    frontiers: conditions[index].scopeFeatures.map { feature in
                        // No features follow in a clone that has ended.
                        state.frames.firstIndex { $0.feature == feature }.map { frontiers[$0] } ?? .max
                    }, &work)
            } catch {
                throw AutomataError(error)
            }
            if rest == CloneCondition.falseNode { return nil }
            if rest != state.conditions[index] { state.conditions[index] = rest }
        }
        return state
    }

    /// Returns the place before which features can't come any more in each open clone.
    private func frontiers(of frames: [Frame]) -> [Int] {
        var frontiers = [Int](repeating: 0, count: frames.count)
        for depth in frames.indices.reversed() {
            let frame = frames[depth]
            let groups = tree.groups[Int(frame.feature)]
            let members = frame.group < groups.count ? tree.model.groups[groups[frame.group]].members : []
            guard frame.member < members.count else {
                frontiers[depth] = tree.ends[Int(frame.feature)]
                continue
            }
            let member = members[frame.member]
            frontiers[depth] =
                if frame.clones != tree.clones(of: member).upper {
                    tree.positions[Int(member)]
                } else if depth + 1 < frames.count {
                    frontiers[depth + 1]
                } else {
                    tree.ends[Int(member)]
                }
        }
        return frontiers
    }
}
