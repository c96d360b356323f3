/// The states that transitions enter (rules 9 and 10).
@usableFromInline
struct EntrySet {
    /// The states to enter.
    @usableFromInline
    private(set) var entered: StateSet
    /// The composite states whose initial states are entered.
    @usableFromInline
    private(set) var initial: StateSet
    /// The histories whose defaults are entered.
    @usableFromInline
    private(set) var defaults: [Int32] = []
    /// Whether a history was asked.
    private(set) var dependsOnHistory = false

    private let core: UnsafePointer<Core>

    @usableFromInline
    init(_ core: UnsafePointer<Core>) {
        self.core = core
        entered = StateSet(wordCount: core.pointee.wordCount)
        initial = entered
    }

    /// Adds all that is entered on the way from a domain to targets.
    ///
    /// - Parameters:
    ///   - targets: A range of the table of targets.
    ///   - domain: The state around them, which isn't entered.
    ///   - noted: The states that histories noted.
    @usableFromInline
    mutating func add(_ targets: Range32, from domain: Int, noted: NotedStates) {
        addWay(to: targets, from: domain, noted)
        // No other domain is orthogonal.
        let root = core.pointee.states[0]
        if domain == 0, root.kind == .orthogonal { addRegions(root, noted) }
    }

    /// Adds the root of a region that comes and goes, and its initial states.
    @usableFromInline
    mutating func add(regionOf state: Int, noted: NotedStates) { addDescendants(state + 1, noted) }

    private mutating func addWay(to targets: Range32, from domain: Int, _ noted: NotedStates) {
        for index in targets.indices { addDescendants(core.pointee.targets[index], noted) }
        for index in targets.indices {
            addAncestors(ofTarget: core.pointee.targets[index], domain, noted)
        }
    }

    /// Forgets all states.
    @usableFromInline
    mutating func removeAll() {
        entered.removeAll()
        initial.removeAll()
        defaults.removeAll(keepingCapacity: true)
    }

    /// The operations of entering a state, and of the ways to what is entered within.
    func programs(of state: Int, _ core: UnsafePointer<Core>) -> [Range32] {
        let entry = core.pointee.states[state]
        return [entry.entry] + (initial.contains(state) ? [entry.initialProgram] : [])
            + defaults.map { core.pointee.histories[$0] }.filter { $0.parent == state }.map(\.program)
    }

    /// Adds the root and its initial states.
    @usableFromInline
    mutating func addRoot(noted: NotedStates) { addDescendants(0, noted) }

    private mutating func addAncestors(ofTarget target: Int32, _ domain: Int, _ noted: NotedStates) {
        guard target < 0 else { return addAncestors(Int(target), domain, noted) }
        let isNoted = noted.forEachState(of: Int(~target), core) { addAncestors($0, domain, noted) }
        if isNoted { return }
        for index in core.pointee.histories[~target].targets.indices {
            addAncestors(ofTarget: core.pointee.targets[index], domain, noted)
        }
    }

    private mutating func addDescendants(_ target: Int32, _ noted: NotedStates) {
        guard target < 0 else { return addDescendants(Int(target), noted) }
        dependsOnHistory = true
        let history = core.pointee.histories[Int(~target)]
        let isNoted = noted.forEachState(of: Int(~target), core) { addDescendants($0, noted) }
        if isNoted {
            noted.forEachState(of: Int(~target), core) { addAncestors($0, Int(history.parent), noted) }
        } else {
            if !defaults.contains(~target) { defaults.append(~target) }
            addWay(to: history.targets, from: Int(history.parent), noted)
        }
    }

    private mutating func addDescendants(_ state: Int, _ noted: NotedStates) {
        entered.insert(state)
        let entry = core.pointee.states[state]
        switch entry.kind {
        case .composite:
            initial.insert(state)
            addWay(to: entry.initial, from: state, noted)
        case .orthogonal: addRegions(entry, noted)
        default: break
        }
    }

    private mutating func addAncestors(_ state: Int, _ domain: Int, _ noted: NotedStates) {
        var state = Int(core.pointee.states[state].parent)
        while state > domain {
            entered.insert(state)
            let entry = core.pointee.states[state]
            if entry.kind == .orthogonal { addRegions(entry, noted) }
            state = Int(entry.parent)
        }
    }

    /// Adds the regions in which nothing is entered yet.
    private mutating func addRegions(_ entry: StateEntry, _ noted: NotedStates) {
        for index in entry.children.indices {
            let region = core.pointee.targets[index]
            let end = Int(core.pointee.states[region].last) + 1
            if entered.first(from: Int(region), below: end) == nil { addDescendants(region, noted) }
        }
    }
}

/// The states that were active within states with histories when these were left last.
@usableFromInline
struct NotedStates: Hashable {
    /// A set of states for each history, one after the other; empty sets were never noted.
    @usableFromInline
    var words: ContiguousArray<UInt64> = []

    @usableFromInline
    init() {}

    /// Notes what is active within the parent of histories.
    @usableFromInline
    mutating func note(_ active: StateSet, historiesOf state: Int, _ core: UnsafePointer<Core>) {
        let entry = core.pointee.states[state]
        for index in entry.histories.indices { note(active, by: Int(~core.pointee.targets[index]), core) }
    }

    /// Notes what is active within the parent of a history.
    mutating func note(_ active: StateSet, by history: Int, _ core: UnsafePointer<Core>) {
        let wordCount = core.pointee.wordCount
        makeRoom(core)
        let start = history * wordCount
        for word in 0..<wordCount { words[start + word] = 0 }
        let parent = Int(core.pointee.histories[history].parent)
        var next = parent + 1
        while let found = active.first(from: next, below: Int(core.pointee.states[parent].last) + 1) {
            words[start + found >> 6] |= 1 << UInt64(found & 63)
            next = found + 1
        }
    }

    private mutating func makeRoom(_ core: UnsafePointer<Core>) {
        let size = core.pointee.histories.count * core.pointee.wordCount
        if words.isEmpty { words = ContiguousArray(repeating: 0, count: size) }
    }

    /// Calls a closure with each state that a history noted, in document order.
    func forEachNoted(by history: Int, _ core: UnsafePointer<Core>, _ body: (Int) -> Void) {
        guard !words.isEmpty else { return }
        for index in 0..<core.pointee.wordCount {
            var word = words[history * core.pointee.wordCount + index]
            while word != 0 {
                body(index << 6 + word.trailingZeroBitCount)
                word &= word - 1
            }
        }
    }

    /// Calls a closure with each state that a history stands for, in document order.
    ///
    /// - Returns: `false` if nothing was noted yet.
    @usableFromInline
    @discardableResult
    func forEachState(of history: Int, _ core: UnsafePointer<Core>, _ body: (Int) -> Void) -> Bool {
        let entry = core.pointee.histories[history]
        var isNoted = false
        forEachNoted(by: history, core) { state in
            isNoted = true
            let found = core.pointee.states[state]
            if entry.isDeep ? found.children.isEmpty : found.parent == entry.parent { body(state) }
        }
        return isNoted
    }
}
