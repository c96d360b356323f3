import ComponentAnalysis
import ComponentFormats
import Components
import Foundation
import Testing

/// The models in `Examples/checks`: their faults are found, and their states are those that Spin
/// finds.
struct ModelTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples/checks")

    private func assembly(_ path: String) throws -> Assembly {
        let url = Self.folder.appendingPathComponent(path + ".json")
        let document = try AssemblyDocument(json: String(contentsOf: url, encoding: .utf8), name: path) { name in
            Array(try Data(contentsOf: url.deletingLastPathComponent().appendingPathComponent(name)))
        }
        return document.assembly
    }

    private func options(_ set: (inout ScheduleOptions) -> Void) -> ScheduleOptions {
        var options = ScheduleOptions()
        options.isReduced = false
        set(&options)
        return options
    }

    /// Checks a model, whose failure comes back in a simulation.
    private func failure(
        _ path: String, _ kind: ScheduleCheck.Failure.Kind, steps: Int,
        _ set: (inout ScheduleOptions) -> Void = { _ in }
    ) throws -> ScheduleCheck.Failure? {
        let assembly = try assembly(path)
        var shortest: ScheduleCheck.Failure?
        for isReduced in [true, false] {
            let check = try assembly.checkSchedules(
                options {
                    set(&$0)
                    $0.isReduced = isReduced
                })
            let failure = try #require(check.failure, "\(path)")
            #expect(failure.kind == kind, "\(failure)")
            let simulation = try Simulation(assembly, following: failure.schedule)
            try simulation.run()
            #expect(simulation.remainingChoices.isEmpty)
            shortest = failure
        }
        #expect(shortest?.schedule.choices.count == steps, "\(shortest?.schedule.description ?? "")")
        return shortest
    }

    private func holds(
        _ path: String, states: Int, _ set: (inout ScheduleOptions) -> Void = { _ in }
    ) throws {
        let assembly = try assembly(path)
        let check = try assembly.checkSchedules(options(set))
        #expect(check.holds && check.isComplete, "\(check.failure?.reason ?? "")")
        #expect(check.stateCount == states)
        let reduced = try assembly.checkSchedules(
            options {
                set(&$0)
                $0.isReduced = true
            })
        #expect(reduced.holds && reduced.isComplete && reduced.stateCount <= states)
    }

    @Test("A reply that crosses its cancellation is unexpected.")
    func cancellation() throws {
        let failure = try failure("cancellation/faulty", .unexpectedMessage, steps: 5)
        #expect(failure?.part == "client")
        try holds("cancellation/mended", states: 12)
        let stuck = try self.failure("cancellation/mended", .hotState, steps: 4) {
            $0.losses = 1
            $0.hot = ["client.Cancelling"]
        }
        #expect(stuck?.repeatedCount == 0)
    }

    @Test("Each of two waits for the other.")
    func stuckPair() throws {
        _ = try failure("stuck-pair/faulty", .stuck, steps: 1) { $0.mustEnd = ["buyer", "seller"] }
        try holds("stuck-pair/mended", states: 4) { $0.mustEnd = ["buyer", "seller"] }
    }

    private static func pairs(_ parts: [String], _ first: String, _ others: [String]) -> [[String]] {
        parts.flatMap { part in
            parts.filter { $0 != part }.flatMap { other in others.map { ["\(part).\(first)", "\(other).\($0)"] } }
        }
    }

    @Test("A coordinator that takes silence for a yes breaks atomicity.")
    func twoPhaseCommit() throws {
        let never = Self.pairs(["first", "second", "third"], "Committed", ["Aborted"])
        _ = try failure("two-phase-commit/faulty", .forbiddenStates, steps: 4) {
            $0.never = never
            $0.allowsIgnoredMessages = true
        }
        try holds("two-phase-commit/mended", states: 1_164) { $0.never = never }
        _ = try failure("two-phase-commit/mended", .hotState, steps: 9) {
            $0.losses = 1
            $0.hot = ["first.Prepared", "second.Prepared", "third.Prepared"]
        }
    }

    @Test("A lost message leaves a ring without a leader.")
    func leaderElection() throws {
        let nodes = (1...4).map { "node\($0)" }
        let never = nodes.indices.flatMap { first in
            nodes[(first + 1)...].map { ["\(nodes[first]).Leader", "\($0).Leader"] }
        }
        try holds("leader-election/faulty", states: 76) { $0.never = never }
        _ = try failure("leader-election/faulty", .hotState, steps: 11) {
            $0.losses = 1
            $0.hot = ["node4.Candidate"]
        }
        try holds("leader-election/mended", states: 1_322) { $0.never = never }
        try holds("leader-election/mended", states: 5_475) {
            ($0.losses, $0.never, $0.hot) = (1, never, ["node4.Candidate"])
        }
    }

    @Test("A buffer overflows by one credit too many, or loses a wake-up.")
    func boundedBuffer() throws {
        _ = try failure("bounded-buffer/overflow", .forbiddenStates, steps: 12) { $0.never = [["buffer.Overflow"]] }
        _ = try failure("bounded-buffer/lost-wake-up", .stuck, steps: 16) { $0.mustEnd = ["producer1"] }
        try holds("bounded-buffer/mended", states: 2_736)
    }

    @Test("A cache is written while another one reads it.")
    func germanCache() throws {
        let never = Self.pairs(["client1", "client2", "client3"], "Exclusive", ["Shared", "Upgrading", "Exclusive"])
        _ = try failure("german-cache/faulty", .forbiddenStates, steps: 11) {
            $0.never = never
            $0.allowsIgnoredMessages = true
        }
        try holds("german-cache/mended", states: 22_621) { $0.never = never }
    }
}
