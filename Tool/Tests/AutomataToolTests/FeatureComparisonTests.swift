import Foundation
import Testing

@Suite struct FeatureComparisonTests {
    private static let phone = Tool.examples.appendingPathComponent("features/phone.uvl").path
    private static let next = Tool.examples.appendingPathComponent("features/phone-next.uvl").path

    private func object(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func differencesForAPerson() throws {
        let outcome = try Tool.run("features", "compare", Self.phone, Self.next)
        #expect(outcome.status == 1 && outcome.errors.isEmpty)
        #expect(
            outcome.lines == [
                "edit                arbitrary edit",
                "common features     14",
                "added features      Stylus",
                "common products     56",
                "removed products    42",
                "first               Phone,Calls,Screen,High Resolution,Slots,eSIM,Memory",
                "removed by          \(Self.next):20:5: 'Slots' has exactly one of 'SIM', 'eSIM', 'Memory'",
                "added products      16",
                "first               Phone,Calls,Screen,Color,Media,Camera",
                "excluded before by  \(Self.phone):25:2: the constraint Camera => \"High Resolution\"",
            ])
    }

    @Test func differencesForPrograms() throws {
        let outcome = try Tool.run("features", "compare", Self.phone, Self.next, "--json")
        #expect(outcome.status == 1 && outcome.errors.isEmpty && outcome.lines.count == 1)
        let answer = try object(outcome.output)
        #expect(answer["kind"] as? String == "arbitrary edit")
        #expect((answer["commonFeatures"] as? [String])?.count == 14)
        #expect(answer["removedFeatures"] as? [String] == [] && answer["addedFeatures"] as? [String] == ["Stylus"])
        #expect(answer["commonProducts"] as? String == "56")
        #expect(answer["removedProducts"] as? String == "42" && answer["addedProducts"] as? String == "16")
        #expect((answer["firstRemoved"] as? [String])?.last == "Memory")
        #expect((answer["firstAdded"] as? [String])?.contains("Color") == true)
        let removal = try #require(answer["removalCauses"] as? [[[String: Any]]])
        #expect(removal.count == 1 && removal[0].count == 1 && removal[0][0]["line"] as? Int == 20)
        let addition = try #require(answer["additionCauses"] as? [[[String: Any]]])
        #expect(addition.count == 1 && addition[0].count == 1 && addition[0][0]["line"] as? Int == 25)
        #expect(addition[0][0]["message"] as? String == "the constraint Camera => \"High Resolution\"")
    }

    /// The time is over when the first model is read.
    @Test(arguments: [["plain.uvl", "clones.uvl"], ["clones.uvl", "plain.uvl"]])
    func errorsOfOneModelNameItsFile(models: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.write("plain.uvl", "features\n\tA\n")
        try folder.write("clones.uvl", "features\n\tA\n\t\toptional\n\t\t\tB cardinality [0..2]\n")
        let outcome = try Tool.start(
            ["features", "compare"] + models + ["--timeout", "0.001ms"], in: folder
        ).finish()
        #expect(outcome.status == 2)
        #expect(outcome.errors == "\(models[0]): error: not finished within 0.001ms; --timeout raises the limit\n")
    }

    @Test func sameProductsInAnotherFormat() throws {
        let folder = try TemporaryFolder()
        #expect(try Tool.run("features", "convert", Self.phone, "-o", "phone.json", in: folder).status == 0)
        let same = try Tool.run("features", "compare", Self.phone, "phone.json", in: folder)
        #expect(same.status == 0 && same.errors.isEmpty)
        #expect(
            same.lines == [
                "edit              refactoring", "common features   14", "common products   98", "removed products  0",
                "added products    0",
            ])
        let json = try object(
            try Tool.run("features", "compare", Self.phone, "phone.json", "--json", in: folder).output)
        #expect(json["kind"] as? String == "refactoring" && json["firstAdded"] is NSNull)
        let quiet = try Tool.run("features", "compare", "-q", Self.phone, "phone.json", in: folder)
        #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
        let differing = try Tool.run("features", "compare", "-q", Self.phone, Self.next)
        #expect(differing.status == 1 && differing.output.isEmpty && differing.errors.isEmpty)
        let text = try String(contentsOfFile: Self.next, encoding: .utf8)
        for engine in ["d-dnnf", "dfa"] {
            let input = try Tool.run("features", "compare", "-", Self.next, "--engine", engine, input: text)
            #expect(input.status == 0)
        }
    }

    @Test func relationsThatWorkTogether() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.uvl", "features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tC\n")
        try folder.write(
            "b.uvl",
            "features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tC\n\t\t\tLink\nconstraints\n\tB => Link\n\tLink => C\n")
        let outcome = try Tool.run("features", "compare", "a.uvl", "b.uvl", in: folder)
        #expect(outcome.status == 1)
        #expect(
            outcome.lines == [
                "edit              specialization", "common features   3", "added features    Link",
                "common products   3", "removed products  1", "first             A,B",
                "removed by        b.uvl:8:2: the constraint B => Link",
                "  together with   b.uvl:9:2: the constraint Link => C", "added products    0",
            ])
        let back = try Tool.run("features", "compare", "b.uvl", "a.uvl", in: folder)
        #expect(back.status == 1 && back.lines.contains("excluded before by  b.uvl:8:2: the constraint B => Link"))
    }

    @Test func productsWithoutCommonFeatures() throws {
        let folder = try TemporaryFolder()
        try folder.write("old.uvl", "features\n\tA\n\t\toptional\n\t\t\tC\n")
        try folder.write("new.uvl", "features\n\tB\n\t\tmandatory\n\t\t\tC\n")
        let outcome = try Tool.run("features", "compare", "old.uvl", "new.uvl", in: folder)
        #expect(outcome.status == 1 && outcome.lines.contains("first             no common feature"))
    }

    @Test func errors() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.uvl", "features\n\tA\n")
        try folder.write("b.uvl", "features\n\tB\n")
        try folder.write("wrong.uvl", "features\n\tA\nconstraints\n\tB\n")
        let wrong = try Tool.run("features", "compare", "a.uvl", "wrong.uvl", in: folder)
        #expect(wrong.status == 2 && wrong.output.isEmpty)
        #expect(wrong.errors.hasPrefix("wrong.uvl:4:2: error: unknown feature 'B'"))
        #expect(try Tool.run("features", "compare", "a.uvl", "none.uvl", in: folder).status == 2)
        #expect(try Tool.run("features", "compare", "a.uvl", in: folder).status == 2)
        let twice = try Tool.run("features", "compare", "-", "-", in: folder)
        #expect(twice.status == 2 && twice.errors.contains("Standard input, -, can be read only once; name it once."))
        let others = try Tool.run("features", "compare", "a.uvl", "b.uvl", in: folder)
        #expect(others.status == 0 && others.lines[1] == "common features   0")
        #expect(others.errors.contains("note: the models have no feature names in common"))
        try folder.write("void.uvl", "features\n\tB\nconstraints\n\t!B\n")
        let void = try Tool.run("features", "compare", "a.uvl", "void.uvl", in: folder)
        #expect(void.status == 1 && void.errors.contains("note: the models have no feature names in common"))
        #expect(void.lines.contains("removed products  1") && !void.lines.contains { $0.hasPrefix("first") })
        let limit = try Tool.run("features", "compare", Self.phone, Self.next, "--max-states", "2")
        #expect(limit.status == 2 && limit.output.isEmpty && limit.errors.contains("needs more than 2 nodes"))
    }
}
