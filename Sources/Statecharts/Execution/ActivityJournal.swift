/// An activity of a state in a dynamic region, or outside of regions for region 0.
@usableFromInline
struct ActivityRun: Hashable, Sendable {
    var activity: UInt32
    var region: UInt32

    @usableFromInline
    init(activity: UInt32, region: UInt32) { (self.activity, self.region) = (activity, region) }
}

/// The beginning or the end of an activity.
struct ActivityChange {
    var work: ActivityRun
    var isStart: Bool
}

/// The activities of one machine that began and ended.
///
/// Copies of the machine share it, so only a machine that isn't copied should have one.
@usableFromInline
final class ActivityJournal {
    private var changes: [ActivityChange]
    /// Ends an activity immediately.
    ///
    /// - Returns: `false` if the receiver of the changes has to end it.
    private let endImmediately: (ActivityRun) -> Bool

    init(_ changes: [ActivityChange] = [], endImmediately: @escaping (ActivityRun) -> Bool = { _ in false }) {
        (self.changes, self.endImmediately) = (changes, endImmediately)
    }

    @usableFromInline
    func noteStart(_ work: ActivityRun) { changes.append(ActivityChange(work: work, isStart: true)) }

    @usableFromInline
    func noteEnd(_ work: ActivityRun) {
        if !endImmediately(work) { changes.append(ActivityChange(work: work, isStart: false)) }
    }

    /// Returns the changes since the last call.
    func drainChanges() -> [ActivityChange] {
        defer { changes = [] }
        return changes
    }
}
