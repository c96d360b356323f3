extension Stylesheet {
    /// Reads a stylesheet.
    ///
    /// - Parameters:
    ///   - text: The stylesheet, or a template that uses the variables of `colors`.
    ///   - colors: Colors whose ``StyleColors/variables`` replace variables of the text.
    /// - Complexity: O(*n*) for *n* bytes.
    /// - Throws: `ProductLineError` that lists syntax errors, an exceeded size limit, properties
    ///   outside of selectors, variables inside of selectors, variables that are objects, unknown
    ///   variables, cycles of variables, and lists in lists.
    public init(_ text: SourceText, colors: StyleColors? = nil) throws(ProductLineError) {
        var findings = FindingList([text])
        let entries = SettingEntries.read(text, source: 0, &findings)
        var variables = VariableTable()
        var rules: [Rule] = []
        /// The rule of each object; `nil` for the variables.
        var ruleIndices = [Int?](repeating: nil, count: entries.count)
        /// The objects among the variables and their descendants, whose members aren't checked.
        var refusedIndices: Set<Int> = []
        var properties: [(rule: Int, entry: SettingEntry, value: SettingValue)] = []
        for (index, entry) in entries.enumerated() {
            if entry.parent == nil, entry.key == Self.variablesKey, entry.value == nil { continue }
            if entry.parent != nil, entry.key == Self.variablesKey, entry.value == nil {
                findings.add(
                    entry.position, "variables are defined in a selector", "move them to Variables at the top level")
                refusedIndices.insert(index)
                continue
            }
            if let parent = entry.parent, refusedIndices.contains(parent) {
                refusedIndices.insert(index)
                continue
            }
            let rule = entry.parent.flatMap { ruleIndices[$0] }
            if entry.parent != nil, rule == nil {
                if let value = entry.value {
                    variables.set(entry.key, value, entry)
                } else {
                    findings.add(entry.position, "the variable \(entry.key.inQuotes) is an object", "give it a value")
                    // Defines the variable, so that references to it aren't reported.
                    variables.set(entry.key, .flag(false), entry)
                    refusedIndices.insert(index)
                }
            } else if let value = entry.value {
                if let rule {
                    properties.append((rule, entry, value))
                } else {
                    findings.add(
                        entry.position, "the property \(entry.key.inQuotes) is outside of a selector",
                        "move it into a selector")
                }
            } else {
                ruleIndices[index] = rules.count
                rules.append(Rule(selector: entry.key, parent: rule))
            }
        }
        for (name, color) in colors?.variables ?? [] { variables.set(name, .text(color.description), nil) }
        variables.resolve(&findings)
        for (rule, entry, written) in properties {
            let value = variables.resolved(written, entry, &findings)
            rules[rule].properties.append(Property(name: entry.key, written: written, value: value ?? written))
        }
        try findings.check()
        self.init(variables: variables.properties, rules: rules)
    }

    static let variablesKey = "Variables"
}

/// The variables of a stylesheet while it is read.
private struct VariableTable {
    private var names: [String] = []
    private var writtenValues: [SettingValue] = []
    /// The entries of the variables; `nil` for variables that aren't in the text.
    private var entries: [SettingEntry?] = []
    private var values: [SettingValue?] = []
    private var indices: [String: Int] = [:]

    /// The variables, after they were resolved.
    var properties: [Stylesheet.Property] {
        names.indices.map { index in
            Stylesheet.Property(
                name: names[index], written: writtenValues[index], value: values[index] ?? writtenValues[index])
        }
    }

    mutating func set(_ name: String, _ value: SettingValue, _ entry: SettingEntry?) {
        if let index = indices[name] {
            (writtenValues[index], entries[index]) = (value, entry)
        } else {
            indices[name] = names.count
            names.append(name)
            writtenValues.append(value)
            entries.append(entry)
        }
    }

    /// Resolves each variable after the variables that it refers to.
    ///
    /// A variable on a cycle, or one that refers to a cycle, has no value.
    mutating func resolve(_ findings: inout FindingList) {
        let dependencies = Dependencies(
            writtenValues.map { value in
                let parts = if case .list(let elements) = value { elements } else { [value] }
                return parts.compactMap { Self.reference($0).flatMap { indices[$0] } }
            })
        for cycle in dependencies.cycles {
            findings.add(cycle: cycle, at: entries[cycle.beginning[0]]?.valuePosition, "→") { "$" + names[$0] }
        }
        values = Array(repeating: nil, count: names.count)
        for index in dependencies.order { values[index] = resolved(writtenValues[index], entries[index], &findings) }
    }

    /// Returns a value with its variables replaced, or `nil` if one has no value.
    func resolved(_ value: SettingValue, _ entry: SettingEntry?, _ findings: inout FindingList) -> SettingValue? {
        guard case .list(let elements) = value else { return resolved(scalar: value, entry?.valuePosition, &findings) }
        var all: [SettingValue] = []
        all.reserveCapacity(elements.count)
        var isComplete = true
        for (index, element) in elements.enumerated() {
            let position = entry.map { SourcePosition(source: 0, offset: $0.elementOffsets[index]) }
            guard let value = resolved(scalar: element, position, &findings) else {
                isComplete = false
                continue
            }
            // Nested lists could double in size with each variable.
            if case .list = value {
                findings.add(
                    position, "the variable \((Self.reference(element) ?? "").inQuotes) is a list within a list",
                    "refer to variables with single values")
                isComplete = false
            }
            all.append(value)
        }
        return isComplete ? .list(all) : nil
    }

    private func resolved(
        scalar value: SettingValue, _ position: SourcePosition?, _ findings: inout FindingList
    ) -> SettingValue? {
        guard case .text(let text) = value, text.utf8.first == UInt8(ascii: "$") else { return value }
        guard let name = Self.reference(value) else { return .text(String(Substring(text.utf8.dropFirst()))) }
        if let index = indices[name] { return values[index] }
        let known = names.lazy.map { "$" + $0 }
        let remedy = StyleColors.variableNames.contains(name) ? "give colors, or define it" : "define it"
        findings.addUnknown("variable", "$" + name, at: position, among: known, else: "\(remedy) in Variables")
        return nil
    }

    /// Returns the name of the variable that a value refers to; `nil` if it isn't a reference.
    private static func reference(_ value: SettingValue) -> String? {
        guard case .text(let text) = value, text.utf8.first == UInt8(ascii: "$") else { return nil }
        let rest = text.utf8.dropFirst()
        return rest.first == UInt8(ascii: "$") ? nil : String(Substring(rest))
    }
}
