public import Components
public import WorkLimits

/// The result of checking what a component does to a contract, or how two components talk.
public struct ConversationCheck: Sendable, CustomStringConvertible {
    /// The part with contracts, or the two parts that talk.
    public let parts: [String]
    /// The result.
    public let verdict: Verdict
    /// The number of states that were reached.
    public let stateCount: Int

    /// The results of a check.
    public enum Verdict: Sendable {
        /// No conversation fails, however many messages wait.
        case proved
        /// No conversation fails in which at most this many messages wait in a mailbox.
        case provedUpTo(waiting: Int)
        /// A conversation fails.
        case fails(Failure)
    }

    /// A conversation that fails, with the fewest steps.
    public struct Failure: Sendable {
        /// The kind of the failure.
        public let kind: ScheduleCheck.Failure.Kind
        /// A sentence that says what is wrong.
        public let reason: String
        /// The steps, the last one of which fails.
        public let steps: [Step]
        /// The same as a schedule of the parts alone, for which what others send comes from outside.
        let schedule: Schedule
        let arrivals: [ArrivingMessage]
        let parts: [String]

        /// Returns a run of the parts alone that follows the conversation step by step.
        ///
        /// - Parameters:
        ///   - assembly: The assembly that was checked.
        ///   - options: The options of the run, such as a trace.
        /// - Throws: `ComponentError` if the assembly can't run.
        public func simulation(
            of assembly: Assembly, _ options: Simulation.Options = .init()
        ) throws(ComponentError) -> Simulation {
            try Simulation(assembly, parts: parts, following: schedule, receiving: arrivals, options)
        }
    }

    /// A step of a conversation.
    public struct Step: Hashable, Sendable, CustomStringConvertible {
        /// The part that acts.
        public let part: String
        /// The message that it handles, with its port; empty if its timer fires.
        public let message: String
        /// Whether the message comes from others than the parts of the check.
        public let isFromOutside: Bool
        /// The messages that it sends to the parts of the check, with their receivers.
        public let sent: [String]

        /// The step in few words.
        public var description: String {
            (message.isEmpty ? "timeout of \(part)" : "\(part) handles \(message)")
                + (isFromOutside ? " from others" : "")
                + (sent.isEmpty ? "" : ", and sends " + sent.joined(separator: ", "))
        }
    }

    /// Whether no conversation fails.
    public var holds: Bool { if case .fails = verdict { false } else { true } }

    /// The parts, and the result.
    public var description: String {
        let subject = parts.count == 1 ? "\(parts[0]) and its contracts" : parts.joined(separator: " and ")
        switch verdict {
        case .proved: return "\(subject): proved"
        case .provedUpTo(let waiting): return "\(subject): proved up to \(waiting) waiting messages"
        case .fails(let failure):
            return "\(subject): \(failure.reason)\n" + failure.steps.map { "  \($0)\n" }.joined()
        }
    }
}

extension Assembly {
    /// Checks each part with contracts, and each two parts that talk, whatever the others do.
    ///
    /// - A component conforms to its contracts if it sends only what they allow, and takes whatever
    ///   they allow others to send.
    /// - Two components talk well if neither gets a message that it doesn't expect, none waits for
    ///   ever in the middle of a contract, and no message is left to one that has ended. Others may
    ///   send them any message at any time that they take then.
    ///
    /// Messages have the bodies that the parts send somewhere, and that `send` sends. Ports without a
    /// channel also get messages without a body, and truth values. If at
    /// most one of two parts has waiting messages at any time, talk is proved for any number of them:
    /// Cécé and Finkel, *Verification of programs with half-duplex communication*, Inf. Comput. 2005.
    ///
    /// - Parameters:
    ///   - options: Which messages charts may ignore, and the greatest number of waiting messages.
    ///   - parts: The parts to check; `nil` for all.
    ///   - budget: The budget of states for each check.
    ///   - send: Sends messages from outside, as examples.
    /// - Throws: ``ScheduleError``
    /// - Complexity: O(*n*·*k*) for *n* states of two parts and *k* messages. A part may have 50,000
    ///   states; contracts limit what others send, and so their number.
    public func checkConversations(
        _ options: ScheduleOptions = .init(), of parts: [String]? = nil, budget: Budget = .default,
        sending send: (Simulation) throws -> Void = { _ in }
    ) throws(ScheduleError) -> [ConversationCheck] {
        do {
            let reactions = try Reactions(self)
            // Without bounds on what others send, data of a part may grow for ever.
            reactions.stateLimit = min(budget.maximumStates, 50_000)
            let arrivals: [Delivery]
            do { arrivals = try reactions.sent(by: send) } catch { throw ScheduleError.outside(error) }
            let world = try OpenWorld(reactions, arrivals, budget)
            var checks: [ConversationCheck] = []
            let names = reactions.partNames
            func isChecked(_ part: Int) -> Bool { parts?.contains(names[part]) ?? true }
            for part in reactions.partNames.indices where isChecked(part) && !reactions.contractNames(part).isEmpty {
                var search = ConversationSearch([part], world, options, budget)
                checks.append(try search.check())
            }
            for first in reactions.partNames.indices {
                for second in reactions.partNames.indices
                where second > first && isChecked(first) && isChecked(second) && world.talk(first, second) {
                    var search = ConversationSearch([first, second], world, options, budget)
                    checks.append(try search.check())
                }
            }
            return checks
        } catch let error as ExplorationProblem {
            if case .tooManyStates(let part, let limit) = error, limit < budget.maximumStates {
                throw .unexplorable(
                    part: part,
                    "has more than \(limit) states, as others may send it anything; give it contracts that say what they send"
                )
            }
            throw ScheduleError(error)
        } catch let error as ScheduleError {
            throw error
        } catch let error as LimitError {
            throw .stopped(error, causes: [])
        } catch { preconditionFailure("\(error)") }
    }
}
