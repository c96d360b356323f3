/// The states that transitions enter (rules 9 and 10).
@usableFromInline
struct EntrySet {
    /// The states to enter.
    @usableFromInline
    private(set) var entered: StateBits
    /// The composite states whose initial states are entered.
    @usableFromInline
    private(set) var initial: StateBits
    /// The histories whose defaults are entered.
    @usableFromInline
    private(set) var defaults: [Int32] = []
    /// Whether a history was used.
    private(set) var dependsOnHistory = false

    private let core: UnsafePointer<Core>

    @usableFromInline
    init(_ core: UnsafePointer<Core>) {
        self.core = core
        entered = StateBits(wordCount: core.pointee.wordCount)
        initial = entered
    }

    /// Adds all states that are entered from a domain to targets.
    ///
    /// - Parameters:
    ///   - targets: A range of the table of targets.
    ///   - domain: The enclosing state, which isn't entered.
    ///   - noted: The contents of histories.
    @usableFromInline
    mutating func add(_ targets: Range32, from domain: Int, noted: NotedStates) {
        insert(targets, below: domain, noted)
        // No other domain is orthogonal.
        if domain == 0, core.pointee.states[0].kind == .orthogonal { insertRegions(of: 0) }
        complete(domain + 1..<Int(core.pointee.states[domain].last) + 1, noted)
    }

    /// Adds the root and its initial states.
    @usableFromInline
    mutating func addRoot(noted: NotedStates) {
        entered.insert(0)
        complete(0..<core.pointee.stateCount, noted)
    }

    /// Adds the root of a dynamic region, and its initial states.
    @usableFromInline
    mutating func add(regionOf state: Int, noted: NotedStates) {
        entered.insert(state + 1)
        complete(state + 1..<Int(core.pointee.states[state + 1].last) + 1, noted)
    }

    /// Removes all states.
    @usableFromInline
    mutating func removeAll() {
        entered.removeAll()
        initial.removeAll()
        defaults.removeAll(keepingCapacity: true)
        dependsOnHistory = false
    }

    /// Returns the operations of entering a state, and of the ways to entered states within it.
    func programs(of state: Int, _ core: UnsafePointer<Core>) -> [Range32] {
        let entry = core.pointee.states[state]
        return [entry.entry] + (initial.contains(state) ? [entry.initialProgram] : [])
            + defaults.map { core.pointee.histories[$0] }.filter { $0.parent == state }.map(\.program)
    }

    // MARK: - Targets

    /// Inserts targets and their ancestors, up to one that isn't entered.
    ///
    /// A history's default may be another history: `defaults` lists the histories whose targets are
    /// still to be inserted.
    private mutating func insert(_ targets: Range32, below domain: Int, _ noted: NotedStates) {
        var next = defaults.count
        for index in targets.indices { insert(target: core.pointee.targets[index], below: domain, noted) }
        while next < defaults.count {
            for index in core.pointee.histories[defaults[next]].targets.indices {
                insert(target: core.pointee.targets[index], below: domain, noted)
            }
            next += 1
        }
    }

    private mutating func insert(target: Int32, below domain: Int, _ noted: NotedStates) {
        guard target < 0 else { return insert(Int(target), below: domain) }
        dependsOnHistory = true
        let isNoted = noted.forEachState(of: Int(~target), core) { insert($0, below: domain) }
        if !isNoted, !defaults.contains(~target) { defaults.append(~target) }
    }

    private mutating func insert(_ state: Int, below domain: Int) {
        var state = state
        while state > domain, !entered.contains(state) {
            entered.insert(state)
            state = Int(core.pointee.states[state].parent)
        }
    }

    // MARK: - What targets leave open

    /// Adds the initial states and the regions of entered states in which nothing is entered yet.
    ///
    /// One pass in document order is enough, as added states are descendants, which come later.
    private mutating func complete(_ range: Range<Int>, _ noted: NotedStates) {
        var next = range.lowerBound
        while let state = entered.first(from: next, below: range.upperBound) {
            next = state + 1
            let entry = core.pointee.states[state]
            switch entry.kind {
            case .composite where entered.first(from: next, below: Int(entry.last) + 1) == nil:
                initial.insert(state)
                insert(entry.initial, below: state, noted)
            case .orthogonal: insertRegions(of: state)
            default: break
            }
        }
    }

    private mutating func insertRegions(of state: Int) {
        for index in core.pointee.states[state].children.indices {
            let region = Int(core.pointee.targets[index])
            let end = Int(core.pointee.states[region].last) + 1
            if entered.first(from: region, below: end) == nil { entered.insert(region) }
        }
    }
}

/// The contents of histories, and the initialized states among those whose variables are
/// initialized once.
@usableFromInline
package struct NotedStates: Hashable {
    /// A set of states for each history; an empty set means that the history has no contents yet.
    /// The last set has the initialized states.
    package var words: ContiguousArray<UInt64> = []

    /// Records the active states in the histories of a state.
    mutating func note(_ active: StateBits, historiesOf state: Int, _ core: UnsafePointer<Core>) {
        let entry = core.pointee.states[state]
        for index in entry.histories.indices { note(active, by: Int(~core.pointee.targets[index]), core) }
    }

    /// Records the active states in a history.
    mutating func note(_ active: StateBits, by history: Int, _ core: UnsafePointer<Core>) {
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
        let size = (core.pointee.histories.count + 1) * core.pointee.wordCount
        if words.isEmpty { words = ContiguousArray(repeating: 0, count: size) }
    }

    /// Returns whether the variables of a state were initialized.
    @usableFromInline
    func isInitialized(_ state: Int, _ core: UnsafePointer<Core>) -> Bool {
        guard !words.isEmpty else { return false }
        let word = words[core.pointee.histories.count * core.pointee.wordCount + state >> 6]
        return word & (1 << UInt64(state & 63)) != 0
    }

    @usableFromInline
    mutating func noteInitialized(_ state: Int, _ core: UnsafePointer<Core>) {
        makeRoom(core)
        words[core.pointee.histories.count * core.pointee.wordCount + state >> 6] |= 1 << UInt64(state & 63)
    }

    /// Calls a closure with each state in a history, or with each initialized state for the number
    /// after the last history, in document order.
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
    /// - Returns: `false` if the history has no contents yet.
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
