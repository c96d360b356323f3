/// A behavior with asynchronous work that states begin on entry and cancel on exit.
public protocol StatechartActivities: StatechartBehavior {
    /// The activities.
    associatedtype Activity: StatechartSymbol

    /// Returns the work of an activity, which runs beside the chart.
    ///
    /// The work's result is an event for the chart, or none. If it throws, `error.execution` is
    /// sent, unless it was cancelled.
    ///
    /// - Parameters:
    ///   - activity: The activity.
    ///   - region: The number of the region around the state, of those that come and go, or `nil`.
    func work(
        for activity: Activity, in region: Int?
    ) -> @Sendable () async throws -> (event: Event, payload: Payload?)?
}
