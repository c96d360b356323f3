/// A list of observers, such as analytics services, that are notified while the program continues.
///
/// A protocol has a function for each notification, and a service conforms to it:
///
/// ```swift
/// protocol Analytics: Sendable { func opened(_ file: String) }
///
/// var analytics = Observers<any Analytics> { work in queue.async(execute: work) }
/// analytics.add(ServerLog())
/// analytics.notify { $0.opened("a.pdf") }
/// ```
public struct Observers<Observer: Sendable> {
    private var observers: [Observer] = []
    private let executor: Interception.Executor

    /// Creates an empty list.
    ///
    /// - Parameter executor: Runs the notifications; the default runs each immediately, while the
    ///   program waits.
    public init(executor: @escaping Interception.Executor = { $0() }) { self.executor = executor }

    /// A Boolean value that indicates whether there are no observers.
    public var isEmpty: Bool { observers.isEmpty }

    /// Adds an observer after the others.
    ///
    /// - Complexity: O(1).
    public mutating func add(_ observer: Observer) { observers.append(observer) }

    /// Passes one notification per observer to the executor, in the order of the observers.
    ///
    /// - Complexity: O(*k*) for *k* observers.
    public func notify(_ notification: @escaping @Sendable (Observer) -> Void) {
        for observer in observers { executor { notification(observer) } }
    }
}
