internal import AlgorithmSupport
internal import Statecharts

/// The steps that only exchange active states, made by operations on words instead of the engine.
///
/// A transition is direct if neither it nor the states that it leaves and enters raise or send
/// events, start or stop timers, note histories, change data, or end the run. A step is direct if
/// all of its transitions are, none of them conflict, and nothing can follow it: no state that is
/// active then has transitions without events, and no event is deferred. An event that is ignored
/// or deferred leads to a direct step, too.
struct DirectSteps: ~Copyable {
    private let core: UnsafePointer<Core>
    private let wordCount: Int
    private let isDirect: ScratchBuffer<Bool>
    /// The number of the guard of each condition; `.max` for conditions of other kinds.
    private let guardNumbers: ScratchBuffer<UInt32>
    /// The atomic states that have transitions without events.
    private let eventless: ScratchBuffer<UInt64>
    /// Whether the engine has taken a transition while coverage was recorded.
    private var isCovered: ScratchBuffer<Bool>
    private var chosen = ScratchBuffer<UInt32>()

    /// - Parameter guardNumber: Returns the oracle's number of a guard; `nil` if it has a value.
    init(_ tables: Tables, guardNumber: (Statechart.Condition) -> UInt32?) {
        core = tables.core
        wordCount = core.pointee.wordCount
        let states = core.pointee.stateCount
        eventless = ScratchBuffer(repeating: 0, count: wordCount)
        for state in 0..<states where core.pointee.firstCandidates[core.pointee.states[state].row] != 0 {
            eventless[state >> 6] |= core.pointee.atomic[state >> 6] & 1 << UInt64(state & 63)
        }
        guardNumbers = ScratchBuffer(repeating: .max, count: core.pointee.conditions.count)
        for condition in 0..<core.pointee.conditions.count where core.pointee.conditions[condition].kind == .named {
            let content = tables.guards[Int(core.pointee.conditions[condition].first)].content
            guardNumbers[condition] = guardNumber(content) ?? .max
        }
        isCovered = ScratchBuffer(repeating: true, count: core.pointee.transitions.count)
        isDirect = ScratchBuffer(repeating: false, count: core.pointee.transitions.count)
        let hasNoEffect = (0..<core.pointee.operations.count).map { Self.hasNoEffect($0, tables) }
        func haveNoEffect(_ program: Range32) -> Bool { program.indices.allSatisfy { hasNoEffect[$0] } }
        // The number of states before each one whose exit needs the engine.
        var exitCounts = [0]
        for state in 0..<states {
            let entry = core.pointee.states[state]
            let isPlain = entry.histories.isEmpty && haveNoEffect(entry.exit)
            exitCounts.append(exitCounts[state] + (isPlain ? 0 : 1))
        }
        for transition in 0..<core.pointee.transitions.count {
            let entry = core.pointee.transitions[transition]
            isDirect[transition] =
                entry.sources.count <= 1 && !entry.hasDynamicDomain && !entry.dependsOnHistory
                && (entry.condition == 0 || isKnown(entry.condition)) && haveNoEffect(entry.program)
                && exitCounts[Int(entry.exits.lowerBound)] == exitCounts[Int(entry.exits.upperBound)]
                && entry.entries.indices.allSatisfy { index in
                    let entered = core.pointee.entries[index]
                    return haveNoEffect(entered.program) && haveNoEffect(core.pointee.states[entered.state].entry)
                }
        }
    }

    /// Returns whether an operation changes nothing that an exploration notes.
    private static func hasNoEffect(_ operation: Int, _ tables: Tables) -> Bool {
        let operation = tables.core.pointee.operations[operation]
        switch operation.code {
        case .startActivity, .stopActivity: return true
        case .raise, .complete: return !tables.core.pointee.hasReaction[operation.operand]
        case .perform: if case .perform = tables.actions[Int(operation.operand)].content { return true }
        default: break
        }
        return false
    }

    /// Returns whether a condition depends on active states and the oracle's guards alone.
    private func isKnown(_ condition: UInt32) -> Bool {
        let entry = core.pointee.conditions[condition]
        switch entry.kind {
        case .named: return guardNumbers[Int(condition)] != .max
        case .isActive: return true
        case .isInitialized, .isTarget: return false
        case .not: return isKnown(entry.first)
        case .all, .any: return (entry.first..<entry.first + entry.count).allSatisfy { isKnown($0) }
        }
    }

    /// Leaves the first step of each transition to the engine, which records it.
    func trackCoverage() {
        for transition in 0..<isCovered.count { isCovered[transition] = false }
    }

    /// Makes a step, if it is direct.
    ///
    /// - Parameters:
    ///   - event: The engine's number of the event.
    ///   - reactors: The atomic states that may react to the event.
    ///   - target: The active states before the step, which become those after it.
    ///   - hasDeferred: Whether events are deferred, which must be tried after a transition.
    /// - Returns: The fate of the event; `nil` if the engine must make the step.
    @inline(__always)
    mutating func step(
        on event: UInt32, _ reactors: UnsafePointer<UInt64>, _ target: UnsafeMutablePointer<UInt64>,
        hasDeferred: Bool, _ oracle: GuardOracle
    ) -> EventFate? {
        chosen.truncate(to: 0)
        var end: UInt32 = 0
        for index in 0..<wordCount {
            var active = target[index] & reactors[index]
            while active != 0 {
                let state = index << 6 + active.trailingZeroBitCount
                active &= active &- 1
                var candidate = core.pointee.firstCandidates[core.pointee.states[state].row + event]
                while candidate != 0 {
                    let (transition, next) = (
                        core.pointee.candidates[candidate].transition, core.pointee.candidates[candidate].next
                    )
                    if isChosen(transition) { break }
                    guard isDirect[Int(transition)] else { return nil }
                    let condition = core.pointee.transitions[transition].condition
                    if condition == 0 || holds(condition, target, oracle) {
                        let exits = core.pointee.transitions[transition].exits
                        if !exits.isEmpty {
                            if exits.lowerBound < end { return nil }
                            end = exits.upperBound
                        }
                        chosen.append(transition)
                        break
                    }
                    candidate = next
                }
            }
        }
        if chosen.count == 0 { return canGoOn(target) ? nil : isDeferred(event, target) ? .deferred : .ignored }
        return !hasDeferred && isCovering() && exchange(target) ? .taken : nil
    }

    private func isDeferred(_ event: UInt32, _ words: UnsafePointer<UInt64>) -> Bool {
        for index in core.pointee.deferrals[event].indices {
            let state = core.pointee.deferrers[index]
            if words[Int(state >> 6)] & 1 << UInt64(state & 63) != 0 { return true }
        }
        return false
    }

    @inline(__always)
    private func isChosen(_ transition: UInt32) -> Bool {
        for index in 0..<chosen.count where chosen[index] == transition { return true }
        return false
    }

    /// Returns whether all chosen transitions are recorded.
    @inline(__always)
    private func isCovering() -> Bool {
        var areCovered = true
        for index in 0..<chosen.count where !isCovered[Int(chosen[index])] {
            isCovered[Int(chosen[index])] = true
            areCovered = false
        }
        return areCovered
    }

    /// Takes the chosen transitions.
    ///
    /// - Returns: `false` if a transition without an event may follow.
    @inline(__always)
    private func exchange(_ words: UnsafeMutablePointer<UInt64>) -> Bool {
        for index in 0..<chosen.count {
            let exits = core.pointee.transitions[chosen[index]].exits
            if exits.isEmpty { continue }
            let (first, last) = (Int(exits.lowerBound >> 6), Int((exits.upperBound - 1) >> 6))
            let low = ~UInt64(0) << UInt64(exits.lowerBound & 63)
            let high = ~UInt64(0) >> UInt64(63 - (exits.upperBound - 1) & 63)
            if first == last {
                words[first] &= ~(low & high)
            } else {
                words[first] &= ~low
                for index in first + 1..<last { words[index] = 0 }
                words[last] &= ~high
            }
        }
        for index in 0..<chosen.count {
            for entry in core.pointee.transitions[chosen[index]].entries.indices {
                let state = core.pointee.entries[entry].state
                words[Int(state >> 6)] |= 1 << UInt64(state & 63)
            }
        }
        return !canGoOn(words)
    }

    /// Returns whether an active state has transitions without events.
    @inline(__always)
    private func canGoOn(_ words: UnsafePointer<UInt64>) -> Bool {
        for index in 0..<wordCount where words[index] & eventless[index] != 0 { return true }
        return false
    }

    private func holds(_ condition: UInt32, _ words: UnsafePointer<UInt64>, _ oracle: GuardOracle) -> Bool {
        let entry = core.pointee.conditions[condition]
        switch entry.kind {
        // All conditions are asked at one moment.
        case .named: return oracle.answer(guardNumbers[Int(condition)], at: 0, isOfInput: true)
        case .isActive: return words[Int(entry.first >> 6)] & 1 << UInt64(entry.first & 63) != 0
        case .isInitialized, .isTarget: return false
        case .not: return !holds(entry.first, words, oracle)
        case .all: return (entry.first..<entry.first + entry.count).allSatisfy { holds($0, words, oracle) }
        case .any: return (entry.first..<entry.first + entry.count).contains { holds($0, words, oracle) }
        }
    }
}
