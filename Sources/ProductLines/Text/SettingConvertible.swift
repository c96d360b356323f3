/// A type whose values can be settings.
///
/// `Bool`, `Int`, `Double`, `String` and arrays conform. An enumeration with raw values of these
/// types needs no code: `enum Frequency: String, SettingConvertible { case manual, hourly }`.
public protocol SettingConvertible {
    /// Creates a value from a setting, or returns `nil` if the setting has a different type.
    init?(setting: SettingValue)
    /// The value as a setting.
    var setting: SettingValue { get }
    /// A description of the valid values in messages, such as `a whole number`.
    static var settingDescription: String { get }
}

extension Bool: SettingConvertible {
    /// Creates the value from `true` or `false`.
    public init?(setting: SettingValue) {
        guard case .flag(let flag) = setting else { return nil }
        self = flag
    }
    /// The value in a configuration.
    public var setting: SettingValue { .flag(self) }
    /// A description of the valid values, for messages.
    public static var settingDescription: String { "true or false" }
}

extension Int: SettingConvertible {
    /// Creates the value from a whole number.
    public init?(setting: SettingValue) {
        guard case .whole(let number) = setting else { return nil }
        self = number
    }
    /// The value in a configuration.
    public var setting: SettingValue { .whole(self) }
    /// A description of the valid values, for messages.
    public static var settingDescription: String { "a whole number" }
}

extension Double: SettingConvertible {
    /// Creates the value from any number.
    public init?(setting: SettingValue) {
        switch setting {
        case .whole(let number): self.init(number)
        case .number(let number): self = number
        default: return nil
        }
    }
    /// The value in a configuration.
    public var setting: SettingValue { .number(self) }
    /// A description of the valid values, for messages.
    public static var settingDescription: String { "a number" }
}

extension String: SettingConvertible {
    /// Creates the value from a text.
    public init?(setting: SettingValue) {
        guard case .text(let text) = setting else { return nil }
        self = text
    }
    /// The value in a configuration.
    public var setting: SettingValue { .text(self) }
    /// A description of the valid values, for messages.
    public static var settingDescription: String { "a text" }
}

extension Array: SettingConvertible where Element: SettingConvertible {
    /// Creates the array from a list if all of its values can be converted.
    public init?(setting: SettingValue) {
        guard case .list(let values) = setting else { return nil }
        self = []
        reserveCapacity(values.count)
        for value in values {
            guard let element = Element(setting: value) else { return nil }
            append(element)
        }
    }
    /// The value in a configuration.
    public var setting: SettingValue { .list(map(\.setting)) }
    /// A description of the valid values, for messages.
    public static var settingDescription: String { "a list in which each value is \(Element.settingDescription)" }
}

extension SettingConvertible where Self: RawRepresentable, RawValue: SettingConvertible {
    /// Creates the value from its raw value.
    public init?(setting: SettingValue) {
        guard let rawValue = RawValue(setting: setting) else { return nil }
        self.init(rawValue: rawValue)
    }
    /// The raw value as a setting.
    public var setting: SettingValue { rawValue.setting }
    /// A description of the valid raw values, for messages.
    public static var settingDescription: String { "\(RawValue.settingDescription) that denotes a \(Self.self)" }
}

extension SettingConvertible where Self: RawRepresentable & CaseIterable, RawValue: SettingConvertible {
    /// A list of the raw values, for messages.
    public static var settingDescription: String {
        "one of " + allCases.map { $0.rawValue.setting.listed }.joined(separator: ", ")
    }
}

extension SettingValue {
    /// The value in a message that lists several values.
    fileprivate var listed: String {
        if case .text(let text) = self { text.inQuotes } else { summary }
    }
}
