import Automata
import FeatureFormats
import FeatureModels
import ProductDerivation
import ProductLines
import Testing

/// What is wrong is told all at once, with places.
@Suite struct FindingTests {
    @Test func tellsEverythingAtOnce() {
        var line = SmallLine()
        line.files["line/style.json"] = #"{"Bar": {"color": "$tint"}}"#
        line.line = SmallLine.line(
            features: #"""
                "Card": {"Overrides": {"Engin": "FastEngine"}, "Settings": {"a": 1}, "Resources": ["logo.svg"]},
                "Payment": {"Settings": {"a": 2}, "Style": "style.json"},
                "Searsh": {"Modules": ["Engine"]}, "Card &": {}
                """#)
        line.product = SmallLine.product(
            #", "Overrides": {"DiskStore": "FastEngine"}, "Modules": ["Brows"], "Color": {}"#)
        #expect(
            line.findings() == [
                "line.json:4:38: unknown type 'Engin'; did you mean 'Engine'?",
                "line.json:4:98: can't read 'logo.svg': there is no such file",
                "line.json:5:26: 'Card' and 'Payment' both set 'a'; remove one of the two settings",
                "line.json:6:1: unknown feature 'Searsh'; did you mean 'Search'?",
                "line.json:6:24: invalid module 'Engine'; declare it with the base Module",
                "line.json:6:36: the condition 'Card &': expected '!', '(' or the name of a feature, found the end of the condition",
                "mine.json:1:118: 'FastEngine' isn't a subtype of 'DiskStore'; derive it from 'DiskStore', or use another type",
                "mine.json:1:145: unknown type 'Brows'; did you mean 'Browse'?",
                "mine.json:1:155: unknown key 'Color'; did you mean 'Colors'?",
                "style.json:1:19: unknown variable '$tint'; define it in Variables",
            ])
    }

    @Test func namesFilesAsTheirDescriptions() {
        var line = SmallLine()
        line.folder = "a/b/"
        line.files["product/parts/own.json"] = #"{"Bar": {"color": "$tint"}}"#
        line.product = SmallLine.product(#", "Style": "parts/own.json""#)
        #expect(line.findings() == ["a/b/parts/own.json:1:19: unknown variable '$tint'; define it in Variables"])
    }

    @Test func refusesInvalidConfigurations() {
        var line = SmallLine()
        line.product = SmallLine.product(features: #""Card", "Invoice""#)
        #expect(
            line.findings() == [
                "mine.json:1:69: the features aren't a product: 'Payment' has exactly one of 'Card', 'Invoice'; "
                    + "the smallest change: remove 'Card'"
            ])
        line.product = SmallLine.product(features: #""Search""#)
        #expect(
            line.findings() == [
                "mine.json:1:69: the features aren't a product: 'Payment' has exactly one of 'Card', 'Invoice'; "
                    + "the smallest change: add 'Card'"
            ])
        line.product = SmallLine.product(features: #""Cart", "Invoice""#)
        #expect(line.findings() == ["mine.json:1:82: unknown feature 'Cart'; did you mean 'Card'?"])
    }

    @Test func findsCycles() {
        var line = SmallLine()
        line.line = SmallLine.line(
            types: #""A": "B", "B": "A", "C": "class", "D": "C", "E": ["C", "D"]"#,
            features: #""Card": {"Overrides": {"C": "D", "D": "E", "E": "C"}, "Style": "style.json"}"#)
        line.files["line/style.json"] = ##"{"Variables": {"a": "$b", "b": "$a"}}"##
        let findings = line.findings()
        #expect(
            findings.contains { $0.contains("dependency cycle of length 2: 'A' derives from 'B' derives from 'A'") })
        #expect(findings.contains { $0.contains("dependency cycle of length 3: 'C' → 'D' → 'E' → 'C'") })
        #expect(findings.contains { $0.contains("dependency cycle of length 2: '$a' → '$b' → '$a'") })
    }

    /// What is only wrong in builds for debugging is told with everything else, in its place.
    @Test func findsFaultsOfDebugSettings() {
        var line = SmallLine()
        line.line = SmallLine.line(
            settings: #", "Settings": {"a": 1, "b": {"c": 1}, "b.c.d": 2}, "DebugSettings": {"a": {"b": 2}}"#,
            features: #""Card": {"Modules": ["Brows"]}"#)
        let findings = line.findings()
        #expect(
            findings == [
                "line.json:3:76: 'b.c' is a value in one place and an object in another; use the same kind in all layers",
                "line.json:3:107: 'a' is a value in one place and an object in another; use the same kind in all layers",
                "line.json:4:36: unknown type 'Brows'; did you mean 'Browse'?",
            ])
    }

    /// Findings that only follow from others aren't told.
    @Test func tellsCausesOnly() {
        var line = SmallLine()
        line.line = String(line.line.prefix { $0 != "\n" })
        line.product = SmallLine.product(#", "Modules": ["Browse"], "Beta": 0"#)
        #expect(
            line.findings() == [
                "line.json:1:96: expected a key in quotes, found the end of the file",
                "mine.json:1:122: expected a number from 1 to 99 for 'Beta'",
            ])

        line = SmallLine()
        line.line = SmallLine.line(features: #""Card": {"Style": "style.json"}"#)
        let colors = ##", "Colors": {"primary": "red", "accent": "#f00", "background": "#fff", "text": "#000"}"##
        line.product = SmallLine.product(colors)
        #expect(line.findings() == ["mine.json:1:113: invalid color 'red'; write it as #rrggbb"])
        line.line = SmallLine.line()
        line.product = SmallLine.product(colors.replacing("red", with: "#00f"))
        #expect(
            line.findings() == [
                "mine.json:1:91: the product has colors, but no stylesheet; select a feature with a stylesheet, or name one in Style"
            ])
    }

    @Test func tellsWhatSeveralFeaturesSayDifferently() {
        var line = SmallLine()
        line.files["line/a/x.svg"] = "a"
        line.files["line/b/X.svg"] = "b"
        line.files["line/other.json"] = "{}"
        line.line = SmallLine.line(
            features: #"""
                "Card": {"Resources": ["a/x.svg"], "Style": "style.json", "Overrides": {"Engine": "FastEngine"}},
                "Search": {"Resources": ["b/X.svg"], "Style": "other.json", "Modules": ["Find"], "Traits": ["Pusch"]}
                """#)
        line.files["line/style.json"] = "{}"
        line.product = SmallLine.product(
            features: #""Card", "Search""#,
            #"""
            , "Overrides": {"FastEngine": "Own", "Own": "Engine", "Browse": "Find"}, "Modules": ["Browse"],
            "Types": {"Own": "FastEngine"}, "Sources": ["Own.swift"]
            """#)
        #expect(
            line.findings() == [
                "line.json:4:97: dependency cycle of length 3: 'Engine' → 'FastEngine' → 'Own' → 'Engine'; remove one of these links",
                "line.json:5:26: 'a/x.svg' and 'b/X.svg' have the same name; rename one of the two",
                "line.json:5:47: two features have a stylesheet; name the product's stylesheet in its description",
                "line.json:5:93: the package of the core assets has no trait 'Pusch'; fix the name, or add the trait to its manifest",
                "mine.json:1:143: 'Engine' isn't a subtype of 'Own'; derive it from 'Own', or use another type",
                "mine.json:1:163: 'Find' isn't a subtype of 'Browse'; derive it from 'Browse', or use another type",
                "mine.json:1:184: 'Find' and 'Browse' both load the type Find; remove one of the two modules, or one of the substitutes",
            ])
    }

    @Test func namesOfProductsAreFree() {
        var line = SmallLine()
        for name in ["ShopCore", "shopcore", "core", "Automata", "Swift"] {
            line.product = SmallLine.product().replacing("\"Mine\"", with: "\"\(name)\"")
            #expect(line.findings().contains { $0.contains("choose another name") }, "\(name)")
        }
        line.product = SmallLine.product().replacing("at.example.mine", with: "a shop")
        #expect(
            line.findings() == [
                "mine.json:1:32: invalid identifier 'a shop'; use ASCII letters, digits, dots and -, such as org.example.shop"
            ])
    }

    @Test func exceededBudgetsAreTold() throws {
        let line = SmallLine()
        let text = Array(SmallLine.model.utf8)
        let model = try text.withUnsafeBytes { bytes in try FeatureFormat.uvl.document(from: bytes).model }
        let product = SmallLine.product(features: #""Card", "Invoice""#)
        do {
            _ = try Derivation(
                of: SourceText(product), in: SourceText(line.line), products: model.products(), lineFolder: "",
                budget: Budget(maximumStates: 10, maximumBytes: 1)
            ) { _ in [] }
            Issue.record("it is derived")
        } catch DerivationError.stopped(let error) {
            #expect("\(error)".contains("byte"))
        }
    }

    @Test func refusesCoresAndFunctionsThatCannotBeNamed() {
        for (good, bad, message) in [
            ("\"Core\": \"Core\"", "\"Core\": \"\"", "invalid folder ''"),
            ("\"Core\": \"Core\"", "\"Core\": \"/a\"", "invalid folder '/a'"),
            ("\"Core\": \"Core\"", "\"Core\": \"a/..\"", "invalid folder 'a/..'"),
            ("\"Core\": \"Core\"", "\"Core\": \"Cor\"", "can't read 'Cor/Package.swift': there is no such file"),
            ("ShopCore", "ShopCor", "the package of the core assets has no library 'ShopCor'"),
            ("startShop", "exit", "the name 'exit' is reserved; choose another name"),
        ] {
            var line = SmallLine()
            line.line = line.line.replacing(good, with: bad)
            #expect(line.findings().contains { $0.contains(message) }, "\(line.findings())")
        }
    }

    @Test(arguments: [
        (#"{"Name": "a b"}"#, "invalid program name 'a b'"), (#"{"Name": "9"}"#, "invalid program name '9'"),
        (#"{"Name": "../x"}"#, "invalid program name '../x'"), (#"{"Version": "1.x"}"#, "invalid version '1.x'"),
        (#"{"Beta": 100}"#, "expected a number from 1 to 99 for 'Beta'"),
        (#"{"Features": "Card"}"#, "expected a list of texts"),
        (#"{"Types": {"a\");exit(0)//": "class"}}"#, "of a type"),
        (#"{"Types": {"class": "class"}}"#, "of a type"),
        (#"{"Types": {"X": []}}"#, "'X' has no base"), (#"{"Types": {"X": "class"}}"#, "a new type needs a file"),
        (#"{"Traits": ["a\"b"]}"#, "invalid trait name"), (#"{"Colors": {"primary": "red"}}"#, "invalid color 'red'"),
        (#"{"Sources": ["main.swift"]}"#, "can't read 'main.swift'"),
        (#"{"Sources": ["main.swift"]}"#, "invalid source file 'main.swift'; name a .swift file other than main.swift"),
        (#"{"Resources": ["a/.."]}"#, "invalid file path 'a/..'"),
        (#"{"Name": "-a"}"#, "invalid program name '-a'"),
        (#"{"Name": "Swift"}"#, "'Swift' is the name of a module of Swift"),
        (#"{"Name": "ShopCore"}"#, "the product has the name of the library"),
        (#"{"Types": {"typeRegistry": "class"}}"#, "the name 'typeRegistry' is reserved; choose another name"),
        (#"{"Overrides": {"Engine": "Store"}}"#, "'Store' is a protocol, which can't replace a type"),
        (#"{"Types": {"P": ["protocol", "Module"]}, "Modules": ["P"]}"#, "'P' is a protocol, not a module"),
        (#"{"Resources": ["a\nb"]}"#, "invalid file path"),
        (#"{"Sources": ["a/x", "b/x"]}"#, "have the same name"), (#"{"Colors": 3}"#, "expected an object in braces"),
        (#"{}"#, "expected the keys 'Name', 'Identifier', 'Version', 'Features'; add them"),
        ("[", "expected an object"),
    ])
    func refuses(product: String, message: String) {
        var line = SmallLine()
        line.product = product
        let findings = line.findings()
        #expect(findings.contains { $0.contains(message) }, "\(findings)")
    }
}
