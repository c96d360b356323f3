import Automata
import FeatureModels
import Testing

/// Known answers about binding times and stages.
@Suite struct StageTests {
    /// A shop whose features are bound at development, installation and run time.
    private struct Shop {
        var model = FeatureModel(root: "Shop")
        let cache: FeatureID
        let store: FeatureID
        let stores: [FeatureID]
        let theme: FeatureID
        let dark: FeatureID

        init() {
            cache = model.add("Cache", below: model.root, .optional)
            store = model.add("Store", below: model.root, .mandatory)
            stores = model.add(["Files", "Database"], below: store, .alternative)
            theme = model.add("Theme", below: model.root, .optional)
            dark = model.add("Dark", below: theme, .optional)
            model.constraints.append(.implies(.feature(dark), .feature(stores[1])))
            bind(store, .installation)
            bind(theme, .runtime)
        }

        mutating func bind(_ feature: FeatureID, _ time: BindingTime) { bind(feature, .text(time.rawValue)) }

        mutating func bind(_ feature: FeatureID, _ value: FeatureModel.Attribute.Value) {
            model[feature].attributes = [FeatureModel.Attribute(name: "bindingTime", value: value)]
        }

        func configurator() throws -> Configurator { try Configurator(model.products()) }
    }

    @Test func timesAreOrdered() {
        #expect(BindingTime.allCases.sorted() == [.development, .build, .installation, .startup, .runtime])
        #expect(BindingTime.build < .installation && !(BindingTime.runtime < .runtime))
    }

    @Test func childrenInheritTimes() throws {
        let shop = Shop()
        #expect(
            try shop.model.bindingTimes() == [
                .development, .development, .installation, .installation, .installation, .runtime, .runtime,
            ])
    }

    @Test func modelsWithoutTimesHaveOneStage() throws {
        var model = FeatureModel(root: "A")
        let child = model.add("B", below: model.root, .optional)
        var configurator = try Configurator(model.products())
        #expect(configurator.stages == [.development] && configurator.isAtLastStage)
        #expect(throws: ConfiguratorError.noStages) { try configurator.advance() }
        try configurator.decide(child, .deselected)
        #expect(throws: ConfiguratorError.noStages) { try configurator.advance() }
        #expect(
            ConfiguratorError.noStages.message(for: model)
                == "the model has no stages: all features are bound at the same time; "
                + "make stages with the attribute bindingTime")
        #expect(try configurator.undo(child) == [child])
    }

    @Test func stagesFollowEachOther() throws {
        let shop = Shop()
        var configurator = try shop.configurator()
        #expect(configurator.stages == [.development, .installation, .runtime])
        #expect(configurator.configuration.selectedFeatures == [shop.model.root, shop.store])
        #expect(throws: ConfiguratorError.wrongStage(shop.dark, .runtime)) {
            try configurator.decide(shop.dark, .selected)
        }
        #expect(throws: ConfiguratorError.open([shop.cache])) { try configurator.advance() }
        try configurator.decide(shop.cache, .selected)
        try configurator.advance()
        #expect(configurator.stage == .installation && configurator.undecidedFeaturesAtStage == shop.stores)
        #expect(throws: ConfiguratorError.fixed(shop.cache)) { try configurator.undo(shop.cache) }
        #expect(throws: ConfiguratorError.wrongStage(shop.cache, .development)) {
            try configurator.decide(shop.cache, .selected)
        }
        // Without the database the theme can't be dark.
        #expect(try configurator.decide(shop.stores[0], .selected) == [shop.stores[1], shop.dark])
        try configurator.advance()
        #expect(configurator.undecidedFeaturesAtStage == [shop.theme] && configurator.isAtLastStage)
        #expect(throws: ConfiguratorError.lastStage) { try configurator.advance() }
        #expect(throws: ConfiguratorError.wrongStage(shop.stores[0], .installation)) {
            try configurator.decide(shop.stores[0], .deselected)
        }
        try configurator.decide(shop.theme, .selected)
        #expect(configurator.configuration.isComplete)
        #expect(configurator.configuration.selectedFeatures == [0, shop.cache, shop.store, shop.stores[0], shop.theme])
        #expect(try configurator.undo(shop.theme) == [shop.theme])
    }

    @Test func completionDecidesTheStageOnly() throws {
        let shop = Shop()
        let products = try shop.model.products()
        var configurator = try Configurator(products)
        let ones = [Int](repeating: 1, count: shop.model.features.count)
        let smallest = try #require(
            try products.lightest(1, weights: ones, with: configurator.configuration).first?.product)
        #expect(try configurator.complete(as: smallest) == [shop.cache])
        #expect(configurator.undecidedFeatures == shop.stores + [shop.theme, shop.dark])
        try configurator.advance()
        #expect(try configurator.complete(as: smallest).starts(with: shop.stores))
        try configurator.advance()
        try configurator.complete(as: smallest)
        #expect(configurator.configuration == smallest)
    }

    @Test func decisionsThatFollowStayWhenTheyAreMade() throws {
        var model = FeatureModel(root: "A")
        let (left, right) = (
            model.add("B", below: model.root, .optional), model.add("C", below: model.root, .optional)
        )
        model.constraints.append(.implies(.feature(left), .feature(right)))
        var configurator = try Configurator(model.products())
        #expect(try configurator.decide(left, .selected) == [right])
        #expect(throws: ConfiguratorError.forced(right, .selected)) { try configurator.decide(right, .deselected) }
        #expect(throws: ConfiguratorError.notDecided(right)) { try configurator.undo(right) }
        #expect(try configurator.decide(right, .selected).isEmpty)
        #expect(try configurator.undo(left) == [left])
        #expect(configurator.configuration.selectedFeatures == [model.root, right])
    }

    @Test func decisionsThatAllProductsShareCannotBeChanged() throws {
        var model = FeatureModel(root: "A")
        let (dead, free) = (model.add("B", below: model.root, .optional), model.add("C", below: model.root, .optional))
        model.constraints.append(.not(.feature(dead)))
        var configurator = try Configurator(model.products())
        #expect(configurator.decisionsInAllProducts == configurator.configuration)
        try configurator.decide(free, .selected)
        #expect(configurator.decisionsInAllProducts[free] == .undecided)
        func expectRefusals() {
            #expect(throws: ConfiguratorError.shared(dead, .deselected)) { try configurator.decide(dead, .selected) }
            #expect(throws: ConfiguratorError.shared(model.root, .selected)) {
                try configurator.decide(model.root, .deselected)
            }
        }
        expectRefusals()
        // A decision of the user is no other reason.
        try configurator.decide(dead, .deselected)
        try configurator.decide(model.root, .selected)
        expectRefusals()
        #expect(
            ConfiguratorError.shared(dead, .deselected).message(for: model)
                == "'B' is in no product and can't be selected; change the model to allow it")
        #expect(
            ConfiguratorError.shared(model.root, .selected).message(for: model)
                == "'A' is in all products and can't be deselected; change the model to allow it")
    }

    @Test func unknownTimesAreErrors() throws {
        for value in [FeatureModel.Attribute.Value.text("tomorrow"), .number(3), .boolean(true)] {
            var shop = Shop()
            shop.bind(shop.dark, value)
            #expect(throws: ConfiguratorError.unknownBindingTime(shop.dark)) { try shop.model.bindingTimes() }
            #expect(throws: ConfiguratorError.unknownBindingTime(shop.dark)) { try shop.configurator() }
        }
        let shop = Shop()
        #expect(
            ConfiguratorError.unknownBindingTime(shop.dark).message(for: shop.model)
                == "invalid value of the attribute bindingTime of 'Dark'; use one of "
                + "development, build, installation, startup, runtime")
    }

    @Test func voidModelsAreRefused() throws {
        var model = FeatureModel(root: "A")
        model.constraints.append(.constant(false))
        let products = try model.products()
        #expect(throws: ConfiguratorError.void) { try Configurator(products) }
    }
}
