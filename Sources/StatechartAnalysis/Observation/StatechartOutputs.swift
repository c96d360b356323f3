internal import Statecharts

/// The effects of a chart's steps that its environment can observe: the outputs of the chart as a
/// Mealy machine.
///
/// Events that a chart raises or sends to itself, and changes of variables, aren't observable.
public struct StatechartOutputs: OptionSet, Hashable, Sendable {
    /// A bit for each option.
    public let rawValue: Int

    /// Creates a set of options.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The named actions and custom actions that the chart performs, such as `beep`.
    public static let actions = Self(rawValue: 1)
    /// The events that the chart sends to others, such as `coin@#_payment`.
    public static let sent = Self(rawValue: 2)
    /// The logged labels, with the value if it is constant or depends only on explored variables,
    /// such as `heater=off`.
    public static let logs = Self(rawValue: 4)
    /// The end of the chart: `ended`.
    public static let end = Self(rawValue: 8)
    /// The innermost active states after the step, joined by `+`, such as `Idle+Closed`.
    public static let states = Self(rawValue: 16)

    /// All effects but the active states, which a chart may name in other ways.
    public static let effects: Self = [.actions, .sent, .logs, .end]

    /// Whether a text that could be taken for another value, or for a label with a value, is in
    /// quotation marks.
    static let quotedTexts = Self(rawValue: 1 << 16)

    /// Returns the text of a log entry.
    func text(_ label: String, _ value: Value) -> String {
        guard case .text(var text) = value else { return label.isEmpty ? "\(value)" : "\(label)=\(value)" }
        if contains(.quotedTexts) {
            let isNoText = text.utf8.first.map { Array("\"`[{-0123456789".utf8).contains($0) } ?? true
            let isWord = ["null", "true", "false"].contains(text)
            if isNoText || isWord || label.isEmpty && text.utf8.contains(UInt8(ascii: "=")) { text = "\(value)" }
        }
        return label.isEmpty ? text : label + "=" + text
    }

    /// The names of all options, in the order of their values.
    public static let names: [(name: String, option: Self)] = [
        ("actions", .actions), ("sent", .sent), ("logs", .logs), ("end", .end), ("states", .states),
    ]
}
