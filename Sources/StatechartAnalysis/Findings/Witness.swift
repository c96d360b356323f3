internal import StatechartObservers
internal import Statecharts

/// A run of an explored chart, with times at which the engine makes the same run.
struct Witness {
    /// The letters after the start.
    private(set) var letters: [Letter] = []
    /// The time of each letter; `nil` if no times lead to this order of timers.
    private(set) var times: [Duration]?
    /// Whether a guard without a known value was asked.
    private(set) var isAbstract = false

    /// Makes the witness of a run through states.
    ///
    /// - Parameters:
    ///   - run: The letters of the run; the first one is that of the start.
    ///   - states: The states before each letter but the first one.
    ///   - endsBeforeTimers: Whether timers that run after the last letter end later.
    init(
        _ run: [Letter], through states: [Int], in space: any StateSpace, endsBeforeTimers: Bool = true
    ) throws(AnalysisError) {
        isAbstract = run.contains { !$0.answers.isEmpty }
        letters = Array(run.dropFirst())
        guard space.layout.hasTail, space.tables.core.pointee.timers.count > 0 || space.variables.count > 0 else {
            times = letters.map { _ in .zero }
            return
        }
        var schedule = Schedule(letterCount: letters.count)
        for (index, letter) in run.enumerated() {
            let state = index == 0 ? nil : states[index - 1]
            let (before, after) = try space.repeatMove(letter, from: state)
            schedule.add(fired: before.index(of: letter.input), before: before, after: after)
        }
        if endsBeforeTimers { schedule.end() }
        times = schedule.times(after: .milliseconds(1)) ?? schedule.times(after: .microseconds(1))
    }

    /// Returns the arguments of the tool: events, and times to wait.
    func arguments(_ model: ChartModel) -> [String] {
        var arguments = RunArguments()
        for (index, letter) in letters.enumerated() {
            var time = times?[index] ?? arguments.time
            switch letter.input {
            case .start: break
            case .event: arguments.add(model.argument(of: letter.input), at: time)
            case .timer(let event, let state, _, _):
                if times == nil, state >= 0 { time += model.delay(ofTimer: event) }
                arguments.add(nil, at: time)
            }
        }
        return arguments.texts
    }
}

/// The inputs of a run as arguments of `automata statechart run`.
struct RunArguments {
    private(set) var texts: [String] = []
    private(set) var time = Duration.zero
    /// Whether timers that are due now have ended.
    private var isWaiting = false

    /// Adds the argument of an event, or the end of a timer, at a time that isn't before the last.
    mutating func add(_ event: String?, at next: Duration) {
        if next > time || event == nil && !isWaiting { texts.append("+" + (next - time).milliseconds) }
        (time, isWaiting) = (next, event == nil)
        if let event { texts.append(event) }
    }
}

/// The times of a run's letters, of which only bounds of differences are known.
private struct Schedule {
    private let letterCount: Int
    /// The step that started each running timer, and its delay.
    private var timers: [(step: Int, delay: Duration)] = []
    /// Lower bounds: the time of `later` is at least that of `earlier` and `distance`, and more if
    /// the bound is strict.
    private var bounds: [(later: Int, earlier: Int, distance: Duration, isStrict: Bool)] = []
    private var step = 0

    init(letterCount: Int) { self.letterCount = letterCount }

    mutating func add(fired: Int?, before: [RunningTimer], after: [RunningTimer]) {
        if step > 0 { bounds.append((step, step - 1, .zero, false)) }
        for (index, timer) in timers.enumerated() {
            if index == fired { bounds.append((step, timer.step, timer.delay, false)) }
            // The timer ends at this step, or after it.
            let isStrict = fired.map { index < $0 } ?? true
            bounds.append((timer.step, step, .zero - timer.delay, isStrict))
        }
        let earlier = timers
        timers = after.map { earlier.indices.contains($0.origin) ? earlier[$0.origin] : (step, $0.offset) }
        step += 1
    }

    /// Lets all timers that still run end after the last step.
    mutating func end() {
        for timer in timers { bounds.append((timer.step, step - 1, .zero - timer.delay, true)) }
    }

    /// Returns the least times of the letters, or `nil` if there are none (Bellman and Ford).
    ///
    /// - Parameter unit: The least difference between two times that a strict bound keeps apart.
    func times(after unit: Duration) -> [Duration]? {
        var times = [Duration](repeating: .zero, count: letterCount + 1)
        for _ in 0...letterCount + 1 {
            var isChanged = false
            for bound in bounds {
                let least = times[bound.earlier] + bound.distance + (bound.isStrict ? unit : .zero)
                if times[bound.later] < least { (times[bound.later], isChanged) = (least, true) }
            }
            if !isChanged { return times.dropFirst().map { $0 - times[0] } }
        }
        return nil
    }
}
