internal import FeatureFormats
internal import FeatureModels
internal import ProductLines
internal import WorkLimits

/// A derivation in progress: the findings and the parts of the product so far.
struct DerivationWork {
    var findings: FindingList
    private let texts: [SourceText]
    let line: LineDescription
    let product: ProductDescription
    let products: Products
    private let load: (Derivation.AssetPath) throws -> [UInt8]
    private let parser: ConstraintParser
    /// A Boolean value that indicates whether both descriptions were read to their ends.
    let isReadable: Bool

    /// The configuration; `nil` if names of features are unknown, or the model has no products.
    private(set) var configuration: Configuration?
    private(set) var types: TypeTable
    /// The indices of types and of their substitutes.
    private(set) var overrides: [(base: Int, substitute: Int)] = []
    /// The final substitute of each type.
    private var targets: [Int] = []
    private(set) var modules: [String] = []
    private(set) var miniModules: [String] = []
    private(set) var traits: [String] = []
    private(set) var settings = LayerMerging()
    /// The settings of the product alone.
    private var ownSettings = LayerMerging()
    /// The settings of debug builds; `nil` if there are none.
    private(set) var debugSettings: LayerMerging?
    private(set) var resources: [(name: String, bytes: [UInt8])] = []
    private(set) var sources: [(name: String, bytes: [UInt8])] = []
    private(set) var style: Stylesheet?
    private(set) var measures = Derivation.Measures()
    private var selectedAssets: [(condition: PlacedText, assets: Assets)] = []

    init(
        product productText: SourceText, line lineText: SourceText, products: Products,
        load: @escaping (Derivation.AssetPath) throws -> [UInt8]
    ) {
        texts = [lineText, productText]
        findings = FindingList(texts)
        line = LineDescription(lineText, source: 0, &findings)
        product = ProductDescription(productText, source: 1, &findings)
        parser = ConstraintParser(products.model)
        (self.products, self.load) = (products, load)
        isReadable = line.reader.isWhole && product.reader.isWhole
        types = TypeTable(isReadable ? line.types + product.types : [], &findings)
    }

    // MARK: The configuration

    /// Finds the product of the feature model that the description names.
    mutating func configure(budget: Budget) throws(FeatureModelError) {
        let model = products.model
        var named = Configuration(of: model)
        var isKnown = true
        for feature in product.features {
            if let id = parser.feature(named: feature.text) {
                named[id] = .selected
            } else {
                let names = model.features.lazy.map(\.name)
                findings.addUnknown(
                    "feature", feature.text, at: feature.position, among: names, else: "use a feature of the model")
                isKnown = false
            }
        }
        guard isKnown, let position = product.featuresPosition else { return }
        guard !products.isEmpty else {
            return findings.add(position, "the feature model has no products", "correct it")
        }
        // A feature's ancestors are selected with it.
        for feature in model.ids where named[feature] == .selected {
            var above = model.parent(of: feature)
            while let next = above, named[next] == .undecided {
                named[next] = .selected
                above = model.parent(of: next)
            }
        }
        let consequences = products.consequences(of: named)
        var requested = consequences ?? named
        if consequences != nil {
            for feature in model.ids where requested[feature] == .undecided { requested[feature] = .deselected }
            if products.contains(requested) {
                configuration = requested
                return
            }
        }
        guard let nearest = try products.nearest(to: requested, budget: budget) else { return }
        // Looks for further errors in the product that was probably meant.
        configuration = nearest.product
        let changes = [("add", Configuration.Decision.selected), ("remove", .deselected)].compactMap { verb, decision in
            let names = nearest.changes.filter { nearest.product[$0] == decision }.map { model[$0].name }
            return names.isEmpty ? nil : "\(verb) \(Self.list(names))"
        }
        var reasons = model.violations(by: requested).prefix(3).map { model.text(of: $0) }
        if reasons.isEmpty, let conflict = try products.conflict(in: requested, budget: budget) {
            reasons = ["no product has all of \(Self.list(conflict.map { model[$0].name }))"]
        }
        findings.add(
            position, "the features aren't a product: \(reasons.joined(separator: "; "))",
            "the smallest change: \(changes.joined(separator: "; "))")
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(10).map(\.inQuotes).joined(separator: ", ")
        return names.count > 10 ? "\(shown), … (\(names.count) in all)" : shown
    }

    // MARK: Types and mapping

    /// Checks that the core assets exist, that the package can have the name of the product, and
    /// that each new type has a source.
    mutating func checkPackage() {
        if let core = line.core {
            let path = PlacedText(text: core.text + "/Package.swift", position: core.position)
            if let manifest = bytes(of: path, isOfProduct: false) { checkNames(in: manifest) }
        }
        if let name = product.name {
            let taken = [line.library?.text, line.core?.text.lastPathPart, "Automata"].compactMap { $0?.lowercased() }
            if taken.contains(name.text.moduleName.lowercased()) {
                findings.add(
                    name.position, "the product has the name of the library or of a package", "choose another name")
            }
        }
        if let first = product.types.first, product.sources.isEmpty {
            findings.add(first.name.position, "a new type needs a file", "name its file in Sources")
        }
        measures.newTypeCount = product.types.count
        measures.coreChangeCount = product.coreChanges.count
    }

    /// Checks that the manifest of the core assets mentions the library and the traits.
    private mutating func checkNames(in manifest: [UInt8]) {
        let literals = Set(
            manifest.split(separator: UInt8(ascii: "\"")).lazy.filter { $0.count <= 200 }
                .map { String(decoding: $0, as: UTF8.self) })
        func check(_ what: String, _ name: PlacedText) {
            if literals.contains(name.text) { return }
            findings.add(
                name.position, "the package of the core assets has no \(what) \(name.text.inQuotes)",
                "fix the name, or add the \(what) to its manifest")
        }
        if let library = line.library { check("library", library) }
        for assets in line.features.map(\.assets) + [product.assets] {
            for trait in assets.traits where trait.text.isSwiftIdentifier { check("trait", trait) }
        }
    }

    /// Checks the names in the mapping, including names of features that the product lacks, and
    /// finds the entries for the product.
    mutating func checkMapping() {
        for (condition, assets) in line.features {
            checkNames(assets)
            do throws(FeatureFormatError) {
                let proposition = try parser.proposition(condition.text)
                let configuration = configuration
                if let configuration, proposition.holds(selecting: { configuration[$0] == .selected }) {
                    selectedAssets.append((condition, assets))
                }
            } catch {
                let names = products.model.features.lazy.map(\.name)
                if condition.text.utf8.allSatisfy({ !"!&|()=<>\"".utf8.contains($0) }) {
                    findings.addUnknown(
                        "feature", condition.text, at: condition.position, among: names,
                        else: "use a feature of the model")
                } else {
                    for var problem in error.problems {
                        // Text search by the standard library would link its regular expressions.
                        let pairs = zip(condition.text.utf8, condition.text.utf8.dropFirst())
                        if pairs.contains(where: { $0 == $1 && "&|".utf8.contains($0) }) {
                            problem.remedy = "write a single & or |"
                        }
                        findings.add(
                            condition.position, "the condition \(condition.text.inQuotes): \(problem.message)",
                            problem.remedy)
                    }
                }
            }
        }
        checkNames(product.assets)
    }

    private mutating func checkNames(_ assets: Assets) {
        for (base, substitute) in assets.overrides {
            _ = types.find(base, &findings)
            guard let type = types.find(substitute, &findings), types.protocols.contains(type) else { continue }
            findings.add(
                substitute.position, "\(substitute.text.inQuotes) is a protocol, which can't replace a type",
                "use a type that conforms to it")
        }
        for module in assets.modules + assets.miniModules {
            guard let type = types.find(module, &findings) else { continue }
            if types.protocols.contains(type) {
                findings.add(
                    module.position, "\(module.text.inQuotes) is a protocol, not a module",
                    "use a type that conforms to it")
            } else if !types.isModule(type, &findings) {
                findings.add(
                    module.position, "invalid module \(module.text.inQuotes)", "declare it with the base Module")
            }
        }
    }

    // MARK: Assets

    /// Merges the assets of the features and the product.
    mutating func mergeAssets() {
        mergeOverrides()
        mergeSettings()
        mergeModules()
        traits = Set((selectedAssets.map(\.assets) + [product.assets]).flatMap(\.traits).map(\.text)).sorted()
        mergeResources()
        for source in product.sources {
            let name = source.text.lastPathPart
            if name.hasSuffix(".swift"), name.lowercased() != "main.swift" { continue }
            findings.add(
                source.position, "invalid source file \(name.inQuotes)", "name a .swift file other than main.swift"
            )
        }
        sources = loadFiles(product.sources, isOfProduct: true)
        readStyle()
    }

    private mutating func mergeOverrides() {
        // Misspelled names have already been reported.
        var unreportedFindings = FindingList()
        let replaced = Set(product.assets.overrides.map(\.base.text))
        let kept = selectedAssets.flatMap(\.assets.overrides).filter { !replaced.contains($0.base.text) }
        var graph = SubstitutionGraph(types.names)
        var substitutes: [Int: Int] = [:]
        for (base, substitute) in kept + product.assets.overrides {
            guard let base = types.find(base, &unreportedFindings),
                let type = types.find(substitute, &unreportedFindings)
            else { continue }
            // Several features may name the same substitute.
            if substitutes.updateValue(type, forKey: base) == type { continue }
            let isSubtype = types.isSubtype(type, of: base, &findings)
            graph.add((type, substitute.position), for: base, isSubtype: isSubtype, &findings)
            overrides.append((base, type))
        }
        targets = graph.targets(&findings)
        measures.overriddenTypeCount = overrides.count
    }

    private mutating func mergeSettings() {
        let base = [line.settings].compactMap(\.self)
        // Errors in the settings are found when they are merged with the others.
        var unreportedFindings = FindingList()
        if let object = product.assets.settings {
            ownSettings.add(product.reader.content(of: object), below: object, &unreportedFindings)
        }
        settings = layers(over: base, &findings)
        if let debug = line.debugSettings {
            var own = FindingList(texts)
            debugSettings = layers(over: base + [debug], &own)
            findings.addMissing(of: own)
        }
        if settings.count > SourceText.maximumValueCount {
            findings.add(nil, "the settings have more than \(SourceText.maximumValueCount) values", "use fewer")
        }
        let sections =
            selectedAssets.flatMap { line.reader.sections(of: $0.assets.settings) }
            + product.reader.sections(of: product.assets.settings)
        measures.configuredObjectCount = Set(sections).count
    }

    /// Returns the settings: a layer for each object of the line's description, then those of
    /// features, then those of the product.
    private func layers(over objects: [Int], _ findings: inout FindingList) -> LayerMerging {
        var merging = LayerMerging(before: ownSettings)
        for object in objects {
            merging.beginLayer()
            merging.add(line.reader.content(of: object), below: object, &findings)
        }
        merging.beginLayer()
        for (condition, assets) in selectedAssets {
            guard let object = assets.settings else { continue }
            merging.add(line.reader.content(of: object), below: object, owner: condition.text, &findings)
        }
        if let object = product.assets.settings {
            merging.beginLayer()
            merging.add(product.reader.content(of: object), below: object, &findings)
        }
        return merging
    }

    private mutating func mergeModules() {
        func merged(_ list: KeyPath<Assets, [PlacedText]>) -> [String] {
            var names: [String] = []
            var known: Set<String> = []
            for assets in [product.assets] + selectedAssets.map(\.assets) {
                for module in assets[keyPath: list] where known.insert(module.text).inserted {
                    names.append(module.text)
                }
            }
            return names
        }
        (modules, miniModules) = (merged(\.modules), merged(\.miniModules))
        // Misspelled names have already been reported.
        var unreportedFindings = FindingList()
        var namesByTarget: [Int: String] = [:]
        let places = (selectedAssets.map(\.assets) + [product.assets]).flatMap { $0.modules + $0.miniModules }
        for module in places {
            guard let type = types.find(module, &unreportedFindings) else { continue }
            guard let other = namesByTarget.updateValue(module.text, forKey: targets[type]), other != module.text
            else { continue }
            findings.add(
                module.position,
                "\(other.inQuotes) and \(module.text.inQuotes) both load the type \(types.names[targets[type]])",
                "remove one of the two modules, or one of the substitutes")
        }
    }

    private mutating func mergeResources() {
        let own = Set(product.assets.resources.map(\.text.lastPathPart))
        let featureResources = selectedAssets.flatMap(\.assets.resources).filter { !own.contains($0.text.lastPathPart) }
        resources =
            loadFiles(featureResources, isOfProduct: false) + loadFiles(product.assets.resources, isOfProduct: true)
        measures.resourceCount = resources.count
    }

    /// Loads files, each once; adds load failures and duplicate names to the findings.
    private mutating func loadFiles(_ paths: [PlacedText], isOfProduct: Bool) -> [(name: String, bytes: [UInt8])] {
        var pathsByName: [String: String] = [:]
        var files: [(name: String, bytes: [UInt8])] = []
        for path in paths {
            let name = path.text.lastPathPart
            // Ignores case, as some file systems do.
            if let other = pathsByName.updateValue(path.text, forKey: name.lowercased()) {
                if !other.utf8.elementsEqual(path.text.utf8) {
                    findings.add(
                        path.position, "\(other.inQuotes) and \(path.text.inQuotes) have the same name",
                        "rename one of the two")
                }
                continue
            }
            if let bytes = bytes(of: path, isOfProduct: isOfProduct) { files.append((name, bytes)) }
        }
        return files
    }

    private mutating func bytes(of path: PlacedText, isOfProduct: Bool) -> [UInt8]? {
        guard path.text.isFileName else {
            findings.add(
                path.position, "invalid file path \(path.text.inQuotes)", "choose a name without control characters")
            return nil
        }
        do {
            return try load(Derivation.AssetPath(isOfProduct: isOfProduct, path: path.text))
        } catch {
            findings.add(path.position, "can't read \(path.text.inQuotes): \(error)")
            return nil
        }
    }

    /// Returns the path of a file for messages, prefixed by the folder of its description.
    private func name(of path: PlacedText) -> String {
        let description = texts[path.position.source].name ?? ""
        return String(Substring(description.utf8.dropLast(description.lastPathPart.utf8.count))) + path.text
    }

    private mutating func readStyle() {
        let featureStyles = selectedAssets.compactMap(\.assets.style)
        if product.assets.style == nil, let second = featureStyles.dropFirst().first,
            second.text != featureStyles[0].text
        {
            findings.add(
                second.position, "two features have a stylesheet", "name the product's stylesheet in its description")
        }
        guard let path = product.assets.style ?? featureStyles.first else {
            if let position = product.colorsPosition, configuration != nil {
                findings.add(
                    position, "the product has colors, but no stylesheet",
                    "select a feature with a stylesheet, or name one in Style")
            }
            return
        }
        guard let bytes = bytes(of: path, isOfProduct: product.assets.style != nil) else { return }
        // Without the colors, the variables that they define would be unknown.
        if product.colorsPosition != nil, product.colors == nil { return }
        do throws(ProductLineError) {
            let sheet = try Stylesheet(SourceText(bytes: bytes, name: name(of: path)), colors: product.colors)
            style = sheet
            measures.styleLineCount = sheet.bytes().count { $0 == UInt8(ascii: "\n") }
        } catch {
            findings.add(error)
        }
    }
}

extension String {
    /// The part after the last `/`.
    var lastPathPart: String {
        let start = utf8.lastIndex(of: UInt8(ascii: "/")).map { utf8.index(after: $0) }
        return String(self[(start ?? startIndex)...])
    }

    /// A Boolean value that indicates whether a manifest or a source can name a file with this
    /// path.
    fileprivate var isFileName: Bool {
        !["", ".", ".."].contains(lastPathPart) && utf8.count <= 1_000 && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
