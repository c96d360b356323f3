import FeatureModels

var phone = FeatureModel(root: "Phone")
let screen = phone.add("Screen", below: phone.root, .mandatory)
let kinds = phone.add(["Basic", "Color", "HighResolution"], below: screen, .alternative)
let extras = phone.add(["GPS", "Camera"], below: phone.root, .optional)
phone.constraints.append(.implies(.feature(extras[1]), .feature(kinds[2])))

let products = try phone.products()
print(products.count)
var wish = Configuration(of: phone)
wish[extras[1]] = .selected
print(try products.count(with: wish))
print(products.consequences(of: wish).map { $0[kinds[2]] } == .selected)
for product in products { print(product.selectedFeatures.map { phone[$0].name }.joined(separator: ", ")) }
