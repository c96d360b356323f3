import FeatureModels
import FeatureReasoning

var phone = FeatureModel(root: "Phone")
let kinds = phone.add(["Basic", "Color", "HighResolution"], below: phone.root, .alternative)
let camera = phone.add("Camera", below: phone.root, .optional)
phone.constraints = [.implies(.feature(camera), .feature(kinds[2]))]

let reasoner = try FeatureReasoner(phone)
var wish = Configuration(of: phone)
wish[camera] = .selected
let all = try reasoner.consequences(of: wish)
print(all.map { $0.selectedFeatures.map { phone[$0].name } } ?? [])
if let explanation = try phone.explanation(of: .deselected(kinds[0], by: wish)) {
    print(explanation.relations, explanation.decisions.map { phone[$0].name })
}
