public import TextSupport

/// Settings from several layers in JSON; later layers override earlier ones.
///
/// There may be layers for all products, for the kind of build, and for one product. Nested
/// settings have key paths: `{"sync": {"interval": 5}}` and `{"sync.interval": 5}` are equivalent.
/// A dot in a key counts as one level of nesting for the limits of ``SourceText``; a key path has
/// at most 1,000 bytes.
///
/// ```swift
/// let configuration = try LayeredConfiguration(layers: [common, debug, product])
/// let interval: Int = try configuration.value(at: "sync.interval") { _ in 60 }
/// ```
public struct LayeredConfiguration: Sendable {
    struct Entry: Sendable {
        var value: SettingValue
        var position: SourcePosition?
    }

    let sources: [SourceText]
    let entries: [String: Entry]
    /// The key path of the section and a dot; empty for the whole configuration.
    let prefix: String

    /// The maximum number of bytes in a key path.
    static let maximumPathLength = 1_000
    /// The maximum number of names in a key path: as many as nested objects may have levels.
    static let maximumPathDepth = SourceText.maximumDepth

    /// Reads layers; for each key path, later layers override earlier ones.
    ///
    /// - Complexity: O(*n* + *p*) for *n* bytes, and *p* bytes in the key paths of all members.
    /// - Throws: `ProductLineError` that lists texts that aren't JSON or are too large, duplicate
    ///   keys in an object, key paths with an empty name, and key paths that are a value in one
    ///   layer and an object in another.
    public init(layers: [SourceText]) throws(ProductLineError) {
        var findings = FindingList(layers)
        var merging = LayerMerging()
        for (source, text) in layers.enumerated() {
            merging.beginLayer()
            merging.add(SettingEntries.read(text, source: source, &findings)[...], &findings)
        }
        try findings.check()
        self.init(sources: layers, entries: merging.entries)
    }

    /// Creates a configuration of merged layers.
    package init(_ merging: LayerMerging) { self.init(sources: [], entries: merging.entries) }

    init(sources: [SourceText], entries: [String: Entry], prefix: String = "") {
        self.sources = sources
        self.entries = entries
        self.prefix = prefix
    }

    /// Returns a Boolean value that indicates whether no name in a key path is empty.
    static func isKeyPath(_ path: String) -> Bool {
        !path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains(where: \.isEmpty)
    }

    /// The key paths that have values, sorted.
    ///
    /// - Complexity: O(*n* log *n*) for *n* settings.
    public var keyPaths: [String] { entries.keys.sorted() }

    /// The value at a key path; `nil` if the key path has no value.
    ///
    /// - Complexity: O(1).
    public subscript(keyPath: String) -> SettingValue? { entries[keyPath]?.value }

    /// Returns the settings below a key path; their new key paths are relative to that key path.
    ///
    /// - Returns: The whole configuration if the key path is empty; an empty configuration if there
    ///   are no settings below the key path.
    ///
    /// - Complexity: O(*n*) for *n* settings.
    public func section(_ keyPath: String) -> LayeredConfiguration {
        guard !keyPath.isEmpty else { return self }
        let depth = keyPath.dots.count
        var own: [String: Entry] = [:]
        for (path, entry) in entries {
            let dots = path.dots
            // Doesn't compare bytes: Unicode has two spellings of some letters, which lookups treat
            // as equal.
            guard dots.count > depth, path[..<dots[depth]] == keyPath else { continue }
            own[String(path[path.utf8.index(after: dots[depth])...])] = entry
        }
        return LayeredConfiguration(sources: sources, entries: own, prefix: prefix + keyPath + ".")
    }

    /// Returns the value at a key path.
    ///
    /// - Parameters:
    ///   - keyPath: The path of the value, with dots between names.
    ///   - handler: A function for a missing value: it returns a default value, or throws the
    ///     finding that it gets.
    /// - Complexity: O(1) if there is a value, otherwise O(*n* log *n*) for *n* settings.
    /// - Throws: `ProductLineError` with the position of the value if the value has another type,
    ///   or the error that the handler throws.
    public func value<Value: SettingConvertible>(
        at keyPath: String, ifMissing handler: (LocatedProblem) throws(ProductLineError) -> Value
    ) throws(ProductLineError) -> Value {
        var findings = FindingList(sources)
        guard let entry = entries[keyPath] else {
            findings.addUnknown(
                "setting", prefix + keyPath, among: keyPaths.map { prefix + $0 }, else: "set it in one of the layers")
            return try handler(findings.error.findings[0])
        }
        if let value = Value(setting: entry.value) { return value }
        findings.add(entry, at: prefix + keyPath, isNot: Value.settingDescription)
        throw findings.error
    }
}

extension FindingList {
    /// Adds the finding that a value has the wrong type.
    mutating func add(_ entry: LayeredConfiguration.Entry, at keyPath: String, isNot expected: String) {
        add(entry.position, "expected \(expected) for \(keyPath.inQuotes), found \(entry.value.summary)")
    }
}
