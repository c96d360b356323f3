internal import Synchronization

/// A lazily created object. Threads may create it concurrently; all then share the first object.
///
/// There is no lock: after a fork, a child process could wait forever for one that another thread
/// held.
struct LazyReference<Value: AnyObject & Sendable>: ~Copyable, Sendable {
    private let value = AtomicLazyReference<Value>()

    borrowing func get(_ make: () -> Value) -> Value { value.load() ?? value.storeIfNil(make()) }
}
