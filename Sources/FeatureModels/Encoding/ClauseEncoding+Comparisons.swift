internal import Automata

extension ClauseEncoding {
    /// A comparison, as a key.
    struct ComparisonKey: Hashable {
        var left: ValueExpression
        var relation: ValueRelation
        var right: ValueExpression
    }

    /// Adds definitions for the comparisons in propositions, each once: a variable for each node of
    /// their diagrams, which is true if and only if the rest of the comparison is.
    mutating func define(comparisonsIn propositions: [Proposition], budget: Budget) throws(AutomataError) {
        var open = propositions
        while let proposition = open.popLast() {
            open += proposition.operands
            guard case .comparison(let left, let relation, let right) = proposition else { continue }
            let key = ComparisonKey(left: left, relation: relation, right: right)
            if comparisons[key] != nil { continue }
            guard let comparison = Comparison(left, relation, right) else { throw .tooLarge("numbers of a constraint") }
            comparisons[key] = try define(ComparisonDiagram(comparison, budget: budget), budget: budget)
        }
    }

    /// Adds definitions for the nodes of a diagram, and returns the form of its root.
    private mutating func define(_ diagram: ComparisonDiagram, budget: Budget) throws(AutomataError) -> Form {
        var literals: [Literal] = []
        func literal(_ target: ComparisonDiagram.Target) -> Literal? {
            if case .node(let number) = target { literals[number] } else { nil }
        }
        for node in diagram.nodes {
            let feature = Literal(Int(node.feature))
            switch (node.ifDeselected, node.ifSelected) {
            case (.constant, .constant(let value)): literals.append(value ? feature : !feature)
            default:
                let definition = system.addVariable()
                for (target, condition) in [(node.ifSelected, !feature), (node.ifDeselected, feature)] {
                    switch target {
                    case .constant(let value): system.clauses.append([condition, value ? definition : !definition])
                    case .node(let number):
                        system.clauses.append([condition, !definition, literals[number]])
                        system.clauses.append([condition, definition, !literals[number]])
                    }
                }
                // These follow, but not by propagation.
                if let first = literal(node.ifDeselected), let second = literal(node.ifSelected) {
                    system.clauses.append([!first, !second, definition])
                    system.clauses.append([first, second, !definition])
                }
                literals.append(definition)
            }
            if literals.count & 0xFFF == 0 { try budget.check(bytes: system.clauses.count * 80) }
        }
        switch diagram.root {
        case .constant(let value):
            return value ? Form(positive: [], negative: [[]]) : Form(positive: [[]], negative: [])
        case .node(let number): return Form(literals[number])
        }
    }
}
