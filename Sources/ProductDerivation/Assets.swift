internal import ProductLines

/// The changes that a feature or a product makes to the program.
struct Assets {
    var overrides: [(base: PlacedText, substitute: PlacedText)] = []
    /// The index of the object with settings.
    var settings: Int?
    var modules: [PlacedText] = []
    var miniModules: [PlacedText] = []
    var traits: [PlacedText] = []
    var resources: [PlacedText] = []
    var style: PlacedText?

    static let keys = ["Overrides", "Settings", "Modules", "MiniModules", "Traits", "Resources", "Style"]

    init(_ members: [String: Int], _ reader: DescriptionReader, _ findings: inout FindingList) {
        overrides = reader.members(ofValue: members["Overrides"], &findings).compactMap { index in
            let entry = reader.entries[index]
            guard let substitute = reader.text(index, &findings) else { return nil }
            return (PlacedText(text: entry.key, position: entry.position), substitute)
        }
        settings = reader.object(members["Settings"], &findings)
        modules = reader.texts(members["Modules"], &findings)
        miniModules = reader.texts(members["MiniModules"], &findings)
        traits = reader.texts(members["Traits"], &findings)
        resources = reader.texts(members["Resources"], &findings)
        style = reader.text(members["Style"], &findings)
        for trait in traits where !trait.text.isSwiftIdentifier {
            findings.add(trait.position, "invalid trait name \(trait.text.inQuotes)", "use letters, digits and _")
        }
    }
}
