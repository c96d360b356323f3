internal import FeatureModels
internal import TextSupport

/// Unique names that a format can hold.
struct WrittenNames {
    private var taken = TakenNames()

    /// Creates names for a model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - notes: The notes, to which each changed name is added.
    ///   - change: Returns a form of a name that the format can hold.
    /// - Returns: The names of the features.
    static func names(
        of model: FeatureModel, _ notes: inout Notes, changedBy change: (String) -> String
    ) throws(TextProblem) -> (names: [String], unused: WrittenNames) {
        let names = model.features.map { change($0.name) }
        var unused = WrittenNames()
        var isChanged: [Bool] = []
        for (name, feature) in zip(names, model.features) {
            try notes.step()
            let isSame = ByteKey(name) == ByteKey(feature.name)
            if isSame { unused.taken.insert(name) }
            isChanged.append(!isSame)
        }
        var result: [String] = []
        for (index, name) in names.enumerated() {
            guard isChanged[index] else {
                result.append(name)
                continue
            }
            result.append(unused.unusedName(from: name))
            let (old, new) = (model.features[index].name, result[index])
            notes.add(
                .featureNames,
                "the feature \(Message.quoted(old.utf8)) is written as \(Message.quoted(new.utf8))")
        }
        return (result, unused)
    }

    /// Returns a name, followed by an underscore and perhaps a number if another feature has it.
    mutating func unusedName(from name: String) -> String { taken.unusedName(from: name.isEmpty ? "_" : name) }
}
