import Foundation
import Testing

@Suite struct FeatureExplainTests {
    /// The path of a model with 14 products.
    private static var phone: String { FeatureTests.phone }

    private static let odd = """
        features
          A
            optional
              B
              C
              D
        constraints
          A => B
          !C
          B | D
        """

    @Test func rulesHavePlaces() throws {
        let outcome = try Tool.run("features", "explain", Self.phone, "Camera,Basic")
        #expect(outcome.status == 0)
        #expect(
            outcome.lines == [
                "no product agrees with the configuration:", "  decided: Basic, Camera",
                "  \(Self.phone):8:9: 'Screen' has exactly one of 'Basic', 'Color', 'HighResolution'",
                "  \(Self.phone):20:3: the constraint Camera => HighResolution",
            ])
        let decision = try Tool.run("features", "explain", Self.phone, "Camera", "--feature", "HighResolution")
        #expect(decision.lines.first?.hasSuffix("'HighResolution' is selected:") == true)
        #expect(
            decision.lines.dropFirst() == [
                "  decided: Camera", "  \(Self.phone):20:3: the constraint Camera => HighResolution",
            ])
    }

    @Test func allThatIsOddIsExplained() throws {
        let folder = try TemporaryFolder()
        try folder.write("odd.uvl", Self.odd)
        let outcome = try Tool.run("features", "explain", "odd.uvl", "--constraints", "--json", in: folder)
        #expect(outcome.status == 0)
        let objects = try outcome.lines.map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["fact"] as? String } == ["dead", "falseOptional", "redundant"])
        #expect(objects.map { $0["feature"] as? String } == ["C", "B", nil])
        #expect(
            objects.map { ($0["rules"] as? [[String: Any]])?.compactMap { $0["line"] as? Int } } == [[9], [8], [2, 8]])
        #expect(objects[2]["line"] as? Int == 10)
        let core = try Tool.run("features", "explain", "odd.uvl", "--feature", "B", in: folder)
        #expect(
            core.lines == [
                "odd.uvl:4:7: 'B' is in all products:", "  odd.uvl:2:3: each product has the root, 'A'",
                "  odd.uvl:8:3: the constraint A => B",
            ])
        try folder.write("void.uvl", "features\n\tA\n\t\tmandatory\n\t\t\tB\nconstraints\n\t!B\n")
        let void = try Tool.run("features", "explain", "void.uvl", in: folder)
        #expect(void.lines.first == "the model has no products:" && void.lines.count == 4)
    }

    @Test func namesAreThoseOfConfigurations() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.uvl", "features\n\tA\n\t\tmandatory\n\t\t\t\"B, C\"\n\t\t\tD\n")
        for name in ["B, C", "\"B, C\"", "\"\\u0042, C\" "] {
            let outcome = try Tool.run("features", "explain", "a.uvl", "--feature", name, in: folder)
            #expect(outcome.lines.first == "a.uvl:4:4: 'B, C' is in all products:")
        }
        let open = try Tool.run("features", "explain", Self.phone, "--feature", "\"GPS\"")
        #expect(open.status == 1 && open.errors.contains("note: some products contain 'GPS' and others don't"))
        for (name, error) in [
            ("\"E\"", "a.uvl: error: unknown feature 'E'\n"),
            ("A,D", "a.uvl: error: --feature needs the name of exactly one feature\n"),
            ("!D", "a.uvl: error: --feature needs the name of exactly one feature\n"),
        ] {
            let outcome = try Tool.run("features", "explain", "a.uvl", "--feature", name, in: folder)
            #expect(outcome.status == 2 && outcome.errors == error)
        }
    }

    /// Long names and constraints are shortened, and signs that turn the direction of text spelled
    /// out.
    @Test func messagesAreShort() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "N", count: 50_000)
        let constraint = "A => " + Array(repeating: "B", count: 50_000).joined(separator: " | ")
        try folder.write(
            "long.uvl",
            "features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\t\"\u{202E}C\"\n\t\t\t\(name)\nconstraints\n\t\(constraint)\n\t!\(name)\n"
                + "\t!B | B\n")
        let short = String(constraint.prefix(200)) + "…"
        for arguments in [
            ["check", "long.uvl", "A"], ["explain", "long.uvl"], ["explain", "long.uvl", "--constraints"],
            ["explain", "long.uvl", "--feature", name], ["explain", "long.uvl", "A,!B"],
            ["check", "long.uvl", name + "x"], ["explain", "long.uvl", "--feature", "x" + name],
            ["best", "long.uvl", "--attribute", name],
        ] {
            let outcome = try Tool.start(["features"] + arguments, input: "", in: folder).finish()
            #expect(outcome.output.utf8.count + outcome.errors.utf8.count < 1_500, "\(arguments[0])")
        }
        let check = try Tool.run("features", "check", "long.uvl", "A", in: folder)
        #expect(check.lines.contains("long.uvl:8:2: the constraint \(short) is broken"))
        let dead = try Tool.run("features", "explain", "long.uvl", in: folder)
        #expect(dead.lines.contains("long.uvl:6:4: '\(name.prefix(40))…' is dead (in no product):"))
        let turned = try Tool.run("features", "explain", "long.uvl", "--feature", "\u{202E}C", in: folder)
        #expect(turned.errors.contains(#"some products contain '\u{202E}C' and others don't"#))
    }

    @Test func nothingToExplainIsANo() throws {
        let folder = try TemporaryFolder()
        for arguments in ["", "--feature GPS", "Camera", "Camera --feature GPS"] {
            let outcome = try Tool.run(line: "features explain \(Self.phone) \(arguments)", in: folder)
            #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.contains("note: "))
        }
        #expect(try Tool.run("features", "explain", Self.phone, "--feature", "Radio").status == 2)
        #expect(try Tool.run("features", "explain", Self.phone, "Camera", "--constraints").status == 2)
    }

    @Test func modelsTooLargeToCountAreDescribed() throws {
        let outcome = try Tool.run("features", "info", Self.phone, "--json", "--max-states", "5")
        #expect(outcome.status == 0)
        let info = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(info["engine"] as? String == "sat" && info["products"] is NSNull && info["void"] as? Bool == false)
        #expect(info["core"] as? [String] == ["Phone", "Calls", "Screen"] && info["unique"] == nil)
        #expect(try Tool.run("features", "info", Self.phone, "--max-states", "5", "--engine", "dfa").status == 2)
    }

    @Test func samplesCoverPairs() throws {
        let outcome = try Tool.run("features", "sample", Self.phone, "--covering", "2")
        #expect(outcome.status == 0 && outcome.lines.contains { $0.contains("GPS") && $0.contains("MP3") })
        for line in outcome.lines { #expect(try Tool.run("features", "check", Self.phone, line).status == 0) }
        #expect(try Tool.run("features", "sample", Self.phone, "--covering", "0").status == 2)
        #expect(try Tool.run("features", "sample", Self.phone, "--covering", "2", "--seed", "1").status == 2)
    }
}
