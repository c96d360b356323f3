import Foundation
import Testing

@Suite struct FeatureTests {
    private static let folder = try? TemporaryFolder()

    /// The path of a model with 14 products.
    static let phone: String = {
        try? folder?.write("phone.uvl", phoneText)
        return folder?.path("phone.uvl") ?? ""
    }()

    private static let phoneText = """
        namespace Phone

        features
          Phone
            mandatory
              Calls {cost 1}
              Screen {abstract}
                alternative
                  Basic {cost 4.25}
                  Color {cost 12.5}
                  HighResolution {cost 30}
            optional
              GPS {cost 8}
              Media {abstract}
                or
                  Camera {cost 20, weight 12}
                  MP3 {cost 2.5}

        constraints
          Camera => HighResolution
          GPS => !Basic
        """

    private static let void = "features\n\tA\n\t\tmandatory\n\t\t\tB\nconstraints\n\t!B\n"

    private func object(_ line: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// A shop with one to three store fronts, and one with any number of them.
    private static let shop =
        "features\n\tShop\n\t\tmandatory\n\t\t\tFront cardinality [1..3] {cost 2.5}\n"
        + "\t\t\t\toptional\n\t\t\t\t\tCard {cost 1}\nconstraints\n\tsum(cost) <= 6\n"
    private static let mall = "features\n\tMall\n\t\tmandatory\n\t\t\tFront cardinality [1..*]\n"

    // MARK: - clones

    @Test func clonesAreUnfolded() throws {
        let folder = try TemporaryFolder()
        try folder.write("shop.uvl", Self.shop)
        // One front with and without card; two fronts with at most one card.
        #expect(try Tool.run("features", "count", "shop.uvl", in: folder).output == "5\n")
        let check = try Tool.run("features", "check", "shop.uvl", "Shop,Front.2", in: folder)
        #expect(check.status == 1)
        #expect(check.output.contains("shop.uvl:4:4: 'Shop' needs 'Front.1'"), "\(check.output)")
        let unfolded = try Tool.run("features", "convert", "shop.uvl", "--unfold", "-o", "flat.uvl", in: folder)
        #expect(unfolded.status == 0, "\(unfolded.errors)")
        #expect(try Tool.run("features", "count", "flat.uvl", in: folder).output == "5\n")
        #expect(try folder.read("flat.uvl").contains("Front.\"3\".Card {cost 1}"))
        let kept = try Tool.run("features", "convert", "shop.uvl", "--to", "json", in: folder)
        #expect(kept.status == 0 && kept.output.contains("cardinality"))
        let refused = try Tool.run("features", "convert", "shop.uvl", "--to", "xml", in: folder)
        #expect(refused.status == 2 && refused.errors.contains("unfold"), "\(refused.errors)")
    }

    @Test func clonesWithoutBoundNeedOne() throws {
        let folder = try TemporaryFolder()
        try folder.write("mall.uvl", Self.mall)
        let refused = try Tool.run("features", "count", "mall.uvl", in: folder)
        #expect(refused.status == 2)
        #expect(
            refused.errors
                == "mall.uvl:4:4: error: the number of clones of 'Front' has no upper bound; give the unfolding a limit "
                + "(--clones)\n")
        #expect(try Tool.run("features", "count", "mall.uvl", "--clones", "7", in: folder).output == "7\n")
        #expect(try Tool.run("features", "count", "mall.uvl", "--clones", "0", in: folder).status == 2)
    }

    @Test func languagesAreAutomata() throws {
        let folder = try TemporaryFolder()
        try folder.write("mall.uvl", Self.mall)
        try folder.write("shop.uvl", Self.shop)
        #expect(try Tool.run("features", "language", "mall.uvl", "-o", "mall.json", in: folder).status == 0)
        #expect(try Tool.run("shortest", "mall.json", in: folder).output == "Mall Front /Mall\n")
        #expect(try Tool.run("accepts", "mall.json", "-s", " ", "Mall Front Front Front /Mall", in: folder).status == 0)
        #expect(try Tool.run("features", "language", "shop.uvl", "-o", "shop.mata", in: folder).status == 0)
        #expect(
            try Tool.run("accepts", "shop.mata", "-s", " ", "Shop Front Card /Front Front /Front /Shop", in: folder)
                .status == 0)
        let dear = "Shop Front Card /Front Front Card /Front /Shop"
        #expect(try Tool.run("accepts", "shop.mata", "-s", " ", dear, in: folder).status == 1)
    }

    // MARK: - count

    @Test func countIsTheNumberAlone() throws {
        let outcome = try Tool.run("features", "count", Self.phone)
        #expect(outcome.status == 0 && outcome.output == "14\n" && outcome.errors.isEmpty)
        #expect(try Tool.run("features", "count", Self.phone, "--concrete").output == "14\n")
        for engine in ["d-dnnf", "dfa"] {
            #expect(try Tool.run("features", "count", Self.phone, "--engine", engine).output == "14\n")
        }
        let folder = try TemporaryFolder()
        try folder.write("void.uvl", Self.void)
        #expect(try Tool.run("features", "count", "void.uvl", in: folder).output == "0\n")
    }

    @Test func countUnderConditionsAndPerPart() throws {
        #expect(try Tool.run("features", "count", Self.phone, "--with", "Camera,!GPS").output == "2\n")
        #expect(try Tool.run("features", "count", Self.phone, "--with", "Camera,Basic").output == "0\n")
        let features = try Tool.run("features", "count", Self.phone, "--per", "feature").lines
        #expect(features.count == 10)
        #expect(features[0] == "Phone\t14\t1.0" && features[3].hasPrefix("Basic\t2\t0.142857"))
        #expect(try Tool.run("features", "count", Self.phone, "--per", "feature", "--concrete").lines.count == 8)
        let sizes = try Tool.run("features", "count", Self.phone, "--per", "size")
        #expect(sizes.lines == ["4\t3", "5\t2", "6\t4", "7\t4", "8\t1"])
    }

    @Test func countOfFoldersHasNames() throws {
        let folder = try TemporaryFolder()
        try folder.write("models/a.uvl", Self.void)
        try folder.write("models/below/b.uvl", "features\n\tA\n\t\toptional\n\t\t\tB\n")
        try folder.write("models/notes.txt", "no model")
        let outcome = try Tool.run("features", "count", "models", "--jobs", "2", in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.lines == ["models/a.uvl: 0", "models/below/b.uvl: 2"])
        let both = try Tool.run("features", "count", "models/a.uvl", "models/below/b.uvl", in: folder)
        #expect(both.lines == outcome.lines)
        // In a folder, Markdown is for readers; a table is counted by its name.
        try folder.write("models/README.md", "# Models\n")
        try folder.write("table.md", "| id | type |\n|---|---|\n| A | Boolean |\n")
        #expect(try Tool.run("features", "count", "models", in: folder).lines == outcome.lines)
        #expect(try Tool.run("features", "count", "table.md", in: folder).output == "2\n")
        let none = try TemporaryFolder()
        let empty = try Tool.run("features", "count", ".", in: none)
        #expect(empty.status == 2 && empty.errors.contains("this folder has no feature model"))
    }

    @Test func standardInputIsRead() throws {
        let text = try String(contentsOfFile: Self.phone, encoding: .utf8)
        #expect(try Tool.run("features", "count", "-", input: text).output == "14\n")
        let dimacs = try Tool.run("features", "convert", "-", "--to", "dimacs", input: text)
        #expect(try Tool.run("features", "count", "-", input: dimacs.output).output == "14\n")
        let empty = try Tool.run("features", "count", "-", input: "")
        #expect(empty.status == 2 && empty.errors.hasPrefix("-: error: the input is empty"))
        let unknown = try Tool.run("features", "count", "-", input: "what\n")
        #expect(
            unknown.status == 2
                && unknown.errors.contains("choose a format with --from (uvl, xml, dimacs, json, md, csv)"))
        #expect(try Tool.run("features", "check", "-", "-").status == 2)
    }

    // MARK: - info

    @Test func infoForPrograms() throws {
        let outcome = try Tool.run("features", "info", Self.phone, "--json")
        #expect(outcome.status == 0 && outcome.lines.count == 1)
        let info = try object(outcome.output)
        #expect(info["features"] as? Int == 10 && info["constraints"] as? Int == 2 && info["abstract"] as? Int == 2)
        #expect(info["products"] as? String == "14" && info["void"] as? Bool == false)
        #expect(info["core"] as? [String] == ["Phone", "Calls", "Screen"])
        #expect(info["dead"] as? [String] == [] && info["falseOptional"] as? [String] == [])
        let sets = try #require(info["atomicSets"] as? [[String]])
        #expect(sets.count == 8 && sets[0] == ["Phone", "Calls", "Screen"] && sets[1] == ["Basic"])
        #expect(["d-dnnf", "dfa"].contains(info["engine"] as? String))
        #expect(info["redundantConstraints"] == nil)
    }

    @Test func infoFindsMistakes() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a.uvl",
            "features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tC\n\t\tmandatory\n\t\t\tD\n"
                + "constraints\n\tD => B\n\tA => B\n\t!C\n"
        )
        let info = try object(try Tool.run("features", "info", "a.uvl", "--json", "--constraints", in: folder).output)
        #expect(info["dead"] as? [String] == ["C"] && info["falseOptional"] as? [String] == ["B"])
        let redundant = try #require(info["redundantConstraints"] as? [[String: Any]])
        #expect(redundant.map { $0["line"] as? Int } == [9, 10] && redundant[0]["text"] as? String == "D => B")
        let list = try Tool.run("features", "info", "a.uvl", "--constraints", in: folder)
        for line in ["dead                C", "products            1", "redundant           a.uvl:10:2: A => B"] {
            #expect(list.lines.contains(line), "\(line) is missing in\n\(list.output)")
        }
    }

    // MARK: - check

    @Test func checkAnswersAndTellsWhy() throws {
        let valid = try Tool.run("features", "check", Self.phone, "Phone,Calls,Screen,Basic")
        #expect(valid.status == 0 && valid.output == "valid\n")
        let concrete = try Tool.run("features", "check", Self.phone, "Phone,Calls,Basic", "--concrete")
        #expect(concrete.status == 0 && concrete.output == "valid\n")
        let wrong = try Tool.run("features", "check", Self.phone, "Phone, Screen, Basic, Color, Camera")
        #expect(wrong.status == 1 && wrong.errors.isEmpty)
        #expect(
            wrong.lines == [
                "not valid",
                "\(Self.phone):16:11: 'Camera' needs its parent 'Media'",
                "\(Self.phone):6:7: 'Phone' needs 'Calls'",
                "\(Self.phone):8:9: 'Screen' has exactly one of 'Basic', 'Color', 'HighResolution'; "
                    + "selected: 'Basic', 'Color'",
                "\(Self.phone):20:3: the constraint Camera => HighResolution is broken",
                "smallest change: add Calls; remove Basic, Camera",
            ])
    }

    @Test func checkOfPartialConfigurations() throws {
        let open = try Tool.run("features", "check", Self.phone, "--partial", "Camera")
        #expect(open.status == 0)
        #expect(
            open.lines == [
                "valid: 4 products agree",
                "follows  Phone, Calls, Screen, !Basic, !Color, HighResolution, Media", "open     GPS, MP3",
            ])
        let contradiction = try Tool.run(
            "features", "check", Self.phone, "--partial", "GPS,MP3,Camera,!HighResolution,!Color")
        #expect(contradiction.status == 1 && contradiction.lines.contains { $0.contains("Camera => HighResolution") })
        let hidden = try Tool.run("features", "check", Self.phone, "--partial", "GPS,MP3,!HighResolution,!Color")
        #expect(hidden.status == 1)
        #expect(hidden.lines[1] == "no product has all of: !Color, !HighResolution, GPS")
        #expect(hidden.lines[2].hasPrefix("smallest change: ") && hidden.lines.count == 3)
        let answer = try object(
            try Tool.run("features", "check", Self.phone, "--partial", "--json", "!Media,!GPS").output)
        #expect(answer["valid"] as? Bool == true && answer["products"] as? String == "3")
        #expect(answer["follows"] as? [String] == ["Phone", "Calls", "Screen", "!Camera", "!MP3"])
    }

    @Test func checkOfPartialConfigurationsThatLeaveNothingOpen() throws {
        let product = "Phone,Calls,Screen,Basic,!Color,!HighResolution,!GPS,!Media,!Camera,!MP3"
        let text = try Tool.run("features", "check", Self.phone, "--partial", product)
        #expect(text.lines == ["valid: 1 product agrees", "follows  none", "open     none"])
        let answer = try object(try Tool.run("features", "check", Self.phone, "--partial", "--json", product).output)
        #expect(answer["products"] as? String == "1")
        #expect(answer["follows"] as? [String] == [] && answer["open"] as? [String] == [])
    }

    @Test func configurationsInFiles() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.uvl", "features\n\tA\n\t\toptional\n\t\t\t\"B, too\"\n\t\t\t\"#C\"\n\t\t\t\"!D\"\n")
        let products = try Tool.run("features", "products", "a.uvl", in: folder)
        #expect(products.lines.last == "A,\"B, too\",\"#C\",\"!D\"" && products.lines.count == 8)
        for product in products.lines {
            #expect(try Tool.run("features", "check", "a.uvl", product, in: folder).output == "valid\n")
            #expect(try Tool.run("features", "check", "a.uvl", "-", input: product, in: folder).output == "valid\n")
        }
        try folder.write("a.config", "# a product\r\n\r\nA\r\n \"B, too\" , ! \"!D\"\r\n")
        #expect(try Tool.run("features", "check", "a.uvl", "a.config", in: folder).output == "valid\n")
        try folder.write("b.config", "A\nBee\n\"#C\", !\"#C\"\n\"D\nx\n")
        let wrong = try Tool.run("features", "check", "a.uvl", "b.config", in: folder)
        #expect(wrong.status == 2 && wrong.output.isEmpty)
        #expect(
            wrong.errors.split(separator: "\n").map { $0.prefix { $0 != ";" } } == [
                "b.config:2:1: error: unknown feature 'Bee'",
                "b.config:3:7: error: '#C' is selected and deselected",
                "b.config:4:1: error: expected a JSON string that ends on the same line",
                "b.config:5:1: error: unknown feature 'x'",
            ])
        try folder.write("c.uvl", "features\n\tA\n\t\toptional\n\t\t\t\"😀\"\n")
        let escaped = try Tool.run("features", "check", "c.uvl", #""\u0041", "\ud83d\ude00""#, in: folder)
        #expect(escaped.output == "valid\n", "\(escaped.errors)")
        let signed = try Tool.run("features", "check", "c.uvl", #""\u+041""#, in: folder)
        #expect(signed.status == 2 && signed.errors.contains("expected a JSON string"))
        let missing = try Tool.run("features", "check", "a.uvl", "none.config", in: folder)
        #expect(
            missing.status == 2
                && missing.errors
                    == "configuration:1:1: error: unknown feature 'none.config', and no file has this name\n"
        )
    }

    // MARK: - products, sample, nearest, best

    @Test func productsInOrder() throws {
        let all = try Tool.run("features", "products", Self.phone).lines
        #expect(all.count == 14 && Set(all).count == 14 && all[0] == "Phone,Calls,Screen,HighResolution")
        for (place, product) in all.enumerated() {
            #expect(try Tool.run("features", "products", Self.phone, "--at", "\(place)").lines == [product])
            #expect(try Tool.run("features", "products", Self.phone, "--rank", product).output == "\(place)\n")
        }
        let some = try Tool.run("features", "products", Self.phone, "--limit", "3", "--json")
        #expect(some.lines[0] == "[\"Phone\", \"Calls\", \"Screen\", \"HighResolution\"]" && some.lines.count == 3)
        #expect(some.errors.contains("note: there are more products; --limit N lists more"))
        let beyond = try Tool.run("features", "products", Self.phone, "--at", "14")
        #expect(beyond.status == 2 && beyond.errors.contains("no product at this position; there are 14, counted"))
        let none = try Tool.run("features", "products", Self.phone, "--rank", "Phone")
        #expect(none.status == 2 && none.errors.contains("this isn't a product"))
        let closed = try Tool.shell("automata features products '\(Self.phone)' --all | head -n 1")
        #expect(closed.status == 0 && closed.lines == [all[0]] && closed.errors.isEmpty)
    }

    @Test func samplesAreProducts() throws {
        let sample = try Tool.run("features", "sample", Self.phone, "--count", "200", "--seed", "7")
        #expect(
            sample.output == (try Tool.run("features", "sample", Self.phone, "--count", "200", "--seed", "7")).output)
        let all = try Tool.run("features", "products", Self.phone).lines
        #expect(sample.lines.count == 200 && Set(sample.lines) == Set(all))
        let piped = try Tool.shell(
            "automata features sample '\(Self.phone)' | automata features check '\(Self.phone)' -")
        #expect(piped.status == 0 && piped.output == "valid\n")
        let folder = try TemporaryFolder()
        try folder.write("void.uvl", Self.void)
        let void = try Tool.run("features", "sample", "void.uvl", in: folder)
        let remedy = "run 'automata features explain' to see why"
        #expect(void.status == 2 && void.errors == "void.uvl: error: the model has no products; \(remedy)\n")
        let check = try Tool.run("features", "check", "void.uvl", "A", in: folder)
        #expect(check.status == 1 && check.lines.last == "the model has no products")
    }

    @Test func nearestProducts() throws {
        let outcome = try Tool.run("features", "nearest", Self.phone, "Phone,Calls,Screen,Color,Media,Camera")
        #expect(outcome.status == 0 && outcome.lines.count == 1)
        #expect(outcome.errors.contains(": note: 2 changed: "))
        #expect(try Tool.run("features", "check", Self.phone, outcome.lines[0]).status == 0)
        let partial = try Tool.run("features", "nearest", Self.phone, "Camera", "--partial")
        #expect(partial.status == 0 && partial.errors.isEmpty && partial.output.contains("Camera"))
    }

    @Test func bestProducts() throws {
        let best = try Tool.run("features", "best", Self.phone, "--attribute", "cost", "--count", "3")
        #expect(
            best.lines == [
                "5.25\tPhone,Calls,Screen,Basic", "7.75\tPhone,Calls,Screen,Basic,Media,MP3",
                "13.5\tPhone,Calls,Screen,Color",
            ])
        let most = try Tool.run("features", "best", Self.phone, "--attribute", "cost", "--maximize", "--json")
        #expect(try object(most.output)["weight"] as? Double == 61.5)
        let with = try Tool.run("features", "best", Self.phone, "--attribute", "cost", "--with", "Camera,!GPS")
        #expect(with.lines == ["51\tPhone,Calls,Screen,HighResolution,Media,Camera"])
        let none = try Tool.run("features", "best", Self.phone, "--attribute", "prize")
        #expect(none.status == 2)
        #expect(
            none.errors == "\(Self.phone): error: no feature has the attribute 'prize'; the model has: cost, weight\n")
        let folder = try TemporaryFolder()
        try folder.write("a.uvl", "features\n\tA {cost 'much'}\n")
        let text = try Tool.run("features", "best", "a.uvl", "--attribute", "cost", in: folder)
        #expect(
            text.status == 2
                && text.errors == "a.uvl:2:2: error: the attribute 'cost' of 'A' isn't a number; correct the value\n")
        try folder.write("b.uvl", "features\n\tA {cost 1000000000000000}\n\t\toptional\n\t\t\tB {cost 0.00001}\n")
        let large = try Tool.run("features", "best", "b.uvl", "--attribute", "cost", in: folder)
        #expect(large.status == 2 && large.errors.contains("too many digits to be added exactly"))
    }

    // MARK: - convert

    @Test func convertKeepsTheProducts() throws {
        let folder = try TemporaryFolder()
        for name in ["a.xml", "a.json", "a.dimacs", "a.md", "a.csv", "a.uvl"] {
            let outcome = try Tool.run("features", "convert", Self.phone, "-o", name, in: folder)
            #expect(outcome.status == 0 && outcome.output.isEmpty)
            #expect(try Tool.run("features", "count", name, in: folder).output == "14\n")
        }
        let again = try Tool.run("features", "convert", Self.phone, "-o", "a.uvl", in: folder)
        #expect(again.status == 2 && again.errors.contains("--force replaces it"))
        let wrong = try Tool.run("features", "convert", Self.phone, "-o", "a.svg", in: folder)
        #expect(wrong.status == 2 && wrong.errors.contains("unknown extension .svg for feature models"))
        try folder.write("b.uvl", "features\n\tA\n\t\t[1..2]\n\t\t\tB\n\t\t\tC\n\t\t\tD\n")
        let notes = try Tool.run("features", "convert", "b.uvl", "--to", "xml", in: folder)
        #expect(notes.status == 0 && notes.errors.hasPrefix("b.uvl: note: "))
        #expect(try Tool.run("features", "count", "-", input: notes.output).output == "6\n")
    }

    // MARK: - draw

    @Test func drawsPictures() throws {
        let folder = try TemporaryFolder()
        let plain = try Tool.run("features", "draw", Self.phone)
        #expect(plain.status == 0 && plain.output.hasPrefix("<svg ") && plain.output.contains("HighResolution"))
        for (name, start) in [("a.svg", "<svg "), ("a.dot", "digraph"), ("a.gv", "digraph")] {
            #expect(try Tool.run("features", "draw", Self.phone, "-o", name, in: folder).status == 0)
            #expect(try folder.read(name).hasPrefix(start))
        }
        let again = try Tool.run("features", "draw", Self.phone, "-o", "a.svg", in: folder)
        #expect(again.status == 2 && again.errors.contains("--force replaces it"))
        let marked = try Tool.run("features", "draw", Self.phone, "--mark", "-o", "a.svg", "--force", in: folder)
        #expect(try marked.status == 0 && folder.read("a.svg") != plain.output)
        let decided = try Tool.run("features", "draw", Self.phone, "--with", "Camera,!GPS")
        #expect(decided.status == 0 && decided.output != plain.output)
        #expect(try Tool.run("features", "draw", Self.phone, "--with", "Camra").status == 2)
        let wrong = try Tool.run("features", "draw", Self.phone, "-o", "a.png", in: folder)
        #expect(wrong.status == 2 && wrong.errors.contains("unknown extension .png for pictures"))
    }

    // MARK: - errors

    @Test func allProblemsHaveTheirPlaces() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "a.uvl", "features\n\tA\n\t\toptional\n\t\t\tB\n\t\t\tB\nconstraints\n\tA => Cee\n\tDee\n")
        let outcome = try Tool.run("features", "count", "a.uvl", in: folder)
        #expect(outcome.status == 2 && outcome.output.isEmpty)
        #expect(
            outcome.errors.split(separator: "\n").map { $0.prefix { $0 != ";" } } == [
                "a.uvl:5:4: error: two features are named 'B'", "a.uvl:7:7: error: unknown feature 'Cee'",
                "a.uvl:8:2: error: unknown feature 'Dee'",
            ])
        let unknown = try Tool.run("features", "conut", "a.uvl", in: folder)
        #expect(unknown.status == 2 && unknown.errors.contains("Did you mean count?"))
    }

    @Test func importsLieBelowTheFolder() throws {
        let folder = try TemporaryFolder()
        let part = "features\n\tPart\n\t\toptional\n\t\t\tX\n"
        func whole(_ path: String) -> String {
            "imports\n\t\(path) as p\nfeatures\n\tA\n\t\tmandatory\n\t\t\tp.Part\n"
        }
        try folder.write("models/parts/part.uvl", part)
        try folder.write("models/a.uvl", whole("parts.part"))
        #expect(try Tool.run("features", "count", "models/a.uvl", in: folder).output == "2\n")
        try folder.write("models/parts/part.uvl", part + "constraints\n\tY\n")
        let wrong = try Tool.run("features", "count", "models/a.uvl", in: folder)
        #expect(wrong.errors.hasPrefix("models/parts/part.uvl:6:2: error: unknown feature 'Y'"))
        try folder.write("part.uvl", part)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("models/link.uvl"), withDestinationPath: folder.path("part.uvl"))
        try folder.write("models/b.uvl", whole("link"))
        let link = try Tool.run("features", "count", "models/b.uvl", in: folder)
        #expect(link.status == 2 && link.errors.contains("this is a link; give the file itself"))
        try folder.write("models/c.uvl", whole("none"))
        let missing = try Tool.run("features", "count", "models/c.uvl", in: folder)
        #expect(missing.errors.hasPrefix("models/c.uvl:2:2: error: ") && missing.errors.contains("No such file"))
        let input = try Tool.run("features", "count", "-", input: whole("part"), in: folder)
        #expect(input.status == 2 && input.errors.contains("only files below the model's own folder are read"))
    }

    @Test func limitsEndTheWork() throws {
        let folder = try TemporaryFolder()
        // Exactly half of many features, and random clauses: hard for every engine.
        var generator = SystemRandomNumberGenerator()
        var text = "features\n\tA\n\t\toptional\n"
        for index in 0..<120 { text += "\t\t\tF\(index)\n" }
        text += "constraints\n"
        for _ in 0..<200 {
            let clause = (0..<3).map { _ in
                (Bool.random(using: &generator) ? "!" : "") + "F\(Int.random(in: 0..<120, using: &generator))"
            }
            text += "\t" + clause.joined(separator: " | ") + "\n"
        }
        try folder.write("hard.uvl", text)
        let nodes = try Tool.run("features", "count", "hard.uvl", "--max-states", "500", in: folder)
        #expect(nodes.status == 2 && nodes.output.isEmpty)
        #expect(
            nodes.errors
                == "hard.uvl: error: no engine could compile the products: "
                + "d-dnnf gave up at 500 nodes, dfa gave up at 500 nodes; "
                + "--max-states and --max-memory raise the limits\n")
        let time = try Tool.run("features", "count", "hard.uvl", "--timeout", "0.05", in: folder)
        #expect(
            time.status == 2
                && time.errors == "hard.uvl: error: not finished within 0.05 s; --timeout raises the limit\n")
    }
}
