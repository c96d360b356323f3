/// The threads that a ``ComponentSystem`` runs a component on.
public enum ComponentExecution: String, Hashable, Sendable, CaseIterable {
    /// Those of Swift's pool, one for each processor, as for tasks. Handlers must not block.
    case shared
    /// A thread of its own while it works, of a pool that grows; for handlers that block.
    case blocking
    /// The main actor, which is the main thread of a program with a user interface.
    case mainActor = "main-actor"
}
