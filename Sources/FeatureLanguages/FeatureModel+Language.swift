public import Automata
public import FeatureModels
internal import TextSupport

extension FeatureModel {
    /// Returns the minimal DFA that accepts a word for each product of a model with clones.
    ///
    /// Each clone begins with the name of its feature and ends with `/` and the name; a feature
    /// without children has only its name. So a shop with two store fronts is
    ///
    ///     Shop StoreFront Card Cash /StoreFront StoreFront Cash /StoreFront /Shop
    ///
    /// Groups come in the order of the model, members in the order of the group. The language is
    /// infinite if the number of clones of a feature has no upper bound.
    ///
    /// - Complexity: Exponential at worst in the constraints and the depth of the tree; linear in
    ///   upper bounds.
    /// - Throws: `FeatureModelError.invalid(_:)`, also for constraints that compare unbounded
    ///   numbers of clones with each other, as no finite automaton checks these;
    ///   `FeatureModelError.stopped(_:)`.
    public func language(budget: Budget = .default) throws(FeatureModelError) -> DFA {
        let tree = try cloneTree(budget: budget)
        var findings = symbolFindings
        var conditions: [CloneCondition] = []
        var work = CloneWork(budget, holding: tree.byteCount)
        for (index, constraint) in tree.constraints.enumerated() {
            do throws(CloneCondition.Fault) {
                conditions.append(try CloneCondition(constraint, in: tree, &work))
            } catch {
                switch error {
                case .stopped(let error): throw .stopped(error)
                case .notReadable(let reason):
                    findings.append(FeatureFinding(part: .constraint(index), description: reason))
                }
            }
        }
        guard findings.isEmpty else { throw .invalid(findings) }
        return try convertingCoreErrors { () throws(AutomataError) in
            var reading = try CloneReading(tree, conditions, work, budget: budget)
            return try reading.automaton().minimized(budget: budget)
        }
    }

    /// The findings about features named like the end symbol of another feature.
    private var symbolFindings: [FeatureFinding] {
        let parents = Set(groups.map(\.parent))
        let ends = Set(parents.map { ByteKey("/" + self[$0].name) })
        return ids.compactMap { feature in
            guard ends.contains(ByteKey(self[feature].name)) else { return nil }
            return FeatureFinding(
                part: .feature(feature),
                description: "the name \(Message.quoted(self[feature].name.utf8)) is the symbol for the end of another "
                    + "feature; rename one of the two features")
        }
    }
}
