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
        for seed in 0..<500 as Range<UInt64> {
            let table = ClockAssembly(seed: seed)
            guard let shortest = table.shortestFailure(limit: 1_000) else { continue }
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
                waited += waits > 0 ? 1 : 0
                #expect(isReduced || failure.schedule.choices.count == shortest + waits, "seed \(seed)")
                let simulation = try Simulation(table.assembly, following: failure.schedule)
                try simulation.run()
                #expect(simulation.remainingChoices.isEmpty, "seed \(seed): \(failure.schedule)")
                #expect(simulation.failures.map(\.component) == [failure.part], "seed \(seed)")
            }
        }
        #expect(tried > 200 && failed > 150 && waited > 10, "\(tried) tried, \(failed) failed, \(waited) waited")
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
}
