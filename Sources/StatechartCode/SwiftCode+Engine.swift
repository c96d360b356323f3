extension SwiftCode {
    func addSteps(to writer: inout CodeWriter) {
        writer.add(
            """
            private mutating func step(_ event: Int) -> Bool {
                if event > 0 { handled = event }
                chosen.removeAll(keepingCapacity: true)
                for leaf in active.indices where active[leaf] && Tables.last[leaf] == leaf {
                    var state = leaf
                    while state >= 0 {
                        let transition = choice(state, event)
                        if transition >= 0 {
                            if !chosen.contains(transition) { chosen.append(transition) }
                            break
                        }
                        state = Tables.parent[state]
                    }
                }
                if chosen.isEmpty { return false }
                if chosen.count > 1 { removeConflicts() }
                takeChosen(actions)
                return true
            }

            private mutating func takeChosen(_ actions: any #Actions) {
                let taken = chosen
            """)
        if hasHistories { writer.add("    for transition in taken { noteHistories(exits(of: transition)) }") }
        writer.add(
            """
                for transition in taken.reversed() {
                    let range = exits(of: transition)
            """)
        if hasDeferrals {
            writer.add(
                "        if !range.isEmpty { for index in deferred.indices { deferred[index].isTried = false } }")
        }
        writer.add(
            """
                    leave(range, actions)
                }
                for transition in taken { act(transition, actions) }
                for transition in taken { arrive(transition, actions) }
            }

            private mutating func leave(_ range: Range<Int>, _ actions: any #Actions) {
                for state in range.reversed() where active[state] {
                    exit(state, actions)
                    active[state] = false
                }
            }

            private func exits(of transition: Int) -> Range<Int> {
                \(program.transitions.contains { $0.hasDynamicDomain } ? "if Tables.dynamicStart[transition] >= 0 { return dynamicExits(of: transition) }\n    return " : "")Tables.exits[transition]
            }

            private mutating func removeConflicts() {
                var kept: [Int] = []
                for transition in chosen {
                    let range = exits(of: transition)
                    let rivals = kept.filter { exits(of: $0).overlaps(range) }
                    if !rivals.allSatisfy({ isWithin(transition, $0) }) { continue }
                    kept.removeAll { rivals.contains($0) }
                    kept.append(transition)
                }
                chosen = kept
            }

            private func isWithin(_ inner: Int, _ outer: Int) -> Bool {
                Tables.sources[inner].contains { state in
                    Tables.sources[outer].contains { state > $0 && state <= Tables.last[$0] }
                }
            }

            private func children(of state: Int) -> [Int] {
                var (found, child) = ([Int](), state + 1)
                while child <= Tables.last[state] {
                    found.append(child)
                    child = Tables.last[child] + 1
                }
                return found
            }

            private mutating func finish(_ final: Int) {
                var state = Tables.parent[final]
                if state == 0 { return phase = .ending }
                if !Tables.reportsEnd[final], Tables.doneEvent[state] > 0 { raised.append(Tables.doneEvent[state]) }
                while case let around = Tables.parent[state], Tables.kind[around] == 2,
                    children(of: around).allSatisfy({ $0 == state || isDone($0) })
                {
                    if around == 0 { phase = .ending }
                    if Tables.doneEvent[around] > 0 { raised.append(Tables.doneEvent[around]) }
                    if around == 0 { return }
                    state = around
                }
            }

            private func isDone(_ state: Int) -> Bool {
                switch Tables.kind[state] {
                case 2: children(of: state).allSatisfy { isDone($0) }
                case 3: active[state]
                default: children(of: state).contains { Tables.kind[$0] == 3 && active[$0] }
                }
            }

            """)
    }

    func addHistories(to writer: inout CodeWriter) {
        writer.add(
            """
            private mutating func noteHistories(_ range: Range<Int>) {
                for number in history.indices {
                    let parent = Tables.historyParent[number]
                    guard range.contains(parent), active[parent] else { continue }
                    history[number] = active.indices.map { $0 > parent && $0 <= Tables.last[parent] && active[$0] }
                }
            }

            /// Returns the states that a history stands for; `nil` if it has no contents yet.
            private func noted(_ number: Int) -> [Int]? {
                guard history[number].contains(true) else { return nil }
                let parent = Tables.historyParent[number]
                return history[number].indices.filter { state in
                    history[number][state]
                        && (Tables.historyIsDeep[number] ? Tables.last[state] == state : Tables.parent[state] == parent)
                }
            }

            private struct Entries {
                var entered = [Bool](repeating: false, count: \(program.states.count))
                var initial: [Int] = []
                var defaults: [Int] = []

                mutating func insert(_ state: Int, below domain: Int) {
                    var state = state
                    while state > domain, !entered[state] {
                        entered[state] = true
                        state = Tables.parent[state]
                    }
                }

                func enters(in range: ClosedRange<Int>) -> Bool { entered[range].contains(true) }
            }

            private func insert(_ targets: [Int], below domain: Int, to entries: inout Entries) {
                var (next, list) = (entries.defaults.count, targets)
                while true {
                    for target in list {
                        if target >= 0 {
                            entries.insert(target, below: domain)
                        } else if let states = noted(-1 - target) {
                            for state in states { entries.insert(state, below: domain) }
                        } else if !entries.defaults.contains(-1 - target) {
                            entries.defaults.append(-1 - target)
                        }
                    }
                    if next == entries.defaults.count { return }
                    list = Tables.historyTargets[entries.defaults[next]]
                    next += 1
                }
            }

            private mutating func enterDynamically(
                _ transition: Int, _ range: Range<Int>, _ actions: any #Actions
            ) {
                var entries = Entries()
                if transition >= \(program.transitions.count - 1) {
                    entries.entered[0] = true
                } else {
                    insert(Tables.targets[transition], below: range.lowerBound - 1, to: &entries)
                    if range.lowerBound == 1, Tables.kind[0] == 2 { insertRegions(of: 0, to: &entries) }
                }
                for state in range where entries.entered[state] {
                    if Tables.kind[state] == 2 { insertRegions(of: state, to: &entries) }
                    if Tables.kind[state] == 1, !entries.enters(in: state + 1...Tables.last[state]) {
                        entries.initial.append(state)
                        insert(Tables.initial[state], below: state, to: &entries)
                    }
                }
                for state in range where entries.entered[state] {
                    enter(state, actions)
                    if entries.initial.contains(state) { runInitial(state, actions) }
                    for history in entries.defaults where Tables.historyParent[history] == state {
                        runDefault(history, actions)
                    }
                }
            }

            private func insertRegions(of state: Int, to entries: inout Entries) {
                for region in children(of: state) where !entries.enters(in: region...Tables.last[region]) {
                    entries.entered[region] = true
                }
            }

            """)
        guard program.transitions.contains(where: { $0.hasDynamicDomain }) else { return }
        writer.add(
            """
            private func dynamicExits(of transition: Int) -> Range<Int> {
                let outermost = Tables.exits[transition].lowerBound - 1
                var state = Tables.dynamicStart[transition]
                while state > outermost {
                    let inside = state + 1..<Tables.last[state] + 1
                    if Tables.kind[state] == 1, Tables.sources[transition].dropFirst().allSatisfy({ inside.contains($0) }),
                        Tables.targets[transition].allSatisfy({ isTarget($0, in: inside) })
                    {
                        return inside
                    }
                    state = Tables.parent[state]
                }
                return Tables.exits[transition]
            }

            private func isTarget(_ target: Int, in range: Range<Int>) -> Bool {
                if target >= 0 { return range.contains(target) }
                if let states = noted(-1 - target) { return states.allSatisfy { range.contains($0) } }
                return Tables.historyTargets[-1 - target].allSatisfy { isTarget($0, in: range) }
            }

            """)
    }

    func addRun(to writer: inout CodeWriter) {
        let active = usesSets ? "active" : "innermost"
        writer.add(
            """
            private mutating func offer(_ event: Int) -> Outcome {
                if step(event) { return .taken }
            """)
        if hasDeferrals {
            writer.add(
                """
                    if isDeferred(event) {
                        deferred.append((event, true))
                        return .deferred
                    }
                """)
        }
        writer.add(
            """
                return .ignored
            }

            /// Continues until no work is left.
            private mutating func settle(_ outcome: Outcome) -> Outcome {
                var steps = 0
                isUnsettled = true
                while phase == .running {
                    if steps > maximumStepCount { return .endless }
                    steps += 1
            """)
        if program.hasEventless { writer.add("        if step(0) { continue }") }
        writer.add(
            """
                    if !raised.isEmpty {
                        _ = offer(raised.removeFirst())
                        continue
                    }
            """)
        if hasDeferrals {
            writer.add(
                """
                        if let index = deferred.firstIndex(where: { !$0.isTried }) {
                            deferred[index].isTried = true
                            let event = deferred[index].event
                            let isTaken = step(event)
                            if isTaken || !isDeferred(event) { deferred.remove(at: index) }
                            continue
                        }
                """)
        }
        writer.add(
            """
            \(hasPosts ? "        if posted.isEmpty { break }\n        _ = offer(posted.removeFirst())" : "        break")
                }
                isUnsettled = false
                if phase == .ending {
                    // The exit actions are carried out, but to observers the last states stay
                    // active.
                    phase = .ended
                    let last = \(active)
                    leave(\(usesSets ? "0..<\(program.states.count)" : "-1"), actions)
                    \(active) = last
                }
                return outcome
            }

            private mutating func process(_ event: Int) -> Outcome {
                if phase == .running, isUnsettled || !raised.isEmpty, settle(.ignored) == .endless { return .endless }
                return phase == .running ? settle(offer(event)) : .ignored
            }
            """)
        if hasDeferrals {
            writer.block("\nprivate func isDeferred(_ event: Int) -> Bool {") { writer in
                writer.add("switch event {")
                for (events, states) in program.deferrers.grouped(by: \.states, \.event) {
                    writer.add(
                        "case \(events.map { event($0) }.joined(separator: ", ")): \(states.map { isActive($0) }.joined(separator: " || "))"
                    )
                }
                writer.add("default: false\n}")
            }
        }
        if hasTimers { addClock(to: &writer) }
    }

    private func addClock(to writer: inout CodeWriter) {
        writer.add(
            """

            /// The time at which the next timer becomes due; `nil` if no timer is running.
            public var deadline: Duration? { phase == .running ? timers.first?.deadline : nil }

            /// Advances the time, and handles timers and events that become due.
            @discardableResult
            public mutating func advance(by duration: Duration) -> Outcome {
                let end = time + duration
                var (outcome, count) = (Outcome.ignored, 0)
                while let deadline, deadline <= end {
                    count = deadline > time ? 0 : count + 1
                    if count > maximumStepCount { return .endless }
                    time = deadline
                    let result = process(Tables.dueEvent[timers.removeFirst().number])
                    if outcome != .endless { outcome = result }
                }
                time = end
                return outcome
            }

            private mutating func startTimer(_ number: Int) {
                let deadline = time + Tables.delay[number]
                timers.insert((deadline, number), at: timers.firstIndex { $0.deadline > deadline } ?? timers.endIndex)
            }
            """)
        guard hasOwnedTimers else { return }
        writer.add(
            """

            private mutating func stopTimers(of state: Int) {
                timers.removeAll { Tables.timerState[$0.number] == state }
            }
            """)
    }
}
