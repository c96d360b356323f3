/// A flattened chart: a plain machine whose states are configurations.
@usableFromInline
package struct FlatTables: BitwiseCopyable {
    /// The reaction for each configuration and event.
    @usableFromInline
    var cells: UncheckedTable<FlatCell>
    @usableFromInline
    var rows: UncheckedTable<FlatRow>
    /// The states of each configuration.
    var words: UncheckedTable<UInt64>
    /// The states that rows leave or enter.
    var masks: UncheckedTable<UInt64>
    /// For each operation of the rows: the state that is being entered, the inverted state that is
    /// being left, or `Int32.max` for an action of the transition.
    var phases: UncheckedTable<Int32>
    /// The first operation that belongs to a row.
    var firstOperation: UInt32
}

/// The reaction of a configuration to an event, in 16 bytes: its row, and the data that most steps
/// need.
@usableFromInline
struct FlatCell: BitwiseCopyable {
    /// The row; 0 if there is no reaction.
    @usableFromInline
    var row: UInt32
    /// The first cell of the next configuration, if the cell is direct.
    @usableFromInline
    var next: UInt32 = 0
    /// The first operation of the step, or 0 if there is none.
    @usableFromInline
    var position: UInt32 = 0
    /// Whether all operations of the step are actions of the behavior, and nothing follows them
    /// unless they raise or send events.
    @usableFromInline
    var isDirect = false
}

/// The reaction of a configuration to an event.
@usableFromInline
struct FlatRow: BitwiseCopyable {
    /// The guard to evaluate, or 0 if the row is a step.
    @usableFromInline
    var condition: UInt32 = 0
    /// The first cell of the next configuration, or the row if the guard holds.
    @usableFromInline
    var next: UInt32 = 0
    /// The row if the guard doesn't hold, or the configuration before the step.
    @usableFromInline
    var otherwise: UInt32 = 0
    var mask: UInt32 = 0
    @usableFromInline
    var program = Range32()
}
