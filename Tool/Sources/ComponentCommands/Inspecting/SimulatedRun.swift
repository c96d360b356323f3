@_spi(Tool) import ComponentFormats
import Components
import Statecharts
import Synchronization
import ToolSupport

/// A run of an assembly from a file that its page starts, stops and takes back.
///
/// It is paused at first, before the first message. No request keeps the page waiting for long:
/// scripts are limited, and what goes on longer does so in pieces.
actor SimulatedRun: LiveRun {
    private let run: ComponentDebugger
    private let title: String
    private let stepLimit: Int
    private var changed: (@Sendable () -> Void)?
    private var isRunning = false
    /// The number of times that the run was started or paused.
    private var startCount = 0
    /// The time of the run that passes in a second, in seconds; `nil` not to wait.
    private var speed: Double? = 1
    private var problem: String?
    /// What failed in charts since the last request.
    private let failures = FailureNotes()

    /// The maximum number of instructions of a script each time it runs, which take about a second.
    /// A time would let a run that goes back differ.
    static let scriptLimit = 50_000_000
    /// The time between two looks at the clock.
    private static let tick = Duration.milliseconds(50)
    /// The maximum number of messages between two requests of the page.
    private static let pieceLimit = 5000
    /// The time after which a request ends before its next message.
    private static let requestLimit = Duration.seconds(5)

    /// Makes a run, carries out steps, and lets the messages wait that are then there.
    init(
        _ document: AssemblyDocument, _ options: Simulation.Options, after steps: [ScriptStep], stepLimit: Int,
        title: String
    ) throws {
        run = try ComponentDebugger(document, options, onNote: failures.add)
        (self.title, self.stepLimit) = (title, stepLimit)
        for step in steps { try run.perform(step, limit: stepLimit) }
    }

    func listen(_ changed: @escaping @Sendable () -> Void) { self.changed = changed }

    func perform(_ request: RunRequest) throws(ToolError) {
        problem = nil
        failures.removeAll()
        do {
            switch request {
            case .run: start()
            case .pause: isRunning = false
            case .step:
                isRunning = false
                _ = try run.debugger.step(until: run.debugger.deadline)
            case .back:
                isRunning = false
                try run.debugger.move(to: run.debugger.position - 1)
                // They were told when the run was here first.
                failures.removeAll()
            case .send(let text):
                let step = try ScriptStep(parsing: text)
                if let wait = step.wait { try pass(wait) } else { try run.perform(step, limit: stepLimit) }
            case .speed(let speed): self.speed = speed
            }
        } catch {
            isRunning = false
            if let error = error as? ToolError {
                changed?()
                throw error
            }
            throw ToolError(((error as? ExpressionError)?.message ?? "\(error)").shown)
        }
        changed?()
    }

    /// Lets time pass.
    private func pass(_ wait: Duration) throws {
        let debugger = run.debugger
        if try go(until: debugger.time + wait, atMost: stepLimit, within: Self.requestLimit) { return }
        throw ToolError("this takes long, and has come to \(debugger.time.millisecondText); press Run to go on")
    }

    /// Handles messages until a time.
    ///
    /// - Parameter duration: The time after which no further message is begun.
    /// - Returns: Whether the run has come to the time.
    /// - Throws: `ComponentError.tooManySteps(limit:)` at the maximum number of messages.
    private func go(
        until end: Duration, atMost limit: Int, within duration: Duration
    ) throws(ComponentError) -> Bool {
        let start = ContinuousClock.now
        for _ in 0..<limit {
            do throws(ComponentError) {
                try run.debugger.run(until: end, limit: 1)
                return true
            } catch {
                guard case .tooManySteps = error else { throw error }
            }
            if ContinuousClock.now - start > duration { return false }
        }
        throw .tooManySteps(limit: limit)
    }

    // MARK: - Running

    private func start() {
        if isRunning { return }
        (isRunning, startCount) = (true, startCount + 1)
        Task { [weak self, startCount] in
            while await self?.advance(startCount) == true { try? await Task.sleep(for: Self.tick) }
        }
    }

    /// Lets the time of a tick pass, unless the run was paused meanwhile.
    ///
    /// - Returns: Whether the run goes on.
    private func advance(_ number: Int) -> Bool {
        guard isRunning, number == startCount else { return false }
        let debugger = run.debugger
        let before = (debugger.position, debugger.time)
        do throws(ComponentError) {
            if let speed {
                _ = try go(until: debugger.time + Self.tick * speed, atMost: Self.pieceLimit, within: Self.tick)
            } else {
                let start = ContinuousClock.now
                var left = Self.pieceLimit
                while left > 0, ContinuousClock.now - start < Self.tick,
                    try debugger.step(until: debugger.deadline) != nil
                {
                    left -= 1
                }
                // Nothing more happens by itself.
                if left > 0 { isRunning = false }
            }
        } catch {
            // The rest of the piece comes with the next tick.
            if case .tooManySteps = error {} else { (isRunning, problem) = (false, "\(error)".shown) }
        }
        if before != (debugger.position, debugger.time) || !isRunning { changed?() }
        return isRunning
    }

    // MARK: - The page

    var view: RunView {
        let debugger = run.debugger
        var view = RunView()
        (view.title, view.assembly, view.states) = (title, run.current, run.activeStates)
        view.events = debugger.trace.enumerated().map { ($0.offset + 1, $0.element) }
        view.failures = debugger.failures
        let waiting = debugger.waitingMessages
        view.waiting = waiting.map(\.description)
        let counts = Dictionary(waiting.map { ($0.component, 1) }, uniquingKeysWith: +)
        view.waitingCounts = run.current.parts.compactMap { part in counts[part.name].map { (part.name, $0) } }
        (view.time, view.messages, view.problem) = (debugger.time, run.messages, problem ?? failures.last)
        (view.isPaused, view.allowsControl, view.hasSpeed) = (!isRunning, true, true)
        view.canGoBack = debugger.position > 0
        if let next = debugger.nextMessage {
            view.next = next.description
        } else if let deadline = debugger.deadline {
            view.next = "a message at \(deadline.millisecondText)"
        }
        return view
    }
}

/// The last failure in a chart that its page hasn't been told.
private final class FailureNotes: Sendable {
    private let text = Mutex(String?.none)

    var last: String? { text.withLock(\.self) }

    @Sendable func add(_ note: ComponentNote) {
        guard let problem = note.problem else { return }
        text.withLock { $0 = "'\(note.component)': \(problem)".shown }
    }

    func removeAll() { text.withLock { $0 = nil } }
}
