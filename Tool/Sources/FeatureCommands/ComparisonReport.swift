import FeatureFormats
import FeatureModels
import TextSupport
import ToolSupport

/// The differences of two feature models, for a person and for programs.
struct ComparisonReport {
    let comparison: FeatureModelComparison
    let old: FeatureModelReader.Reading
    let new: FeatureModelReader.Reading
    /// The first product that only the old model has, and the first one that only the new one has.
    private var firstRemoved: Configuration?
    private var firstAdded: Configuration?
    /// The rules of the new model that exclude products, and those of the old one.
    private var removalCauses: [[FeatureRelation]] = []
    private var additionCauses: [[FeatureRelation]] = []

    /// The maximum number of causes in the text for a person.
    private static let maximumCauses = 50

    init(_ comparison: FeatureModelComparison, of old: FeatureModelReader.Reading, and new: FeatureModelReader.Reading)
    {
        (self.comparison, self.old, self.new) = (comparison, old, new)
    }

    /// Finds the first products that differ, and the rules that are the causes.
    mutating func explain(using engine: ProductEngine?, budget: Budget) throws(FeatureModelError) {
        firstRemoved = try comparison.firstRemovedProduct(budget: budget)
        firstAdded = try comparison.firstAddedProduct(budget: budget)
        removalCauses = try comparison.removalCauses(using: engine, budget: budget)
        additionCauses = try comparison.additionCauses(using: engine, budget: budget)
    }

    // MARK: - For a person

    var text: String {
        let names = FeatureNames(old.model)
        var facts = FactList()
        func add(_ title: String, _ text: String) { facts.add(for: title, text) }
        func add(_ title: String, _ features: [FeatureID], _ model: FeatureModel) {
            if !features.isEmpty {
                facts.add(title, features.map { FeatureNames.text(of: model[$0].name) }, separator: ", ")
            }
        }
        func add(_ title: String, _ product: Configuration?) {
            // Without common features all products are one, and there is nothing to tell about it.
            guard let product, !comparison.commonFeatures.isEmpty else { return }
            let features = product.selectedFeatures.map { String(decoding: names[$0], as: UTF8.self) }
            add(title, features.isEmpty ? "no common feature" : features.joined(separator: ",").shown)
        }
        add("edit", comparison.kind.rawValue)
        add("common features", grouped(comparison.commonFeatures.count))
        add("removed features", comparison.removedFeatures, old.model)
        add("added features", comparison.addedFeatures, new.model)
        add("common products", comparison.commonProductCount.description)
        add("removed products", comparison.removedProductCount.description)
        add("first", firstRemoved)
        for (title, line) in lines(removalCauses, "removed by", new) { add(title, line) }
        add("added products", comparison.addedProductCount.description)
        add("first", firstAdded)
        for (title, line) in lines(additionCauses, "excluded before by", old) { add(title, line) }
        return facts.list
    }

    /// A title and a line for each rule of causes.
    private func lines(
        _ causes: [[FeatureRelation]], _ title: String, _ reading: FeatureModelReader.Reading
    ) -> [(title: String, line: String)] {
        var lines = causes.prefix(Self.maximumCauses).flatMap { relations in
            relations.enumerated().map { index, relation in
                let place = reading.locationText(of: relation.part)
                return (
                    index == 0 ? title : "  together with", "\(place): \(reading.model.text(of: relation))".shown
                )
            }
        }
        if causes.count > Self.maximumCauses { lines.append((title, "… (\(grouped(causes.count)) in all)")) }
        return lines
    }

    // MARK: - For programs

    var json: String {
        func names(_ features: [FeatureID], _ model: FeatureModel) -> [String] { features.map { model[$0].name } }
        let object: JSONObject = [
            "kind": comparison.kind.rawValue, "commonFeatures": names(comparison.commonFeatures, old.model),
            "removedFeatures": names(comparison.removedFeatures, old.model),
            "addedFeatures": names(comparison.addedFeatures, new.model),
            "commonProducts": comparison.commonProductCount.description,
            "removedProducts": comparison.removedProductCount.description,
            "addedProducts": comparison.addedProductCount.description,
            "firstRemoved": firstRemoved.map { names($0.selectedFeatures, old.model) },
            "firstAdded": firstAdded.map { names($0.selectedFeatures, old.model) },
            "removalCauses": objects(removalCauses, new), "additionCauses": objects(additionCauses, old),
        ]
        return object.line
    }

    private func objects(_ causes: [[FeatureRelation]], _ reading: FeatureModelReader.Reading) -> [[JSONObject]] {
        causes.map { relations in
            relations.map { reading.location(of: $0.part) + ["message": reading.model.text(of: $0)] }
        }
    }
}
