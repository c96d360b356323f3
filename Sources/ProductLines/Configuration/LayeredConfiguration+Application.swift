extension LayeredConfiguration {
    /// Sets an object's properties from its section.
    ///
    /// - Parameters:
    ///   - object: The object, whose section ``Configurable/configurationName`` names.
    ///   - handler: Gets each key path that the object doesn't bind, its value, and the finding that says so.
    /// - Complexity: O(*n*) for *n* settings.
    /// - Throws: `ProductLineError` with all values of a wrong type, and all key paths that are bound twice. Then nothing is set.
    public func apply<Object: Configurable>(
        to object: inout Object, onUndefined handler: (String, SettingValue, ProductLineError.Finding) -> Void
    ) throws(ProductLineError) {
        var objects: [any Configurable] = [object]
        try section(type(of: object).configurationName).forward(to: &objects, onUndefined: handler)
        if let configured = objects[0] as? Object { object = configured }
    }

    /// Sets the properties of several objects from the same settings, such as those of an engine and its service.
    ///
    /// - Parameters:
    ///   - objects: The objects.
    ///   - handler: Gets each key path that no object binds, in order, its value, and the finding that says so.
    /// - Complexity: O(*n* log *n* + *b*) for *n* settings and *b* bound key paths.
    /// - Throws: `ProductLineError` with all values of a wrong type, and all key paths that two objects bind, whether they have
    ///   values or not. Then nothing is set.
    public func forward(
        to objects: inout [any Configurable],
        onUndefined handler: (String, SettingValue, ProductLineError.Finding) -> Void
    ) throws(ProductLineError) {
        var findings = FindingList(sources)
        var owners: [String: Int] = [:]
        for index in objects.indices {
            var settings = Settings(.check, self, findings)
            objects[index].bind(&settings)
            findings = settings.findings
            for keyPath in settings.keyPaths {
                guard let owner = owners.updateValue(index, forKey: keyPath) else { continue }
                let (first, second) = (type(of: objects[owner]), type(of: objects[index]))
                findings.add(
                    entries[keyPath]?.place,
                    owner == index
                        ? "\(first) binds \((prefix + keyPath).inQuotes) twice"
                        : "\(first) and \(second) both bind \((prefix + keyPath).inQuotes)", "rename one of the two")
            }
        }
        try findings.check()
        for index in objects.indices {
            var settings = Settings(.set, self, findings)
            objects[index].bind(&settings)
        }
        tellUndefined(owners, handler)
    }

    private func tellUndefined(
        _ owners: [String: Int], _ handler: (String, SettingValue, ProductLineError.Finding) -> Void
    ) {
        let known = owners.keys.sorted()
        // In the order of the texts, as findings are.
        let undefined = entries.filter { owners[$0.key] == nil }.map { (place: $1.place, keyPath: $0, value: $1.value) }
            .sorted { first, second in
                guard let own = first.place, let other = second.place else { return first.keyPath < second.keyPath }
                return (own.source, own.offset) < (other.source, other.offset)
            }
        // As many at a time as a list tells.
        for start in stride(from: 0, to: undefined.count, by: FindingList.maximumCount) {
            let some = undefined[start..<min(start + FindingList.maximumCount, undefined.count)]
            var findings = FindingList(sources)
            for setting in some {
                findings.addUnknown("setting", setting.keyPath, at: setting.place, among: known, else: "remove it")
            }
            for (setting, finding) in zip(some, findings.error.findings) {
                handler(setting.keyPath, setting.value, finding)
            }
        }
    }
}
