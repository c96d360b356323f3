internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// The groups of a model by the features above them.
struct ModelTree {
    /// A step of a walk through a model.
    enum Step {
        case beginFeature(FeatureID)
        case endFeature(FeatureID)
        case beginGroup(Int)
        case endGroup(Int)
    }

    private let model: FeatureModel
    private let groups: [[Int]]

    init(_ model: FeatureModel) {
        self.model = model
        var groups = [[Int]](repeating: [], count: model.features.count)
        for (index, group) in model.groups.enumerated() { groups[Int(group.parent)].append(index) }
        self.groups = groups
    }

    /// Returns the groups below a feature.
    func groups(below feature: FeatureID) -> [Int] { groups[Int(feature)] }

    /// Visits the features and groups in the order of a text, without recursion.
    func visit<Failure>(_ body: (Step) throws(Failure) -> Void) throws(Failure) {
        var pending = [Step.beginFeature(model.root)]
        while let step = pending.popLast() {
            try body(step)
            switch step {
            case .beginFeature(let feature):
                pending.append(.endFeature(feature))
                for group in groups(below: feature).reversed() { pending.append(.beginGroup(group)) }
            case .beginGroup(let group):
                pending.append(.endGroup(group))
                for member in model.groups[group].members.reversed() { pending.append(.beginFeature(member)) }
            case .endFeature, .endGroup: break
            }
        }
    }
}
