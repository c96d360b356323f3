/// The collector to which an object binds its settings.
public struct Settings {
    /// The kind of work for each setting.
    enum Work {
        case check, set, save
    }

    let work: Work
    private let configuration: LayeredConfiguration
    /// The key paths that were bound.
    private(set) var keyPaths: [String] = []
    /// The key paths and values to save, with a description of the expected values if reading would
    /// refuse the value.
    private(set) var saved: [(keyPath: String, value: SettingValue, expected: String?)] = []
    private(set) var findings: FindingList

    init(_ work: Work, _ configuration: LayeredConfiguration, _ findings: FindingList) {
        self.work = work
        self.configuration = configuration
        self.findings = findings
    }

    /// Binds a setting to a property.
    ///
    /// Each call writes the property back, even without a new value, so its observers run.
    ///
    /// - Parameters:
    ///   - keyPath: The key path in the object's section.
    ///   - value: The property that gets the setting.
    ///   - isPersisted: A Boolean value that indicates whether
    ///     ``LayeredConfiguration/init(persisting:)`` saves the setting.
    ///   - expected: A description, for errors, of the values that `isValid` accepts.
    ///   - isValid: Returns whether a value is accepted.
    /// - Complexity: O(1).
    public mutating func bind<Value: SettingConvertible>(
        _ keyPath: String, _ value: inout Value, isPersisted: Bool = false, expecting expected: String? = nil,
        where isValid: (Value) -> Bool = { _ in true }
    ) {
        switch work {
        case .check:
            keyPaths.append(keyPath)
            guard let entry = configuration.entries[keyPath] else { return }
            if let new = Value(setting: entry.value), isValid(new) { return }
            findings.add(
                entry, at: configuration.prefix + keyPath, isNot: expected ?? Value.settingDescription)
        case .set:
            guard let entry = configuration.entries[keyPath], let new = Value(setting: entry.value) else { return }
            value = new
        case .save:
            guard isPersisted else { return }
            let setting = value.setting
            let isReadable = Value(setting: setting).map(isValid) ?? false
            saved.append((keyPath, setting, isReadable ? nil : expected ?? Value.settingDescription))
        }
    }
}
