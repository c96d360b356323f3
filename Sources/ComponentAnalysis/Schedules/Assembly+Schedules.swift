public import Components
public import WorkLimits

extension Assembly {
    /// Runs the assembly under all orders of messages, timers and faults, up to limits, until one
    /// fails.
    ///
    ///     let check = try assembly.checkSchedules { run in
    ///         try run.port(\.orders, of: shop).place(3)
    ///     }
    ///     #expect(check.holds)
    ///
    /// A component handles one message after the other, and what it sends arrives at once, as in a
    /// ``Simulation``; which component is the next is open. Timers may fire at any time, those of one
    /// component in the order of their times; any time passes between its messages. Components run
    /// for real, once for each of their states and messages, so that their states must be values:
    /// structures, enumerations and collections, not objects. Those that supervise are left out:
    /// who fails is restarted at once.
    ///
    /// - Parameters:
    ///   - options: The schedules, and what must hold.
    ///   - budget: The budget, of states and bytes.
    ///   - send: Sends messages from outside; they arrive in their order, at any time.
    /// - Returns: The first failure, and how much was tried.
    /// - Throws: ``ScheduleError`` if the assembly can't be explored, or the budget stops the work.
    /// - Complexity: O(*n*·*p*) for *n* states of the whole, with *p* parts each.
    public func checkSchedules(
        _ options: ScheduleOptions = .init(), budget: Budget = .default,
        sending send: (Simulation) throws -> Void = { _ in }
    ) throws(ScheduleError) -> ScheduleCheck {
        let reactions: Reactions
        do throws(ExplorationProblem) { reactions = try Reactions(self) } catch { throw ScheduleError(error) }
        reactions.stateLimit = budget.maximumStates
        let arrivals: [Delivery]
        do { arrivals = try reactions.sent(by: send) } catch { throw .outside(error) }
        let bounds = parts.map(\.mailbox)
        var walk = ScheduleWalk(
            ScheduleSpace(reactions, arrivals, bounds, options), try ScheduleProperties(options, reactions), options)
        var failure: ScheduleCheck.Failure?
        guard options.strategy == .exhaustive else {
            let found = try walk.run(budget)
            do throws(ExplorationProblem) {
                if let found { failure = try walk.failure(found) }
            } catch { throw ScheduleError(error) }
            return ScheduleCheck(
                failure: failure, isComplete: false, clockReaders: reactions.clockReaders,
                reachedMailboxLimit: walk.isBeyondBound ? options.mailboxLimit : nil, stateCount: walk.runCount,
                stepCount: walk.stepCount, depth: walk.length, byteCount: 0)
        }
        var search = ScheduleSearch(
            ScheduleSpace(reactions, arrivals, bounds, options), try ScheduleProperties(options, reactions), options,
            budget)
        let found = try search.run()
        do throws(ExplorationProblem) {
            if let longer = found { failure = try walk.failure(walk.shortened(longer)) }
        } catch { throw ScheduleError(error) }
        let clockReaders = reactions.clockReaders
        return ScheduleCheck(
            failure: failure, isComplete: failure == nil && !search.isBeyondBound && clockReaders.isEmpty,
            clockReaders: clockReaders, reachedMailboxLimit: search.isBeyondBound ? options.mailboxLimit : nil,
            stateCount: search.stateCount, stepCount: search.stepCount, depth: search.depth,
            byteCount: search.byteCount)
    }
}

extension ScheduleWalk {
    /// Tells a failure as choices.
    mutating func failure(_ found: Found) throws(ExplorationProblem) -> ScheduleCheck.Failure {
        let (schedule, repeatedCount) = try space.schedule(of: found.steps, repeating: found.repeatedCount)
        return ScheduleCheck.Failure(
            kind: found.finding.kind, reason: found.finding.reason, part: found.finding.part, schedule: schedule,
            repeatedCount: repeatedCount)
    }
}
