internal import TextSupport

extension LayeredConfiguration {
    /// Collects the settings that objects bind as persisted, each in the section of its object.
    ///
    /// - Complexity: O(*b* log *b*) for *b* bound key paths.
    /// - Throws: `ProductLineError` that lists key paths that are bound twice, are too long, have
    ///   an empty name or lead through another key path, and values that JSON can't represent or
    ///   the reader would refuse.
    public init(persisting objects: [any Configurable]) throws(ProductLineError) {
        var findings = FindingList()
        var entries: [String: Entry] = [:]
        for object in objects {
            var object = object
            var settings = Settings(.save, LayeredConfiguration(sources: [], entries: [:]), findings)
            object.bind(&settings)
            for (keyPath, value, expected) in settings.saved {
                let section = type(of: object).configurationName
                let path = section.isEmpty ? keyPath : "\(section).\(keyPath)"
                if !Self.canWrite(path) {
                    findings.add(nil, "invalid key path \(path.inQuotes)", "use short names, none of which is empty")
                } else if !value.isWritable {
                    findings.add(nil, "the value of \(path.inQuotes) can't be saved: \(value.summary)")
                } else if let expected {
                    findings.add(Entry(value: value), at: path, isNot: expected)
                } else if entries.updateValue(Entry(value: value), forKey: path) != nil {
                    findings.add(nil, "two settings are saved as \(path.inQuotes)", "rename one of the two")
                }
            }
        }
        for path in entries.keys.sorted() {
            for dot in path.dots where entries[String(path[..<dot])] != nil {
                findings.add(
                    nil, "\(String(path[..<dot]).inQuotes) has a value, so it can't contain \(path.inQuotes)",
                    "rename one of the two")
            }
        }
        try findings.check()
        self.init(sources: [], entries: entries)
    }

    /// Returns a Boolean value that indicates whether readers accept a key path as nested objects.
    private static func canWrite(_ path: String) -> Bool {
        let names = path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return path.utf8.count <= maximumPathLength && names.count <= maximumPathDepth
            && names.allSatisfy { 1...SourceText.maximumNameLength ~= $0.count }
    }

    /// Returns the settings as one text in JSON, in UTF-8.
    ///
    /// Reading the text gives the same settings, unless they exceed the limits of ``SourceText``.
    ///
    /// - Complexity: O(*n* log *n*) for *n* settings.
    public func bytes() -> [UInt8] {
        var output = TextOutput()
        output.append("{")
        var open: ArraySlice<Substring> = []
        var isFirst = true
        let paths = entries.map { path, entry in
            (names: path.utf8.split(separator: UInt8(ascii: ".")).map { Substring($0) }, value: entry.value)
        }
        for (names, value) in paths.sorted(by: { $0.names.lexicographicallyPrecedes($1.names) }) {
            let objects = names.dropLast()
            let shared = zip(open, objects).prefix { $0 == $1 }.count
            while open.count > shared {
                open.removeLast()
                output.appendLine(depth: open.count + 1)
                output.append("}")
                isFirst = false
            }
            for name in names[shared...] {
                output.append(key: String(name), depth: open.count + 1, isFirst: isFirst)
                isFirst = open.count < objects.count
                if isFirst {
                    output.append("{")
                    open.append(name)
                }
            }
            output.append(value)
            isFirst = false
        }
        while !open.isEmpty {
            open.removeLast()
            output.appendLine(depth: open.count + 1)
            output.append("}")
        }
        output.append(entries.isEmpty ? "}\n" : "\n}\n")
        return output.bytes
    }
}
