public import Components
public import WorkLimits

extension Assembly {
    /// Runs the assembly under all orders of messages, timers and faults, up to limits, until one
    /// fails.
    ///
    ///     let check = try assembly.checkSchedules { run in try run.port(\.orders, of: shop).place(3) }
    ///     #expect(check.holds)
    ///
    /// A component handles one message after the other, and what it sends arrives at once, as in a
    /// ``Simulation``; which component is the next is open. Timers may fire at any time, those of one
    /// component in their order. Components run for real, once for each of their states and
    /// messages, so that their states must be values: structures, enumerations and collections, not
    /// objects. Those that supervise are left out: who fails is restarted at once.
    ///
    /// - Parameters:
    ///   - options: The schedules, and what must hold.
    ///   - budget: The budget, of states and bytes.
    ///   - send: Sends messages from outside; they arrive in their order, at any time.
    /// - Returns: The first failure, and how much was tried.
    /// - Throws: ``ScheduleError`` if the assembly can't be explored, or the budget stops the work.
    /// - Complexity: O(*n*·*p*) for *n* states of the whole, with *p* parts each.
    public func checkSchedules(
        _ options: ScheduleOptions = .init(), budget: Budget = .default, sending send: (Simulation) throws -> Void = { _ in }
    ) throws(ScheduleError) -> ScheduleCheck {
        let reactions: Reactions
        do throws(ExplorationProblem) { reactions = try Reactions(self) } catch { throw ScheduleError(error) }
        let arrivals: [Delivery]
        do { arrivals = try reactions.sent(by: send) } catch { throw .outside(error) }
        let space = ScheduleSpace(reactions, arrivals, parts.map(\.mailbox), options)
        let properties = try ScheduleProperties(options, reactions)
        var search = ScheduleSearch(space, properties, options, budget)
        let found = try search.run()
        return ScheduleCheck(
            failure: found.map { found in
                ScheduleCheck.Failure(
                    kind: found.finding.kind, reason: found.finding.reason, part: found.finding.part,
                    schedule: Schedule(found.steps.map { $0.choice(reactions.partNames) }),
                    repeatedCount: found.repeatedCount)
            }, isComplete: found == nil && !search.isBeyondBound,
            reachedMailboxLimit: search.isBeyondBound ? options.mailboxLimit : nil, stateCount: search.stateCount,
            stepCount: search.stepCount, depth: search.depth, byteCount: search.byteCount)
    }
}

extension ScheduleSpace.Step {
    func choice(_ names: [String]) -> Schedule.Choice {
        switch kind {
        case .handle: .message(part: names[part])
        case .timeout: .timeout(part: names[part])
        case .take: .taking(part: names[part], channel: channel)
        case .outside: .outside
        case .lose: .loss(part: names[part])
        case .duplicate: .duplication(part: names[part])
        case .reorder: .reordering(part: names[part])
        case .restart: .restart(part: names[part])
        }
    }
}
