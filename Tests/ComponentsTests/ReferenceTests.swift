import Components
import Foundation
import Testing

/// Random assemblies, run by the library and by a naive reference.
///
/// `COMPONENTS_CASES` is the number of cases, 200 unless it is set; the long run has 5,000.
struct ReferenceTests {
    @Test func randomAssembliesHaveTheTraceOfTheReference() throws {
        let count = ProcessInfo.processInfo.environment["COMPONENTS_CASES"].flatMap(Int.init) ?? 200
        var counts: [String: Int] = [:]
        for seed in 0..<UInt64(count) {
            let random = RandomCase(seed: seed)
            let run = try random.run()
            let reference = ReferenceRun(random, choices: random.isShuffled ? run.handlers : nil)
            for found in [run.counts, reference.counts, kinds(of: random, run)] {
                counts.merge(found, uniquingKeysWith: +)
            }
            guard run.lines != reference.lines else { continue }
            report(seed, run.lines, reference.lines)
            counts["failures", default: 0] += 1
            if counts["failures"] == 4 { return }
        }
        print("reference:", counts.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", "))
        for kind in Self.kinds { #expect(counts[kind, default: 0] > 0, "\(kind)") }
    }

    /// The kinds of things of which a run of all cases must have some.
    private static let kinds = [
        "from outside", "to ended components", "shuffled", "other order", "boxes", "sent by contents",
        "handled by contents", "point-to-point", "publish-subscribe", "handled by mocks", "failed scripts",
        "events of charts", "timers of charts", "ended charts", "send", "own", "later", "ask", "release", "spawn",
        "endOther", "disconnect", "end", "fail", "ended while messages wait", "handled by spawned", "timed out",
        "refused", "not received", "no answer", "failed", "lost: full", "lost: ended", "lost: no receiver",
    ]

    private func kinds(of random: RandomCase, _ run: RandomCase.Run) -> [String: Int] {
        var counts = [
            "shuffled": random.isShuffled ? 1 : 0, "boxes": random.nodes.count { $0.kind == .box },
            "point-to-point": random.wirings.count { $0.kind == .pointToPoint },
            "publish-subscribe": random.wirings.count { $0.kind == .publishSubscribe },
            "handled by contents": run.handlers.count { $0.hasPrefix("box.") },
            "handled by spawned": run.handlers.count { $0.contains("x") && !$0.hasPrefix("box") },
        ]
        let texts = [
            "sent by contents": ".out.", "timed out": "question(timed out)", "refused": "question(refused: no)",
            "not received": "question(no receiver)", "no answer": "question(unanswered)", "failed": " failed",
            "lost: full": ": full", "lost: ended": ": ended",
            "lost: no receiver": ": no receiver",
        ]
        for (kind, text) in texts {
            counts[kind] = run.lines.count {
                $0.contains(text) && (kind != "sent by contents" || $0.contains("#box.m"))
            }
        }
        return counts
    }

    private func report(_ seed: UInt64, _ lines: [String], _ expected: [String]) {
        let first =
            zip(lines, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, expected.count)
        let context = lines[max(0, first - 5)..<first].joined(separator: "\n")
        Issue.record(
            """
            seed \(seed), line \(first), after
            \(context)
            library:   \(lines[first...].prefix(3))
            reference: \(expected[first...].prefix(3))
            """)
    }
}
