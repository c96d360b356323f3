@_spi(Tool) import ComponentFormats
import Components
import Statecharts
import ToolSupport

/// A run of an assembly from a file that its page starts, stops and takes back.
///
/// It is paused at first, before the first message.
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

    /// The time between two looks at the clock.
    private static let tick = Duration.milliseconds(50)
    /// The maximum number of messages between two requests of the page.
    private static let pieceLimit = 5000

    /// Makes a run, carries out steps, and lets the messages wait that are then there.
    init(
        _ document: AssemblyDocument, _ options: Simulation.Options, after steps: [ScriptStep], stepLimit: Int,
        title: String
    ) throws {
        run = try ComponentDebugger(document, options)
        (self.title, self.stepLimit) = (title, stepLimit)
        for step in steps { try run.perform(step, limit: stepLimit) }
    }

    func listen(_ changed: @escaping @Sendable () -> Void) { self.changed = changed }

    func perform(_ request: RunRequest) throws(ToolError) {
        problem = nil
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
            case .send(let text): try run.perform(ScriptStep(parsing: text), limit: stepLimit)
            case .speed(let speed): self.speed = speed
            }
        } catch {
            isRunning = false
            throw ToolError(((error as? ExpressionError)?.message ?? "\(error)").shown)
        }
        changed?()
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
                try debugger.run(until: debugger.time + Self.tick * speed, limit: Self.pieceLimit)
            } else {
                var left = Self.pieceLimit
                while left > 0, try debugger.step(until: debugger.deadline) != nil { left -= 1 }
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
        view.waiting = debugger.waitingMessages.map(\.description)
        (view.time, view.messages, view.problem) = (debugger.time, run.messages, problem)
        (view.isPaused, view.allowsControl, view.hasSpeed) = (!isRunning, true, true)
        view.canGoBack = debugger.position > 0
        if let next = debugger.nextMessage {
            view.next = next.description
        } else if let deadline = debugger.deadline {
            view.next = "a message at \(deadline / .milliseconds(1)) ms"
        }
        return view
    }
}
