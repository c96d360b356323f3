import Components
import TestSupport
import Testing

/// Injected faults: what was sent is handled or lost as the policy promises, and each question has
/// one answer.
@Suite(.serialized) struct FaultTests {
    /// The number of messages of a row.
    private static let count = TestScope.isLong ? 100_000 : 2_000

    @Test(arguments: FaultCase.all) func faultsKeepTheirPromises(testCase: FaultCase) async throws {
        let runs = [
            ("simulation", try testCase.simulate(Self.count, seed: nil)),
            ("shuffled", try testCase.simulate(Self.count, seed: 1)),
            ("system", try await testCase.runOnThreads(Self.count)),
        ]
        for (name, run) in runs {
            if TestScope.isLong { print("| \(testCase.name) | \(name) | \(run.row) |") }
            #expect(run.sent == Self.count, "\(name)")
            #expect(run.handled + run.lostCount == run.sent, "\(name)")
            #expect(run.answered + run.errors.values.reduce(0, +) == run.asks, "\(name)")
            #expect(run.heard + run.unheard == run.asks, "\(name)")
            #expect(run.witnessed == (testCase.hasWitness ? run.works : 0), "\(name)")
            #expect(run.others == testCase.otherFailures, "\(name)")
            if testCase.subject == "server" { #expect(run.unheard == 0, "\(name)") }
            testCase.promise(run)
        }
    }
}

extension FaultRun {
    /// The columns of the table of the documentation.
    var row: String {
        func list(_ counts: [(String, Int)]) -> String {
            counts.isEmpty ? "0" : counts.sorted { $0 < $1 }.map { "\($1) \($0)" }.joined(separator: ", ")
        }
        let lost = list(lost.map { ($0.key.rawValue, $0.value) })
        return
            "\(sent) | \(handled) | \(lost) | \(answered) | \(list(errors.map { ($0, $1) })) | \(failures) | \(restarts)"
    }
}

extension FaultCase {
    static let all = handlers + starts + queues

    /// Faults in handlers.
    private static let handlers = [
        FaultCase(name: "throws at each 7th message, ends", fault: .init(every: 7), policy: .ends, hasWitness: false) {
            run in
            #expect((run.handled, run.failures, run.restarts) == (7, 1, 0))
            #expect(run.lost[.ended, default: 0] + run.lost[.noReceiver, default: 0] == run.sent - 7)
            #expect((run.answered, run.errors) == (3, ["no receiver": run.asks - 3]))
        },
        FaultCase(name: "throws at each 7th message, restarts", fault: .init(every: 7), policy: .restarts()) { run in
            #expect((run.handled, run.failures, run.restarts) == (run.sent, run.sent / 7, run.sent / 7))
            #expect(run.errors == ["failed": run.sent / 14])
        },
        FaultCase(
            name: "throws at each 7th message, restarts without messages", fault: .init(every: 7),
            policy: .restarts(keepsMessages: false)
        ) { run in
            #expect(run.restarts == run.failures)
            #expect(run.handled + run.lost[.failed, default: 0] == run.sent)
            if run.isOrdered {
                // Of a burst all is handled until the first fault.
                let bursts = stride(from: 1, to: run.sent, by: burst).map { first in
                    (first..<first + burst).first { $0 % 7 == 0 }.map { $0 - first + 1 }
                }
                #expect(run.handled == bursts.reduce(0) { $0 + ($1 ?? burst) })
                #expect(run.failures == bursts.count { $0 != nil })
            }
        },
        FaultCase(
            name: "throws at each 7th message, all restart", fault: .init(every: 7), policy: .restarts(.all)
        ) { run in
            #expect((run.handled, run.failures, run.restarts) == (run.sent, run.sent / 7, run.sent / 7))
        },
        FaultCase(
            name: "throws at each message, restarts", fault: .init(every: 1), policy: .restarts()
        ) { run in
            #expect((run.handled, run.failures, run.restarts) == (run.sent, run.sent, run.sent))
            #expect(run.errors == ["failed": run.asks])
        },
        FaultCase(
            name: "throws at each of many that wait, restarts", burst: nil, fault: .init(every: 1), policy: .restarts()
        ) { run in
            #expect((run.handled, run.failures, run.restarts) == (run.sent, run.sent, run.sent))
            #expect(run.errors == ["failed": run.asks])
        },
        FaultCase(
            name: "throws at each message, restarts 3 times", fault: .init(every: 1),
            policy: .restarts(.init(maximumRestarts: 3, within: .seconds(1_000))), hasWitness: false, otherFailures: 1
        ) { run in
            #expect((run.handled, run.failures, run.restarts) == (4, 4, 3))
            #expect(run.errors == ["failed": 2, "no receiver": run.asks - 2])
        },
        FaultCase(
            name: "keeps replies, throws at each 7th message, restarts", fault: .init(every: 7, keepsReplies: true),
            policy: .restarts()
        ) { run in
            var (kept, answered, lost) = (0, 0, 0)
            for number in 1...run.sent {
                if number % 7 == 0 {
                    (kept, lost) = (0, lost + kept)
                } else if number % 2 == 0 {
                    kept += 1
                    if kept == 2 { (kept, answered) = (0, answered + 2) }
                }
            }
            #expect((run.handled, run.failures, run.restarts) == (run.sent, run.sent / 7, run.sent / 7))
            #expect(run.answered == answered)
            #expect(run.errors == ["failed": run.sent / 14, "no receiver": lost + kept])
        },
    ]

    /// Faults while components start and stop.
    private static let starts = [
        FaultCase(
            name: "throws at each 7th message and in its start, restarts", fault: .init(every: 7, isInStart: true),
            policy: .restarts()
        ) { run in
            #expect((run.handled, run.failures, run.restarts) == (run.sent, 2 * (run.sent / 7), 2 * (run.sent / 7)))
            #expect(run.errors == ["failed": run.sent / 14])
        },
        FaultCase(
            name: "restarts with a sibling", policy: .restarts(.all), hasSibling: true
        ) { run in
            #expect((run.handled, run.failures, run.restarts) == (run.sent, 0, run.sent / burst))
            #expect(run.answered == run.asks)
        },
        FaultCase(
            name: "fails while it stops, restarts with a sibling", fault: .init(isWhileStopping: true),
            policy: .restarts(.all), hasSibling: true
        ) { run in
            #expect((run.handled, run.restarts) == (run.sent, run.sent / burst))
            // It fails once more as it is removed. Of two restarts that meet, one stops nothing.
            #expect(run.isOrdered ? run.failures == run.restarts + 1 : run.failures <= run.restarts + 1)
            #expect(run.answered == run.asks)
        },
        FaultCase(
            name: "fails while it stops, restarts with a sibling, without messages",
            fault: .init(isWhileStopping: true), policy: .restarts(.all, keepsMessages: false), hasSibling: true
        ) { run in
            #expect(run.handled + run.lost[.failed, default: 0] == run.sent)
            #expect(run.errors["no receiver", default: 0] + run.answered == run.asks)
        },
    ]

    /// Full queues.
    private static let queues = [
        FaultCase(name: "full mailbox that fails, ends", policy: .ends, mailbox: .init(capacity: 4), hasWitness: false)
        { run in
            #expect(run.failures <= 1)
            guard run.isOrdered else { return }
            #expect((run.handled, run.failures, run.lost[.full]) == (0, 1, 1))
        },
        FaultCase(
            name: "full mailbox that fails, restarts", policy: .restarts(), mailbox: .init(capacity: 4)
        ) { run in
            #expect(run.restarts == run.failures)
            #expect(run.lost[.full, default: 0] == run.lostCount)
            guard run.isOrdered else { return }
            let bursts = run.sent / burst
            #expect((run.handled, run.lostCount, run.failures) == (4 * bursts, 6 * bursts, bursts))
        },
        FaultCase(
            name: "full mailbox that fails, restarts without messages", policy: .restarts(keepsMessages: false),
            mailbox: .init(capacity: 4)
        ) { run in
            #expect(run.restarts == run.failures)
            #expect(run.lost[.full, default: 0] + run.lost[.failed, default: 0] == run.lostCount)
            guard run.isOrdered else { return }
            let bursts = run.sent / burst
            #expect((run.handled, run.failures) == (4 * bursts, bursts))
            #expect(run.lost == [.failed: 4 * bursts, .full: 2 * bursts])
        },
        FaultCase(
            name: "full mailbox that drops the oldest", policy: .ends, mailbox: .init(capacity: 4, .dropOldest)
        ) { run in
            #expect((run.failures, run.lost[.full, default: 0]) == (0, run.lostCount))
            if run.isOrdered { #expect(run.handled == 4 * (run.sent / burst)) }
        },
        FaultCase(
            name: "full mailbox that drops the newest", policy: .ends, mailbox: .init(capacity: 4, .dropNewest)
        ) { run in
            #expect((run.failures, run.lost[.full, default: 0]) == (0, run.lostCount))
            if run.isOrdered { #expect(run.handled == 4 * (run.sent / burst)) }
        },
        FaultCase(
            name: "full mailbox that lets senders wait, restarts", policy: .restarts(),
            mailbox: .init(capacity: 4, .wait)
        ) { run in
            // A component can't wait.
            #expect(run.restarts == run.failures)
            #expect(run.lost[.full, default: 0] == run.lostCount)
            if run.isOrdered { #expect(run.handled == 4 * (run.sent / burst)) }
        },
        FaultCase(
            name: "full channel, the sender restarts", policy: .restarts(), subject: "client", kind: .pointToPoint,
            hasWitness: false
        ) { run in
            #expect(run.restarts == run.failures)
            #expect(run.lost[.full, default: 0] == run.lostCount)
            guard run.isOrdered else { return }
            // One went to the server, and four waited.
            #expect((run.handled, run.failures) == (run.sent / 2, run.sent / burst))
        },
    ]
}
