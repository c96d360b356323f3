import FeatureModels
import ProductDerivation
import ProductLines

var model = FeatureModel(root: "Shop")
model.add("Search", below: model.root, .optional)
let line = SourceText(
    """
    {"Name": "Shop", "Version": "1.0", "Core": "Core", "Library": "ShopCore", "Entry": "start", "Types": {},
     "Features": {"Search": {"Traits": ["Search"]}}}
    """, name: "line.json")
let product = SourceText(
    #"{"Name": "Corner", "Identifier": "org.example.corner", "Version": "1.0", "Features": ["Serch"]}"#,
    name: "corner.json")
do {
    let derivation = try Derivation(of: product, in: line, products: model.products(), lineFolder: "..") { _ in
        Array(#"package("ShopCore", traits: ["Search"])"#.utf8)
    }
    print(derivation.product.name)
} catch {
    print(error)
}
