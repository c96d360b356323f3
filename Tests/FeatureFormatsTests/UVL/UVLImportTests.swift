import Automata
import FeatureFormats
import FeatureModels
import Testing

@Suite struct UVLImportTests {
    private struct NoSuchFile: Error, CustomStringConvertible { var description: String { "there is no such file" } }

    private func load(_ files: [String: String]) -> (String) throws -> [UInt8] {
        { path in
            guard let text = files[path] else { throw NoSuchFile() }
            return Array(text.utf8)
        }
    }

    private func model(_ text: String, _ files: [String: String]) throws(FeatureFormatError) -> FeatureModel {
        try FeatureFormat.uvl.model(from: text, loading: load(files))
    }

    private static let pay =
        "features\n Pay {abstract, fee 1, kind 'x'}\n  alternative\n   Card\n   Cash\nconstraints\n !Cash\n"

    @Test func importedModelsAreUnfolded() throws {
        let model = try model(
            """
            imports
              parts.pay as p
              parts.pay as q
              Mail
            features
              Shop
                mandatory
                  p.Pay {fee 2}
                    optional
                      Extra
                optional
                  q.Pay
                  Mail.Mail
            constraints
              p.Card => q.Card & Mail.Mail
            """, ["parts/pay.uvl": Self.pay, "Mail.uvl": "features\n Mail"])
        #expect(
            model.features.map(\.name) == [
                "Shop", "p.Pay", "p.Card", "p.Cash", "Extra", "q.Pay", "q.Card", "q.Cash", "Mail.Mail",
            ])
        #expect(
            model.constraints == [
                .not(.feature(3)), .not(.feature(7)), .implies(.feature(2), .and([.feature(6), .feature(8)])),
            ])
        #expect(model[1].attributes == [.init(name: "kind", value: .text("x")), .init(name: "fee", value: .number(2))])
        #expect(model[1].isAbstract)
        #expect(model.findings.isEmpty)
        // Written and read again, it is the same without imports.
        #expect(try FeatureFormat.uvl.model(from: FeatureFormat.uvl.text(of: model).text) == model)
    }

    @Test func importsNest() throws {
        let model = try model(
            "imports\n a\nfeatures\n R\n  mandatory\n   a.A\nconstraints\n a.b.C",
            [
                "a.uvl": "imports\n x.b as b\nfeatures\n A\n  or\n   b.B",
                "x/b.uvl": "features\n B\n  or\n   C\nconstraints\n C",
            ])
        #expect(model.features.map(\.name) == ["R", "a.A", "a.b.B", "a.b.C"])
        #expect(model.constraints == [.feature(3), .feature(3)])
    }

    /// Sums of an imported model are about its own features.
    @Test func importedValuesAreAboutTheirModel() throws {
        let model = try model(
            "imports\n m\nfeatures\n R {x 1}\n  optional\n   m.Integer\nconstraints\n m.Integer == 2 => m.Integer.x > sum(x)\n",
            [
                "m.uvl":
                    "features\n Integer \"Integer\" {x 2, min 1, max 2}\n  optional\n   B cardinality [1..2]\nconstraints\n sum(x) > size(B)\n"
            ])
        #expect(model.features.map(\.name) == ["R", "m.Integer", "m.Integer.1", "m.Integer.2", "m.B"])
        #expect(model[1].type == .integer)
        #expect(model[4].cardinality == FeatureModel.Cardinality(1, upTo: 2))
        #expect(
            model.constraints == [
                .comparison(.sum(of: "x", below: 1), .greater, .size(of: 4)),
                .implies(
                    .comparison(.value(of: 1), .equal, .number(2)),
                    .comparison(.attribute("x", of: 1), .greater, .sum(of: "x", below: nil))),
            ])
    }

    @Test func placesNameTheImportedText() throws {
        let text = Array("imports\n p\nfeatures\n S\n  or\n   p.Pay".utf8)
        let document = try text.withUnsafeBytes {
            try FeatureFormat.uvl.document(from: $0, loading: load(["p.uvl": Self.pay]))
        }
        #expect(
            document.model.ids.map { document.position(of: .feature($0)).description } == [
                "4:2", "6:4", "p.uvl:4:4", "p.uvl:5:4",
            ])
        #expect(document.position(of: .group(0)).description == "5:3")
        #expect(document.position(of: .group(1)).description == "p.uvl:3:3")
        #expect(document.position(of: .constraint(0)).description == "p.uvl:7:2")
    }

    /// An import without a place in the tree has no meaning, but must be readable.
    @Test func unplacedImportsAreIgnored() throws {
        #expect(try model("imports\n p\nfeatures\n A", ["p.uvl": Self.pay]) == FeatureModel(root: "A"))
    }

    @Test(arguments: [
        (
            "imports\n p\n q\nfeatures\n A",
            "2:2: 'p.uvl' can't be read: there is no such file\n3:2: 'q.uvl' can't be read: there is no such file"
        ),
        (
            "imports\n bad\nfeatures\n A\nconstraints\n X",
            "6:2: unknown feature 'X'; add it to the tree or fix the name\nbad.uvl:1:1: expected 'features', found the end of the file"
        ),
        (
            "imports\n bad as b\nfeatures\n b.X\nconstraints\n b.Y",
            "bad.uvl:1:1: expected 'features', found the end of the file"
        ),
        ("imports\n pay\nfeatures\n pay.Card", "4:2: 'Card' isn't the root of 'pay'; write pay.Pay"),
        (
            "imports\n pay\nfeatures\n A\n  or\n   pay.Pay\n   pay.Pay",
            "7:4: two features are named 'pay.Pay'; rename one of the two\n7:4: 'pay' is already in the tree; import the model again under a different name"
        ),
        (
            "imports\n pay\nfeatures\n A\nconstraints\n pay.Card",
            "6:2: unknown feature 'pay.Card'; put pay.Pay into the tree"
        ),
        (
            "imports\n pay\n pay\nfeatures\n A",
            "3:2: two models are imported as 'pay'; give one of the models a different name with 'as'"
        ),
        (
            "imports\n pay\nfeatures\n pay.Cash\n  or\n   pay.Pay",
            "4:2: 'Cash' isn't the root of 'pay'; write pay.Pay\n6:4: two imported features are named 'pay.Cash'; rename one of the two"
        ),
        (
            "imports\n loop\nfeatures\n A",
            "loop.uvl:2:2: a model imports itself: 'loop.uvl' imports 'other.uvl' imports 'loop.uvl'"
        ),
        ("imports\n \"a..b\"\nfeatures\n A", "2:2: expected names with single dots between them, such as parts.lock"),
    ])
    func faultsOfImportsAreTold(text: String, message: String) {
        let files = [
            "bad.uvl": "", "pay.uvl": Self.pay, "loop.uvl": "imports\n other\nfeatures\n A",
            "other.uvl": "imports\n loop\nfeatures\n A",
        ]
        let error = #expect(throws: FeatureFormatError.self) { try model(text, files) }
        #expect(error?.description.replacing("other.uvl:2:2", with: "loop.uvl:2:2") == message)
    }

    @Test func importsAreBounded() {
        // Each model holds the next one twice.
        func text(_ depth: Int, _ last: Int) -> String {
            depth == last
                ? "features\n R\n"
                : "imports\n m\(depth + 1) as a\n m\(depth + 1) as b\nfeatures\n R\n  or\n   a.R\n   b.R\n"
        }
        let doubled = Dictionary(uniqueKeysWithValues: (1...30).map { ("m\($0).uvl", text($0, 30)) })
        let size = #expect(throws: FeatureFormatError.self) {
            try FeatureFormat.uvl.model(from: text(0, 30), maximumBytes: 1 << 20, loading: load(doubled))
        }
        #expect(size?.isLimit == true)
        // The models are measured before anything of them is copied.
        let whole = #expect(throws: FeatureFormatError.self) { try model(text(0, 30), doubled) }
        #expect(
            whole?.description == "m12.uvl:8:4: the text with its imported models and values has more than "
                + "67108864 bytes")
        func chain(_ depth: Int) -> String { "imports\n m\(depth + 1) as a\nfeatures\n R\n  or\n   a.R\n" }
        var files = Dictionary(uniqueKeysWithValues: (1...40).map { ("m\($0).uvl", chain($0)) })
        let depth = #expect(throws: FeatureFormatError.self) { try model(chain(0), files) }
        #expect(depth?.isLimit == true)
        #expect(depth?.description == "m32.uvl:2:2: expected at most 32 nested imports")
        files["m32.uvl"] = "features\n R"
        #expect(throws: Never.self) { try model(chain(0), files) }
    }

    /// Copies in models that stand in no tree take memory, too.
    @Test func allCopiesCountTogether() throws {
        let leaf = "features\n R\n  optional\n" + (0..<100).map { "   leaf\($0)\n" }.joined()
        var files = ["leaf.uvl": leaf]
        for index in 0..<20 { files["m\(index).uvl"] = "imports\n leaf as a\nfeatures\n S\n  or\n   a.R\n" }
        let text = "imports\n" + (0..<20).map { " m\($0)\n" }.joined() + "features\n T\n"
        let error = #expect(throws: FeatureFormatError.self) {
            try FeatureFormat.uvl.model(from: text, maximumBytes: 10 * leaf.utf8.count, loading: load(files))
        }
        #expect(error?.isLimit == true)
        #expect(
            try FeatureFormat.uvl.model(from: text, maximumBytes: 40 * leaf.utf8.count, loading: load(files))
                == FeatureModel(root: "T"))
    }

    /// Each file is asked for once, whether it is there or not.
    @Test(arguments: [
        ("imports\n a\nfeatures\n R", ["b": "features\n B"], ["a"], false),
        ("imports\n a\nfeatures\n R", ["a": "features\n ?"], ["a"], false),
        (
            "imports\n a\n b\nfeatures\n R", ["a": "imports\n x\nfeatures\n A", "b": "imports\n x\nfeatures\n B"],
            ["a", "b", "x"], false
        ),
        (
            "imports\n a\nfeatures\n R", ["a": "imports\n b\nfeatures\n A", "b": "imports\n a\nfeatures\n B"],
            ["a", "b"], false
        ),
        ("imports\n a\nfeatures\n R", ["a": "imports\n a\nfeatures\n A"], ["a"], false),
        (
            "imports\n a\n b\nfeatures\n R\n  mandatory\n   a.A\n   b.B",
            [
                "a": "imports\n x\nfeatures\n A\n  mandatory\n   x.X",
                "b": "imports\n x\nfeatures\n B\n  mandatory\n   x.X",
                "x": "features\n X",
            ], ["a", "b", "x"], true
        ),
    ])
    func filesAreAskedForOnce(text: String, files: [String: String], loaded: [String], isValid: Bool) {
        var paths: [String] = []
        let load = load(Dictionary(uniqueKeysWithValues: files.map { ($0.key + ".uvl", $0.value) }))
        let model = try? FeatureFormat.uvl.model(from: text) { path in
            paths.append(path)
            return try load(path)
        }
        #expect(paths.sorted() == loaded.map { $0 + ".uvl" } && (model != nil) == isValid)
    }

    @Test func modelsAreLoadedOnce() throws {
        var loads: [String] = []
        let files = ["a.uvl": "imports\n b\nfeatures\n A\n  or\n   b.B\n", "b.uvl": "features\n B\n"]
        let model = try FeatureFormat.uvl.model(
            from: "imports\n a\n b as c\nfeatures\n R\n  or\n   a.A\n   c.B\n"
        ) { path in
            loads.append(path)
            return Array((files[path] ?? "").utf8)
        }
        #expect(model.features.map(\.name) == ["R", "a.A", "a.b.B", "c.B"])
        #expect(loads == ["a.uvl", "b.uvl"])
    }
}
