import AutomataCounting
import FeatureFormats
import FeatureModels
import Foundation
import Testing

/// Comparisons of large models of others, where they are present.
@Suite struct LargeComparisonTests {
    private static let folder = URL(filePath: #filePath)
        .appending(path: "../../../../../shared/features/featureide").standardized

    private static var hasModels: Bool { FileManager.default.fileExists(atPath: folder.path) }

    private static func model(_ name: String) throws -> FeatureModel {
        let text = try Data(contentsOf: folder.appending(path: "\(name).xml"))
        return try text.withUnsafeBytes { try FeatureFormat.featureIDE.document(from: $0).model }
    }

    /// Without a constraint of its own, the products that break it are added.
    @Test(
        .enabled(if: hasModels, "../shared/features isn't there"),
        arguments: ["uClibc", "Busybox_1.18.0", "ea2468"])
    func aConstraintLess(name: String) throws {
        let old = try Self.model(name)
        let products = try old.products()
        let index = old.constraints.count / 2
        var new = old
        let constraint = new.constraints.remove(at: index)
        let comparison = try old.comparison(with: new)
        #expect(comparison.kind == .generalization && comparison.commonProductCount == products.count)
        #expect(try comparison.newProductCount == new.products().count)
        var others = new
        others.constraints.append(.not(constraint))
        #expect(try comparison.addedProductCount == others.products().count)
        #expect(try comparison.additionCauses() == [[.constraint(index)]])
        let first = try #require(try comparison.firstAddedProduct())
        #expect(old.violations(by: first) == [.constraint(index)])
        #expect(try first == others.products().first { _ in true })
    }

    /// Two models of eCos for different boards.
    @Test(.enabled(if: hasModels, "../shared/features isn't there")) func relatedModels() throws {
        let (old, new) = (try Self.model("ea2468"), try Self.model("adderII"))
        let comparison = try old.comparison(with: new)
        #expect(comparison.kind == .arbitraryEdit)
        #expect(comparison.commonFeatures.count + comparison.removedFeatures.count == old.features.count)
        #expect(comparison.commonFeatures.count + comparison.addedFeatures.count == new.features.count)
        let named = Dictionary(uniqueKeysWithValues: new.ids.map { (new[$0].name, $0) })
        func configuration(_ product: Configuration) throws -> Configuration {
            var result = Configuration(of: new)
            for feature in comparison.commonFeatures {
                result[try #require(named[old[feature].name])] = product[feature]
            }
            return result
        }
        let (oldProducts, newProducts) = (try old.products(), try new.products())
        let removed = try #require(try comparison.firstRemovedProduct())
        #expect(oldProducts.canComplete(removed))
        #expect(try !newProducts.canComplete(configuration(removed)))
        let added = try #require(try comparison.firstAddedProduct())
        #expect(!oldProducts.canComplete(added))
        #expect(try newProducts.canComplete(configuration(added)))
        let back = try new.comparison(with: old)
        #expect(
            back.removedProductCount == comparison.addedProductCount
                && back.addedProductCount == comparison.removedProductCount)
        #expect(try !comparison.removalCauses().isEmpty && !comparison.additionCauses().isEmpty)
    }
}
