import Automata
import FeatureLanguages
import FeatureModels

var phone = FeatureModel(root: "Phone")
phone.add(["Basic", "Color"], below: phone.root, .alternative)

for word in try phone.products().automaton().words().texts() { print(word) }
let language = try phone.language()
print(language.accepts(["Phone", "Color", "/Phone"]), language.accepts(["Phone", "Basic", "Color", "/Phone"]))
