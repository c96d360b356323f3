import Components
import Foundation
import Testing

/// Pauses and steps that listeners of an inspector ask for.
@Suite(.serialized) struct InspectionControlTests {
    private let folder: String
    private var path: String { folder + "/socket" }

    init() throws { folder = try makeTemporaryFolder() }

    @Test func pauseStepResume() throws {
        let (assembly, first) = relayChain()
        let simulation = try Simulation(assembly)
        let inspector = try simulation.inspect(at: path, allowsControl: true)
        let listener = try InspectionListener(at: path)
        listener.request("pause")
        _ = try listener.next("news", "paused")
        let end = DispatchSemaphore(value: 0)
        let port = try simulation.port(\.input, of: first)
        nonisolated(unsafe) let run = {
            for number in 1...3 { port.one(number) }
            try? simulation.run()
        }
        Thread.detachNewThread {
            run()
            end.signal()
        }
        for expected in ["outside/1", "outside/2", "outside/3", "first/1", "first/2", "first/3"] {
            // While a message is handled, the run waits at none.
            var stop: [String: Any]
            repeat { stop = try listener.next("news", "paused") } while stop["id"] == nil
            #expect(stop["id"] as? String == expected)
            #expect(stop["part"] as? String == (expected.hasPrefix("first") ? "second" : "first"))
            #expect(end.wait(timeout: .now()) == .timedOut)
            if expected != "first/3" { listener.request("step") }
        }
        listener.request("resume")
        #expect(try listener.events(upTo: 18).missedCount == 0)
        end.wait()
        withExtendedLifetime(inspector) {}
    }

    @Test func systemsArePausedAndStepped() async throws {
        let (assembly, first) = relayChain()
        let system = try ComponentSystem(assembly)
        let inspector = try system.inspect(at: path, allowsControl: true)
        let listener = try InspectionListener(at: path)
        listener.request("pause")
        _ = try listener.next("news", "paused")
        let port = try system.port(\.input, of: first)
        for number in 1...3 { port.one(number) }
        await system.idle()
        func kinds(upTo number: Int) throws -> [String] {
            try listener.events(upTo: number).events.map { "\($0["kind"] ?? "") \($0["id"] ?? "")" }
        }
        #expect(try kinds(upTo: 3) == ["sent outside/1", "sent outside/2", "sent outside/3"])
        listener.request("step")
        #expect(try kinds(upTo: 5) == ["handled outside/1", "sent first/1"])
        listener.request("resume")
        // That the system goes on may be told after some of what it does then.
        var (handled, isResumed): (Set<String>, Bool) = ([], false)
        while handled.count < 5 || !isResumed {
            let line = try listener.next()
            if line["kind"] as? String == "handled" { handled.insert(line["id"] as? String ?? "") }
            if line["news"] as? String == "resumed" { isResumed = true }
        }
        #expect(handled == ["outside/2", "outside/3", "first/1", "first/2", "first/3"])
        await system.end()
        withExtendedLifetime(inspector) {}
    }

    @Test(arguments: [true, false]) func runGoesOnWithoutListeners(isClosed: Bool) throws {
        let (assembly, first) = relayChain()
        let simulation = try Simulation(assembly)
        let inspector = try simulation.inspect(at: path, allowsControl: true)
        var listener: InspectionListener? = try InspectionListener(at: path)
        listener?.request("pause")
        _ = try listener?.next("news", "paused")
        let end = DispatchSemaphore(value: 0)
        let port = try simulation.port(\.input, of: first)
        nonisolated(unsafe) let run = {
            port.one(1)
            try? simulation.run()
        }
        Thread.detachNewThread {
            run()
            end.signal()
        }
        #expect(try listener?.next("news", "paused")["part"] as? String == "first")
        if isClosed { inspector.close() } else { listener = nil }
        end.wait()
        withExtendedLifetime(inspector) {}
    }

    @Test func aSystemThatNeverRestsHearsItsListeners() async throws {
        var assembly = Assembly()
        let ring = assembly.add("ring") { Relay() }
        assembly.connect(ring.output, to: ring.input)
        let system = try ComponentSystem(assembly)
        let inspector = try system.inspect(at: path, allowsControl: true)
        let listener = try InspectionListener(at: path)
        try system.port(\.input, of: ring).one(1)
        _ = try listener.events(upTo: 1000)
        listener.request("pause")
        var (lineCount, answer): (Int, String?) = (0, nil)
        while answer == nil, lineCount < 1_000_000 {
            answer = try listener.next()["answer"] as? String
            lineCount += 1
        }
        #expect(answer == "pause" && system.isPaused)
        await system.end()
        withExtendedLifetime(inspector) {}
    }

    @Test func eachStepCounts() async throws {
        let (assembly, first) = relayChain()
        let system = try ComponentSystem(assembly)
        let inspector = try system.inspect(at: path, allowsControl: true)
        let listener = try InspectionListener(at: path)
        listener.request("pause")
        _ = try listener.next("news", "paused")
        let port = try system.port(\.input, of: first)
        for number in 1...20 { port.one(number) }
        await system.idle()
        listener.send(String(repeating: "{\"request\": \"step\"}\n", count: 10).utf8)
        // Steps are taken by tasks, which need a thread.
        let handledCount = try await withoutBlocking {
            var count = 0
            while count < 10 { count += try listener.next()["kind"] as? String == "handled" ? 1 : 0 }
            return count
        }
        // An eleventh step would be taken now.
        await system.idle()
        listener.request("waiting")
        let others = try listener.all(upTo: "answer", "waiting")
        #expect(handledCount == 10 && others.allSatisfy { $0["kind"] as? String != "handled" } && system.isPaused)
        await system.end()
        withExtendedLifetime(inspector) {}
    }

    @Test func eachStepOfASimulationCounts() throws {
        let (assembly, first) = relayChain()
        let simulation = try Simulation(assembly)
        let inspector = try simulation.inspect(at: path, allowsControl: true)
        let listener = try InspectionListener(at: path)
        listener.request("pause")
        _ = try listener.next("news", "paused")
        let end = DispatchSemaphore(value: 0)
        let port = try simulation.port(\.input, of: first)
        for number in 1...20 { port.one(number) }
        nonisolated(unsafe) let run = { _ = try? simulation.run() }
        Thread.detachNewThread {
            run()
            end.signal()
        }
        var stop: [String: Any]
        repeat { stop = try listener.next("news", "paused") } while stop["id"] == nil
        listener.send(String(repeating: "{\"request\": \"step\"}\n", count: 10).utf8)
        repeat { stop = try listener.next("news", "paused") } while stop["id"] as? String != "outside/11"
        #expect(end.wait(timeout: .now()) == .timedOut)
        listener.request("resume")
        end.wait()
        withExtendedLifetime(inspector) {}
    }

    @Test(arguments: [[true], [true, false], [false, true]])
    func aPauseOfTheProgramStays(byListener: [Bool]) async throws {
        let system = try ComponentSystem(relayChain().0)
        let inspector = try system.inspect(at: path, allowsControl: true)
        let listener = try InspectionListener(at: path)
        for isListener in byListener {
            if !isListener {
                await system.pause()
                continue
            }
            listener.request("pause")
            _ = try listener.next("answer", "pause")
        }
        #expect(system.isPaused)
        // As if the last listener left.
        inspector.close()
        #expect(system.isPaused == byListener.contains(false))
        await system.end()
    }

    /// Calls a function that waits, on a thread of its own.
    private func withoutBlocking<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: .init { try body() }) }
        }
    }
}
