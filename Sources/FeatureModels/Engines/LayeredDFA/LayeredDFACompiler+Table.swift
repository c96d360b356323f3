internal import AlgorithmSupport
package import WorkLimits

/// The minimal layered DFA over {0, 1} of a circuit, as a table.
package struct LayeredTable {
    /// The number of states; 0 if no word is accepted. State 0 is initial, and the last one final.
    package var stateCount = 0
    /// The targets of each state on 0 and on 1; `absent` if there is no target.
    package var targets: [UInt32] = []

    package static let absent = UInt32.max
}

extension Products {
    /// Returns the minimal DFA over {0, 1} that accepts a word for each product.
    ///
    /// - Throws: ``LimitError``.
    package func layeredTable(budget: Budget) throws(LimitError) -> LayeredTable {
        try LayeredTable(of: circuit, letters: meanings.compactMap(\.self), budget: budget)
    }
}

extension LayeredTable {
    /// Creates the minimal DFA over {0, 1} that accepts a word for each assignment of a circuit.
    ///
    /// A letter is 1 if its literal is true, or if its meaning is the constant *true*. Variables
    /// without a letter are projected away.
    ///
    /// - Complexity: Exponential at worst; the size depends on the order of the letters.
    /// - Throws: ``LimitError``.
    package init(of circuit: Circuit, letters: [Reduction.Meaning], budget: Budget) throws(LimitError) {
        var diagram = try DecisionDiagram(
            order: Array(letters.indices), budget: budget, held: (states: 0, bytes: circuit.byteCount))
        let occurrences = LettersOfVariables(letters, variableCount: circuit.variableCount)
        let root = try diagram.function(of: circuit, occurrences)
        try self.init(unfolding: diagram, root, letters, budget)
    }

    /// Unfolds a diagram whose levels are the letters that aren't constant.
    private init(
        unfolding diagram: borrowing DecisionDiagram, _ root: DecisionDiagram.Function,
        _ letters: [Reduction.Meaning], _ budget: Budget
    ) throws(LimitError) {
        guard root != 0 else { return }
        var layer = [root]
        stateCount = 1
        var numbers = [DecisionDiagram.Function: UInt32]()
        for (level, letter) in letters.enumerated() {
            var next: [DecisionDiagram.Function] = []
            numbers.removeAll(keepingCapacity: true)
            let firstNumber = stateCount
            guard firstNumber + 2 * layer.count < Int(Self.absent) - 1 else { throw .tooLarge("states") }
            func target(_ function: DecisionDiagram.Function) -> UInt32 {
                if function == 0 { return Self.absent }
                if let known = numbers[function] { return known }
                let number = UInt32(firstNumber + next.count)
                numbers[function] = number
                next.append(function)
                return number
            }
            for function in layer {
                if case .constant(let value) = letter {
                    targets += value ? [Self.absent, target(function)] : [target(function), Self.absent]
                } else if diagram.level(of: function) == level {
                    let (low, high) = diagram.children(of: function)
                    targets += [target(low), target(high)]
                } else {
                    let both = target(function)
                    targets += [both, both]
                }
            }
            stateCount += next.count
            layer = next
            try budget.check(
                built: stateCount, pending: next.count,
                bytes: diagram.byteCount + 4 * targets.capacity + 24 * numbers.capacity)
        }
        targets += [Self.absent, Self.absent]
    }
}

/// The letters that stand for each variable, and the values that they take with it.
private struct LettersOfVariables {
    private var occurrences: [[(letter: Int, isEqual: Bool)]]

    init(_ letters: [Reduction.Meaning], variableCount: Int) {
        occurrences = [[(letter: Int, isEqual: Bool)]](repeating: [], count: variableCount)
        for (index, letter) in letters.enumerated() {
            if case .literal(let literal) = letter { occurrences[literal.variable].append((index, literal.value)) }
        }
    }

    /// Returns the values of letters that a literal fixes.
    func fixed(by literal: Literal) -> [Literal] {
        occurrences[literal.variable].map { Literal($0.letter, $0.isEqual == literal.value) }
    }
}

extension DecisionDiagram {
    /// Returns the function of the letters that is true for the assignments of a circuit.
    fileprivate mutating func function(
        of circuit: Circuit, _ occurrences: LettersOfVariables
    ) throws(LimitError) -> Function {
        if circuit.isEmpty { return 0 }
        try check()
        var functions = [Function](repeating: 0, count: circuit.nodeCount)
        var uses = [Int](repeating: 0, count: circuit.nodeCount)
        for item in circuit.items { if case .child(let child) = item.kind { uses[child] += 1 } }
        var collectAt = 1 << 14
        for node in 0..<circuit.nodeCount {
            functions[node] =
                try circuit.isSum[node]
                ? sum(node, circuit, functions)
                : product(node, circuit, functions, occurrences)
            for item in circuit.items[circuit.range(of: node)] {
                guard case .child(let child) = item.kind else { continue }
                uses[child] -= 1
                if uses[child] == 0 { functions[child] = 0 }
            }
            if nodeCount > collectAt {
                try collect(keeping: functions)
                collectAt = max(collectAt, 2 * nodeCount)
            }
        }
        try check()
        return functions[circuit.root]
    }

    private mutating func sum(
        _ node: Int, _ circuit: Circuit, _ functions: [Function]
    ) throws(LimitError) -> Function {
        var result: Function = 0
        for position in circuit.range(of: node) {
            guard case .child(let child) = circuit.items[position].kind else { continue }
            result = try combined(.disjunction, result, functions[child], keeping: functions)
        }
        return result
    }

    private mutating func product(
        _ node: Int, _ circuit: Circuit, _ functions: [Function], _ occurrences: LettersOfVariables
    ) throws(LimitError) -> Function {
        var fixed: [Literal] = []
        var result: Function = 1
        // In circuits that were created from a diagram, the last elements are at the bottom.
        for position in circuit.range(of: node).reversed() {
            switch circuit.items[position].kind {
            case .literal(let literal): fixed += occurrences.fixed(by: literal)
            case .free(let variable):
                let isTrue = occurrences.fixed(by: Literal(variable))
                // One letter takes both values; several letters move together.
                guard isTrue.count > 1 else { continue }
                let (high, low) = (try conjunction(isTrue), try conjunction(isTrue.map { !$0 }))
                let both = try combined(.disjunction, low, high, keeping: functions, [result])
                result = try combined(.conjunction, both, result, keeping: functions)
            case .child(let child):
                result = try combined(.conjunction, functions[child], result, keeping: functions)
            }
        }
        return try combined(.conjunction, conjunction(fixed), result, keeping: functions)
    }

    /// Returns the conjunction of literals of different variables.
    private mutating func conjunction(_ literals: [Literal]) throws(LimitError) -> Function {
        var result: Function = 1
        for literal in literals.sorted(by: { levels[$0.variable] > levels[$1.variable] }) {
            result =
                try literal.value
                ? node(literal.variable, 0, result)
                : node(literal.variable, result, 0)
        }
        return result
    }

    /// Applies an operation; if the budget refuses it, frees unused nodes and tries again.
    private mutating func combined(
        _ operation: Operation, _ left: Function, _ right: Function, keeping functions: [Function],
        _ others: [Function] = []
    ) throws(LimitError) -> Function {
        do {
            if let result = try apply(operation, left, right) { return result }
        } catch {
            guard error.isBudgetExceeded else { throw error }
        }
        try collect(keeping: functions + others + [left, right])
        // Without a limit, there is always a result.
        return try apply(operation, left, right) ?? 0
    }
}
