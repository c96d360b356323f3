import ComponentFormats
import Components
import Glibc
import Statecharts

/// PingPong and TikTok by components, and by what else a program may use: one run in a process.
enum ComponentTiming {
    /// Prints the seconds of a run and the number of messages that were handled.
    static func run(_ benchmark: String, _ arguments: [String]) throws {
        switch (benchmark, arguments.first ?? "", arguments.last.flatMap { Int($0) }) {
        case ("ping-pong", let engine, let goal?): try pingPong(engine, goal)
        case ("tiktok", let engine, let goal?): try tikTok(engine, goal)
        case ("wired", _, let count?): try wired(count)
        case ("idle", let engine, let count?): try idle(engine, count)
        case ("blocking", let engine, let count?): try blocking(engine, count)
        default: throw Failure("unknown benchmark \(benchmark) \(arguments)")
        }
    }

    private static func options(for engine: String) -> Simulation.Options {
        var options = Simulation.Options()
        if engine == "traced" { options.traceLimit = 100_000 }
        return options
    }

    static func seconds(since start: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    /// Runs a task, and waits for its end.
    static func wait(for work: @escaping @Sendable () async throws -> Void) {
        Task {
            do { try await work() } catch { Output.fail("\(error)") }
            exit(0)
        }
        while true { pause() }
    }

    // MARK: - PingPong

    private static func pingPong(_ engine: String, _ goal: Int) throws {
        let count = 2 * goal
        switch engine {
        case "simulation", "traced": try playSimulated(count, options(for: engine))
        case "recorded": try record(count)
        case "debugged", "breakpoints": try debug(count, stopping: engine == "breakpoints")
        case "calls":
            let players = [PlainPlayer(), PlainPlayer()]
            let seconds = Output.secondsAlone {
                var left = count
                while left > 0 { left = players[left & 1].hit(left, 1.5) }
            }
            Output.report(seconds: seconds, players[0].hits + players[1].hits, 0)
        case "system": wait { try await playSideBySide(count) }
        case "actors": wait { await playByActors(count) }
        case "tasks": wait { await playByTasks(count) }
        case "streams": wait { await playByStreams(count) }
        default: throw Failure("unknown engine \(engine)")
        }
    }

    private static func playSimulated(_ count: Int, _ options: Simulation.Options) throws {
        let (assembly, ping, pong) = Player.assembly()
        let simulation = try Simulation(assembly, options)
        let port = try simulation.port(\.input, of: ping)
        let seconds = try Output.secondsAlone {
            port.hit(count, 1.5)
            try simulation.run()
        }
        Output.report(
            seconds: seconds, try simulation.with(ping) { $0.hits } + simulation.with(pong) { $0.hits }, 0)
    }

    /// Writes each event to a file.
    private static func record(_ count: Int) throws {
        guard let file = tmpfile() else { throw Failure("no temporary file") }
        nonisolated(unsafe) let output = file
        var options = Simulation.Options()
        let writer = TraceWriter(of: Player.assembly().0, options) { bytes in
            if fwrite(bytes, 1, bytes.count, output) < bytes.count { throw Failure("the file is full") }
        }
        options.onEvent = writer.write
        try playSimulated(count, options)
        try writer.finish()
        fclose(file)
    }

    /// Plays in a debugger, with two breakpoints that look at every message or without one.
    private static func debug(_ count: Int, stopping: Bool) throws {
        let (assembly, ping, pong) = Player.assembly()
        let debugger = try Debugger(assembly)
        if stopping {
            try debugger.setBreakpoints([ping, pong].map { .message(\.input.hit, of: $0) { $0.0 < 0 } })
        }
        let seconds = try Output.secondsAlone {
            try debugger.perform { try $0.port(\.input, of: ping).hit(count, 1.5) }
            try debugger.run()
        }
        Output.report(
            seconds: seconds, try debugger.read(ping) { $0.hits } + debugger.read(pong) { $0.hits }, 0)
    }

    private static func playSideBySide(_ count: Int) async throws {
        let (assembly, ping, _) = Player.assembly()
        let system = try ComponentSystem(assembly)
        let port = try system.port(\.input, of: ping)
        let start = ContinuousClock.now
        port.hit(count, 1.5)
        await system.idle()
        Output.report(seconds: seconds(since: start), count, 0)
        await system.end()
    }

    private static func playByActors(_ count: Int) async {
        let (ping, pong) = (ActorPlayer(), ActorPlayer())
        let start = ContinuousClock.now
        var left = count
        while left > 0 {
            left = await ping.hit(left, 1.5)
            if left > 0 { left = await pong.hit(left, 1.5) }
        }
        let seconds = seconds(since: start)
        let hits = await ping.hits + pong.hits
        Output.report(seconds: seconds, hits, 0)
    }

    private static func playByTasks(_ count: Int) async {
        let (ping, pong) = (SendingPlayer(), SendingPlayer())
        await ping.join(pong)
        await pong.join(ping)
        let start = ContinuousClock.now
        await withCheckedContinuation { end in Task.detached { await ping.hit(count, 1.5, end) } }
        let seconds = seconds(since: start)
        let hits = await ping.hits + pong.hits
        Output.report(seconds: seconds, hits, 0)
    }

    private static func playByStreams(_ count: Int) async {
        let (ping, pong) = (StreamPlayer(), StreamPlayer())
        let start = ContinuousClock.now
        async let pings = ping.play(against: pong.input)
        async let pongs = pong.play(against: ping.input)
        ping.input.yield((count, 1.5))
        let hits = await pings + pongs
        Output.report(seconds: seconds(since: start), hits, 0)
    }

    // MARK: - TikTok

    private static func tikTok(_ engine: String, _ goal: Int) throws {
        switch engine {
        case "simulation", "traced":
            let (assembly, part) = tikTokAssembly(goal)
            let simulation = try Simulation(assembly, options(for: engine))
            let port = try simulation.port(\.starts, of: part)
            let seconds = try Output.secondsAlone {
                port.go()
                try simulation.run()
            }
            guard try simulation.activeStateNames(of: part) == ["done"] else { throw Failure("TikTok isn't done") }
            Output.report(seconds: seconds, try simulation.with(part) { 2 * $0.count }, 0)
        case "system":
            wait {
                let (assembly, part) = tikTokAssembly(goal)
                let system = try ComponentSystem(assembly)
                let port = try system.port(\.starts, of: part)
                let start = ContinuousClock.now
                port.go()
                await system.idle()
                Output.report(seconds: seconds(since: start), 2 * goal, 0)
                await system.end()
            }
        case "chart":
            let chart = try CompiledStatechart<TikTokChart>(TikTokChart.chart)
            var tikTok = TikTokChart(goal: goal)
            let seconds = try Output.secondsAlone {
                let machine = try StateMachine(chart, running: &tikTok, limits: StateMachineLimits(steps: .max))
                guard machine.isActive(.done) else { throw Failure("TikTok isn't done") }
            }
            Output.report(seconds: seconds, 2 * tikTok.count, 0)
        case "switch":
            var machine = TikTokSwitch(goal: goal)
            let seconds = Output.secondsAlone { machine.run() }
            Output.report(seconds: seconds, 2 * machine.count, 0)
        default: throw Failure("unknown engine \(engine)")
        }
    }

    private static func tikTokAssembly(_ goal: Int) -> (Assembly, PartReference<TikTokComponent>) {
        var assembly = Assembly()
        let part = assembly.add("tikTok") { TikTokComponent(goal: goal) }
        return (assembly, part)
    }
}
