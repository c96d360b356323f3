/// The names of a product's modules: modules with a view of their own, and modules with a small
/// view.
///
/// ```json
/// {"Modules": ["FileBrowsing", "Favorites"], "MiniModules": ["Favorites"]}
/// ```
public struct ModuleList: Sendable {
    private struct Entry {
        var name: String
        var position: SourcePosition?
    }

    private let sources: [SourceText]
    private let mainEntries: [Entry]
    private let miniEntries: [Entry]

    /// The names of the modules with a view of their own.
    public var modules: [String] { mainEntries.map(\.name) }
    /// The names of the modules with a small view.
    public var miniModules: [String] { miniEntries.map(\.name) }

    /// Creates a list from names.
    ///
    /// - Complexity: O(*n*) for *n* names.
    public init(modules: [String], miniModules: [String] = []) {
        (mainEntries, miniEntries) = (modules.map { Entry(name: $0) }, miniModules.map { Entry(name: $0) })
        sources = []
    }

    /// Reads a list. If a key is missing, its names are taken from `other`.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    /// - Throws: `ProductLineError` that lists syntax errors, an exceeded size limit, unknown keys,
    ///   and values that aren't lists of names.
    public init(from text: SourceText, default other: ModuleList) throws(ProductLineError) {
        var findings = FindingList([text])
        var lists: [String: [Entry]] = [:]
        for entry in SettingEntries.read(text, source: 0, &findings) where entry.parent == nil {
            guard ["Modules", "MiniModules"].contains(entry.key) else {
                findings.addUnknown(
                    "key", entry.key, at: entry.position, among: ["Modules", "MiniModules"], else: "remove it")
                continue
            }
            guard case .list(let values)? = entry.value else {
                findings.add(entry.valuePosition, "expected a list of names for \(entry.key.inQuotes)")
                continue
            }
            lists[entry.key] = zip(values, entry.elementOffsets).compactMap { value, offset in
                let position = SourcePosition(source: 0, offset: offset)
                if case .text(let name) = value { return Entry(name: name, position: position) }
                findings.add(position, "expected the name of a module, found \(value.summary)")
                return nil
            }
        }
        try findings.check()
        sources = [text]
        mainEntries = lists["Modules"] ?? other.mainEntries.map { Entry(name: $0.name) }
        miniEntries = lists["MiniModules"] ?? other.miniEntries.map { Entry(name: $0.name) }
    }

    /// Creates the modules of the lists ``modules`` and ``miniModules``, in this order, but each
    /// module after its requirements.
    ///
    /// A module in both of these lists is created once.
    ///
    /// - Parameters:
    ///   - type: The type that the modules must have, such as a protocol of the program.
    ///   - substitutions: The declared types; a module has the name of its type.
    /// - Returns: The modules in the order of the lists.
    /// - Complexity: O(*n* + *m* + *d* log *d*) for *n* modules, *m* requirements and *d* declared
    ///   types.
    /// - Throws: `ProductLineError` that lists unknown names, types that aren't modules, duplicate
    ///   modules in a list, required modules that aren't listed, and cycles of requirements. Then
    ///   no module is created. If created modules aren't of `type`, the error lists all of them.
    public func load<Loaded>(
        _ type: Loaded.Type = (any Module).self, from substitutions: Substitutions
    ) throws(ProductLineError) -> (modules: [Loaded], miniModules: [Loaded]) {
        var findings = FindingList(sources)
        let (entries, types) = find(substitutions, &findings)
        let indices = Dictionary(entries.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        let needs = zip(entries, types).map { entry, type in
            (type?.requirements ?? []).compactMap { name in
                if indices[name] == nil {
                    findings.add(
                        entry.position, "\(entry.name.inQuotes) requires \(name.inQuotes), which isn't listed",
                        "add \(name.inQuotes) to the list")
                }
                return indices[name]
            }
        }
        let dependencies = Dependencies(needs)
        for cycle in dependencies.cycles {
            findings.add(cycle: cycle, at: entries[cycle.beginning[0]].position, "requires") { entries[$0].name }
        }
        try findings.check()

        var made: [String: Loaded] = [:]
        for index in dependencies.order {
            made[entries[index].name] = types[index]?.init() as? Loaded
            if made[entries[index].name] == nil {
                findings.add(
                    entries[index].position,
                    "the module \(entries[index].name.inQuotes) isn't of the type \(Loaded.self)")
            }
        }
        try findings.check()
        return (mainEntries.compactMap { made[$0.name] }, miniEntries.compactMap { made[$0.name] })
    }

    /// Returns the listed modules, each once, and their types.
    private func find(
        _ substitutions: Substitutions, _ findings: inout FindingList
    ) -> (entries: [Entry], types: [(any Module.Type)?]) {
        let known = substitutions.names
        var entries: [Entry] = []
        var types: [(any Module.Type)?] = []
        var all: Set<String> = []
        var namesByType: [ObjectIdentifier: String] = [:]
        for list in [mainEntries, miniEntries] {
            var listedNames: Set<String> = []
            for entry in list {
                if !listedNames.insert(entry.name).inserted {
                    findings.add(
                        entry.position, "the module \(entry.name.inQuotes) is listed twice", "remove one entry")
                }
                guard all.insert(entry.name).inserted else { continue }
                let type = substitutions.type(named: entry.name)
                if type == nil {
                    findings.addUnknown(
                        "module", entry.name, at: entry.position, among: known, else: "declare its type first")
                } else if !(type is any Module.Type) {
                    findings.add(
                        entry.position, "invalid module \(entry.name.inQuotes)", "let its type conform to Module")
                } else if let type, let other = namesByType.updateValue(entry.name, forKey: ObjectIdentifier(type)) {
                    findings.add(
                        entry.position, "\(other.inQuotes) and \(entry.name.inQuotes) both load the type \(type)",
                        "remove one of the two modules, or one of the substitutes")
                }
                entries.append(entry)
                types.append(type as? any Module.Type)
            }
        }
        return (entries, types)
    }
}
