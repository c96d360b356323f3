/// A search for a word that the left side accepts and the right side rejects. It explores pairs of
/// a left state and the set of right states that the same word leads to.
///
/// With `prunes`, a pair (*p*, *S*) is left out if a known pair (*q*, *R*) subsumes it: *q* accepts
/// all words that *p* accepts, and *R* ⊆ *S*. Then each counterexample from (*p*, *S*) is also a
/// counterexample from (*q*, *R*). The other pairs form an antichain. Without `prunes`, each pair
/// of the product with the determinized right side is visited once.
///
/// The pairs that a word leads to form a group and share their set. A breadth-first search visits
/// groups in shortlex order of their words, and a pair is subsumed only by pairs with earlier
/// words. So the first counterexample is the shortlex-least one.
package struct AntichainSearch: ~Copyable {
    struct Group: BitwiseCopyable {
        var set: MacroStateID
        var firstMember: UInt32
        var memberCount: UInt32
    }

    private let left: InclusionSide
    private let prunes: Bool
    private var reached: MacroStates
    private var queue: SearchQueue
    /// The groups, each a node of the queue.
    private var groups: ScratchBuffer<Group>
    private var members: ScratchBuffer<StateID>
    private var antichain: Antichain
    /// The pairs that were met, as a bit set of left states for each set.
    private var seen: ScratchBuffer<UInt64>
    private var limits: SearchLimits
    /// The members of the explored group by the classes that they read.
    private var gathered = MemberTransitions()
    package private(set) var trace: SearchTrace?

    package init(
        _ problem: InclusionProblem, order: SearchQueue.Order, prunes: Bool = true,
        simulation: InclusionSimulation? = nil, budget: Budget
    ) {
        left = problem.left
        self.prunes = prunes
        limits = SearchLimits(budget)
        reached = MacroStates(problem.right, simulatedStates: simulation?.rightSimulated)
        groups = ScratchBuffer(capacity: 64)
        members = ScratchBuffer(capacity: 64)
        antichain = Antichain(problem.left, simulation: simulation, marksPairs: prunes && order != .breadthFirst)
        seen = ScratchBuffer(capacity: 64)
        queue = SearchQueue(order, maximumSize: problem.right.stateCount)
    }

    var byteCount: Int {
        left.byteCount + reached.side.byteCount + reached.byteCount + groups.byteCount + members.byteCount
            + seen.byteCount + antichain.byteCount
            + queue.byteCount + gathered.byteCount
    }

    var work: Int { limits.work + reached.work + antichain.work }

    var remainingWork: Int { queue.remainingWork }

    private var statesBuilt: Int { members.count + reached.sets.count }

    package mutating func advance(by allowance: Int = .max, reserving bytes: Int = 0) throws(AutomataError) -> Bool? {
        let limit = allowance == .max ? Int.max : work + allowance
        limits.otherBytes = bytes
        if queue.count == 0, !start() { return false }
        while let group = queue.popFirst() {
            // The check comes before classes are gathered, because a group can be large.
            if limits.isCheckDue(states: statesBuilt, work: work) { try check() }
            if try !expand(group) { return false }
            if work > limit {
                if queue.waitingCount == 0 { return true }
                queue.estimateRemainingWork(after: work)
                return nil
            }
        }
        return true
    }

    private func check() throws(AutomataError) {
        try limits.check(states: statesBuilt, waiting: queue.waitingCount, bytes: byteCount)
        guard reached.hasRoom, members.count < maximumCount / 2, groups.count < maximumCount / 2 else {
            throw .tooLarge("pairs of states")
        }
    }

    /// The length of the words of the explored groups, breadth-first.
    var depth: Int { queue.depth }

    /// Adds the initial pairs.
    ///
    /// - Returns: `false` if the empty word is a counterexample.
    private mutating func start() -> Bool {
        extendRows()
        for state in left.initialStates where !add(state, reached.initial, .absent, .absent) { return false }
        closeGroup(reached.initial, 0, parent: .absent, .absent)
        return true
    }

    /// Adds the successors of a group.
    ///
    /// - Returns: `false` if a counterexample was found.
    private mutating func expand(_ number: SearchNodeID) throws(AutomataError) -> Bool {
        let group = groups[Int(number)]
        let first = Int(group.firstMember)
        gathered.gather(left, members, first..<first + Int(group.memberCount)) { $0 }
        limits.work &+= left.isDense ? left.classCount &* Int(group.memberCount) : gathered.count
        var start = 0
        while start < gathered.count {
            if limits.isCheckDue(states: statesBuilt, work: work) { try check() }
            let (symbolClass, end) = (gathered.symbolClass(at: start), gathered.end(ofClassAt: start))
            var successor = MacroStateID.absent
            let newFirst = members.count
            for index in start..<end {
                let state = members[first &+ gathered.item(at: index)]
                if !follow(state, of: group.set, number, symbolClass, to: &successor) { return false }
            }
            limits.work &+= 1
            closeGroup(successor, newFirst, parent: number, Symbol(truncatingIfNeeded: symbolClass))
            start = end
        }
        return true
    }

    /// Adds the successors of a member on a class.
    ///
    /// - Parameter successor: The successor of the group's set; it is computed for the first member
    ///   that needs it.
    /// - Returns: `false` if a counterexample was found.
    @inline(__always)
    private mutating func follow(
        _ state: StateID, of set: MacroStateID, _ group: SearchNodeID, _ symbolClass: Int,
        to successor: inout MacroStateID
    ) -> Bool {
        if queue.order != .breadthFirst, prunes, !antichain.has(state, set) { return true }
        if successor == .absent {
            successor = reached.successor(of: set, on: symbolClass)
            extendRows()
        }
        for index in left.range(Int(state), symbolClass) {
            if !add(left.targets.base[index], successor, group, Symbol(truncatingIfNeeded: symbolClass)) {
                return false
            }
        }
        return true
    }

    /// Extends `seen` and the antichain to all sets.
    @inline(__always)
    private mutating func extendRows() {
        let needed = reached.sets.count &* left.wordCount
        if seen.count >= needed { return }
        // For a large left side, a row takes more than the set itself.
        limits.work &+= needed &- seen.count
        while seen.count < needed { seen.append(0) }
        if queue.order != .breadthFirst, prunes { antichain.extendRows(to: needed) }
    }

    /// Adds a pair to the group that is being made, unless it is known or subsumed.
    ///
    /// - Returns: `false` if the pair proves that there is a counterexample. In a breadth-first
    ///   search, this is the pair's own word.
    @inline(__always)
    private mutating func add(
        _ state: StateID, _ set: MacroStateID, _ parent: SearchNodeID, _ symbolClass: Symbol
    ) -> Bool {
        let index = Int(set) &* left.wordCount &+ state.word
        if seen[index] & state.bit != 0 { return true }
        seen[index] |= state.bit
        if left.isFinal(state), !reached.sets.isAccepting(set) {
            trace = SearchTrace(after: queue.word(to: parent, on: symbolClass))
            return false
        }
        // The left side is trim, so some word is accepted from its state, but from no right state.
        if reached.sets.size(of: set) == 0, queue.order != .breadthFirst {
            trace = SearchTrace(after: queue.word(to: parent, on: symbolClass), alone: [state], isOnLeft: true)
            return false
        }
        if prunes, !antichain.insert(state, set, reached.sets) { return true }
        members.append(state)
        return true
    }

    /// Makes a group of the members from `first` on, unless there are none.
    @inline(__always)
    private mutating func closeGroup(_ set: MacroStateID, _ first: Int, parent: SearchNodeID, _ symbolClass: Symbol) {
        if members.count == first { return }
        groups.append(
            Group(
                set: set, firstMember: UInt32(truncatingIfNeeded: first),
                memberCount: UInt32(truncatingIfNeeded: members.count - first)))
        queue.append(from: parent, on: symbolClass, size: reached.sets.size(of: set))
    }
}
