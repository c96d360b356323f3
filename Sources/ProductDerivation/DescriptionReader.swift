internal import ProductLines

/// A text of a description, with its position.
struct PlacedText {
    var text: String
    var position: SourcePosition
}

/// A reader of a description's members in JSON, key by key.
struct DescriptionReader {
    let entries: [SettingEntry]
    /// A Boolean value that indicates whether the text was read to its end.
    let isWhole: Bool
    private let source: Int
    /// The members of the text, and the members of each object.
    private var members: [Int] = []
    private var membersOfObjects: [[Int]]
    /// The index after the last member of each object.
    private var ends: [Int]

    /// Reads a text.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    init(_ text: SourceText, source: Int, _ findings: inout FindingList) {
        self.source = source
        let findingCount = findings.count
        entries = SettingEntries.read(text, source: source, &findings)
        // Repeated keys don't stop the reading.
        isWhole = findings.count - findingCount == entries.count { $0.isRepeated }
        membersOfObjects = Array(repeating: [], count: entries.count)
        ends = entries.indices.map { $0 + 1 }
        for (index, entry) in entries.enumerated() where !entry.isRepeated {
            if let parent = entry.parent { membersOfObjects[parent].append(index) } else { members.append(index) }
        }
        for index in entries.indices.reversed() {
            if let parent = entries[index].parent { ends[parent] = max(ends[parent], ends[index]) }
        }
    }

    /// Returns all entries of an object.
    func content(of object: Int) -> ArraySlice<SettingEntry> { entries[(object + 1)..<ends[object]] }

    /// Returns the first names of the key paths that an object sets.
    func sections(of object: Int?) -> Set<String> {
        guard let object else { return [] }
        var sections: Set<String> = []
        for index in object + 1..<ends[object] where entries[index].value != nil {
            var outermostIndex = index
            while let parent = entries[outermostIndex].parent, parent != object { outermostIndex = parent }
            sections.insert(String(entries[outermostIndex].key.prefix { $0 != "." }))
        }
        return sections
    }

    /// Returns the members of an object by key; adds unknown and missing keys to the findings.
    ///
    /// - Parameters:
    ///   - object: The index of the object; `nil` for the whole text.
    ///   - required: The keys that must be there.
    ///   - optional: The other ones that may be there.
    func members(
        of object: Int?, required: [String] = [], optional: [String], _ findings: inout FindingList
    ) -> [String: Int] {
        var indicesByKey: [String: Int] = [:]
        for index in object.map({ membersOfObjects[$0] }) ?? members {
            let entry = entries[index]
            if required.contains(entry.key) || optional.contains(entry.key) {
                indicesByKey[entry.key] = index
            } else {
                findings.addUnknown(
                    "key", entry.key, at: entry.position, among: required + optional,
                    else: "remove it; the keys are \((required + optional).joined(separator: ", "))")
            }
        }
        let missing = isWhole ? required.filter { indicesByKey[$0] == nil } : []
        if !missing.isEmpty {
            let position = object.map { entries[$0].position } ?? SourcePosition(source: source, offset: 0)
            findings.add(
                position,
                "expected \(missing.count == 1 ? "the key" : "the keys") "
                    + missing.map(\.inQuotes).joined(separator: ", "), missing.count == 1 ? "add it" : "add them")
        }
        return indicesByKey
    }

    /// Returns the members of an object value, or adds to the findings that it isn't an object.
    func members(ofValue index: Int?, _ findings: inout FindingList) -> [Int] {
        guard let index else { return [] }
        if entries[index].value == nil { return membersOfObjects[index] }
        findings.add(
            entries[index].valuePosition, "expected an object in braces for \(entries[index].key.inQuotes)")
        return []
    }

    /// Returns the object, or adds to the findings that the value isn't one.
    func object(_ index: Int?, _ findings: inout FindingList) -> Int? {
        guard let index else { return nil }
        _ = members(ofValue: index, &findings)
        return entries[index].value == nil ? index : nil
    }

    /// Returns the text, or adds to the findings that the value isn't one.
    func text(_ index: Int?, _ findings: inout FindingList) -> PlacedText? {
        guard let index else { return nil }
        if case .text(let text)? = entries[index].value {
            return PlacedText(text: text, position: entries[index].valuePosition)
        }
        findings.add(entries[index].valuePosition, "expected a text in quotes for \(entries[index].key.inQuotes)")
        return nil
    }

    /// Returns the whole number, or adds to the findings that the value isn't one.
    func number(_ index: Int?, in range: ClosedRange<Int>, _ findings: inout FindingList) -> Int? {
        guard let index else { return nil }
        if case .whole(let number)? = entries[index].value, range.contains(number) { return number }
        findings.add(
            entries[index].valuePosition,
            "expected a number from \(range.lowerBound) to \(range.upperBound) for \(entries[index].key.inQuotes)")
        return nil
    }

    /// Returns the texts of a list, and adds other values to the findings.
    ///
    /// - Parameter acceptsOne: A Boolean value that indicates whether a text stands for a list of
    ///   one.
    func texts(_ index: Int?, acceptsOne: Bool = false, _ findings: inout FindingList) -> [PlacedText] {
        guard let index else { return [] }
        let entry = entries[index]
        if acceptsOne, case .text(let text)? = entry.value {
            return [PlacedText(text: text, position: entry.valuePosition)]
        }
        guard case .list(let values)? = entry.value else {
            findings.add(entry.valuePosition, "expected a list of texts for \(entry.key.inQuotes)")
            return []
        }
        return zip(values, entry.elementOffsets).compactMap { value, offset in
            let position = SourcePosition(source: source, offset: offset)
            if case .text(let text) = value { return PlacedText(text: text, position: position) }
            findings.add(position, "expected a text in quotes, found \(value.summary)")
            return nil
        }
    }
}
