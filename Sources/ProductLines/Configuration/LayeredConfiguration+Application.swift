public import TextSupport

extension LayeredConfiguration {
    /// Sets an object's properties from its section.
    ///
    /// - Parameters:
    ///   - object: The object, whose section ``Configurable/configurationName`` names.
    ///   - handler: A function that is called for each key path that the object doesn't bind, with
    ///     its value and a finding about it, in the order of the texts.
    /// - Complexity: O(*n* log *n* + *b*) for *n* settings and *b* bound key paths.
    /// - Throws: `ProductLineError` if the section is a value instead of an object, or with all
    ///   errors that ``forward(to:onUndefined:)`` throws. Then no property is set.
    public func apply<Object: Configurable>(
        to object: inout Object, onUndefined handler: (String, SettingValue, LocatedProblem) -> Void
    ) throws(ProductLineError) {
        let name = type(of: object).configurationName
        var findings = FindingList(sources)
        for end in name.dots + [name.endIndex] {
            let path = String(name[..<end])
            if let entry = entries[path] { findings.add(entry, at: prefix + path, isNot: "an object") }
        }
        try findings.check()
        var objects: [any Configurable] = [object]
        try section(name).forward(to: &objects, onUndefined: handler)
        if let configured = objects[0] as? Object { object = configured }
    }

    /// Sets the properties of several objects, such as an engine and its service, from one section.
    ///
    /// - Parameters:
    ///   - objects: The objects that share the section.
    ///   - handler: A function that is called for each key path that no object binds, with its
    ///     value and a finding about it, in the order of the texts.
    /// - Complexity: O(*n* log *n* + *b* log *b*) for *n* settings and *b* bound key paths.
    /// - Throws: `ProductLineError` that lists values that are invalid or of a wrong type, and
    ///   bound key paths, even without a value, that contain an empty name, are bound twice, or
    ///   lead through another bound key path. Then no property is set.
    public func forward(
        to objects: inout [any Configurable],
        onUndefined handler: (String, SettingValue, LocatedProblem) -> Void
    ) throws(ProductLineError) {
        var findings = FindingList(sources)
        /// The index of the object that binds a key path.
        var owners: [String: Int] = [:]
        for index in objects.indices {
            var settings = Settings(.check, self, findings)
            objects[index].bind(&settings)
            findings = settings.findings
            for keyPath in settings.keyPaths {
                let owner = owners.updateValue(index, forKey: keyPath)
                check(keyPath, of: objects[index], owner: owner.map { objects[$0] }, isOwn: owner == index, &findings)
            }
        }
        addNested(owners.mapValues { "\(type(of: objects[$0]))" }, to: &findings)
        try findings.check()
        for index in objects.indices {
            var settings = Settings(.set, self, findings)
            objects[index].bind(&settings)
        }
        reportUndefined(owners, handler)
    }

    /// Checks a key path that an object binds, which another one may have bound before.
    private func check(
        _ keyPath: String, of object: any Configurable, owner: (any Configurable)?, isOwn: Bool,
        _ findings: inout FindingList
    ) {
        let name = (prefix + keyPath).inQuotes
        if !Self.isKeyPath(keyPath) {
            findings.add(
                nil, "\(type(of: object)) binds the key path \(name), in which a name is empty", "write a name there")
        }
        guard let owner else { return }
        let first = type(of: owner)
        findings.add(
            entries[keyPath]?.position,
            isOwn ? "\(first) binds \(name) twice" : "\(first) and \(type(of: object)) both bind \(name)",
            "rename one of the two")
    }

    /// Adds findings about key paths that lead through another one: only one can have a value.
    private func addNested(_ owners: [String: String], to findings: inout FindingList) {
        for keyPath in owners.keys.sorted() {
            for dot in keyPath.dots {
                let outer = String(keyPath[..<dot])
                guard let first = owners[outer], let second = owners[keyPath] else { continue }
                findings.add(
                    entries[outer]?.position,
                    "\(first) binds \((prefix + outer).inQuotes), and \(second) binds \((prefix + keyPath).inQuotes) below it",
                    "rename one of the two")
            }
        }
    }

    /// Returns a finding for each section that none of the types configures, such as a misspelled
    /// one.
    ///
    /// Each object reads only its own section, so other sections would be ignored silently.
    ///
    /// - Parameter types: The types of the objects for ``apply(to:onUndefined:)``.
    /// - Returns: The findings, in the order of the texts; at most 1,000.
    /// - Complexity: O(*n* log *n* + *n* *t*) for *n* settings and *t* types.
    public func findings(outside types: [any Configurable.Type]) -> [LocatedProblem] {
        let names = types.map { $0.configurationName }
        var findings = FindingList(sources)
        var known: Set<String> = []
        for (path, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let isInside = names.contains { name in
                name.isEmpty || path.hasPrefix(name + ".") && path.utf8.count > name.utf8.count + 1
            }
            let section = path.dots.first.map { String(path[..<$0]) } ?? path
            guard !isInside, known.insert(section).inserted else { continue }
            findings.addUnknown(
                "section", prefix + section, at: entry.position, among: names, else: "remove it or fix the name")
        }
        return findings.isEmpty ? [] : findings.error.findings
    }

    private func reportUndefined(
        _ owners: [String: Int], _ handler: (String, SettingValue, LocatedProblem) -> Void
    ) {
        let known = owners.keys.sorted().map { prefix + $0 }
        // In the order of the texts, like findings.
        let undefinedSettings = entries.filter { owners[$0.key] == nil }.map {
            (position: $1.position, keyPath: $0, value: $1.value)
        }
        .sorted { first, second in
            guard let own = first.position, let other = second.position else { return first.keyPath < second.keyPath }
            return (own.source, own.offset) < (other.source, other.offset)
        }
        // As many at a time as a list of findings can hold.
        for start in stride(from: 0, to: undefinedSettings.count, by: FindingList.maximumCount) {
            let some = undefinedSettings[start..<min(start + FindingList.maximumCount, undefinedSettings.count)]
            var findings = FindingList(sources)
            for setting in some {
                findings.addUnknown(
                    "setting", prefix + setting.keyPath, at: setting.position, among: known, else: "remove it")
            }
            for (setting, finding) in zip(some, findings.error.findings) {
                handler(setting.keyPath, setting.value, finding)
            }
        }
    }
}
