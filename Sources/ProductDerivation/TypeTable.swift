internal import ProductLines

/// The types of a program by name, with their bases.
struct TypeTable {
    /// A type's declaration in a description.
    struct Declaration {
        var name: PlacedText
        var bases: [PlacedText]
    }

    /// The keywords that replace a base.
    enum Kind: String, CaseIterable {
        /// A class without a base in the table.
        case `class`
        case `protocol`
        /// The protocol of ``ProductLines``.
        case module = "Module"
    }

    let names: [String]
    /// The indices of protocols.
    private(set) var protocols: Set<Int> = []
    private var bases: [[Int]]
    /// The types that conform to `Module` by their own declaration.
    private var modules: Set<Int> = []
    private let indices: [String: Int]
    /// The steps that checks of subtypes may still take.
    private var stepCount = 10_000_000
    /// A Boolean value that indicates whether too many steps were reported.
    private var isExhausted = false

    /// Reads the declarations of a description: an object with the base of each type, or a list of
    /// bases.
    static func declarations(
        _ index: Int?, _ reader: DescriptionReader, _ findings: inout FindingList
    ) -> [Declaration] {
        reader.members(ofValue: index, &findings).compactMap { index in
            let entry = reader.entries[index]
            let bases = reader.texts(index, acceptsOne: true, &findings)
            guard let name = PlacedText(text: entry.key, position: entry.position).identifier("a type", &findings)
            else {
                return nil
            }
            if bases.isEmpty, case .list? = entry.value {
                findings.add(
                    entry.valuePosition, "\(entry.key.inQuotes) has no base",
                    "write class, protocol or the name of a type"
                )
            }
            return Declaration(name: name, bases: bases)
        }
    }

    /// Checks declarations for duplicate names, unknown bases and cycles.
    ///
    /// - Complexity: O(*n* + *m*) for *n* types and *m* bases.
    init(_ declarations: [Declaration], _ findings: inout FindingList) {
        names = declarations.map(\.name.text)
        var indices: [String: Int] = [:]
        for (index, declaration) in declarations.enumerated() {
            let name = declaration.name
            if Kind(rawValue: name.text) != nil || SwiftText.ownNames.contains(name.text) {
                findings.add(name.position, "the name \(name.text.inQuotes) is reserved", "choose another name")
            } else if indices.updateValue(index, forKey: name.text) != nil {
                findings.add(
                    name.position, "two types are named \(name.text.inQuotes)", "give each type a name of its own")
            }
        }
        self.indices = indices
        bases = Array(repeating: [], count: declarations.count)
        for (index, declaration) in declarations.enumerated() {
            for base in declaration.bases {
                switch Kind(rawValue: base.text) {
                case .class: break
                case .protocol: protocols.insert(index)
                case .module: modules.insert(index)
                case nil:
                    guard let found = find(base, &findings) else { continue }
                    bases[index].append(found)
                }
            }
        }
        for cycle in Dependencies(bases).cycles {
            findings.add(cycle: cycle, at: declarations[cycle.beginning[0]].name.position, "derives from") { [names] in
                names[$0]
            }
        }
    }

    /// Returns the type with a name, or adds to the findings that there is none.
    func find(_ name: PlacedText, _ findings: inout FindingList) -> Int? {
        if let index = indices[name.text] { return index }
        findings.addUnknown("type", name.text, at: name.position, among: names, else: "declare it in Types")
        return nil
    }

    /// Returns whether a type derives from another one.
    ///
    /// - Complexity: O(*n* + *m*) for *n* types and *m* bases above the type.
    mutating func isSubtype(_ type: Int, of base: Int, _ findings: inout FindingList) -> Bool {
        ancestors(of: type, &findings) { index, _ in index == base }
    }

    /// Returns whether a type is a module.
    ///
    /// - Complexity: O(*n* + *m*) for *n* types and *m* bases above the type.
    mutating func isModule(_ type: Int, _ findings: inout FindingList) -> Bool {
        ancestors(of: type, &findings) { index, table in table.modules.contains(index) }
    }

    /// Returns whether a type or one of its ancestors satisfies a condition.
    private mutating func ancestors(
        of type: Int, _ findings: inout FindingList, contain condition: (Int, TypeTable) -> Bool
    ) -> Bool {
        var seen: Set<Int> = [type]
        var pending = [type]
        while let next = pending.popLast() {
            if condition(next, self) { return true }
            stepCount -= 1 + bases[next].count
            if stepCount < 0 {
                if !isExhausted {
                    findings.add(
                        nil, "the types derive from too many other types", "remove bases that other bases imply")
                }
                isExhausted = true
                return true
            }
            for base in bases[next] where seen.insert(base).inserted { pending.append(base) }
        }
        return false
    }
}
