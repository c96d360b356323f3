/// A dynamic region (rule 21).
@usableFromInline
struct Region {
    /// The region's number for programs.
    @usableFromInline
    let number: UInt32
    /// The enclosing state.
    @usableFromInline
    let state: Int32
    /// The region's active states and histories; those of the chart while the step works on the
    /// region.
    @usableFromInline
    var configuration: StateSet
    @usableFromInline
    var history = NotedStates()
    @usableFromInline
    var phase = Phase.new

    @usableFromInline
    enum Phase {
        /// The region was added, and will be entered at the end of the step.
        case new
        case running
        /// The region has reached its final state, and ends with the step.
        case done
        /// The region was removed, and ends with the step.
        case removed
        /// The region has ended.
        case gone
    }
}

extension Step {
    // MARK: - Looking

    /// The number of the dynamic region of the current guard or action; `nil` outside of these.
    @inlinable
    public var region: Int? { focus < 0 ? nil : Int(regions[Int(focus)].number) }

    /// The numbers of the dynamic regions of all states.
    var regionNumbers: [Int] { regions.map { Int($0.number) } }

    /// The number of events that only the current region and states outside of regions see; 0 for
    /// all.
    @usableFromInline
    var regionNumber: UInt32 { focus < 0 ? 0 : regions[Int(focus)].number }

    /// Returns whether a state is active: in the current region if it is there, otherwise in any.
    @usableFromInline
    func isActiveInRegions(_ state: Int) -> Bool {
        let owner = core.pointee.states[state].owner
        if focus >= 0 {
            let present = regions[Int(focus)]
            if present.state == owner { return configuration.contains(state) }
            if owner < 0 { return present.configuration.contains(state) }
        } else if owner < 0 {
            return configuration.contains(state)
        }
        return regions.indices.contains {
            $0 != Int(focus) && regions[$0].state == owner && regions[$0].configuration.contains(state)
        }
    }

    /// Returns the atomic states of a configuration, in document order.
    func atomic(in set: StateSet) -> [Int] {
        (0..<core.pointee.stateCount).filter { set.contains($0) && core.pointee.states[$0].children.isEmpty }
    }

    /// Returns whether a state currently has regions.
    @usableFromInline
    func hasRegions(_ state: Int) -> Bool {
        regions.contains { $0.state == state && $0.phase != .gone }
    }

    // MARK: - Adding and removing

    /// Adds a region to a state of kind ``Statechart/State/Kind/regions``, if it is active. It is
    /// entered at the end of the step.
    ///
    /// - Returns: The region's number, from 1 on; `nil` if the state isn't active, or there are too
    ///   many regions.
    @discardableResult
    public mutating func addRegion(to state: Behavior.State) -> Int? {
        guard let state = chart.storage.tables.number(ofState: state.rawValue) else { return nil }
        return addRegion(to: state)
    }

    /// Removes a region at the end of the step.
    ///
    /// - Parameter number: The region's number.
    public mutating func removeRegion(_ number: Int) {
        guard let index = regions.firstIndex(where: { $0.number == number && $0.phase != .gone }) else { return }
        regions[index].phase = regions[index].phase == .new ? .gone : .removed
    }

    @usableFromInline
    @discardableResult
    mutating func addRegion(to state: Int) -> Int? {
        guard core.pointee.states[state].kind == .regions, isActive(state) else { return nil }
        guard regions.count < limits.events, regionCount < .max else {
            isFull = true
            return nil
        }
        regionCount += 1
        let configuration = StateSet(wordCount: core.pointee.wordCount)
        regions.append(Region(number: regionCount, state: Int32(state), configuration: configuration))
        return Int(regionCount)
    }

    // MARK: - Working on one region

    /// Makes a region's active states and histories those of the step, or the chart's for -1.
    @usableFromInline
    mutating func focus(on index: Int32) {
        guard index != focus else { return }
        if focus >= 0 { exchange(with: Int(focus)) }
        if index >= 0 { exchange(with: Int(index)) }
        focus = index
    }

    private mutating func exchange(with index: Int) {
        swap(&configuration, &regions[index].configuration)
        swap(&history, &regions[index].history)
    }

    /// Chooses transitions in each region of a state, or the state's own if there is none.
    @inlinable
    mutating func chooseInRegions(of state: Int, _ event: Int, _ behavior: Behavior) {
        guard hasRegions(state) else { return choose(event, for: state, behavior) }
        for index in regions.indices where regions[index].state == state {
            if onlyRegion != 0, regions[index].number != onlyRegion { continue }
            focus(on: Int32(index))
            chooseForAll(event, behavior)
        }
        focus(on: -1)
    }

    /// Leaves all regions of a state, the last one first.
    @inlinable
    mutating func leaveRegions<Recorder: StatechartRecorder>(
        of state: Int, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        for index in regions.indices.reversed() where regions[index].state == state {
            endRegion(index, &behavior, &recorder)
        }
    }

    @inlinable
    mutating func endRegion<Recorder: StatechartRecorder>(
        _ index: Int, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        let state = Int(regions[index].state)
        focus(on: Int32(index))
        leave(Range32(state + 1..<Int(core.pointee.states[state].last) + 1), &behavior, &recorder)
        focus(on: -1)
        regions[index].phase = .gone
    }

    /// Ends the regions that are done or removed, and enters the new ones.
    @inlinable
    mutating func settleRegions<Recorder: StatechartRecorder>(
        _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        focus(on: -1)
        var count = 0
        while let index = regions.firstIndex(where: { $0.phase != .running }) {
            let (state, phase) = (Int(regions[index].state), regions[index].phase)
            switch phase {
            // The state was exited after the region was added.
            case .new where !configuration.contains(state): break
            case .new where count >= limits.events: isFull = true
            case .new:
                count += 1
                regions[index].phase = .running
                changeCount &+= 1
                focus(on: Int32(index))
                enterRegion(of: state, &behavior, &recorder)
                focus(on: -1)
                continue
            case .done, .removed:
                changeCount &+= 1
                endRegion(index, &behavior, &recorder)
            case .running, .gone: break
            }
            regions.remove(at: index)
            if phase == .done, !hasRegions(state) { raise(core.pointee.states[state].doneEvent, nil) }
        }
    }

    /// Enters the root of the current region, and its initial states.
    @inlinable
    mutating func enterRegion<Recorder: StatechartRecorder>(
        of state: Int, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        var set = entries.popLast() ?? EntrySet(core)
        set.removeAll()
        set.add(regionOf: state, noted: history)
        enter(&set, state + 1..<Int(core.pointee.states[state].last) + 1, &behavior, &recorder)
        entries.append(set)
    }
}
