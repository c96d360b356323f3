/// A listener that is told what each step does.
public protocol StatechartRecorder {
    /// A Boolean value that indicates whether the recorder wants to be told; `false` costs nothing.
    static var isRecording: Bool { get }

    /// Tells that a step begins, by the name of its event, or an empty one if none is needed.
    ///
    /// A pattern, such as `a.*`, stands for an event that the chart knows by nothing else.
    mutating func began(event: String)
    /// Tells that a state was left.
    mutating func left(_ state: String)
    /// Tells that a transition was taken, by the name of its source and its place among the
    /// source's transitions.
    mutating func took(source: String, _ index: Int)
    /// Tells that a state was entered.
    mutating func entered(_ state: String)
}

/// The recorder that isn't told anything.
public struct NoRecorder: StatechartRecorder {
    /// `false`.
    @inlinable
    public static var isRecording: Bool { false }

    @inlinable
    init() {}

    /// Does nothing.
    @inlinable
    public mutating func began(event: String) {}
    /// Does nothing.
    @inlinable
    public mutating func left(_ state: String) {}
    /// Does nothing.
    @inlinable
    public mutating func took(source: String, _ index: Int) {}
    /// Does nothing.
    @inlinable
    public mutating func entered(_ state: String) {}
}
