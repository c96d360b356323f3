internal import Synchronization

/// What is made when it is first asked for, by whichever thread comes first.
struct MadeOnce<Value: Sendable>: ~Copyable, Sendable {
    private let value = Mutex<Value?>(nil)

    borrowing func get(_ make: () -> Value) -> Value {
        value.withLock { value in
            if let value { return value }
            let made = make()
            value = made
            return made
        }
    }
}
