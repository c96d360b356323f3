import Components
import Testing

struct Jobs: PortProtocol {
    let work = Message<Int>()
    let ask = Command<Int, Int>()
}

struct Results: PortProtocol { let done = Message<(Int, Int)>() }

struct Faulty: Error {}

/// Fails at numbers below zero.
struct Worker: Component {
    let jobs = Input<Jobs>()
    let results = Output<Results>(isOptional: true)
    let context = ComponentContext()
    var sum = 0
    var failsAtStart = false

    mutating func start() throws {
        if failsAtStart, context.restartCount < 2 { throw Faulty() }
    }

    static var handlers: Handlers<Worker> {
        Receive(\.jobs.work) { worker, number in
            if number < 0 { throw Faulty() }
            worker.sum += number
            worker.results.done(number, worker.sum)
        }
        Receive(\.jobs.ask) { worker, number in
            if number < 0 { throw Faulty() }
            return worker.sum + number
        }
    }
}

/// Notes what it hears, and heals if it is told to.
struct Boss: Component {
    let failures = Input<Failures>()
    let results = Input<Results>()
    let context = ComponentContext()
    var failed: [String] = []
    var done: [Int] = []
    var makesCopies = false

    static var handlers: Handlers<Boss> {
        Receive(\.failures.failed) { boss, failure in
            boss.failed.append(failure.component)
            guard boss.makesCopies else { return }
            let copy = try boss.context.assembly.add("copy\(boss.failed.count)") { Worker() }
            try boss.context.assembly.connect(copy.results, to: boss.results.reference)
            try boss.context.assembly.link(copy, to: boss.failures.reference)
        }
        Receive(\.results.done) { boss, number, _ in boss.done.append(number) }
    }
}

/// Assemblies of a worker and its boss.
enum Team {
    static func makeAssembly(
        _ policy: Supervision? = nil, failsAtStart: Bool = false
    ) -> (Assembly, worker: PartReference<Worker>, boss: PartReference<Boss>) {
        var assembly = Assembly()
        let worker = assembly.add("worker") { Worker(failsAtStart: failsAtStart) }
        let boss = assembly.add("boss") { Boss() }
        assembly.connect(worker.results, to: boss.results)
        if let policy { assembly.supervise(worker, by: policy) } else { assembly.link(worker, to: boss.failures) }
        return (assembly, worker, boss)
    }

    static func run(_ assembly: Assembly) throws -> Simulation {
        var options = Simulation.Options()
        options.traceLimit = 1_000
        #expect(assembly.check().filter(\.isError) == [])
        return try Simulation(assembly, options)
    }
}
