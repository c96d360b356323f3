internal import FeatureModels
internal import TextSupport
internal import WorkLimits

/// Writes clauses in DIMACS CNF, with names of variables in comments.
///
/// Each additional variable is equivalent to a condition on the features, so that each product has
/// exactly one satisfying assignment.
struct DIMACSWriter {
    /// The maximum number of additional variables for bounds.
    static let maximumFurtherCount = 1 << 19

    /// Returns an upper bound of the number of further variables for bounds of groups.
    static func furtherVariableCount(of model: FeatureModel) -> Int {
        model.groups.reduce(0) { sum, group in
            let (count, bounds) = (group.members.count, group.bounds)
            let limits = [bounds.lowerBound > 1 ? count - bounds.lowerBound : count, bounds.upperBound]
            return sum + limits.reduce(0) { $0 + ($1 < count ? min($1 + 1, count - $1) * count : 0) }
        }
    }

    static func text(of model: FeatureModel, _ notes: inout Notes) throws(TextProblem) -> [UInt8] {
        try model.checkValues(of: "DIMACS", keepsComparisons: true, &notes)
        let (names, unused) = try WrittenNames.names(of: model, &notes, changedBy: comment)
        var unusedNames = unused
        let isFlat = model.isFlat
        if !isFlat { notes.add(.tree, "the tree is written as clauses") }
        if model.features.contains(where: { !$0.attributes.isEmpty }) {
            notes.add(.droppedAttributes, "attributes aren't written")
        }
        var system: BooleanSystem
        do throws(LimitError) {
            system = try model.booleanSystem(budget: notes.budget)
            try system.expandWeights(budget: notes.budget)
        } catch {
            throw TextProblem(
                message: "the comparisons of the model need too many clauses (\(error.description))",
                remedy: "write UVL or JSON", isLimit: true)
        }
        try system.expandBounds()
        // The root, which is always true, isn't written if the reader adds it.
        let shift = isFlat ? 0 : 1
        let clauses = isFlat ? system.clauses.compactMap { simplified($0, without: Int(model.root)) } : system.clauses

        var output = TextOutput()
        func check() throws(TextProblem) {
            try notes.step()
            if output.bytes.count > FeatureFormat.maximumBytes { throw .tooLong("DIMACS", remedy: "write UVL or JSON") }
        }
        for variable in (1 - shift)..<system.variableCount {
            try check()
            let isFeature = variable < names.count
            output.append("c ")
            output.append(variable + shift)
            output.append(!isFeature || model.features[variable].isAbstract ? "$ " : " ")
            output.append(
                string: isFeature
                    ? names[variable] : unusedNames.unusedName(from: "defined \(variable - names.count + 1)"))
            output.append("\n")
        }
        output.append("p cnf ")
        output.append(system.variableCount - 1 + shift)
        output.append(" ")
        output.append(clauses.count)
        output.append("\n")
        for clause in clauses {
            try check()
            for literal in clause {
                try notes.step()
                if !literal.value { output.append("-") }
                output.append(literal.variable + shift)
                output.append(" ")
            }
            output.append("0\n")
        }
        return output.bytes
    }

    /// Returns a name without line feeds and blanks around it.
    private static func comment(_ name: String) -> String {
        let bytes = name.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let start = bytes.firstIndex { !isBlank($0) } ?? bytes.count
        let end = bytes.lastIndex { !isBlank($0) } ?? start - 1
        return String(decoding: bytes[start..<max(start, end + 1)], as: UTF8.self)
    }

    /// Returns a clause without a variable that is true; `nil` if the clause is true.
    private static func simplified(_ clause: [Literal], without variable: Int) -> [Literal]? {
        guard clause.contains(where: { $0.variable == variable }) else { return clause }
        if clause.contains(Literal(variable)) { return nil }
        return clause.filter { $0.variable != variable }
    }
}

extension FeatureModel {
    /// A Boolean value that indicates whether the model has the form that the reader creates: the
    /// tree is an abstract root with optional features.
    fileprivate var isFlat: Bool {
        guard self[root].isAbstract,
            self[root].name == DIMACSReader.rootName(avoiding: features.dropFirst().map(\.name))
        else {
            return false
        }
        if groups.isEmpty { return true }
        return groups.count == 1 && groups[0].kind == .optional && groups[0].parent == root
    }
}

extension BooleanSystem {
    /// The maximum number of clauses for a bound without further variables.
    private static let maximumClauseCount = 64

    /// Replaces bounds with clauses and variables.
    fileprivate mutating func expandBounds() throws(TextProblem) {
        let bounds = self.bounds
        self.bounds = []
        var rest = min(DIMACSWriter.maximumFurtherCount, FeatureFormatLimits.variableCount - variableCount)
        for bound in bounds { try expand(bound, &rest) }
    }

    /// - Parameter rest: The number of variables that may still be added.
    private mutating func expand(_ limit: AtMostConstraint, _ rest: inout Int) throws(TextProblem) {
        let condition = limit.condition.map { [!$0] } ?? []
        let (literals, bound) = (limit.literals, limit.bound)
        guard bound < literals.count else { return }
        guard bound >= 0 else { return clauses.append(condition) }
        if let subsets = Subsets(of: literals.count, taking: bound + 1, atMost: Self.maximumClauseCount) {
            for subset in subsets { clauses.append(condition + subset.map { !literals[$0] }) }
        } else if bound + 1 <= literals.count - bound {
            clauses.append(condition + [!(try counter(of: literals, reaching: bound + 1, &rest))])
        } else {
            // At most `bound` literals are true exactly if at least all but `bound` are false.
            clauses.append(
                condition + [try counter(of: literals.map { !$0 }, reaching: literals.count - bound, &rest)])
        }
    }

    /// Returns a literal that is true if and only if at least `number` of the literals are true.
    ///
    /// - Reference: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP
    ///   2005, doi:10.1007/11564751_73, there in one direction.
    private mutating func counter(
        of literals: [Literal], reaching number: Int, _ rest: inout Int
    ) throws(TextProblem) -> Literal {
        guard literals.count <= max(0, rest) / number else {
            throw TextProblem(
                message: "a group of \(literals.count) features needs too many variables", remedy: "write UVL or JSON",
                isLimit: true)
        }
        rest -= literals.count * number
        // Literals for "at least 1, 2, … of the previous literals are true".
        var reached = [literals[0]]
        for literal in literals.dropFirst() {
            var next: [Literal] = []
            for count in 1...min(reached.count + 1, number) {
                let before = count <= reached.count ? [reached[count - 1]] : []
                let definition = addVariable()
                clauses.append([!definition, literal] + before)
                for one in before { clauses.append([!one, definition]) }
                if count > 1 {
                    clauses.append([!definition, reached[count - 2]] + before)
                    clauses.append([!literal, !reached[count - 2], definition])
                } else {
                    clauses.append([!literal, definition])
                }
                next.append(definition)
            }
            reached = next
        }
        return reached[number - 1]
    }
}
