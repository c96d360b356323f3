@_spi(Tool) import Components
import Foundation
import Testing

/// Waits in its handler.
private struct Patient: Component {
    let input = Input<M1>()
    let begun: DispatchSemaphore
    let goOn: DispatchSemaphore

    static var handlers: Handlers<Patient> {
        Receive(\.input.one) { patient, _ in
            patient.begun.signal()
            patient.goOn.wait()
        }
    }
}

/// The messages that wait, and the stops at breakpoints, as listeners of an inspector are told.
@Suite(.serialized) struct MailboxInspectionTests {
    private let path: String

    init() throws { path = try makeTemporaryFolder() + "/socket" }

    /// Asks which messages wait.
    private func waiting(_ listener: InspectionListener) throws -> (counts: [String]?, messages: [String]?) {
        listener.request("waiting")
        let answer = try listener.next("answer", "waiting")
        let counts = (answer["counts"] as? [[String: Any]])?.map { "\($0["part"] ?? "") \($0["count"] ?? "")" }
        return (counts, answer["messages"] as? [String])
    }

    @Test(arguments: [true, false]) func mailboxesOfSystemThatWorks(allowsControl: Bool) async throws {
        var assembly = Assembly()
        let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let patient = assembly.add("patient", execution: .blocking) { Patient(begun: begun, goOn: goOn) }
        let system = try ComponentSystem(assembly)
        let port = try system.port(\.input, of: patient)
        // Also those that came before the listener, and in one piece.
        for number in 1...5 { port.one(number) }
        begun.wait()
        let inspector = try system.inspect(at: path, allowsControl: allowsControl)
        let listener = try InspectionListener(at: path)
        goOn.signal()
        begun.wait()
        for number in [3, 2, 1] {
            let found = try waiting(listener)
            #expect(found.counts == ["patient \(number)"] && found.messages == nil)
            goOn.signal()
            begun.wait()
        }
        port.one(6)
        #expect(try waiting(listener).counts == ["patient 1"])
        for _ in 0..<2 { goOn.signal() }
        await system.idle()
        #expect(try waiting(listener).counts == [])
        await system.end()
        _ = try listener.next("news", "ended")
        #expect(try waiting(listener).counts == nil)
        withExtendedLifetime(inspector) {}
    }

    @Test func mailboxesOfPausedSystem() async throws {
        let (assembly, first) = relayChain()
        let system = try ComponentSystem(assembly)
        let inspector = try system.inspect(at: path)
        let listener = try InspectionListener(at: path)
        await system.pause()
        _ = try listener.next("news", "paused")
        #expect(try waiting(listener) == ([], []))
        let port = try system.port(\.input, of: first)
        for number in 1...3 { port.one(number) }
        await system.idle()
        #expect(
            try waiting(listener) == (["first 3"], (1...3).map { "#outside/\($0) first.input.one(\($0))" }))
        await system.step()
        #expect(try waiting(listener).counts == ["first 2", "second 1"])
        for number in 4...500 { port.one(number) }
        let (counts, messages) = try waiting(listener)
        #expect(counts == ["first 499", "second 1"] && messages?.count == 100)
        system.resume()
        _ = try listener.next("news", "resumed")
        await system.idle()
        #expect(try waiting(listener) == ([], nil))
        await system.end()
        withExtendedLifetime(inspector) {}
    }

    @Test func numbersOfComponentsThatFailedAndRestarted() async throws {
        var (assembly, first) = relayChain()
        assembly.supervise(first, by: Supervision(.one))
        let system = try ComponentSystem(assembly)
        let inspector = try system.inspect(at: path)
        let listener = try InspectionListener(at: path)
        await system.pause()
        _ = try listener.next("news", "paused")
        let port = try system.port(\.input, of: first)
        for number in [-1, 1, 2, 3] { port.one(number) }
        await system.idle()
        #expect(try waiting(listener).counts == ["first 4"])
        system.resume()
        await system.idle()
        #expect(try waiting(listener).counts == [])
        await system.end()
        withExtendedLifetime(inspector) {}
    }

    @Test func mailboxesOfSimulation() throws {
        let (assembly, first) = relayChain()
        let simulation = try Simulation(assembly)
        let inspector = try simulation.inspect(at: path, allowsControl: true)
        let listener = try InspectionListener(at: path)
        // Nobody but its own thread may look at it while it doesn't wait.
        #expect(try waiting(listener) == (nil, nil))
        listener.request("pause")
        _ = try listener.next("news", "paused")
        let end = DispatchSemaphore(value: 0)
        let port = try simulation.port(\.input, of: first)
        nonisolated(unsafe) let run = {
            for number in 1...150 { port.one(number) }
            try? simulation.run()
        }
        Thread.detachNewThread {
            run()
            end.signal()
        }
        _ = try listener.next("id", "outside/1")
        _ = try listener.next("news", "paused")
        let (counts, messages) = try waiting(listener)
        #expect(counts == ["first 150"])
        // The one that is about to be handled is the first.
        #expect(messages == (1...100).map { "#outside/\($0) first.input.one(\($0))" })
        listener.request("step")
        while try listener.next("news", "paused")["id"] as? String != "outside/2" {}
        let later = try waiting(listener)
        #expect(later.counts == ["first 149", "second 1"])
        #expect(later.messages?.first == "#outside/2 first.input.one(2)")
        listener.request("resume")
        end.wait()
        #expect(try waiting(listener) == (nil, nil))
        withExtendedLifetime(inspector) {}
    }

    // MARK: - Breakpoints

    @Test(arguments: [true, false]) func breakpointOfProgramIsToldAtOnce(allowsControl: Bool) async throws {
        let shop = Shop()
        let system = try ComponentSystem(shop.assembly)
        let inspector = try system.inspect(at: path, allowsControl: allowsControl)
        let listener = try InspectionListener(at: path)
        try system.setBreakpoints([.message(\.requests.take, of: shop.storage), .when(shop.till) { $0.count == 2 }])
        let port = try system.port(\.orders, of: shop.till)
        port.place(1)
        // Who waits for a line takes a thread from the components.
        _ = await system.waitForBreakpoint()
        #expect(try listener.next("news", "paused")["breakpoint"] as? String == "#till/1 storage.requests.take(1)")
        // A step leaves the stop.
        await system.step("storage")
        #expect(try listener.next("news", "paused")["breakpoint"] == nil)
        // A later listener is told the same.
        let other = try InspectionListener(at: path)
        _ = try other.next("news", "paused")
        system.resume()
        _ = try listener.next("news", "resumed")
        _ = try other.next("news", "resumed")
        await system.idle()
        try system.setBreakpoints([.when(shop.till) { $0.count == 2 }])
        port.place(2)
        _ = await system.waitForBreakpoint()
        let last = try listener.next("news", "paused")["breakpoint"] as? String
        #expect(last?.hasPrefix("condition on till") == true)
        system.resume()
        _ = try listener.next("news", "resumed")
        await system.end()
        withExtendedLifetime(inspector) {}
    }

    // MARK: - Readers

    @Test func answersAreRead() throws {
        var reader = InspectionReader()
        func read(_ line: String) throws -> InspectionReader.Line { try reader.read(Array(line.utf8)) }
        #expect(reader.waitingCounts == nil && reader.waitingMessages == nil)
        let line = #"{"answer": "waiting", "counts": [{"part": "a", "count": 3, "new": 1}], "messages": ["x"]}"#
        #expect(try read(line) == .answer)
        #expect(reader.waitingCounts?.map(\.part) == ["a"] && reader.waitingCounts?.map(\.count) == [3])
        #expect(reader.waitingMessages == ["x"])
        #expect(try read(#"{"answer": "step"}"#) == .answer && reader.waitingMessages == ["x"])
        #expect(try read(#"{"answer": "waiting"}"#) == .answer)
        #expect(reader.waitingCounts == nil && reader.waitingMessages == nil && reader.refusal == nil)
        #expect(try read(#"{"news": "paused", "breakpoint": "state open of door"}"#) == .news)
        #expect(reader.isPaused && reader.stop == "state open of door")
        #expect(try read(#"{"news": "resumed"}"#) == .news && reader.stop == nil)
        #expect(throws: InspectionReader.Problem.self) {
            try read(#"{"answer": "waiting", "counts": [{"count": -1}]}"#)
        }
    }
}
