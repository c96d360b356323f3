public import AlgorithmSupport

/// The time, random numbers and the life of a component, for one that has it as a stored property.
///
///     struct Retry: Component {
///         let context = ComponentContext()
///         let own = EventPort<Retrying>()
///         …
///         own.again(after: .seconds(Int.random(in: 1...5, using: &context.generator)))
///     }
///
/// A run gives the values, so that it can be repeated: the time is virtual in a ``Simulation``, and
/// random numbers depend on the run's seed and the component's name alone.
public final class ComponentContext {
    unowned(unsafe) var core: ComponentCore? {
        didSet { generator = core?.makeGenerator() ?? generator }
    }

    /// Random numbers, which depend on the run's seed, the component's name and the number of its
    /// restarts.
    public var generator = SeededGenerator(seed: 0)

    /// Creates a context.
    public init() {}

    /// The name of the component; empty before it runs.
    public var name: String { core?.name ?? "" }

    /// The number of times that the component was restarted.
    public var restartCount: Int { core?.restartCount ?? 0 }

    /// A value that the component keeps for the one that takes its place after a failure; `nil` at
    /// first.
    ///
    ///     mutating func start() { orders = context.saved as? [Order] ?? [] }
    public var saved: (any Sendable)? {
        get { core?.saved }
        set { core?.saved = newValue }
    }

    /// The time since the start of the run.
    public var time: Duration {
        guard let core else { return .zero }
        return core.host.readTime(for: core)
    }

    /// The parts and channels of the run, which can be changed.
    public var assembly: RunningAssembly { RunningAssembly(core?.host) }

    /// Ends the component after the current handler. Messages that wait for it are lost.
    public func end() {
        guard let core else { return }
        core.host.noteEnding(core)
        core.host.end(core)
    }
}

extension ComponentCore {
    fileprivate func makeGenerator() -> SeededGenerator {
        // FNV-1a over the name, so that the sequence doesn't depend on the order of components.
        var hash = host.seed ^ (0xCBF2_9CE4_8422_2325 &+ UInt64(restartCount))
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return SeededGenerator(seed: hash)
    }
}
