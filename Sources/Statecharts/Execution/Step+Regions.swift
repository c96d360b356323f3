extension Step {
    // MARK: - Looking

    /// The number of the dynamic region of the current guard or action; `nil` outside of dynamic
    /// regions.
    @inlinable
    public var region: Int? { run.focus < 0 ? nil : Int(run.regions[Int(run.focus)].number) }

    /// The numbers of the dynamic regions of all states.
    var regionNumbers: [Int] { run.regions.map { Int($0.number) } }

    /// Returns whether a state is active: in the current region if it is there, otherwise in any.
    func isActiveInRegions(_ state: Int) -> Bool {
        let owner = core.pointee.states[state].owner
        if run.focus >= 0 {
            let focusedRegion = run.regions[Int(run.focus)]
            if focusedRegion.state == owner { return run.configuration.contains(state) }
            if owner < 0 { return focusedRegion.configuration.contains(state) }
        } else if owner < 0 {
            return run.configuration.contains(state)
        }
        return run.regions.indices.contains {
            $0 != Int(run.focus) && run.regions[$0].state == owner && run.regions[$0].configuration.contains(state)
        }
    }

    /// Returns the atomic states of a configuration, in document order.
    func atomic(in set: StateBits) -> [Int] {
        (0..<core.pointee.stateCount).filter { set.contains($0) && core.pointee.states[$0].children.isEmpty }
    }

    // MARK: - Adding and removing

    /// Adds a region to a state of kind ``Statechart/State/Kind/regions``, if that state is active.
    /// The region is entered at the end of the step.
    ///
    /// - Returns: The region's number, from 1 on; `nil` if the state isn't active or has another
    ///   kind, or if there are too many regions, which also stops the machine with
    ///   ``StateMachineError/tooManyEvents(limit:)``.
    @discardableResult
    public mutating func addRegion(to state: Behavior.State) -> Int? {
        guard let state = chart.storage.tables.number(ofState: state.rawValue) else { return nil }
        return addRegion(to: state)
    }

    /// Removes a region at the end of the step.
    ///
    /// - Parameter number: The region's number.
    public mutating func removeRegion(_ number: Int) {
        guard let index = run.regions.firstIndex(where: { $0.number == number && $0.phase != .ended }) else { return }
        run.regions[index].phase = run.regions[index].phase == .new ? .ended : .removed
    }

    @usableFromInline
    @discardableResult
    mutating func addRegion(to state: Int) -> Int? {
        guard core.pointee.states[state].kind == .regions, isActive(state) else { return nil }
        guard run.regions.count < limits.events, run.regionCount < .max,
            mayGrow(run.regions.count, run.regions.capacity)
        else {
            waiting.isFull = true
            return nil
        }
        run.regionCount += 1
        run.regions.append(
            Region(
                number: run.regionCount, state: Int32(state),
                configuration: StateBits(wordCount: core.pointee.wordCount)))
        return Int(run.regionCount)
    }

    // MARK: - Working on one region

    /// Chooses transitions in each region of a state, or the state's own if there is none.
    @inlinable
    mutating func chooseInRegions(of state: Int, _ event: Int, _ behavior: Behavior) {
        guard run.hasRegions(state) else { return choose(event, for: state, behavior) }
        for index in run.regions.indices where run.regions[index].state == state {
            if current.onlyRegion != 0, run.regions[index].number != current.onlyRegion { continue }
            run.focus(on: Int32(index))
            chooseForAll(event, behavior)
        }
        run.focus(on: -1)
    }

    /// Leaves all regions of a state, the last one first.
    @inlinable
    mutating func leaveRegions<Recorder: StatechartRecorder>(
        of state: Int, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        for index in run.regions.indices.reversed() where run.regions[index].state == state {
            endRegion(index, &behavior, &recorder)
        }
    }

    @inlinable
    mutating func endRegion<Recorder: StatechartRecorder>(
        _ index: Int, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        let state = Int(run.regions[index].state)
        run.focus(on: Int32(index))
        leave(Range32(state + 1..<Int(core.pointee.states[state].last) + 1), &behavior, &recorder)
        run.focus(on: -1)
        run.regions[index].phase = .ended
    }

    /// Ends the regions that are done or removed, and enters the new ones.
    @inlinable
    mutating func settleRegions<Recorder: StatechartRecorder>(_ behavior: inout Behavior, _ recorder: inout Recorder) {
        run.focus(on: -1)
        var count = 0
        while let index = run.regions.firstIndex(where: { $0.phase != .running }) {
            let (state, phase) = (Int(run.regions[index].state), run.regions[index].phase)
            switch phase {
            // The state was exited after the region was added.
            case .new where !run.configuration.contains(state): break
            case .new where count >= limits.events: waiting.isFull = true
            case .new:
                count += 1
                run.regions[index].phase = .running
                run.changeCount &+= 1
                run.focus(on: Int32(index))
                enterRegion(of: state, &behavior, &recorder)
                run.focus(on: -1)
                continue
            case .done, .removed:
                run.changeCount &+= 1
                endRegion(index, &behavior, &recorder)
            case .running, .ended: break
            }
            run.regions.remove(at: index)
            if phase == .done, !run.hasRegions(state) { raise(core.pointee.states[state].doneEvent, nil) }
        }
    }

    /// Enters the root of the current region, and its initial states.
    @inlinable
    mutating func enterRegion<Recorder: StatechartRecorder>(
        of state: Int, _ behavior: inout Behavior, _ recorder: inout Recorder
    ) {
        var set = scratch.entries.popLast() ?? EntrySet(core)
        set.removeAll()
        set.add(regionOf: state, noted: run.history)
        enter(&set, state + 1..<Int(core.pointee.states[state].last) + 1, &behavior, &recorder)
        scratch.entries.append(set)
    }
}
