/// The samples of a class, and how many of them are right.
struct PersonalClass: Sendable {
    let name: String
    let count: Int
    /// The right answers of models that were trained without a fifth of the samples, on that fifth.
    private(set) var rightCount = 0
    /// The right answers of the built-in model.
    private(set) var builtInRightCount = 0

    init(name: String, count: Int) { (self.name, self.count) = (name, count) }

    mutating func add(isRight: Bool, wasRight: Bool) {
        if isRight { rightCount += 1 }
        if wasRight { builtInRightCount += 1 }
    }
}

/// The report about the models of one hand.
struct PersonalReport {
    let title: String
    var classes: [PersonalClass]

    /// A Boolean value that indicates whether some class has enough samples for a model.
    var isEnough: Bool { classes.contains { $0.count >= PersonalSamples.minimumCount } }

    /// The report, in Markdown.
    var markdown: String {
        var text = "# \(title)\n\n"
        let drawn = classes.filter { $0.count > 0 }
        if isEnough {
            text += """
                | drawn | samples | right by the built-in model | right by a model of this hand |
                |---|---|---|---|

                """
            for each in drawn { text += Self.row(each.name, [each]) }
            text += Self.row("**all**", drawn)
            text += "\nThe model of this hand is judged on samples that it wasn't trained on.\n"
            let sums = (drawn.reduce(0) { $0 + $1.rightCount }, drawn.reduce(0) { $0 + $1.builtInRightCount })
            if sums.0 <= sums.1 {
                text += "The built-in model reads this handwriting equally well; no other model is needed.\n"
            }
        } else {
            text += "No model: no class has \(PersonalSamples.minimumCount) samples.\n"
        }
        let few = drawn.filter { $0.count < PersonalSamples.minimumCount }.map { "\($0.name) (\($0.count))" }
        if !few.isEmpty {
            text += "Too few samples, draw \(PersonalSamples.minimumCount) or more: \(few.joined(separator: "  ")).\n"
        }
        let missing = classes.filter { $0.count == 0 }.map(\.name)
        if !drawn.isEmpty, !missing.isEmpty {
            text += "No samples, so only what is known of other hands: \(missing.joined(separator: "  ")).\n"
        }
        return text
    }

    private static func row(_ name: String, _ classes: [PersonalClass]) -> String {
        let count = classes.reduce(0) { $0 + $1.count }
        func percent(_ right: Int) -> String { "\((1000 * Double(right) / Double(max(1, count))).rounded() / 10) %" }
        let (right, before) = (
            classes.reduce(0) { $0 + $1.rightCount }, classes.reduce(0) { $0 + $1.builtInRightCount }
        )
        return "| \(name) | \(count) | \(percent(before)) | \(percent(right)) |\n"
    }
}
