internal import Synchronization

/// An object that is made when it is first asked for. Threads that ask at once may each make it;
/// the first that is done gives it to all.
///
/// There is no lock: a child process could wait forever for one that another thread held while it
/// was forked off.
struct MadeOnce<Value: AnyObject & Sendable>: ~Copyable, Sendable {
    private let value = AtomicLazyReference<Value>()

    borrowing func get(_ make: () -> Value) -> Value { value.load() ?? value.storeIfNil(make()) }
}
