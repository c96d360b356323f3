/// Services that are told what happens, such as those of analytics, and that the program doesn't wait for.
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
    /// - Parameter executor: Runs the notifications; the default does so at once.
    public init(executor: @escaping Interception.Executor = { $0() }) { self.executor = executor }

    /// A Boolean value that indicates whether there is no service.
    public var isEmpty: Bool { observers.isEmpty }

    /// Adds a service behind the others.
    ///
    /// - Complexity: O(1).
    public mutating func add(_ observer: Observer) { observers.append(observer) }

    /// Hands a notification of each service, in order, to the executor.
    ///
    /// - Complexity: O(*k*) for *k* services.
    public func notify(_ notification: @escaping @Sendable (Observer) -> Void) {
        for observer in observers { executor { notification(observer) } }
    }
}
