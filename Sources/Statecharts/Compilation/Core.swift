/// The tables that the engine reads in each step.
///
/// Events, states, transitions, conditions and operations are numbers, and lists are ranges of
/// other tables.
@usableFromInline
package struct Core {
    @usableFromInline
    var stateCount: Int
    /// The number of words of a set of states.
    @usableFromInline
    var wordCount: Int
    @usableFromInline
    var eventCount: Int
    /// Whether some transitions need no event.
    @usableFromInline
    var hasEventless: Bool
    @usableFromInline
    package var hasDeferrals: Bool
    @usableFromInline
    var hasHistories: Bool
    /// Whether there are dynamic regions.
    @usableFromInline
    var hasRegions: Bool
    /// The transition that enters the root.
    @usableFromInline
    var start: UInt32
    /// The event that reports a failure, or 0 if nothing reacts to it.
    @usableFromInline
    var errorEvent: UInt32
    @usableFromInline
    var states: UncheckedTable<StateEntry>
    /// The first candidate for each event, in rows of `eventCount` numbers for each state with
    /// transitions.
    @usableFromInline
    var firstCandidates: UncheckedTable<UInt32>
    @usableFromInline
    var candidates: UncheckedTable<Candidate>
    @usableFromInline
    var transitions: UncheckedTable<TransitionEntry>
    /// The states that transitions enter, in document order.
    @usableFromInline
    var entries: UncheckedTable<EnteredState>
    /// Lists of states (nonnegative) and histories (negative, inverted).
    @usableFromInline
    var targets: UncheckedTable<Int32>
    @usableFromInline
    var histories: UncheckedTable<HistoryEntry>
    @usableFromInline
    var conditions: UncheckedTable<ConditionEntry>
    @usableFromInline
    var operations: UncheckedTable<Operation>
    /// The first operation after the block of each operation.
    @usableFromInline
    var blockEnds: UncheckedTable<UInt32>
    @usableFromInline
    var timers: UncheckedTable<TimerEntry>
    /// The range of `deferrers` for each event: the states that defer it.
    @usableFromInline
    var deferrals: UncheckedTable<Range32>
    @usableFromInline
    var deferrers: UncheckedTable<Int32>
    /// Whether each event can have an effect.
    @usableFromInline
    var hasReaction: UncheckedTable<Bool>
    /// The atomic states, as a set.
    @usableFromInline
    var atomic: UncheckedTable<UInt64>
    /// The configurations of a flattened chart; `nil` if it has too many.
    @usableFromInline
    package var flat: FlatTables?
}

/// A range of a table.
@usableFromInline
struct Range32: Hashable, BitwiseCopyable {
    @usableFromInline
    var lowerBound: UInt32 = 0
    @usableFromInline
    var upperBound: UInt32 = 0

    init() {}

    @usableFromInline
    init(_ range: Range<Int>) { (lowerBound, upperBound) = (UInt32(range.lowerBound), UInt32(range.upperBound)) }

    @inlinable @inline(__always)
    init(_ lowerBound: UInt32, _ upperBound: UInt32) { (self.lowerBound, self.upperBound) = (lowerBound, upperBound) }

    @inlinable
    var isEmpty: Bool { lowerBound == upperBound }

    @inlinable
    var count: Int { Int(upperBound &- lowerBound) }

    @inlinable
    var indices: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}

/// A state that can be active.
@usableFromInline
struct StateEntry: BitwiseCopyable {
    @usableFromInline
    var parent: Int32
    /// The last state within this one.
    @usableFromInline
    var last: Int32
    /// The row of `firstCandidates`.
    @usableFromInline
    var row: UInt32
    @usableFromInline
    var kind: Kind
    /// Whether the exit has work: operations, or a history.
    @usableFromInline
    var hasExitWork = false
    /// Whether an entry action raises the done event of the enclosing state, with data.
    @usableFromInline
    var reportsEnd = false
    /// Whether the state's variables get initial values only on the first entry.
    @usableFromInline
    var initializesVariablesOnce = false
    /// The enclosing state with dynamic regions, or -1.
    @usableFromInline
    var owner: Int32 = -1
    /// The done event of the state, or 0 if nothing reacts to it.
    @usableFromInline
    var doneEvent: UInt32 = 0
    @usableFromInline
    var entry = Range32()
    @usableFromInline
    var exit = Range32()
    /// The initial substates, and the operations on the way.
    @usableFromInline
    var initial = Range32()
    @usableFromInline
    var initialProgram = Range32()
    @usableFromInline
    var children = Range32()
    @usableFromInline
    var histories = Range32()

    @usableFromInline
    enum Kind: UInt8, BitwiseCopyable { case simple, composite, orthogonal, regions, final, terminate }
}

/// A transition that an event may trigger, and the index of the candidate to try next if its
/// condition doesn't hold.
@usableFromInline
struct Candidate: BitwiseCopyable {
    @usableFromInline
    var transition: UInt32
    @usableFromInline
    var next: UInt32
}

@usableFromInline
struct TransitionEntry: BitwiseCopyable {
    @usableFromInline
    var source: Int32
    /// The condition, or 0.
    @usableFromInline
    var condition: UInt32
    /// The states that are left if they are active; empty for an internal transition.
    @usableFromInline
    var exits: Range32
    @usableFromInline
    var program = Range32()
    /// The states that are entered, unless they are determined when the transition is taken.
    @usableFromInline
    var entries = Range32()
    @usableFromInline
    var targets = Range32()
    /// The sources; a join has several.
    @usableFromInline
    var sources = Range32()
    /// Whether the entered states are determined when the transition is taken, as histories decide
    /// them or the list would be too long.
    @usableFromInline
    var dependsOnHistory = false
    /// Whether histories decide the states that are left.
    @usableFromInline
    var hasDynamicDomain = false
    @usableFromInline
    var isLocal = false
}

/// A state that a transition enters, and the operations after its entry operations: those on the
/// path to states within it.
@usableFromInline
struct EnteredState: BitwiseCopyable {
    @usableFromInline
    var state: Int32
    @usableFromInline
    var program = Range32()
}

@usableFromInline
struct HistoryEntry: BitwiseCopyable {
    @usableFromInline
    var parent: Int32
    @usableFromInline
    var isDeep: Bool
    @usableFromInline
    var targets = Range32()
    @usableFromInline
    var program = Range32()
}

/// A condition; number 0 isn't used.
@usableFromInline
struct ConditionEntry: BitwiseCopyable {
    @usableFromInline
    var kind: Kind
    /// A guard, a state, a condition, or the first of several operands.
    @usableFromInline
    var first: UInt32
    /// The number of operands, which are consecutive.
    @usableFromInline
    var count: UInt32 = 0

    @usableFromInline
    enum Kind: UInt8, BitwiseCopyable { case named, isActive, isInitialized, not, all, any }
}

/// An operation of a step.
@usableFromInline
struct Operation: BitwiseCopyable {
    @usableFromInline
    var code: Code
    @usableFromInline
    var operand: UInt32

    @usableFromInline
    enum Code: UInt8, BitwiseCopyable {
        /// Carries out an action of the behavior.
        case perform
        /// Puts an event into the internal queue.
        case raise
        /// Puts an event that other regions don't see into the internal queue.
        case complete
        /// Puts an event into the external queue.
        case send
        /// Starts a timer or a delayed event.
        case startTimer
        /// Stops the timers of a state.
        case stopTimers
        /// Cancels the delayed events with an identifier.
        case cancel
        case startActivity
        case stopActivity
        /// Continues at another operation.
        case jump
        /// Skips the next operation, a jump, if a condition holds.
        case jumpUnless
        case addRegion
        case removeRegion
        /// Notes that the variables of a state are initialized.
        case initialize
        /// Processes the entry of a final state.
        case finish
        /// Ends the run without exit actions.
        case terminate
    }
}

/// A timer of a state, or a delayed event.
@usableFromInline
struct TimerEntry: BitwiseCopyable {
    /// The state that the timer belongs to, or -1.
    @usableFromInline
    var state: Int32
    @usableFromInline
    var event: UInt32
    @usableFromInline
    var delay: Duration
    /// The number of the identifier by which it can be cancelled, or 0.
    @usableFromInline
    var identifier: UInt32
}

/// Elements in immutable memory, read without checks.
@usableFromInline
struct UncheckedTable<Element: BitwiseCopyable>: BitwiseCopyable {
    @usableFromInline
    let start: UnsafePointer<Element>
    let count: Int

    /// Copies elements, and frees the list.
    init(taking elements: inout [Element]) {
        self.init(elements)
        elements = []
    }

    init(_ elements: [Element]) {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
        memory.initialize(from: elements, count: elements.count)
        (start, count) = (UnsafePointer(memory), elements.count)
    }

    @inlinable @inline(__always)
    subscript(_ index: Int) -> Element {
        @inline(__always) get { start[index] }
    }

    @inlinable @inline(__always)
    subscript(_ index: UInt32) -> Element {
        @inline(__always) get { start[Int(index)] }
    }

    @inlinable @inline(__always)
    subscript(_ index: Int32) -> Element {
        @inline(__always) get { start[Int(index)] }
    }

    /// Copies other elements, and frees the old ones.
    mutating func replace(by elements: [Element]) {
        deallocate()
        self = UncheckedTable(elements)
    }

    func deallocate() { UnsafeMutablePointer(mutating: start).deallocate() }
}

extension Core {
    func deallocate() {
        states.deallocate()
        firstCandidates.deallocate()
        candidates.deallocate()
        transitions.deallocate()
        entries.deallocate()
        targets.deallocate()
        histories.deallocate()
        conditions.deallocate()
        operations.deallocate()
        blockEnds.deallocate()
        timers.deallocate()
        deferrals.deallocate()
        deferrers.deallocate()
        hasReaction.deallocate()
        atomic.deallocate()
        guard let flat else { return }
        flat.cells.deallocate()
        flat.rows.deallocate()
        flat.words.deallocate()
        flat.masks.deallocate()
        flat.phases.deallocate()
    }
}
