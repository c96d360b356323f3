import Components
import Glibc

/// Many components: wired, idle, or blocking at once.
extension ComponentTiming {
    struct Work: PortProtocol { let wait = Message<Int>() }

    struct Worker: Component {
        let input = Components.Input<Work>()
        let output = Components.Output<Work>(isOptional: true)

        static var handlers: Handlers<Worker> {
            Receive(\.input.wait) { _, milliseconds in usleep(UInt32(milliseconds) * 1000) }
        }
    }

    /// A chain of components: the seconds to add and connect them, check the whole and start it.
    static func wired(_ count: Int) throws {
        var simulation: Simulation?
        let seconds = try Output.secondsAlone {
            let assembly = chain(count)
            guard assembly.check().allSatisfy({ !$0.isError }) else { throw Failure("the chain has errors") }
            simulation = try Simulation(assembly)
        }
        Output.report(seconds: seconds, withExtendedLifetime(simulation) { count }, 0)
    }

    private static func chain(_ count: Int, _ execution: ComponentExecution = .shared) -> Assembly {
        var assembly = Assembly()
        var last: PartReference<Worker>?
        for number in 0..<count {
            let part = assembly.add("c\(number)", execution: execution) { Worker() }
            if let last { assembly.connect(last.output, to: part.input) }
            last = part
        }
        return assembly
    }

    /// Components that do nothing; the memory is seen from outside.
    static func idle(_ engine: String, _ count: Int) throws {
        if engine == "simulation" {
            let seconds = try Output.secondsAlone { try Simulation(chain(count)).run() }
            return Output.report(seconds: seconds, count, 0)
        }
        wait {
            let start = ContinuousClock.now
            let system = try ComponentSystem(chain(count))
            await system.idle()
            Output.report(seconds: seconds(since: start), count, 0)
            await system.end()
        }
    }

    /// Components that all block for two seconds at once; the seconds until the last one is free.
    static func blocking(_ engine: String, _ count: Int) throws {
        if engine == "threads" { return try blockThreads(count) }
        wait {
            var assembly = Assembly()
            let parts = (0..<count).map { number in
                assembly.add("c\(number)", execution: engine == "shared" ? .shared : .blocking) { Worker() }
            }
            let system = try ComponentSystem(assembly)
            let start = ContinuousClock.now
            for part in parts { try system.port(\.input, of: part).wait(2000) }
            await system.idle()
            Output.report(seconds: seconds(since: start), count, 0)
            await system.end()
        }
    }

    /// A thread for each of so many waits, as it comes from the system.
    private static func blockThreads(_ count: Int) throws {
        var threads: [pthread_t] = []
        let start = ContinuousClock.now
        for _ in 0..<count {
            var thread = pthread_t()
            let result = pthread_create(
                &thread, nil,
                { _ in
                    usleep(2_000_000); return nil
                }, nil)
            guard result == 0 else { throw Failure("no further thread after \(threads.count)") }
            threads.append(thread)
        }
        for thread in threads { pthread_join(thread, nil) }
        Output.report(seconds: seconds(since: start), count, 0)
    }
}
