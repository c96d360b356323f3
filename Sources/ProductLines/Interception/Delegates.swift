/// A primary delegate and the delegates that products add, in the order of the calls.
///
/// References to delegates are strong. An object that owns this list and is also a delegate in it
/// is never freed, unless it is removed from the list.
public struct Delegates<Delegate> {
    /// The delegate that comes first; `nil` if there is no primary delegate.
    public var primary: Delegate?
    private var others: [Delegate] = []

    /// Creates a list with a primary delegate, or an empty list.
    public init(primary: Delegate? = nil) { self.primary = primary }

    /// Adds a delegate after the others.
    ///
    /// - Complexity: O(1).
    public mutating func add(_ delegate: Delegate) { others.append(delegate) }

    /// Removes the added delegates that a function accepts; the primary delegate stays.
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
