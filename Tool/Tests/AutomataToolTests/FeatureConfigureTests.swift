import Foundation
import Testing

/// `features configure` by scripts.
@Suite struct FeatureConfigureTests {
    private static let shop = """
        features
          Shop
            optional
              Cache {memory 30}
            mandatory
              Store {bindingTime 'installation'}
                alternative
                  Files {memory 5}
                  Database {memory 50}
            optional
              Theme {bindingTime 'runtime'}
                optional
                  Dark
        constraints
          Dark => Database
        """

    private func run(
        _ script: String, _ arguments: String..., in folder: TemporaryFolder? = nil
    ) throws -> Tool.Outcome {
        try Tool.start(["features", "configure", FeatureTests.phone] + arguments, input: script, in: folder).finish()
    }

    @Test(arguments: [[], ["--engine", "dfa"]]) func decisionsAreAnsweredWithWhatFollows(options: [String]) throws {
        let script = """
            # A phone with a camera.
            select Camera

            deselect GPS
            open
            undo Camera
            quit
            select Nothing
            """
        let outcome = try Tool.start(
            ["features", "configure", FeatureTests.phone] + options, input: script
        ).finish()
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.lines == [
                "follows   !Basic, !Color, HighResolution, Media", "open      2 features, 4 products",
                "follows   none", "open      1 feature, 2 products",
                "open      MP3",
                "reopened  Basic, Color, HighResolution, Media, Camera", "open      6 features, 8 products",
            ])
    }

    @Test func solverAnswersWithoutNumbers() throws {
        let outcome = try run("select Camera\nselect GPS, MP3\ncomplete smallest\n", "--solver")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.lines == [
                "follows   !Basic, !Color, HighResolution, Media", "open      2 features",
                "follows   none", "open      0 features",
                "decided   none", "open      0 features",
            ])
        let limited = try run("select Camera\nopen\n", "--max-states", "1")
        #expect(
            limited.errors.contains(
                "note: a SAT solver answers, as the products can't be compiled: the result needs more than 1 node;"))
    }

    @Test func whyNamesRulesWithPlaces() throws {
        let outcome = try run("select Camera\nwhy Basic\nwhy Camera, MP3\n")
        #expect(outcome.status == 0)
        #expect(
            outcome.lines.dropFirst(2) == [
                "\(FeatureTests.phone):9:11: 'Basic' is deselected:", "  decided: Camera",
                "  \(FeatureTests.phone):8:9: 'Screen' has exactly one of 'Basic', 'Color', 'HighResolution'",
                "  \(FeatureTests.phone):20:3: the constraint Camera => HighResolution",
                "'Camera' is selected by you", "'MP3' is open: products agree with either decision",
            ])
    }

    @Test func showIsATreeWithMarks() throws {
        let outcome = try run("select Camera\ndeselect GPS\nshow\n")
        #expect(
            outcome.lines.dropFirst(4) == [
                "[+] Phone", "  [+] Calls", "  [+] Screen", "    [-] Basic", "    [-] Color",
                "    [+] HighResolution", "  [!] GPS", "  [+] Media", "    [x] Camera", "    [ ] MP3",
            ])
    }

    @Test func completionsFollowARule() throws {
        func selected(_ rule: String) throws -> String? {
            let folder = try TemporaryFolder()
            let outcome = try run("select Media\ncomplete \(rule)\n", "-o", "product.config", in: folder)
            #expect(outcome.status == 0 && outcome.errors.isEmpty)
            #expect(outcome.lines.last == "open      0 features, 1 product")
            #expect(
                try Tool.run("features", "check", FeatureTests.phone, "product.config", in: folder).output == "valid\n")
            return try folder.read("product.config")
        }
        let cheapest = try #require(try selected("cost"))
        #expect(cheapest.hasPrefix("Media\n") && cheapest.contains("\nBasic\n") && cheapest.contains("\nMP3\n"))
        #expect(try selected("random 1") == selected("random 1"))
        #expect(try selected("smallest")?.contains("!GPS\n") == true)
        let unknown = try run("complete price\n")
        #expect(unknown.status == 2)
        #expect(unknown.errors.hasPrefix("-:1: error: \(FeatureTests.phone): no feature has the attribute 'price'; "))
    }

    @Test func configurationsAreWrittenAndGoneOnWith() throws {
        let folder = try TemporaryFolder()
        let first = try run("select Camera\ndeselect GPS\nsave first.config\n", in: folder)
        #expect(first.status == 0 && first.lines.last == "saved     first.config")
        #expect(
            try folder.read("first.config")
                == "Camera\n!GPS\n# What follows.\nPhone\nCalls\nScreen\n!Basic\n!Color\nHighResolution\nMedia\n")
        #expect(
            try run("\nsave first.config\n", in: folder).errors
                == "-:2: error: first.config: the file exists already; --force replaces it\n")
        #expect(try run("save first.config\nsave first.config\n", "--force", in: folder).status == 0)
        try folder.write("second.config", "Camera\n!GPS\n# What follows.\nPhone\nCalls\nScreen\n!Basic\n!Color\n")
        let second = try run("undo Camera\nshow\n", "second.config", in: folder)
        #expect(second.lines.contains("  [!] GPS") && second.lines.contains("    [ ] Basic"))
        let output = try run("", "Camera,MP3", "-o", "-")
        #expect(output.lines.prefix(2) == ["Camera", "MP3"])
        let bad = try run("", "Camera,Basic")
        #expect(bad.status == 2 && bad.errors.contains("'Basic' is already deselected"))
    }

    /// What is saved and read again is the same, with decisions that follow from others.
    @Test(arguments: [
        "select Camera\ndeselect GPS\ndeselect Basic\n", "select MP3\ncomplete random 3\n", "select Phone\n", "",
    ])
    func decisionsAreReadAsTheyWereSaved(script: String) throws {
        let folder = try TemporaryFolder()
        let first = try run(script + "show\nsave a.config\n", in: folder)
        #expect(first.status == 0 && first.errors.isEmpty)
        let again = try run("show\nsave b.config\n", "a.config", in: folder)
        #expect(again.status == 0)
        #expect(Array(again.lines.dropLast()) == Array(first.lines.dropLast().suffix(again.lines.count - 1)))
        #expect(try folder.read("a.config") == folder.read("b.config"))
        #expect(try Tool.run("features", "check", FeatureTests.phone, "a.config", "--partial", in: folder).status == 0)
    }

    @Test func aCommentEndsTheDecisions() throws {
        let folder = try TemporaryFolder()
        func marks(_ text: String) throws -> [String] {
            try folder.write("a.config", text)
            let lines = try run("show\n", "a.config", in: folder).lines
            return lines.filter { $0.contains("Basic") || $0.contains("Media") }
        }
        let both = ["    [!] Basic", "  [x] Media"]
        #expect(try marks("Camera\n!Basic\nMedia\n  # What follows. \r\nPhone\n!Color\n") == both)
        #expect(try marks("Camera\n!Basic\n# What follows.\nMedia\n") == ["    [!] Basic", "  [+] Media"])
        // Without it, what follows from decisions before is none.
        #expect(try marks("Camera\n!Basic\nMedia\n") == ["    [-] Basic", "  [+] Media"])
        #expect(try marks("!Basic\nCamera\nMedia\n") == ["    [!] Basic", "  [+] Media"])
        // What doesn't follow any more is decided.
        #expect(try marks("Calls\n# What follows.\n!Basic\nMedia\n") == both)
        try folder.write("m.uvl", "features\n  A\n    optional\n      B\n")
        func configure(_ script: String, _ arguments: String...) throws -> Tool.Outcome {
            try Tool.start(["features", "configure", "m.uvl"] + arguments, input: script, in: folder).finish()
        }
        #expect(try configure("select B, A\nsave m.config\n").status == 0)
        #expect(try folder.read("m.config") == "B\nA\n# What follows.\n")
        #expect(try configure("show\n", "m.config").lines == ["[x] A", "  [x] B"])
    }

    @Test func featuresOfNoOrAllProductsAreExplained() throws {
        let folder = try TemporaryFolder()
        try folder.write("m.uvl", "features\n  A\n    optional\n      B\n      C\nconstraints\n  !B\n")
        func configure(_ script: String, _ arguments: String...) throws -> Tool.Outcome {
            try Tool.start(["features", "configure", "m.uvl"] + arguments, input: script, in: folder).finish()
        }
        let dead = ["m.uvl:4:7: 'B' is dead (in no product):", "  m.uvl:7:3: the constraint !B"]
        let core = ["m.uvl:2:3: 'A' is in all products:", "  m.uvl:2:3: each product has the root, 'A'"]
        let (deadText, coreText) = (dead.joined(separator: "\n"), core.joined(separator: "\n"))
        let explained: [String] = dead + core
        #expect(try Array(configure("select C\nwhy B, A\n").lines.dropFirst(2)) == explained)
        #expect(try configure("select B\n").errors == "-:1: error: \(deadText)\n")
        #expect(try configure("deselect A\n").errors == "-:1: error: \(coreText)\n")
        let kept = try configure("select C\nselect B\n", "-o", "m.config").errors
        #expect(kept == "-:2: error: \(deadText)\nm.config has the decisions so far\n")
        #expect(try configure("", "B").errors == "B: error: \(deadText)\n")
        let decided = try configure("deselect B\nselect A\nwhy B, A\nselect B\n")
        let mine: [String] = ["'B' is deselected by you"] + dead + ["'A' is selected by you"] + core
        #expect(Array(decided.lines.dropFirst(4)) == mine)
        #expect(decided.errors == "-:4: error: \(deadText)\n")
    }

    @Test(arguments: [
        ("select Camera\nselect Basic\n", "-:2: error: 'Basic' is already deselected; undo the decisions"),
        ("undo GPS\n", "-:1: error: no decision was made about 'GPS'"),
        ("select Kamera\n", "-:1: error: unknown feature 'Kamera'; did you mean 'Camera'?"),
        ("\nchoose GPS\n", "-:2: error: unknown command 'choose'; the commands are select, deselect"),
        ("selekt GPS\n", "-:1: error: unknown command 'selekt'; did you mean 'select'"),
        ("select\n", "-:1: error: 'select' needs the name of a feature"),
        ("select !GPS\n", "-:1: error: 'select' needs names without '!'"),
        ("open GPS\n", "-:1: error: 'open' takes no arguments"),
        ("complete random x\n", "-:1: error: invalid seed 'x'; expected a number of at least 0"),
        ("advance\n", "-:1: error: the model has no stages: all features are bound at the same time"),
    ])
    func commandsThatCannotBeDoneEndTheWork(script: String, error: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try run(script + "select GPS\n", "-o", "some.config", in: folder)
        #expect(outcome.status == 2 && outcome.errors.contains(error), "\(outcome.errors)")
        // What was decided before is kept, and nothing else.
        let isDecided = script.hasPrefix("select Camera\n")
        #expect(folder.exists("some.config") == isDecided)
        #expect(outcome.errors.hasSuffix("; some.config has the decisions so far\n") == isDecided)
        guard isDecided else { return }
        #expect(try folder.read("some.config").hasPrefix("Camera\n# What follows.\nPhone\n"))
        #expect(try run("show\n", "some.config", in: folder).lines.contains("    [x] Camera"))
        let printed = try run(script, "-o", "-")
        #expect(printed.status == 2 && printed.lines.contains("# What follows."))
        #expect(printed.errors.hasSuffix("; standard output has the decisions so far\n"))
    }

    @Test func stagesComeOneAfterTheOther() throws {
        let folder = try TemporaryFolder()
        try folder.write("shop.uvl", Self.shop)
        let script = "deselect Cache\nadvance\nshow\nselect Files\nadvance\nopen\ncomplete smallest\n"
        let outcome = try Tool.start(
            ["features", "configure", "shop.uvl", "-o", "shop.config"], input: script, in: folder
        ).finish()
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.lines == [
                "follows   none", "open      4 features, 5 products",
                "stage     installation", "open      4 features, 5 products",
                "[+] Shop (development)", "  [!] Cache (development)", "  [+] Store", "    [ ] Files",
                "    [ ] Database", "  [ ] Theme (runtime)", "    [ ] Dark (runtime)",
                "follows   !Database, !Dark", "open      1 feature, 2 products",
                "stage     runtime", "open      1 feature, 2 products",
                "open      Theme",
                "decided   !Theme", "open      0 features, 1 product",
            ])
        let again = try Tool.start(
            ["features", "configure", "shop.uvl", "shop.config"], input: "show\nundo Files\n", in: folder
        ).finish()
        #expect(again.lines.contains("    [x] Files (installation)"))
        #expect(again.status == 2 && again.errors.contains("was made at an earlier stage and can't be undone"))
        #expect(try folder.read("shop.config").hasPrefix("# stage: runtime\n!Cache\nFiles\n!Theme\n# What"))
        #expect(try Tool.run("features", "check", "shop.uvl", "shop.config", in: folder).output == "valid\n")
        let early = try Tool.start(
            ["features", "configure", "shop.uvl"], input: "select Dark\n", in: folder
        ).finish()
        #expect(early.errors.contains("'Dark' belongs to the stage runtime; decide it at that stage"))
        let open = try Tool.start(["features", "configure", "shop.uvl"], input: "advance\n", in: folder).finish()
        #expect(open.errors == "-:1: error: the stage has open features; decide 'Cache'\n")
        try folder.write("bad.uvl", Self.shop.replacingOccurrences(of: "'runtime'", with: "'later'"))
        let bad = try Tool.start(["features", "configure", "bad.uvl"], input: "", in: folder).finish()
        #expect(bad.status == 2)
        #expect(bad.errors.hasPrefix("bad.uvl:11:7: error: invalid value of the attribute bindingTime of 'Theme'"))
    }

    /// Without decisions at a stage, a comment alone tells that it was reached.
    @Test func stagesAreGoneOnWith() throws {
        let folder = try TemporaryFolder()
        try folder.write("shop.uvl", Self.shop)
        func run(_ script: String, _ arguments: String...) throws -> Tool.Outcome {
            try Tool.start(["features", "configure", "shop.uvl"] + arguments, input: script, in: folder).finish()
        }
        let first = try run("deselect Cache\nadvance\nsave a.config\n")
        #expect(first.status == 0)
        #expect(try folder.read("a.config").hasPrefix("# stage: installation\n!Cache\n# What follows.\n"))
        let again = try run("show\nundo Cache\n", "a.config")
        #expect(again.lines.contains("    [ ] Files") && again.lines.contains("  [!] Cache (development)"))
        #expect(again.errors.contains("was made at an earlier stage and can't be undone"))
        // Decisions of each stage that follow from others stay decisions.
        let script = "deselect Cache\nselect Shop\nadvance\nselect Store, Files\ndeselect Database\nsave d.config\n"
        #expect(try run(script).status == 0)
        let text = try folder.read("d.config")
        #expect(text.hasPrefix("# stage: installation\n!Cache\nShop\nStore\nFiles\n!Database\n# What follows.\n"))
        #expect(try run("save e.config\n", "d.config").status == 0 && folder.read("e.config") == text)
        // The stage that a model has lost is that before; other comments are comments.
        try folder.write("b.config", "# stage: startup\n!Cache\nFiles\n# stage: of the work\n")
        #expect(try run("show\n", "b.config").lines.contains("    [x] Files"))
        try folder.write("c.config", "# stage: installation\n")
        let open = try run("", "c.config")
        #expect(open.status == 2)
        #expect(open.errors == "c.config: error: the stage has open features; decide 'Cache'\n")
    }

    @Test func wrongUsesAreRefused() throws {
        #expect(try Tool.run("features", "configure", "-").status == 2)
        #expect(try run("", "--solver", "--engine", "dfa").status == 2)
        let folder = try TemporaryFolder()
        try folder.write("void.uvl", "features\n\tA\n\t\tmandatory\n\t\t\tB\nconstraints\n\t!B\n")
        let void = try Tool.start(["features", "configure", "void.uvl"], input: "", in: folder).finish()
        #expect(void.status == 2 && void.errors == "void.uvl: error: the model has no products\n")
    }
}
