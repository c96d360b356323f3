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
        let tree = try cloneTree()
        var findings = symbolFindings
        var conditions: [CloneCondition] = []
        var (pace, byteCount) = (BudgetPace(), 0)
        for (index, constraint) in tree.constraints.enumerated() {
            if pace.isDue(at: byteCount, every: BudgetPace.cells) {
                do { try budget.check(built: 0, bytes: byteCount) } catch { throw .stopped(error) }
            }
            do throws(CloneCondition.Fault) {
                let condition = try CloneCondition(constraint, in: tree)
                byteCount += condition.byteCount
                conditions.append(condition)
            } catch {
                findings.append(FeatureFinding(place: .constraint(index), description: error.description))
            }
        }
        guard findings.isEmpty else { throw .invalid(findings) }
        return try convertingCoreErrors { () throws(AutomataError) in
            var reading = try CloneReading(tree, conditions, budget: budget)
            return try reading.automaton().minimized(budget: budget)
        }
    }

    /// The findings about features with the name of another one's end.
    private var symbolFindings: [FeatureFinding] {
        let parents = Set(groups.map(\.parent))
        let ends = Set(parents.map { ByteKey("/" + self[$0].name) })
        return ids.compactMap { feature in
            guard ends.contains(ByteKey(self[feature].name)) else { return nil }
            return FeatureFinding(
                place: .feature(feature),
                description: "the name \(Message.quoted(self[feature].name.utf8)) is the symbol for the end of another "
                    + "feature; rename one")
        }
    }
}
