internal import FeatureModels
internal import ProductLines
internal import TextSupport

extension DerivationWork {
    /// The product with which its program starts.
    var derivedProduct: DerivedProduct {
        let name = product.name?.text ?? ""
        let beta = product.beta.map { ($0 < 10 ? "b0" : "b") + "\($0)" } ?? ""
        let pairs = overrides.map { (types.names[$0.base], JSONString.quoted(types.names[$0.substitute])) }
        func text(_ what: String, _ bytes: [UInt8]) -> SourceText {
            SourceText(bytes: bytes, name: "\(what) of \(name)")
        }
        return DerivedProduct(
            name: name, identifier: (product.identifier?.text ?? "") + (product.beta == nil ? "" : ".stage"),
            version: (product.version?.text ?? "") + beta, build: line.version?.text ?? "",
            features: configuration.map { $0.selectedFeatures.map { products.model[$0].name } } ?? [],
            overrides: text("overrides", Self.json(pairs.sorted { $0.0 < $1.0 })),
            settings: text("settings", LayeredConfiguration(settings).bytes()),
            modules: text("modules", modulesText), style: text("style", style?.bytes() ?? Array("{}\n".utf8)),
            resources: resources.map(\.name).sorted(), resourceFolder: nil)
    }

    /// The lists that aren't empty; the program's own defaults replace the others.
    private var modulesText: [UInt8] {
        let lists = [("Modules", modules), ("MiniModules", miniModules)].filter { !$0.1.isEmpty }
        return Self.json(
            lists.map { ($0, "[" + $1.map { JSONString.quoted($0) }.joined(separator: ", ") + "]") })
    }

    private static func json(_ members: [(key: String, value: String)]) -> [UInt8] {
        if members.isEmpty { return Array("{}\n".utf8) }
        let lines = members.map { "  \(JSONString.quoted($0.key)): \($0.value)" }
        return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
    }

    /// Returns the files of the package, sorted by path.
    ///
    /// - Requires: There are no findings.
    func files(lineFolder: String) -> [Derivation.File] {
        let started = derivedProduct
        let folder = "Sources/\(started.name)"
        var files = [
            ("Package.swift", Array(manifest(lineFolder: lineFolder).utf8)),
            ("features.txt", Array((started.features.map(\.configurationText).joined(separator: "\n") + "\n").utf8)),
            ("\(folder)/main.swift", Array(program(of: started).utf8)),
        ]
        files += sources.map { ("\(folder)/\($0.name)", $0.bytes) }
        files += resources.map { ("\(folder)/Resources/\($0.name)", $0.bytes) }
        return files.map { Derivation.File(path: $0.0, bytes: $0.1) }.sorted { $0.path < $1.path }
    }

    private var header: String {
        let line = SwiftText.literal("\(self.line.name?.text ?? "") \(self.line.version?.text ?? "")")
        return
            "// A product of \(line), written by `automata features derive`: derive it again instead of editing it.\n"
    }

    private func manifest(lineFolder: String) -> String {
        let name = SwiftText.literal(product.name?.text ?? "")
        let core = line.core?.text ?? ""
        let path = SwiftText.literal(lineFolder.isEmpty ? core : "\(lineFolder)/\(core)")
        let library = SwiftText.literal(line.library?.text ?? "")
        // A package without traits doesn't accept a list of traits, not even an empty one.
        let list = traits.isEmpty ? "" : ", traits: [\(traits.map { SwiftText.literal($0) }.joined(separator: ", "))]"
        let resources = resources.isEmpty ? "" : ",\n            resources: [.copy(\"Resources\")]"
        return """
            // swift-tools-version: 6.1
            \(header)import PackageDescription

            let package = Package(
                name: \(name),
                // "Core" and "Library" of the product line, "Traits" of the features
                dependencies: [.package(name: \(library), path: \(path)\(list))],
                targets: [
                    .executableTarget(
                        name: \(name), dependencies: [.product(name: \(library), package: \(library))]\(resources))
                ])

            """
    }

    /// Returns the source that starts the program.
    private func program(of started: DerivedProduct) -> String {
        let declarations = types.names.indices.map { index in
            let name = types.names[index]
            return types.protocols.contains(index)
                ? "typeRegistry.declare((any \(name)).self, named: \"\(name)\") { $0 is any \(name).Type }"
                : "typeRegistry.declare(\(name).self, named: \"\(name)\")"
        }
        func list(_ names: [String]) -> String {
            let lines = names.map { "            \(SwiftText.literal($0)),\n" }.joined()
            return lines.isEmpty ? "[]" : "[\n\(lines)        ]"
        }
        func text(_ text: SourceText) -> String {
            "SourceText(\n\(SwiftText.block(text.bytes)), name: \(SwiftText.literal(text.name ?? "")))"
        }
        let folder = resources.isEmpty ? "nil" : "Bundle.module.bundlePath + \"/Resources\""
        let debugging = debugSettings.map { merging in
            let settings = SourceText(bytes: LayeredConfiguration(merging).bytes(), name: started.settings.name)
            return """

                    #if DEBUG
                    derivedProduct.settings = \(text(settings))
                    #endif
                """
        }
        return """
            \(header)import Foundation
            import \(line.library?.text ?? "")

            private func startDerivedProduct() throws {
                \(debugging == nil ? "let" : "var") derivedProduct = DerivedProduct(
                    name: \(SwiftText.literal(started.name)), identifier: \(SwiftText.literal(started.identifier)),
                    version: \(SwiftText.literal(started.version)), build: \(SwiftText.literal(started.build)),
                    features: \(list(started.features)),
                    overrides: \(text(started.overrides)),
                    settings: \(text(started.settings)),
                    modules: \(text(started.modules)),
                    style: \(text(started.style)),
                    resources: \(list(started.resources)),
                    resourceFolder: \(folder))\(debugging ?? "")
                // "Types" of the product line and of the product: classes and protocols of the
                // library that are public, and those in the sources of the product
                var typeRegistry = TypeRegistry()
                \(declarations.joined(separator: "\n    "))
                try typeRegistry.substitute(from: derivedProduct.overrides)
                // "Entry" of the product line: a public function (DerivedProduct, TypeRegistry)
                // throws -> Void
                try \(line.entry?.text ?? "")(derivedProduct, typeRegistry)
            }

            do {
                try startDerivedProduct()
            } catch {
                FileHandle.standardError.write(Data("\\(error)\\n".utf8))
                exit(1)
            }

            """
    }
}

/// The source text of Swift.
enum SwiftText {
    /// The names in the source that starts the program. Types and functions with these names would
    /// hide them, or be hidden by them.
    static let ownNames: Set<String> = [
        "Bundle", "Data", "DerivedProduct", "FileHandle", "SourceText", "TypeRegistry", "derivedProduct", "exit",
        "startDerivedProduct", "typeRegistry",
    ]
    /// The modules whose names a program can't have.
    static let modules: Set<String> = ["Foundation", "Glibc", "ProductLines", "Swift"]

    /// Returns a multiline string literal for a UTF-8 text that consists of whole lines.
    static func block(_ bytes: [UInt8]) -> String {
        // One more `#` than the longest sequence of them in the text.
        var signCount = 0
        var current = 0
        for byte in bytes {
            current = byte == UInt8(ascii: "#") ? current + 1 : 0
            signCount = max(signCount, current)
        }
        let signs = String(repeating: "#", count: signCount + 1)
        return "\(signs)\"\"\"\n\(String(decoding: bytes, as: UTF8.self))\n\"\"\"\(signs)"
    }

    /// Returns a string literal for a text.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case _
            where scalar.value < 0x20 || scalar.value == 0x7F
                || scalar.value >= 0x80 && !scalar.properties.isAlphabetic:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}

extension String {
    /// The name as a line of a configuration, in quotes if necessary.
    fileprivate var configurationText: String {
        let isPlain =
            !isEmpty && !"!#\" ".utf8.contains(utf8.first ?? 0) && utf8.last != UInt8(ascii: " ")
            && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ",") }
        return isPlain ? self : JSONString.quoted(self)
    }
}
