import FeatureModels
import ProductDerivation
import ProductLines
import Testing

@Suite struct DerivationTests {
    @Test func writesPackage() throws {
        let derivation = try SmallLine().derived()
        #expect(derivation.product.name == "Mine")
        #expect(
            derivation.files.map(\.path) == [
                "Package.swift", "Sources/Mine/main.swift", "features.txt",
            ])
        #expect(derivation.text("features.txt") == "Shop\nPayment\nCard\n")
        #expect(derivation.product.overrides == SourceText("{}\n", name: "overrides of Mine"))
        let manifest = try #require(derivation.text("Package.swift"))
        #expect(manifest.contains(#"dependencies: [.package(name: "ShopCore", path: "../../Core")],"#))
        let program = try #require(derivation.text("Sources/Mine/main.swift"))
        #expect(program.contains(#"typeRegistry.declare((any Store).self, named: "Store") { $0 is any Store.Type }"#))
        #expect(program.contains(#"typeRegistry.declare(FastEngine.self, named: "FastEngine")"#))
        #expect(program.contains("try startShop(derivedProduct, typeRegistry)"))
        #expect(derivation.measures.numbers == [0, 0, 0, 0, 0, 0])
    }

    @Test func putsFeaturesAndProductTogether() throws {
        var line = SmallLine()
        line.line = SmallLine.line(
            settings: #", "Settings": {"a": {"b": 1, "c": 2}}, "DebugSettings": {"a.b": 5}"#,
            features: #"""
                "Card": {"Overrides": {"Engine": "FastEngine"}, "Settings": {"a.c": 3}, "Resources": ["icon.svg"], "Style": "style.json"},
                "Search & !Invoice": {"Modules": ["Find"], "Traits": ["Push"]},
                "Log": {"Modules": ["Browse"], "Overrides": {"Store": "Engine"}}
                """#)
        line.product = SmallLine.product(
            features: #""Card", "Search""#,
            #"""
            , "Beta": 1, "Types": {"Own": "DiskStore"}, "Sources": ["Own.swift"], "Overrides": {"DiskStore": "Own"},
            "Settings": {"d.e": true}, "Modules": ["Browse"], "Resources": ["icon.svg"], "CoreChanges": ["a text"],
            "Colors": {"primary": "#000", "accent": "#f00", "background": "#fff", "text": "#000"}
            """#)
        let derivation = try line.derived()
        func text(_ text: SourceText) -> String { String(decoding: text.bytes, as: UTF8.self) }
        let product = derivation.product
        #expect(text(product.overrides) == "{\n  \"DiskStore\": \"Own\",\n  \"Engine\": \"FastEngine\"\n}\n")
        #expect(
            text(product.settings)
                == "{\n  \"a\": {\n    \"b\": 1,\n    \"c\": 3\n  },\n  \"d\": {\n    \"e\": true\n  }\n}\n")
        #expect(text(product.modules) == "{\n  \"Modules\": [\"Browse\", \"Find\"]\n}\n")
        let style = try Stylesheet(product.style)
        #expect(style.style(of: ["Bar"]) == ["color": .text("#ffffff")])
        #expect(derivation.text("Sources/Mine/Resources/icon.svg") == "<own/>")
        #expect(derivation.text("Sources/Mine/Own.swift") == "class Own {}")
        let program = try #require(derivation.text("Sources/Mine/main.swift"))
        #expect(program.contains(#"identifier: "at.example.mine.stage""#))
        #expect(program.contains(#"version: "1.0b01", build: "3.2""#))
        let debugging = text(product.settings).replacing("\"b\": 1", with: "\"b\": 5")
        #expect(program.contains("#if DEBUG\n    derivedProduct.settings = SourceText(\n#\"\"\"\n\(debugging)"))
        #expect(try #require(derivation.text("Package.swift")).contains(#"traits: ["Push"]"#))
        let lineCount = text(product.style).split(separator: "\n").count
        #expect(derivation.measures.numbers == [1, 2, 2, 1, 1, lineCount])
    }

    @Test(arguments: [(1, "1.0b01"), (9, "1.0b09"), (10, "1.0b10"), (99, "1.0b99")])
    func betasHaveTwoDigits(beta: Int, version: String) throws {
        var line = SmallLine()
        line.product = SmallLine.product(#", "Beta": \#(beta)"#)
        #expect(try line.derived().product.version == version)
    }

    @Test func conditionsSelectAsTheModelSays() throws {
        // Each product of the model, and each condition by hand.
        let conditions: [(text: String, holds: (Set<String>) -> Bool)] = [
            ("Card", { $0.contains("Card") }), ("!Log", { !$0.contains("Log") }),
            ("Card & Log", { $0.contains("Card") && $0.contains("Log") }),
            ("Search | Invoice", { $0.contains("Search") || $0.contains("Invoice") }),
            ("Search => Log", { !$0.contains("Search") || $0.contains("Log") }),
            ("(Search <=> Log) & Card", { $0.contains("Search") == $0.contains("Log") && $0.contains("Card") }),
        ]
        var line = SmallLine()
        line.line = SmallLine.line(
            features: conditions.enumerated().map { #""\#($1.text)": {"Settings": {"s\#($0)": true}}"# }.joined(
                separator: ","))
        var count = 0
        for payment in ["Card", "Invoice"] {
            for search in [[], ["Search"]] {
                for log in [[], ["Log"]] where payment == "Card" || !log.isEmpty {
                    let features = Set([payment] + search + log)
                    line.product = SmallLine.product(features: features.map { "\"\($0)\"" }.joined(separator: ","))
                    let configuration = try LayeredConfiguration(layers: [line.derived().product.settings])
                    let expected = conditions.indices.filter { conditions[$0].holds(features) }.map { "s\($0)" }
                    #expect(configuration.keyPaths == expected)
                    count += 1
                }
            }
        }
        #expect(count == 6)
    }

    @Test func featuresMayAgreeAndTheProductDecides() throws {
        var line = SmallLine()
        line.line = SmallLine.line(
            features: #"""
                "Card": {"Overrides": {"Engine": "FastEngine"}, "Settings": {"a": 1, "b.c": 1}},
                "Search": {"Overrides": {"Engine": "FastEngine"}, "Settings": {"a": 1, "b": {"c": 2}}}
                """#)
        line.product = SmallLine.product(
            features: #""Card", "Search""#, #", "Settings": {"b.c": 3}, "Modules": ["Browse", "Find"]"#)
        let derivation = try line.derived()
        #expect(
            String(decoding: derivation.product.settings.bytes, as: UTF8.self)
                == "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 3\n  }\n}\n")
        #expect(
            String(decoding: derivation.product.overrides.bytes, as: UTF8.self)
                == "{\n  \"Engine\": \"FastEngine\"\n}\n")
        #expect(derivation.measures.overriddenTypeCount == 1)
        #expect(derivation.measures.configuredObjectCount == 2)

        // The product's own substitute, and a chain that goes on where it leads.
        line.product = SmallLine.product(
            features: #""Card", "Search""#,
            #"""
            , "Types": {"A": "Engine", "B": "FastEngine"}, "Sources": ["Own.swift"],
            "Overrides": {"Engine": "A", "FastEngine": "B"}, "Settings": {"b.c": 3}
            """#)
        #expect(
            try String(decoding: line.derived().product.overrides.bytes, as: UTF8.self)
                == "{\n  \"Engine\": \"A\",\n  \"FastEngine\": \"B\"\n}\n")

        line.product = SmallLine.product(features: #""Card", "Search""#)
        #expect(
            line.findings() == ["line.json:5:78: 'Card' and 'Search' both set 'b.c'; remove one of the two settings"])
    }

    @Test func literalsKeepTexts() throws {
        var line = SmallLine()
        let text = ####"a\"b\\(c)\n\u0007é\"\"\"## \"\"\"#"####
        line.product = SmallLine.product(#", "Settings": {"a": "\#(text)", "b": "x\u2028"}"#)
        line.line = line.line.replacing(#""Name": "Shop""#, with: #""Name": "\#(text)""#)
        let program = try #require(try line.derived().text("Sources/Mine/main.swift"))
        #expect(program.hasPrefix(####"// A product of "a\"b\\(c)\u{a}\u{7}é\"\"\"## \"\"\"# 3.2", written"####))
        // No part of a text ends its literal.
        let settings = try String(decoding: line.derived().product.settings.bytes, as: UTF8.self)
        #expect(program.contains("SourceText(\n###\"\"\"\n\(settings)\n\"\"\"###, name: \"settings of Mine\")"))
    }
}
