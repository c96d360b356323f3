/// The lists of states that transitions enter, one for all transitions from a domain to the same
/// targets.
///
/// A transition whose list would take too much memory has none: its entered states are determined
/// whenever it is taken.
struct EnteredStates {
    /// The maximum number of entries of all lists.
    static let maximumEntries = 1 << 22

    /// The key of a list.
    private struct Key: Hashable {
        var domain: UInt32
        var targets: ArraySlice<Int32>
    }

    private(set) var entries: [EnteredState] = []
    private var lists: [Key: Range32?] = [:]
    private var set: EntrySet
    private let core: UnsafePointer<Core>
    /// The states and words of sets that were visited, and the entries, at the last check.
    private var visitCount = 0
    private var chargedEntryCount = 0

    init(_ core: UnsafePointer<Core>) { (self.core, set) = (core, EntrySet(core)) }

    /// Returns the states that a transition enters, or `nil` if they are determined in the step.
    ///
    /// - Parameters:
    ///   - transition: The transition, which has targets.
    ///   - targets: The targets of all transitions.
    mutating func list(of transition: TransitionEntry, isStart: Bool, in targets: [Int32]) -> Range32? {
        if isStart { return makeList { $0.addRoot(noted: NotedStates()) } }
        let key = Key(domain: transition.exits.lowerBound - 1, targets: targets[transition.targets.indices])
        if let known = lists[key] { return known }
        let list = makeList { $0.add(transition.targets, from: Int(key.domain), noted: NotedStates()) }
        lists[key] = .some(list)
        return list
    }

    /// Returns the steps and the bytes that lists have taken since the last call.
    mutating func takeCosts() -> (steps: Int, bytes: Int) {
        defer { (visitCount, chargedEntryCount) = (0, entries.count) }
        return (1 + visitCount / 8, 2 * MemoryLayout<EnteredState>.stride * (entries.count - chargedEntryCount))
    }

    private mutating func makeList(_ add: (inout EntrySet) -> Void) -> Range32? {
        guard entries.count < Self.maximumEntries else { return nil }
        set.removeAll()
        add(&set)
        visitCount += core.pointee.wordCount + set.entered.count
        if set.dependsOnHistory { return nil }
        let start = entries.count
        var next = 0
        while let state = set.entered.first(from: next, below: core.pointee.stateCount) {
            let program = set.initial.contains(state) ? core.pointee.states[state].initialProgram : Range32()
            entries.append(EnteredState(state: Int32(state), program: program))
            next = state + 1
        }
        return Range32(start..<entries.count)
    }
}
