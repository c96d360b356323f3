/// The tables that the engine reads in each step.
///
/// Events, states, transitions, conditions and operations are numbers, and lists are ranges of
/// other tables.
@usableFromInline
package struct Core {
    @usableFromInline
    package var stateCount: Int
    /// The number of words of a set of states.
    @usableFromInline
    package var wordCount: Int
    @usableFromInline
    package var eventCount: Int
    /// Whether some transitions need no event.
    @usableFromInline
    package var hasEventless: Bool
    @usableFromInline
    package var hasDeferrals: Bool
    @usableFromInline
    package var hasHistories: Bool
    /// Whether there are dynamic regions.
    @usableFromInline
    package var hasRegions: Bool
    /// The transition that enters the root.
    @usableFromInline
    package var start: UInt32
    /// The event that reports a failure, or 0 if nothing reacts to it.
    package var errorEvent: UInt32
    @usableFromInline
    package var states: UncheckedTable<StateEntry>
    /// The first candidate for each event, in rows of `eventCount` numbers for each state with
    /// transitions.
    @usableFromInline
    package var firstCandidates: UncheckedTable<UInt32>
    @usableFromInline
    package var candidates: UncheckedTable<Candidate>
    @usableFromInline
    package var transitions: UncheckedTable<TransitionEntry>
    /// The states that transitions enter, in document order.
    @usableFromInline
    package var entries: UncheckedTable<EnteredState>
    /// Lists of states (nonnegative) and histories (negative, inverted).
    package var targets: UncheckedTable<Int32>
    @usableFromInline
    package var histories: UncheckedTable<HistoryEntry>
    @usableFromInline
    package var conditions: UncheckedTable<ConditionEntry>
    @usableFromInline
    package var operations: UncheckedTable<Operation>
    /// The first operation after the block of each operation.
    @usableFromInline
    package var blockEnds: UncheckedTable<UInt32>
    @usableFromInline
    package var timers: UncheckedTable<TimerEntry>
    /// The range of `deferrers` for each event: the states that defer it.
    package var deferrals: UncheckedTable<Range32>
    package var deferrers: UncheckedTable<Int32>
    /// Whether each event can have an effect.
    @usableFromInline
    package var hasReaction: UncheckedTable<Bool>
    /// The atomic states, as a set.
    @usableFromInline
    package var atomic: UncheckedTable<UInt64>
    /// The configurations of a flattened chart; `nil` if it has too many.
    @usableFromInline
    package var flat: FlatTables?
}

/// A range of a table.
@usableFromInline
package struct Range32: Hashable, BitwiseCopyable {
    @usableFromInline
    package var lowerBound: UInt32 = 0
    @usableFromInline
    package var upperBound: UInt32 = 0

    init() {}

    @usableFromInline
    init(_ range: Range<Int>) { (lowerBound, upperBound) = (UInt32(range.lowerBound), UInt32(range.upperBound)) }

    @inlinable @inline(__always)
    init(_ lowerBound: UInt32, _ upperBound: UInt32) { (self.lowerBound, self.upperBound) = (lowerBound, upperBound) }

    @inlinable
    package var isEmpty: Bool { lowerBound == upperBound }

    @inlinable
    package var count: Int { Int(upperBound &- lowerBound) }

    @inlinable
    package var indices: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}

/// A state that can be active.
@usableFromInline
package struct StateEntry: BitwiseCopyable {
    package var parent: Int32
    /// The last state within this one.
    @usableFromInline
    package var last: Int32
    /// The row of `firstCandidates`.
    @usableFromInline
    package var row: UInt32
    @usableFromInline
    package var kind: Kind
    /// Whether the exit has work: operations, or a history.
    package var hasExitWork = false
    /// Whether an entry action raises the done event of the enclosing state, with data.
    package var reportsEnd = false
    /// Whether the state's variables get initial values only on the first entry.
    package var initializesVariablesOnce = false
    /// The enclosing state with dynamic regions, or -1.
    @usableFromInline
    package var owner: Int32 = -1
    /// The done event of the state, or 0 if nothing reacts to it.
    @usableFromInline
    package var doneEvent: UInt32 = 0
    @usableFromInline
    package var entry = Range32()
    @usableFromInline
    package var exit = Range32()
    /// The initial substates, and the operations on the way.
    package var initial = Range32()
    @usableFromInline
    package var initialProgram = Range32()
    package var children = Range32()
    package var histories = Range32()

    @usableFromInline
    package enum Kind: UInt8, BitwiseCopyable { case simple, composite, orthogonal, regions, final, terminate }
}

/// A transition that an event may trigger, and the index of the candidate to try next if its
/// condition doesn't hold.
@usableFromInline
package struct Candidate: BitwiseCopyable {
    @usableFromInline
    package var transition: UInt32
    @usableFromInline
    package var next: UInt32
}

@usableFromInline
package struct TransitionEntry: BitwiseCopyable {
    @usableFromInline
    package var source: Int32
    /// The condition, or 0.
    @usableFromInline
    package var condition: UInt32
    /// The states that are left if they are active; empty for an internal transition.
    @usableFromInline
    package var exits: Range32
    @usableFromInline
    package var program = Range32()
    /// The states that are entered, unless they are determined when the transition is taken.
    @usableFromInline
    package var entries = Range32()
    @usableFromInline
    package var targets = Range32()
    /// The sources; a join has several.
    @usableFromInline
    package var sources = Range32()
    /// Whether the entered states are determined when the transition is taken, as histories decide
    /// them or the list would be too long.
    @usableFromInline
    package var dependsOnHistory = false
    /// Whether histories decide the states that are left.
    @usableFromInline
    package var hasDynamicDomain = false
    package var isLocal = false
}

/// A state that a transition enters, and the operations after its entry operations: those on the
/// path to states within it.
@usableFromInline
package struct EnteredState: BitwiseCopyable {
    @usableFromInline
    package var state: Int32
    @usableFromInline
    package var program = Range32()
}

@usableFromInline
package struct HistoryEntry: BitwiseCopyable {
    @usableFromInline
    package var parent: Int32
    package var isDeep: Bool
    package var targets = Range32()
    @usableFromInline
    package var program = Range32()
}

/// A condition; number 0 isn't used.
@usableFromInline
package struct ConditionEntry: BitwiseCopyable {
    @usableFromInline
    package var kind: Kind
    /// A guard, a state, a condition, or the first of several operands.
    @usableFromInline
    package var first: UInt32
    /// The number of operands, which are consecutive.
    @usableFromInline
    package var count: UInt32 = 0

    @usableFromInline
    package enum Kind: UInt8, BitwiseCopyable { case named, isActive, isInitialized, isTarget, not, all, any }
}

/// An operation of a step.
@usableFromInline
package struct Operation: BitwiseCopyable {
    @usableFromInline
    package var code: Code
    /// Whether the operation is the last one of a step of a flattened chart.
    @usableFromInline
    package var isLast = false
    @usableFromInline
    package var operand: UInt32

    @usableFromInline
    package enum Code: UInt8, BitwiseCopyable {
        /// Carries out an action of the behavior.
        case perform
        /// Calls the code of a state: an element of ``StateScope/hooks``.
        case callScope
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
package struct TimerEntry: BitwiseCopyable {
    /// The state that the timer belongs to, or -1.
    @usableFromInline
    package var state: Int32
    @usableFromInline
    package var event: UInt32
    @usableFromInline
    package var delay: Duration
    /// The number of the identifier by which it can be cancelled, or 0.
    @usableFromInline
    package var identifier: UInt32
}

/// Elements in immutable memory, read without checks.
@usableFromInline
package struct UncheckedTable<Element: BitwiseCopyable>: BitwiseCopyable {
    @usableFromInline
    let start: UnsafePointer<Element>
    package let count: Int

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
    package subscript(_ index: Int) -> Element {
        @inline(__always) get { start[index] }
    }

    @inlinable @inline(__always)
    package subscript(_ index: UInt32) -> Element {
        @inline(__always) get { start[Int(index)] }
    }

    @inlinable @inline(__always)
    package subscript(_ index: Int32) -> Element {
        @inline(__always) get { start[Int(index)] }
    }

    /// Copies other elements, and frees the old ones.
    mutating func replace(by elements: [Element]) {
        memory.deallocate()
        self = UncheckedTable(elements)
    }

    var memory: UnsafeRawBufferPointer { UnsafeRawBufferPointer(UnsafeBufferPointer(start: start, count: count)) }
}

extension Core {
    /// The memory of all tables.
    var tables: [UnsafeRawBufferPointer] {
        [
            states.memory, firstCandidates.memory, candidates.memory, transitions.memory, entries.memory,
            targets.memory, histories.memory, conditions.memory, operations.memory, blockEnds.memory, timers.memory,
            deferrals.memory, deferrers.memory, hasReaction.memory, atomic.memory,
        ] + (flat.map { [$0.cells.memory, $0.rows.memory, $0.words.memory, $0.masks.memory, $0.phases.memory] } ?? [])
    }
}
