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
        _ options: ScheduleOptions = .init(), budget: Budget = .default,
        sending send: (Simulation) throws -> Void = { _ in }
    ) throws(ScheduleError) -> ScheduleCheck {
        let reactions: Reactions
        do throws(ExplorationProblem) { reactions = try Reactions(self) } catch { throw ScheduleError(error) }
        let arrivals: [Delivery]
        do { arrivals = try reactions.sent(by: send) } catch { throw .outside(error) }
        let bounds = parts.map(\.mailbox)
        var walk = ScheduleWalk(
            ScheduleSpace(reactions, arrivals, bounds, options), try ScheduleProperties(options, reactions), options)
        if options.strategy != .exhaustive {
            let found = try walk.run(budget)
            return ScheduleCheck(
                failure: found.map { ScheduleCheck.Failure($0, reactions.partNames) }, isComplete: false,
                reachedMailboxLimit: walk.isBeyondBound ? options.mailboxLimit : nil, stateCount: walk.runCount,
                stepCount: walk.stepCount, depth: walk.length, byteCount: 0)
        }
        var search = ScheduleSearch(
            ScheduleSpace(reactions, arrivals, bounds, options), try ScheduleProperties(options, reactions), options,
            budget)
        var found = try search.run()
        do throws(ExplorationProblem) {
            if let longer = found { found = try walk.shortened(longer) }
        } catch { throw ScheduleError(error) }
        return ScheduleCheck(
            failure: found.map { ScheduleCheck.Failure($0, reactions.partNames) },
            isComplete: found == nil && !search.isBeyondBound,
            reachedMailboxLimit: search.isBeyondBound ? options.mailboxLimit : nil, stateCount: search.stateCount,
            stepCount: search.stepCount, depth: search.depth, byteCount: search.byteCount)
    }
}

extension ScheduleCheck.Failure {
    init(_ found: ScheduleSearch.Found, _ names: [String]) {
        self.init(
            kind: found.finding.kind, reason: found.finding.reason, part: found.finding.part,
            schedule: Schedule(found.steps.map { $0.choice(names) }), repeatedCount: found.repeatedCount)
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
