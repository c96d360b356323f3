/// Properties of views, selected by the type of a view and the types of the views that contain it.
///
/// ```json
/// {
///   "Variables": {"tint": "#336699", "headline": "$tint"},
///   "Label": {"color": "$headline"},
///   "Cell": {"height": 44, "Label": {"size": 12}}
/// }
/// ```
///
/// Each key but `Variables` is a selector: the name of a type, whose object has the properties of
/// views of that type. A selector within another one is for views of the inner type that are inside
/// a view of the outer type, at any depth: here a label in a cell has the size 12.
///
/// A string that begins with `$` refers to a variable, whose value may refer to another variable;
/// `$$` stands for a dollar sign.
///
/// Stylesheets are equal if they have the same variables and rules in the same order.
public struct Stylesheet: Sendable, Hashable {
    /// A name with a value, both as written and with its variables replaced.
    struct Property: Sendable, Hashable {
        var name: String
        var written: SettingValue
        var value: SettingValue

        // Stylesheets with the same variables have the same values. Comparing the values could take
        // long, as many properties can have the same long list.
        static func == (first: Self, second: Self) -> Bool {
            first.name == second.name && first.written == second.written
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(written)
        }
    }

    /// The properties of a selector.
    struct Rule: Sendable, Hashable {
        var selector: String
        /// The index of the enclosing rule, which comes before this one.
        var parent: Int?
        var properties: [Property] = []
    }

    /// The variables, in the order of the text.
    let variables: [Property]
    /// The rules, each after its parent.
    let rules: [Rule]
    /// The rules that end with a selector.
    private let rulesBySelector: [String: [Int]]

    init(variables: [Property], rules: [Rule]) {
        self.variables = variables
        self.rules = rules
        rulesBySelector = Dictionary(grouping: rules.indices) { rules[$0].selector }
    }

    /// Returns the value of a variable; `nil` if no variable has the name.
    ///
    /// - Complexity: O(*n*) for *n* variables.
    public func variable(_ name: String) -> SettingValue? { variables.first { $0.name == name }?.value }

    /// Returns the properties of a view.
    ///
    /// A rule with more selectors overrides a rule with fewer. Of two rules with equally many
    /// selectors, the rule with closer containers wins; containers are compared from the inside
    /// out.
    ///
    /// - Parameter path: The names of the types, from the outermost container to the view.
    /// - Returns: The values by the names of the properties; empty if no rule matches.
    /// - Complexity: O(*c* (*p* + *d*) + *c* *d* log *c* + *k*) for *c* rules that end with the
    ///   view's type, paths of *p* names, rules nested *d* deep, at most 32, and *k* properties of
    ///   the rules.
    public func style(of path: [String]) -> [String: SettingValue] {
        guard let last = path.last, let candidates = rulesBySelector[last] else { return [:] }
        let matches = candidates.compactMap { rule in match(rule, path).map { (rule: rule, indices: $0) } }
        var style: [String: SettingValue] = [:]
        for (rule, _) in matches.sorted(by: { Self.isWeaker($0.indices, $1.indices) }) {
            for property in rules[rule].properties { style[property.name] = property.value }
        }
        return style
    }

    /// Returns the positions of a rule's selectors in the path, the innermost first.
    ///
    /// Each position is as close to the end of the path as possible.
    private func match(_ rule: Int, _ path: [String]) -> [Int]? {
        var indices: [Int] = []
        var next: Int? = rule
        var end = path.count
        while let rule = next {
            // The last selector is that of the view itself.
            guard let index = path[..<end].lastIndex(of: rules[rule].selector) else { return nil }
            indices.append(index)
            (next, end) = (rules[rule].parent, index)
        }
        return indices
    }

    private static func isWeaker(_ first: [Int], _ second: [Int]) -> Bool {
        first.count == second.count ? first.lexicographicallyPrecedes(second) : first.count < second.count
    }
}
