/// Delegates of which the first one is asked first: a primary one, then those that products add, in order.
///
/// They are held strongly; whoever owns a delegate and is its delegate removes it.
public struct Delegates<Delegate> {
    /// The delegate that comes first; `nil` if there is none.
    public var primary: Delegate?
    private var others: [Delegate] = []

    /// Creates a list with a primary delegate, or an empty one.
    public init(primary: Delegate? = nil) { self.primary = primary }

    /// Adds a delegate behind the others.
    ///
    /// - Complexity: O(1).
    public mutating func add(_ delegate: Delegate) { others.append(delegate) }

    /// Removes the delegates that a function accepts, but never the primary one.
    ///
    /// - Complexity: O(*k*) for *k* delegates.
    public mutating func removeAll(where shouldRemove: (Delegate) -> Bool) { others.removeAll(where: shouldRemove) }

    /// Calls a function with each delegate, the primary one first.
    ///
    /// - Complexity: O(*k*) for *k* delegates.
    /// - Throws: The first error that the function throws; later delegates aren't called.
    @inlinable
    public func forEach<Failure: Error>(_ body: (Delegate) throws(Failure) -> Void) throws(Failure) {
        if let primary { try body(primary) }
        for delegate in added { try body(delegate) }
    }

    /// Returns the first answer that isn't `nil`; later delegates aren't asked.
    ///
    /// - Complexity: O(*k*) for *k* delegates.
    @inlinable
    public func firstAnswer<Answer>(_ question: (Delegate) -> Answer?) -> Answer? {
        if let primary, let answer = question(primary) { return answer }
        for delegate in added { if let answer = question(delegate) { return answer } }
        return nil
    }

    @usableFromInline var added: [Delegate] { others }
}

extension Delegates: Sendable where Delegate: Sendable {}
