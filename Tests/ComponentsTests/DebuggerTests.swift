import AlgorithmSupport
import Components
import Testing

/// All that can be seen of a run at a position.
private struct View: Equatable {
    let trace: [String]
    let waiting: [String]
    let next: String?
    let failures: [String]
    let time: Duration
    let deadline: Duration?

    init(_ debugger: Debugger) {
        trace = debugger.trace.map(\.description)
        waiting = debugger.waitingMessages.map(\.description)
        next = debugger.nextMessage?.description
        failures = debugger.failures.map(\.description)
        (time, deadline) = (debugger.time, debugger.deadline)
    }
}

/// Going forwards and back.
struct DebuggerTests {
    @Test("D1. A debugger runs as a simulation does; back and forwards again, all is as it was.")
    func randomRuns() throws {
        var (positions, shuffled, waiting, whole) = (0, 0, 0, 0)
        for seed in 0..<120 as Range<UInt64> {
            let random = RandomCase(seed: seed)
            let run = try random.run()
            let debugger = try random.debugged()
            #expect(debugger.trace.map(\.description) == run.lines, "seed \(seed)")
            #expect(debugger.lastPosition == debugger.position)
            // A full mailbox lets an action handle messages.
            let isWhole = debugger.position == run.handlers.count
            let end = View(debugger)
            try debugger.move(to: 0)
            var views = [View(debugger)]
            while debugger.position < debugger.lastPosition {
                let next = debugger.nextMessage
                let message = try debugger.step()
                if next != nil { #expect(next?.description == message?.description) }
                if isWhole { #expect(message?.component == run.handlers[debugger.position - 1]) }
                views.append(View(debugger))
            }
            #expect(views.last == end, "seed \(seed)")
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<10 {
                let position = Int.random(in: 0...debugger.lastPosition, using: &generator)
                try debugger.move(to: position)
                #expect(debugger.position == position)
                #expect(View(debugger) == views[position], "seed \(seed), position \(position)")
                #expect(run.lines.starts(with: views[position].trace))
                positions += 1
            }
            whole += isWhole ? 1 : 0
            shuffled += random.isShuffled ? 1 : 0
            waiting += views.count { $0.waiting.count > 1 }
        }
        #expect(positions == 1200 && shuffled > 20 && waiting > 200 && whole > 100)
    }
}
