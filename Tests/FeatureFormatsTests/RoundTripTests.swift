import Automata
import FeatureFormats
import FeatureModels
import TestSupport
import Testing

@Suite struct RoundTripTests {
    private static let seeds = 1...(TestScope.isLong ? 3_000 : 200)

    @Test(arguments: [false, true]) func jsonKeepsAll(hasStrangeNames: Bool) throws {
        for seed in Self.seeds {
            var models = RandomModels(seed: UInt64(seed), hasStrangeNames: hasStrangeNames)
            let model = models.model()
            let written = try FeatureFormat.json.text(of: model)
            #expect(written.notes.isEmpty)
            #expect(try FeatureFormat.json.model(from: written.text) == model)
        }
    }

    @Test(arguments: [false, true]) func uvlKeepsAllUnlessNoted(hasStrangeNames: Bool) throws {
        var equalCount = 0
        for seed in Self.seeds {
            var models = RandomModels(seed: UInt64(seed), hasStrangeNames: hasStrangeNames)
            let model = models.model()
            let written = try FeatureFormat.uvl.text(of: model)
            let read = try FeatureFormat.uvl.model(from: written.text)
            if written.notes.isEmpty {
                #expect(read == model)
                equalCount += 1
            }
            #expect(read.groups == model.groups)
            #expect(read.productsByTrying == model.productsByTrying)
            // What was changed stays.
            let again = try FeatureFormat.uvl.text(of: read)
            #expect(again.text == written.text)
            #expect(again.notes.isEmpty)
        }
        #expect(equalCount > Self.seeds.count / 10)
    }

    @Test(arguments: [false, true], [false, true]) func jsonKeepsValues(
        hasStrangeNames: Bool, hasClones: Bool
    ) throws {
        for seed in Self.seeds {
            var models = RandomModels(
                seed: UInt64(seed), hasStrangeNames: hasStrangeNames, hasValues: true, hasClones: hasClones)
            let model = models.model()
            let written = try FeatureFormat.json.text(of: model)
            #expect(written.notes.isEmpty)
            #expect(try FeatureFormat.json.model(from: written.text) == model)
        }
    }

    @Test(arguments: [false, true], [false, true]) func uvlKeepsValues(
        hasStrangeNames: Bool, hasClones: Bool
    ) throws {
        var equalCount = 0
        for seed in Self.seeds {
            var models = RandomModels(
                seed: UInt64(seed), upTo: 6, hasStrangeNames: hasStrangeNames, hasValues: true, hasClones: hasClones)
            let model = models.model()
            let written: FeatureWriteResult
            do { written = try FeatureFormat.uvl.text(of: model) } catch {
                // Quotation marks may matter to a comparison.
                #expect(error.description.hasPrefix("UVL can't represent "))
                continue
            }
            let read = try FeatureFormat.uvl.model(from: written.text)
            if written.notes.isEmpty {
                #expect(read == model, "\(written.text)")
                equalCount += 1
            }
            if !hasClones, model.features.count < 15 { #expect(read.productsByTrying == model.productsByTrying) }
            #expect(try FeatureFormat.uvl.text(of: read).text == written.text)
        }
        #expect(equalCount > Self.seeds.count / 10)
    }

    /// Comparisons become clauses, and types are left out.
    @Test func dimacsKeepsComparisons() throws {
        var tried = 0
        for seed in Self.seeds {
            var models = RandomModels(seed: UInt64(seed), upTo: 5, hasValues: true)
            let model = models.model()
            guard model.features.count < 12 else { continue }
            tried += 1
            let read = try FeatureFormat.dimacs.model(from: FeatureFormat.dimacs.text(of: model).text)
            #expect(try read.productsByPropagation(featureCount: model.features.count) == model.productsByTrying)
        }
        #expect(tried > Self.seeds.count / 4)
    }

    @Test(arguments: [FeatureFormat.featureIDE, .markdown, .csv, .dimacs]) func clonesAndNumbersAreRefused(
        format: FeatureFormat
    ) throws {
        let name = format == .featureIDE ? "FeatureIDE's XML" : format == .dimacs ? "DIMACS" : "a table of decisions"
        var model = FeatureModel(root: "A")
        model.add("B", below: 0, .optional)
        model.add("C", below: 0, .optional)
        model[1].type = .integer
        model.add(values: [.number(1), .number(2)], below: 1)
        #expect(try format.text(of: model).notes.contains { $0.hasPrefix("the type of 'B' isn't written") })
        model.constraints = [.comparison(.value(of: 1), .greater, .number(1))]
        if format != .dimacs {
            let error = #expect(throws: FeatureFormatError.self) { try format.text(of: model) }
            #expect(
                error?.description == "\(name) can't represent the constraint B > 1; "
                    + "write UVL, JSON or DIMACS, or write the constraint without numbers and texts")
        }
        model[2].cardinality = FeatureModel.Cardinality(1, upTo: 3)
        let error = #expect(throws: FeatureFormatError.self) { try format.text(of: model) }
        #expect(
            error?.description
                == "\(name) can't represent the clones of 'C'; write UVL or JSON, or unfold the model")
    }

    @Test(arguments: [false, true]) func featureIDEKeepsProducts(hasStrangeNames: Bool) throws {
        for seed in Self.seeds {
            var models = RandomModels(seed: UInt64(seed), hasStrangeNames: hasStrangeNames)
            let model = models.model()
            let written = try FeatureFormat.featureIDE.text(of: model)
            let products = model.productsByTrying
            for singleChild in [FeatureFormat.SingleChildRule.optional, .mandatory] {
                let read = try FeatureFormat.featureIDE.model(from: written.text, singleChild: singleChild)
                #expect(read.productsByTrying == products)
                #expect(read.features.map(\.name) == model.features.map(\.name))
                #expect(read.features.map(\.isAbstract) == model.features.map(\.isAbstract))
                let again = try FeatureFormat.featureIDE.text(of: read)
                #expect(again.text == written.text)
                #expect(again.notes.isEmpty)
                #expect(try FeatureFormat.featureIDE.model(from: again.text) == read)
            }
        }
    }

    @Test(arguments: [false, true]) func dimacsKeepsProductsAndTheirNumber(hasStrangeNames: Bool) throws {
        for seed in Self.seeds {
            var models = RandomModels(seed: UInt64(seed), hasStrangeNames: hasStrangeNames)
            let model = models.model()
            let written = try FeatureFormat.dimacs.text(of: model)
            let read = try FeatureFormat.dimacs.model(from: written.text)
            #expect(try read.productsByPropagation(featureCount: model.features.count) == model.productsByTrying)
            let again = try FeatureFormat.dimacs.text(of: read)
            #expect(again.text == written.text)
            #expect(again.notes.isEmpty)
        }
    }

    /// Tables of decisions have further features, one for each group of variants whose parent has a
    /// decision of its own.
    @Test(arguments: [FeatureFormat.markdown, .csv], [false, true]) func tablesKeepProducts(
        format: FeatureFormat, hasStrangeNames: Bool
    ) throws {
        var equalCount = 0
        for seed in Self.seeds {
            var models = RandomModels(seed: UInt64(seed), hasStrangeNames: hasStrangeNames)
            let model = models.model()
            let written = try format.text(of: model)
            let read = try format.model(from: written.text)
            // The names may have changed; what follows has them all.
            let uvl = try FeatureFormat.uvl.text(of: model)
            let names = try FeatureFormat.uvl.model(from: uvl.text).features.map(\.name)
            let features = try names.map { name in try #require(read.ids.first { read[$0].name == name }) }
            #expect(read.productsOfTree(over: features) == model.productsByTrying.sorted())
            let again = try format.text(of: read)
            #expect(again.text == written.text)
            #expect(try format.model(from: again.text) == read)
            if read.features.count == model.features.count { equalCount += 1 }
        }
        #expect(equalCount > Self.seeds.count / 10)
    }

    /// Wide groups and constraints take further variables.
    @Test(arguments: [
        FeatureModel.Group.Kind.alternative, .cardinality(3...9), .cardinality(0...5), .cardinality(8...13),
        .cardinality(10...12),
    ])
    func dimacsDefinesVariablesInBothDirections(kind: FeatureModel.Group.Kind) throws {
        var model = FeatureModel(root: "root")
        let members = model.add((0..<13).map { "F\($0)" }, below: model.root, kind)
        let all = members.map { Proposition.feature($0) }
        let pairs = (0..<6).map { Proposition.and([all[2 * $0], all[2 * $0 + 1]]) }
        model.constraints = [.or(pairs + [.not(all[12])]), .implies(.atMostOne(all), all[0])]
        let read = try FeatureFormat.dimacs.model(from: FeatureFormat.dimacs.text(of: model).text)
        #expect(read.features.count > 15)
        #expect(try read.productsByPropagation(featureCount: 14) == model.productsByTrying)
    }

    @Test func uvlHasTheProductsOfOtherOperators() throws {
        var model = FeatureModel(root: "root")
        let members = model.add((0..<9).map { "F\($0)" }, below: model.root, .optional)
        model.constraints = [.atMostOne(members.map { .feature($0) })]
        let read = try FeatureFormat.uvl.model(from: FeatureFormat.uvl.text(of: model).text)
        #expect(read.productsByTrying == model.productsByTrying)
        #expect(read.productsByTrying.count == 10)
    }

    @Test func modelsWithFindingsAreNotWritten() {
        var model = FeatureModel(root: "A")
        model.addGroup(.or, below: model.root)
        model.add("A", below: model.root, .cardinality(2...3))
        for format in FeatureFormat.allCases {
            let error = #expect(throws: FeatureFormatError.self) { try format.text(of: model) }
            #expect(error?.problems.count == 3)
        }
    }
}

extension FeatureModel {
    /// Returns the products, as sets of bits of some features, in order: each with its number.
    ///
    /// All products are tried one feature after the other, and those with a part that no product
    /// has are left early.
    func productsOfTree(over selection: [FeatureID]) -> [UInt] {
        var sets = [[true]]
        for feature in ids.dropFirst() {
            guard let parent = parent(of: feature) else { continue }
            sets = sets.flatMap { set in set[Int(parent)] ? [set + [false], set + [true]] : [set + [false]] }
            let complete = groups.filter { $0.members.last == feature }
            sets.removeAll { set in
                complete.contains { group in
                    let count = group.members.count { set[Int($0)] }
                    return set[Int(group.parent)] && !group.bounds.contains(count)
                }
            }
        }
        let resolved = resolvedConstraints
        let products = sets.filter { set in resolved.allSatisfy { $0.holds { set[Int($0)] } } }
        return products.map { set in
            selection.indices.reduce(0) { $0 | (set[Int(selection[$1])] ? 1 << UInt($1) : 0) }
        }.sorted()
    }

    /// The products of the first features below the root, as sets of bits: each assignment to them
    /// must determine all further ones by unit propagation, and make each constraint true or one
    /// false.
    fileprivate func productsByPropagation(featureCount: Int) throws -> [UInt] {
        let clauses = constraints.map { constraint -> [(variable: Int, isPositive: Bool)] in
            func literal(_ proposition: Proposition) -> (Int, Bool) {
                switch proposition {
                case .feature(let feature): (Int(feature), true)
                case .not(.feature(let feature)): (Int(feature), false)
                default: (0, true)
                }
            }
            switch constraint {
            case .or(let operands): return operands.map(literal)
            case .constant: return []
            default: return [literal(constraint)]
            }
        }
        return (0..<UInt(1) << featureCount).filter { set in
            var values = [Bool?](repeating: nil, count: features.count)
            for feature in 0..<featureCount { values[feature + 1] = set >> UInt(feature) & 1 == 1 }
            values[0] = true
            while true {
                var isChanged = false
                for clause in clauses {
                    if clause.contains(where: { values[$0.variable] == $0.isPositive }) { continue }
                    let open = clause.filter { values[$0.variable] == nil }
                    if open.isEmpty { return false }
                    if open.count == 1 {
                        values[open[0].variable] = open[0].isPositive
                        isChanged = true
                    }
                }
                if !isChanged { break }
            }
            #expect(!values.contains(nil))
            return true
        }
    }
}
