/// A scripting language, such as ECMAScript, with the variables of one run.
///
/// An ``ExpressionBehavior`` uses it for charts with a ``Statechart/scriptLanguage``. Only one
/// thread at a time uses it.
public protocol StatechartScripting: AnyObject, Sendable {
    /// The number of the event to which `_event` is bound, set by the behavior; `nil` before the
    /// first event.
    var boundEvent: UInt32? { get set }

    /// Declares a variable without a value, or removes the value of a declared variable.
    func declare(_ variable: String) throws(ExpressionError)

    /// Sets a variable to a value before the run begins.
    func setVariable(_ name: String, to value: Value) throws(ExpressionError)

    /// Sets a variable that scripts can't change, such as `_event`; `nil` removes its value.
    ///
    /// If the data of `_event` is a text within the chart, the behavior then calls
    /// ``assign(_:to:_:)``, which assigns the text to `_event.data` as ``Expression/inline(_:)``.
    func setSystemVariable(_ name: String, to value: Value?) throws(ExpressionError)

    /// Returns the value of an expression.
    ///
    /// - Throws: ``ExpressionError`` if the expression has no value, or its value isn't a
    ///   ``Value``.
    func value(of script: String, _ states: ScriptStates) throws(ExpressionError) -> Value

    /// Returns the value of a text within an element, such as JSON.
    func value(ofInline text: String) -> Value

    /// Returns whether an expression is true, by the language's own rules.
    ///
    /// - Throws: ``ExpressionError`` if the expression has no value.
    func isTrue(_ script: String, _ states: ScriptStates) throws(ExpressionError) -> Bool

    /// Assigns a value to a location, such as a variable or a member of a variable's value.
    ///
    /// - Throws: ``ExpressionError`` if the location doesn't exist, or the expression has no value.
    func assign(_ value: Expression, to location: String, _ states: ScriptStates) throws(ExpressionError)

    /// Seeds the random numbers of scripts, before the run begins, so that they depend only on the
    /// seed.
    func seedRandomNumbers(_ seed: UInt64) throws(ExpressionError)

    /// Returns all variables with their values, for ``restoreVariables(_:)`` in another process.
    ///
    /// - Throws: ``ExpressionError`` that names the first variable whose value can't be saved.
    func savedVariables() throws(ExpressionError) -> Value

    /// Restores the variables from a result of ``savedVariables()``, instead of beginning a run.
    ///
    /// - Throws: ``ExpressionError`` if ``savedVariables()`` can't have returned the value.
    func restoreVariables(_ saved: Value) throws(ExpressionError)

    /// Returns the variables with their values, for people; `nil` stands for no value, or one that
    /// isn't a ``Value``.
    func variables() -> [String: Value?]

    /// Runs a script.
    ///
    /// - Throws: ``ExpressionError`` if the script fails.
    func run(_ script: String, _ states: ScriptStates) throws(ExpressionError)

    /// Calls a function for each element of a list, after setting variables to the element and its
    /// index.
    ///
    /// - Throws: ``ExpressionError`` if the expression's value isn't a list, or the variables can't
    ///   be created; or the error that the function throws.
    func forEach(
        _ item: String, _ index: String?, in list: String, _ states: ScriptStates, _ body: () throws -> Void
    ) throws

    /// Removes and returns the lines that scripts wrote to the log, the oldest first.
    func takeLog() -> [String]
}

extension StatechartScripting {
    /// Returns an empty list, because a language need not have a function that logs.
    public func takeLog() -> [String] { [] }

    /// Returns an empty dictionary, because a language need not be able to list variables.
    public func variables() -> [String: Value?] { [:] }

    /// Does nothing, because a language need not have random numbers.
    public func seedRandomNumbers(_ seed: UInt64) throws(ExpressionError) {}

    /// Throws an error, because a language need not be able to save variables.
    public func savedVariables() throws(ExpressionError) -> Value {
        throw ExpressionError("the data of this scripting language can't be saved")
    }

    /// Throws an error, because a language need not be able to save variables.
    public func restoreVariables(_ saved: Value) throws(ExpressionError) {
        throw ExpressionError("the data of this scripting language can't be restored")
    }
}

/// The states of a run, for the function `In` of scripts.
public struct ScriptStates {
    let step: Step<ExpressionBehavior>
    let start: Duration

    init(step: Step<ExpressionBehavior>, _ behavior: ExpressionBehavior) {
        (self.step, start) = (step, behavior.clockStart)
    }

    /// The current time by the chart's clock, from the beginning of 1970, for dates in scripts.
    public var time: Duration { start + step.time }

    /// Returns whether a state is active; `false` if no state has that name.
    public func isActive(_ state: String) -> Bool { step.isActive(.init(rawValue: state)) }
}
