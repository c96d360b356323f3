import FeatureModels
import ToolSupport

/// The features of a model in the order of the tree, with their decisions.
package struct ConfigureTree: Hashable {
    /// A line of the screen for one feature.
    package struct Row: Hashable {
        let feature: FeatureID
        let depth: Int
        /// The name, without control characters.
        let name: String
        package let mark: Mark
        /// The stage at which the feature is bound; `nil` if it is the current one.
        let stage: BindingTime?

        var text: String {
            String(repeating: "  ", count: depth) + mark.rawValue + " " + name
                + (stage.map { " (\($0.rawValue))" } ?? "")
        }
    }

    /// The sign before a feature, which shows its decision.
    package enum Mark: String {
        case selected = "[x]"
        case deselected = "[!]"
        case selectionFollows = "[+]"
        case deselectionFollows = "[-]"
        case open = "[ ]"
    }

    let rows: [Row]

    init(_ session: ConfigureSession) {
        let (model, configurator) = (session.model, session.configurator)
        let decided = configurator.userDecisions
        var children = [[FeatureID]](repeating: [], count: model.features.count)
        for group in model.groups { children[Int(group.parent)] += group.members }
        var rows: [Row] = []
        var stack: [(feature: FeatureID, depth: Int)] = [(model.root, 0)]
        while let (feature, depth) = stack.popLast() {
            let mark: Mark =
                switch (decided[feature], configurator.configuration[feature]) {
                case (.selected, _): .selected
                case (.deselected, _): .deselected
                case (.undecided, .selected): .selectionFollows
                case (.undecided, .deselected): .deselectionFollows
                case (.undecided, .undecided): .open
                }
            let time = configurator.bindingTimes[Int(feature)]
            rows.append(
                Row(
                    feature: feature, depth: depth, name: model[feature].name.shown, mark: mark,
                    stage: time == configurator.stage ? nil : time))
            stack += children[Int(feature)].reversed().map { ($0, depth + 1) }
        }
        self.rows = rows
    }
}
