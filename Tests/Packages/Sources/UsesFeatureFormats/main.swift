import FeatureFormats
import FeatureModels

let text = """
    features
        Phone
            mandatory
                Screen
                    alternative
                        Basic
                        HighResolution
            optional
                Camera
    constraints
        Camera => HighResolution
    """
let model = try FeatureFormat.uvl.model(from: text)
print(try model.products().count)
let xml = try FeatureFormat.featureIDE.text(of: model).text
print(try FeatureFormat.featureIDE.model(from: xml).products().count)
do {
    _ = try FeatureFormat.uvl.model(from: "features\n\tA\nconstraints\n\tA => B", name: "phone.uvl")
} catch {
    print(error.problems.count)
}
