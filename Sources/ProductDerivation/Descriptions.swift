internal import ProductLines

/// The description of a product line: the program, its types, and the assets of features.
struct LineDescription {
    var name: PlacedText?
    var version: PlacedText?
    /// The folder of the package with the core assets.
    var core: PlacedText?
    /// The library in that package.
    var library: PlacedText?
    /// The function that starts the program.
    var entry: PlacedText?
    var types: [TypeTable.Declaration]
    var settings: Int?
    var debugSettings: Int?
    /// The conditions on features, with the assets of the products that satisfy them.
    var features: [(condition: PlacedText, assets: Assets)]
    let reader: DescriptionReader

    /// Reads the description.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    init(_ text: SourceText, source: Int, _ findings: inout FindingList) {
        let reader = DescriptionReader(text, source: source, &findings)
        self.reader = reader
        let members = reader.members(
            of: nil, required: ["Name", "Version", "Core", "Library", "Entry", "Types", "Features"],
            optional: ["Settings", "DebugSettings"], &findings)
        name = reader.text(members["Name"], &findings)
        version = reader.text(members["Version"], &findings).flatMap { $0.version(&findings) }
        core = reader.text(members["Core"], &findings).flatMap { $0.folder(&findings) }
        library = reader.text(members["Library"], &findings).flatMap { $0.identifier("a library", &findings) }
        entry = reader.text(members["Entry"], &findings).flatMap { $0.identifier("a function", &findings) }
        if let entry, SwiftText.ownNames.contains(entry.text) {
            findings.add(
                entry.position, "the name \(entry.text.inQuotes) is reserved", "choose another name")
        }
        types = TypeTable.declarations(members["Types"], reader, &findings)
        settings = reader.object(members["Settings"], &findings)
        debugSettings = reader.object(members["DebugSettings"], &findings)
        features = []
        for index in reader.members(ofValue: members["Features"], &findings) {
            guard let object = reader.object(index, &findings) else { continue }
            let keys = reader.members(of: object, optional: Assets.keys, &findings)
            let entry = reader.entries[index]
            features.append(
                (PlacedText(text: entry.key, position: entry.position), Assets(keys, reader, &findings)))
        }
    }
}

/// The description of a product: its identity, its features, and its own assets.
struct ProductDescription {
    var name: PlacedText?
    var identifier: PlacedText?
    var version: PlacedText?
    var beta: Int?
    var features: [PlacedText]
    /// The position of the list of features.
    var featuresPosition: SourcePosition?
    var types: [TypeTable.Declaration]
    var sources: [PlacedText]
    var assets: Assets
    var colors: StyleColors?
    /// The position of the colors; `nil` if there are none.
    var colorsPosition: SourcePosition?
    /// The changes that the product needs in the core assets.
    var coreChanges: [PlacedText]
    let reader: DescriptionReader

    /// Reads the description.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    init(_ text: SourceText, source: Int, _ findings: inout FindingList) {
        let reader = DescriptionReader(text, source: source, &findings)
        self.reader = reader
        let members = reader.members(
            of: nil, required: ["Name", "Identifier", "Version", "Features"],
            optional: ["Beta", "Types", "Sources", "Colors", "CoreChanges"] + Assets.keys, &findings)
        name = reader.text(members["Name"], &findings).flatMap { $0.productName(&findings) }
        identifier = reader.text(members["Identifier"], &findings).flatMap { $0.productIdentifier(&findings) }
        version = reader.text(members["Version"], &findings).flatMap { $0.version(&findings) }
        beta = reader.number(members["Beta"], in: 1...99, &findings)
        features = reader.texts(members["Features"], &findings)
        featuresPosition = members["Features"].map { reader.entries[$0].position }
        types = TypeTable.declarations(members["Types"], reader, &findings)
        sources = reader.texts(members["Sources"], &findings)
        assets = Assets(members, reader, &findings)
        colorsPosition = members["Colors"].map { reader.entries[$0].position }
        colors = Self.colors(members["Colors"], reader, &findings)
        coreChanges = reader.texts(members["CoreChanges"], &findings)
    }

    private static func colors(
        _ index: Int?, _ reader: DescriptionReader, _ findings: inout FindingList
    ) -> StyleColors? {
        guard let object = reader.object(index, &findings) else { return nil }
        let names = ["primary", "accent", "background", "text"]
        let members = reader.members(of: object, required: names, optional: [], &findings)
        let colors = names.compactMap { name -> StyleColor? in
            guard let text = reader.text(members[name], &findings) else { return nil }
            let color = StyleColor(text.text)
            if color == nil {
                findings.add(text.position, "invalid color \(text.text.inQuotes)", "write it as #rrggbb")
            }
            return color
        }
        guard colors.count == names.count else { return nil }
        do throws(ProductLineError) {
            return try StyleColors(
                primary: colors[0], accent: colors[1], background: colors[2], text: colors[3])
        } catch {
            for finding in error.findings {
                findings.add(reader.entries[object].position, finding.message, finding.remedy)
            }
            return nil
        }
    }
}

extension PlacedText {
    /// Returns the text if it is a name in Swift; otherwise adds a finding.
    func identifier(_ what: String, _ findings: inout FindingList) -> PlacedText? {
        if text.isSwiftIdentifier { return self }
        findings.add(
            position, "invalid name \(text.inQuotes) of \(what)",
            "use ASCII letters, digits and _; begin with a letter, and avoid Swift keywords")
        return nil
    }

    /// Returns the text if folders and programs can have this name; otherwise adds a finding.
    fileprivate func productName(_ findings: inout FindingList) -> PlacedText? {
        let module = text.moduleName
        guard text.utf8.count <= 100, module.isSwiftIdentifier, text.utf8.first != UInt8(ascii: "-") else {
            findings.add(
                position, "invalid program name \(text.inQuotes)",
                "use ASCII letters, digits, - and _; begin with a letter, and avoid Swift keywords")
            return nil
        }
        if SwiftText.modules.contains(module) {
            findings.add(position, "\(text.inQuotes) is the name of a module of Swift", "choose another name")
            return nil
        }
        return self
    }

    /// Returns the normalized path if it leads to a folder below the description; otherwise adds a
    /// finding.
    fileprivate func folder(_ findings: inout FindingList) -> PlacedText? {
        let parts = text.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
        if text.utf8.first != UInt8(ascii: "/"), !parts.isEmpty, !parts.contains("..") {
            return PlacedText(text: parts.joined(separator: "/"), position: position)
        }
        findings.add(
            position, "invalid folder \(text.inQuotes)", "write a path below the description's folder, such as Core")
        return nil
    }

    /// Returns the text if systems accept it as an identifier; otherwise adds a finding.
    fileprivate func productIdentifier(_ findings: inout FindingList) -> PlacedText? {
        let isIdentifier = text.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        }
        if isIdentifier, 1...200 ~= text.utf8.count { return self }
        findings.add(
            position, "invalid identifier \(text.inQuotes)",
            "use ASCII letters, digits, dots and -, such as org.example.shop")
        return nil
    }

    /// Returns the text if it is a version, such as `2.0.1`; otherwise adds a finding.
    fileprivate func version(_ findings: inout FindingList) -> PlacedText? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isVersion = parts.allSatisfy { part in
            1...9 ~= part.count && part.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        }
        if isVersion, parts.count <= 4 { return self }
        findings.add(
            position, "invalid version \(text.inQuotes)", "write numbers with dots between them, such as 2.0.1")
        return nil
    }
}

extension String {
    /// A Boolean value that indicates whether the text is a name in Swift: ASCII letters, digits
    /// and `_`.
    var isSwiftIdentifier: Bool {
        guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else { return false }
        return self != "_" && !Self.keywords.contains(self)
            && utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            }
    }

    /// The name of the module of a program with this name.
    var moduleName: String { String(map { $0 == "-" ? "_" : $0 }) }

    /// The words that Swift doesn't allow as names of types and functions.
    private static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}
