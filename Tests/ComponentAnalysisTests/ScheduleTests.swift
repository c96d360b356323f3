import ComponentAnalysis
import Components
import Testing
import WorkLimits

/// All schedules of assemblies.
struct ScheduleTests {
    @Test("All states are found, as by an interpreter that tries each order.")
    func allStates() throws {
        var tried = 0
        for seed in 0..<300 as Range<UInt64> {
            let table = TableAssembly(seed: seed, canFail: false)
            guard let runs = table.runs(limit: 3_000) else { continue }
            tried += 1
            var options = ScheduleOptions()
            options.isReduced = false
            options.mailboxLimit = 100
            let check = try table.assembly.checkSchedules(options)
            #expect(check.holds && check.isComplete && check.stateCount == runs.states.count, "seed \(seed)")
        }
        #expect(tried > 150)
    }

    @Test("The shortest failure is found, also by fewer schedules, and fails in a simulation.")
    func shortestFailures() throws {
        var (tried, failed, steps, reducedSteps) = (0, 0, 0, 0)
        for seed in 0..<1_000 as Range<UInt64> {
            let table = TableAssembly(seed: seed, canFail: true)
            guard let runs = table.runs(limit: 2_000) else { continue }
            tried += 1
            let assembly = table.assembly
            for isReduced in [false, true] {
                var options = ScheduleOptions()
                options.isReduced = isReduced
                options.mailboxLimit = 100
                let check = try assembly.checkSchedules(options)
                if isReduced { reducedSteps += check.stepCount } else { steps += check.stepCount }
                #expect(check.holds == (runs.shortestFailure == nil), "seed \(seed)")
                guard let failure = check.failure, let shortest = runs.shortestFailure else { continue }
                failed += 1
                #expect(failure.kind == .failure && failure.schedule.choices.count >= shortest)
                if !isReduced { #expect(failure.schedule.choices.count == shortest, "seed \(seed)") }
                let simulation = try Simulation(assembly, following: failure.schedule)
                try simulation.run()
                #expect(simulation.remainingChoices.isEmpty)
                #expect(simulation.failures.map(\.component) == [failure.part], "seed \(seed)")
            }
        }
        #expect(tried > 600 && failed > 400)
        #expect(reducedSteps * 2 < steps, "\(reducedSteps) of \(steps) steps")
    }

    @Test("Any time passes between messages, as for an interpreter that asks for times of all turns.")
    func timers() throws {
        var (tried, failed, waited) = (0, 0, 0)
        for seed in 0..<200 as Range<UInt64> {
            let table = ClockAssembly(seed: seed)
            guard let shortest = table.shortestFailure(limit: 300) else { continue }
            tried += 1
            for isReduced in [false, true] {
                var options = ScheduleOptions()
                options.isReduced = isReduced
                options.mailboxLimit = 100
                let check = try table.assembly.checkSchedules(options)
                #expect(check.holds == (shortest == nil) && check.isComplete == check.holds, "seed \(seed)")
                guard let failure = check.failure, let shortest else { continue }
                failed += 1
                let waits = failure.schedule.choices.count { if case .wait = $0 { true } else { false } }
                if waits > 0 { waited += 1 }
                #expect(isReduced || failure.schedule.choices.count == shortest + waits, "seed \(seed)")
                let simulation = try Simulation(table.assembly, following: failure.schedule)
                try simulation.run()
                #expect(simulation.remainingChoices.isEmpty, "seed \(seed): \(failure.schedule)")
                #expect(simulation.failures.map(\.component) == [failure.part], "seed \(seed)")
            }
        }
        #expect(tried > 60 && failed > 60 && waited > 10, "\(tried) tried, \(failed) failed, \(waited) waited")
    }

    /// Fails if the timer of 3 s fires before that of 1 s, which a message starts.
    private struct Early: Component {
        let input = Input<Words>()
        let own = EventPort<Words>()
        var isWaiting = false

        mutating func start() { own.say(3, after: .seconds(3)) }

        static var handlers: Handlers<Early> {
            Receive(\.input.say) { early, _ in
                early.own.say(1, after: .seconds(1))
                early.isWaiting = true
            }
            Receive(\.own.say) { early, delay in
                if delay == 3, early.isWaiting { throw TablePart.Failed() }
                early.isWaiting = false
            }
        }
    }

    @Test("A message comes between the start of a timer and its end.")
    func lateMessage() throws {
        var assembly = Assembly()
        let early = assembly.add("early") { Early() }
        let check = try assembly.checkSchedules { try $0.port(\.input, of: early).say(1) }
        #expect(
            check.failure?.schedule.choices == [
                .outside, .wait(part: "early", time: .seconds(3)), .message(part: "early"), .timeout(part: "early"),
                .message(part: "early"),
            ])
    }

    private struct Watch: Component {
        let input = Input<Words>()
        let context = ComponentContext()
        let readsClock: Bool
        var isLate = false

        static var handlers: Handlers<Watch> {
            Receive(\.input.say) { watch, _ in if watch.readsClock { watch.isLate = watch.context.time > .seconds(1) } }
        }
    }

    @Test("A check isn't complete if a component reads its clock.")
    func clockReaders() throws {
        for readsClock in [false, true] {
            var assembly = Assembly()
            let watch = assembly.add("watch") { Watch(readsClock: readsClock) }
            let check = try assembly.checkSchedules { try $0.port(\.input, of: watch).say(1) }
            #expect(check.holds && check.isComplete != readsClock)
            #expect(check.clockReaders == (readsClock ? ["watch"] : []))
        }
    }

    @Test("A message of a point-to-point channel is lost, or comes twice.")
    func channelFaults() throws {
        var assembly = Assembly()
        let sender = assembly.add("sender") { TablePart(table: [[TablePart.Entry()]], first: [0]) }
        let next = [[TablePart.Entry(next: 1)], [TablePart.Entry(fails: true)]]
        let receivers = ["first", "second"].map { name in assembly.add(name) { TablePart(table: next, first: []) } }
        assembly.connect([sender.output], to: receivers.map { $0.input as PortReference }, as: .pointToPoint)
        var options = ScheduleOptions()
        // At the start, and taken by one or the other, or lost.
        #expect(try assembly.checkSchedules(options).stateCount == 3)
        options.losses = 1
        #expect(try assembly.checkSchedules(options).stateCount == 4)
        options = ScheduleOptions()
        options.duplications = 1
        let twice = try #require(assembly.checkSchedules(options).failure)
        #expect(
            twice.schedule.choices == [
                .channelDuplication(part: "first", channel: 0), .taking(part: "first", channel: 0),
                .taking(part: "first", channel: 0),
            ])
        let simulation = try Simulation(assembly, following: twice.schedule)
        try simulation.run()
        #expect(simulation.failures.map(\.component) == ["first"])
        let choices: [Schedule.Choice] = [
            .channelLoss(part: "second", channel: 0), .taking(part: "first", channel: 0),
        ]
        let lost = try Simulation(assembly, following: Schedule(choices))
        try lost.run()
        #expect(lost.remainingChoices == [choices[1]])
    }

    /// Fails when its words come in one order.
    private struct Collector: Component {
        let input = Input<Words>()
        let order: [Int]
        var words: [Int] = []

        static var handlers: Handlers<Collector> {
            Receive(\.input.say) { collector, word in
                collector.words.append(word)
                if collector.words == collector.order { throw TablePart.Failed() }
            }
        }
    }

    private struct Forwarder: Component {
        let input = Input<Words>()
        let output = Output<Words>()
        let word: Int

        static var handlers: Handlers<Forwarder> {
            Receive(\.input.say) { forwarder, _ in forwarder.output.say(forwarder.word) }
        }
    }

    @Test("A delay skips the part whose turn it is, which comes after the others.")
    func delays() throws {
        for (order, delayCount) in [
            ([0, 1, 2], 0), ([1, 2, 0], 1), ([0, 2, 1], 1), ([2, 0, 1], 2), ([2, 1, 0], 3), ([1, 0, 2], 2),
        ] {
            var assembly = Assembly()
            let forwarders = (0..<3).map { word in assembly.add("part\(word)") { Forwarder(word: word) } }
            let collector = assembly.add("collector") { Collector(order: order) }
            let sender = assembly.add("sender") { TablePart(table: [[TablePart.Entry()]], first: [0]) }
            assembly.connect([sender.output], to: forwarders.map { $0.input as PortReference })
            assembly.connect(forwarders.map { $0.output as PortReference }, to: [collector.input])
            for count in max(0, delayCount - 1)...delayCount {
                var options = ScheduleOptions()
                options.strategy = .delays(runs: 3_000, count: count, seed: 1)
                #expect(try assembly.checkSchedules(options).holds == (count < delayCount), "\(order) by \(count)")
            }
        }
    }
}
