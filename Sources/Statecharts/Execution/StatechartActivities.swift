/// A behavior with asynchronous work that states begin on entry and cancel on exit.
public protocol StatechartActivities: StatechartBehavior {
    /// The activities.
    associatedtype Activity: StatechartSymbol

    /// Returns the work of an activity, which runs concurrently with the chart.
    ///
    /// The result is an event for the chart, or `nil` for no event. If the work throws,
    /// `error.execution` is sent, unless the work was cancelled. The state is completed when all
    /// its work has ended, even by an error, unless an event from the work has left the state.
    ///
    /// - Parameters:
    ///   - activity: The activity.
    ///   - region: The number of the dynamic region that contains the state; `nil` if there is
    ///     none.
    func work(
        for activity: Activity, in region: Int?
    ) -> @Sendable () async throws -> (event: Event, payload: Payload?)?
}
