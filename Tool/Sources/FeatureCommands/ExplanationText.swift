import FeatureFormats
import FeatureModels
import FeatureReasoning
import TextSupport
import ToolSupport

/// An explanation in words.
struct ExplanationText {
    let reading: FeatureModelReader.Reading
    let fact: FeatureFact
    let explanation: FeatureExplanation

    private var model: FeatureModel { reading.model }

    /// The name of the fact, the part of the model that it is about, and the fact in words.
    private var parts: (name: String, place: FeatureFinding.Part?, words: String) {
        func name(_ feature: FeatureID) -> String { model[feature].name.quoted }
        switch fact {
        case .void: return ("void", nil, "the model has no products")
        case .dead(let feature): return ("dead", .feature(feature), "\(name(feature)) is dead (in no product)")
        case .core(let feature): return ("core", .feature(feature), "\(name(feature)) is in all products")
        case .falseOptional(let feature):
            let parent = model.parent(of: feature).map(name) ?? ""
            return (
                "falseOptional", .feature(feature),
                "\(name(feature)) is false optional: each product with \(parent) contains it"
            )
        case .redundant(let index):
            return ("redundant", .constraint(index), model.text(of: .constraint(index)) + " is redundant")
        case .contradictory: return ("contradictory", nil, "no product agrees with the configuration")
        case .selected(let feature, _): return ("selected", .feature(feature), "\(name(feature)) is selected")
        case .deselected(let feature, _): return ("deselected", .feature(feature), "\(name(feature)) is deselected")
        }
    }

    private var decisions: [String] {
        let configuration: Configuration
        switch fact {
        case .contradictory(let decisions), .selected(_, let decisions), .deselected(_, let decisions):
            configuration = decisions
        default: return []
        }
        return explanation.decisions.map { feature in
            (configuration[feature] == .deselected ? "!" : "") + FeatureNames.text(of: model[feature].name)
        }
    }

    var lines: [String] {
        let (_, place, words) = parts
        var lines = [(place.map { "\(reading.locationText(of: $0)): " } ?? "") + words + ":"]
        if !decisions.isEmpty { lines.append("  decided: \(decisions.joined(separator: ", "))") }
        lines += explanation.relations.map { "  \(reading.locationText(of: $0.part)): \(model.text(of: $0))" }
        return lines.map(\.shown)
    }

    var json: String {
        let (name, place, _) = parts
        var object: JSONObject = ["fact": name]
        switch place {
        case .feature(let feature)?: object.add("feature", model[feature].name)
        case let place?: object = object + reading.location(of: place)
        case nil: break
        }
        let rules = explanation.relations.map {
            reading.location(of: $0.part) + ["message": model.text(of: $0)]
        }
        return JSONText(object + ["rules": rules, "decisions": decisions]).text
    }
}
