/// The settings of several layers, merged in order.
package struct LayerMerging {
    private(set) var entries: [String: LayeredConfiguration.Entry] = [:]
    /// The key paths of objects.
    private var objects: Set<Substring> = []
    /// The number of objects that dots in the layer's keys create.
    private var objectCount = 0
    /// The owners of the layer's settings, by key path.
    private var owners: [String: String] = [:]
    /// The key paths that the last layer overrides in any case.
    private let overriddenKeyPaths: Set<String>

    /// Creates settings without a layer.
    ///
    /// - Parameter last: The settings of a layer that will be merged last; owners may set its key
    ///   paths differently.
    package init(before last: LayerMerging? = nil) {
        overriddenKeyPaths = last.map { Set($0.entries.keys) } ?? []
    }

    /// The number of settings.
    package var count: Int { entries.count }

    /// Begins a layer, whose settings override earlier ones.
    package mutating func beginLayer() { (owners, objectCount) = ([:], 0) }

    /// Adds settings to the layer.
    ///
    /// - Parameters:
    ///   - read: The members of an object with their contents.
    ///   - root: The index of the object; `nil` if the object is a whole text.
    ///   - owner: The part of the layer that contains the settings. Two owners may set the same key
    ///     path differently only if the last layer sets it.
    /// - Complexity: O(*n*) for *n* bytes of key paths.
    package mutating func add(
        _ read: ArraySlice<SettingEntry>, below root: Int? = nil, owner: String = "", _ findings: inout FindingList
    ) {
        // `nil` for wrong ones, whose members aren't checked.
        var paths: [String?] = []
        paths.reserveCapacity(read.count)
        for entry in read {
            let dotCount = entry.key.dots.count
            objectCount += dotCount
            guard objectCount <= SourceText.maximumValueCount else {
                return findings.addLimit(
                    entry.position, "the text has more than \(SourceText.maximumValueCount) values", "divide the text")
            }
            var path: String? = entry.key
            if entry.parent != root, let parent = entry.parent {
                path = paths[parent - read.startIndex].map { "\($0).\(entry.key)" }
            }
            if let found = path, entry.isRepeated || !Self.check(entry, found, &findings) { path = nil }
            paths.append(path)
            if let path { add(entry, path, dotCount: dotCount, owner, &findings) }
        }
    }

    private static func check(_ entry: SettingEntry, _ path: String, _ findings: inout FindingList) -> Bool {
        let (maximumBytes, maximumNames) = (
            LayeredConfiguration.maximumPathLength, LayeredConfiguration.maximumPathDepth
        )
        guard path.utf8.count <= maximumBytes else {
            findings.addLimit(
                entry.position, "a key path has more than \(maximumBytes) bytes", "shorten the names of the objects")
            return false
        }
        guard path.dots.count < maximumNames else {
            findings.addLimit(
                entry.position, "the key path \(path.inQuotes) has more than \(maximumNames) names", "use fewer names")
            return false
        }
        // The names before the key were checked with the object.
        guard LayeredConfiguration.isKeyPath(entry.key) else {
            findings.add(entry.position, "a name in the key path \(path.inQuotes) is empty", "write a name there")
            return false
        }
        return true
    }

    /// Adds a member, whose key has `dotCount` dots.
    private mutating func add(
        _ entry: SettingEntry, _ path: String, dotCount: Int, _ owner: String, _ findings: inout FindingList
    ) {
        if dotCount > 0 {
            for dot in path.dots.suffix(dotCount) { addObject(path[..<dot], at: entry.position, &findings) }
        }
        guard let value = entry.value else { return addObject(path[...], at: entry.position, &findings) }
        if objects.contains(path[...]) { return addConflict(path, at: entry.position, &findings) }
        let old = entries.updateValue(
            LayeredConfiguration.Entry(value: value, position: entry.valuePosition), forKey: path)
        guard let other = owners.updateValue(owner, forKey: path) else { return }
        if other != owner, overriddenKeyPaths.contains(path) || old?.value == value { return }
        findings.add(
            entry.position,
            other == owner
                ? "\(path.inQuotes) has two values in this text"
                : "\(other.inQuotes) and \(owner.inQuotes) both set \(path.inQuotes)", "remove one of the two settings")
    }

    private mutating func addObject(_ object: Substring, at position: SourcePosition, _ findings: inout FindingList) {
        guard objects.insert(object).inserted else { return }
        let path = String(object)
        if entries[path] != nil { addConflict(path, at: position, &findings) }
    }

    private func addConflict(_ path: String, at position: SourcePosition, _ findings: inout FindingList) {
        findings.add(
            position, "\(path.inQuotes) is a value in one place and an object in another",
            "use the same kind in all layers")
    }
}

extension String {
    /// The positions of the dots in a key path.
    var dots: [Index] { utf8.indices.filter { utf8[$0] == UInt8(ascii: ".") } }
}
