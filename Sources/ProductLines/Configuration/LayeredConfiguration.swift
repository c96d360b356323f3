/// Settings from several texts in JSON, of which later ones win.
///
/// The texts may be those of all products, of the kind of build, and of one product. Nested
/// settings have key paths: `{"sync": {"interval": 5}}` and `{"sync.interval": 5}` are the same.
/// Dots in a key nest as objects do, and count for the limits of ``SourceText``; a key path has at
/// most 1,000 bytes.
///
/// ```swift
/// let configuration = try LayeredConfiguration(layers: [common, debug, product])
/// let interval: Int = try configuration.value(at: "sync.interval") { _ in 60 }
/// ```
public struct LayeredConfiguration: Sendable {
    struct Entry: Sendable {
        var value: SettingValue
        var place: SourcePlace?
    }

    let sources: [SourceText]
    let entries: [String: Entry]
    /// The key path of the section and a dot; empty for the whole configuration.
    let prefix: String

    /// The longest key path in bytes.
    static let maximumPathLength = 1_000
    /// The most names in a key path: as many as nested objects, so that it can be written as such.
    static let maximumPathDepth = SourceText.maximumDepth

    /// Reads layers, of which later ones win by key path.
    ///
    /// - Complexity: O(*n* + *p*) for *n* bytes, and *p* bytes in the key paths of all members.
    /// - Throws: `ProductLineError` with all of these: texts that aren't JSON or are too large,
    ///   keys that are twice in an object, key paths with an empty name, and key paths that have a
    ///   value in one place and are an object in another.
    public init(layers: [SourceText]) throws(ProductLineError) {
        var findings = FindingList(layers)
        var merging = Merging()
        for (source, text) in layers.enumerated() {
            let read = SettingEntries.read(text, source: source, &findings)
            // `nil` for wrong ones, whose members aren't checked.
            var paths: [String?] = []
            paths.reserveCapacity(read.count)
            // The number of objects that dots in keys stand for.
            var objectCount = 0
            for entry in read {
                let dots = entry.key.dots
                objectCount += dots.count
                guard objectCount <= SourceText.maximumValueCount else {
                    findings.addLimit(
                        entry.place, "more than \(SourceText.maximumValueCount) values", "divide the text")
                    break
                }
                var path: String? = entry.key
                if let parent = entry.parent { path = paths[parent].map { "\($0).\(entry.key)" } }
                if let found = path, entry.isRepeated || !Self.check(entry, found, &findings) { path = nil }
                paths.append(path)
                if let path { merging.add(entry, path, dotCount: dots.count, &findings) }
            }
        }
        try findings.check()
        self.init(sources: layers, entries: merging.entries)
    }

    init(sources: [SourceText], entries: [String: Entry], prefix: String = "") {
        self.sources = sources
        self.entries = entries
        self.prefix = prefix
    }

    private static func check(_ entry: SettingEntry, _ path: String, _ findings: inout FindingList) -> Bool {
        guard path.utf8.count <= maximumPathLength else {
            findings.addLimit(
                entry.place, "a key path has more than \(maximumPathLength) bytes", "shorten the names of the objects")
            return false
        }
        guard path.dots.count < maximumPathDepth else {
            findings.addLimit(
                entry.place, "the key path \(path.inQuotes) has more than \(maximumPathDepth) names", "nest it less")
            return false
        }
        // The names before the key were checked with the object.
        guard isKeyPath(entry.key) else {
            findings.add(entry.place, "a name in the key path \(path.inQuotes) is empty", "give it a name")
            return false
        }
        return true
    }

    /// Returns a Boolean value that indicates whether no name in a key path is empty.
    static func isKeyPath(_ path: String) -> Bool {
        !path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains(where: \.isEmpty)
    }

    /// The key paths that have values, sorted.
    ///
    /// - Complexity: O(*n* log *n*) for *n* settings.
    public var keyPaths: [String] { entries.keys.sorted() }

    /// The value at a key path; `nil` if there is none.
    ///
    /// - Complexity: O(1).
    public subscript(keyPath: String) -> SettingValue? { entries[keyPath]?.value }

    /// Returns the settings below a key path, with their key paths from there on.
    ///
    /// - Returns: The whole configuration if the key path is empty; no settings if it leads to none.
    ///
    /// - Complexity: O(*n*) for *n* settings.
    public func section(_ keyPath: String) -> LayeredConfiguration {
        guard !keyPath.isEmpty else { return self }
        let depth = keyPath.dots.count
        var own: [String: Entry] = [:]
        for (path, entry) in entries {
            let dots = path.dots
            // Not their bytes: Unicode spells some letters in two ways, which look-ups take as
            // equal.
            guard dots.count > depth, path[..<dots[depth]] == keyPath else { continue }
            own[String(path[path.utf8.index(after: dots[depth])...])] = entry
        }
        return LayeredConfiguration(sources: sources, entries: own, prefix: prefix + keyPath + ".")
    }

    /// Returns the value at a key path.
    ///
    /// - Parameters:
    ///   - keyPath: The key path.
    ///   - handler: Returns a value to use if there is none, or throws the finding that it gets.
    /// - Complexity: O(1) if there is a value, otherwise O(*n* log *n*) for *n* settings.
    /// - Throws: `ProductLineError` with the place of the value if it has another type, and what
    ///   the handler throws.
    public func value<Value: SettingConvertible>(
        at keyPath: String, ifMissing handler: (ProductLineError.Finding) throws(ProductLineError) -> Value
    ) throws(ProductLineError) -> Value {
        var findings = FindingList(sources)
        guard let entry = entries[keyPath] else {
            findings.addUnknown("setting", keyPath, among: keyPaths, else: "set it in one of the layers")
            return try handler(findings.error.findings[0])
        }
        if let value = Value(setting: entry.value) { return value }
        findings.add(entry, at: prefix + keyPath, isNot: Value.settingDescription)
        throw findings.error
    }
}

extension FindingList {
    /// Adds that a value has the wrong type.
    mutating func add(_ entry: LayeredConfiguration.Entry, at keyPath: String, isNot expected: String) {
        add(entry.place, "expected \(expected) for \(keyPath.inQuotes), found \(entry.value.summary)")
    }
}

extension String {
    /// The positions of the dots in a key path.
    var dots: [Index] { utf8.indices.filter { utf8[$0] == UInt8(ascii: ".") } }
}

/// The settings of layers as they are merged.
private struct Merging {
    var entries: [String: LayeredConfiguration.Entry] = [:]
    /// The key paths of objects.
    private var objects: Set<Substring> = []

    /// Adds a member, whose key has `dotCount` dots.
    mutating func add(
        _ entry: SettingEntry, _ path: String, dotCount: Int, _ findings: inout FindingList
    ) {
        if dotCount > 0 {
            for dot in path.dots.suffix(dotCount) { addObject(path[..<dot], at: entry.place, &findings) }
        }
        guard let value = entry.value else { return addObject(path[...], at: entry.place, &findings) }
        if objects.contains(path[...]) { return addConflict(path, at: entry.place, &findings) }
        let new = LayeredConfiguration.Entry(value: value, place: entry.valuePlace)
        if let old = entries.updateValue(new, forKey: path), old.place?.source == entry.place.source {
            findings.add(entry.place, "\(path.inQuotes) has two values in this text", "remove one of them")
        }
    }

    private mutating func addObject(_ object: Substring, at place: SourcePlace, _ findings: inout FindingList) {
        guard objects.insert(object).inserted else { return }
        let path = String(object)
        if entries[path] != nil { addConflict(path, at: place, &findings) }
    }

    private func addConflict(_ path: String, at place: SourcePlace, _ findings: inout FindingList) {
        findings.add(
            place, "\(path.inQuotes) has a value and is an object, too", "make it one of the two in all layers")
    }
}
