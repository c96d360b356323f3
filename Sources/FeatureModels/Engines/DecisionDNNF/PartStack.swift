internal import AlgorithmSupport
internal import WorkLimits

/// Variables without values, and the conditions that connect them.
///
/// Variables, clauses and bounds are in ascending order, in consecutive lists.
struct Part {
    /// The position of the first variable on the stack.
    var start: Int
    var variablesEnd: Int
    var clausesEnd: Int
    var boundsEnd: Int

    var variables: Range<Int> { start..<variablesEnd }
    var clauses: Range<Int> { variablesEnd..<clausesEnd }
    var bounds: Range<Int> { clausesEnd..<boundsEnd }
}

/// Finds the connected parts of the variables without values.
struct PartStack: ~Copyable {
    /// The lists of all parts.
    private(set) var numbers = ScratchBuffer<UInt32>()
    private(set) var parts: [Part] = []
    /// The label of each variable, clause and bound; it counts if it isn't less than `firstLabel`.
    private let variableLabels: ScratchBuffer<Int>
    private let clauseLabels: ScratchBuffer<Int>
    private let boundLabels: ScratchBuffer<Int>
    private var firstLabel = 1
    private var queue: ScratchBuffer<UInt32>

    /// Creates a stack with one part, which has all variables and conditions.
    init(_ propagator: borrowing Propagator) {
        let (variables, clauses, bounds) = (
            propagator.variableCount, propagator.clauseCount, propagator.boundCount
        )
        variableLabels = ScratchBuffer(repeating: 0, count: variables)
        clauseLabels = ScratchBuffer(repeating: 0, count: clauses)
        boundLabels = ScratchBuffer(repeating: 0, count: bounds)
        queue = ScratchBuffer(capacity: variables)
        for number in 0..<variables { numbers.append(UInt32(number)) }
        for number in 0..<clauses { numbers.append(UInt32(number)) }
        for number in 0..<bounds { numbers.append(UInt32(number)) }
        parts = [
            Part(
                start: 0, variablesEnd: variables, clausesEnd: variables + clauses,
                boundsEnd: variables + clauses + bounds)
        ]
    }

    /// Drops the parts from a position on.
    mutating func truncate(to count: Int) {
        guard count < parts.count else { return }
        numbers.truncate(to: parts[count].start)
        parts.removeLast(parts.count - count)
    }

    /// Pushes the connected parts of a part, and lists its free variables.
    ///
    /// - Returns: The number of steps.
    mutating func split(_ whole: Part, _ propagator: borrowing Propagator, free: inout ScratchBuffer<UInt32>) -> Int {
        var steps = whole.boundsEnd - whole.start
        let firstPart = parts.count
        var label = firstLabel
        for position in whole.variables {
            let variable = Int(numbers[position])
            if propagator.isAssigned(variable) || variableLabels[variable] >= firstLabel { continue }
            let counts = floodFill(from: variable, label: label, propagator)
            steps += counts.steps
            if counts.variables == 1, counts.clauses == 0, counts.bounds == 0 {
                variableLabels[variable] = .max
                free.append(UInt32(variable))
                continue
            }
            let start = parts.count > firstPart ? parts[parts.count - 1].boundsEnd : numbers.count
            parts.append(
                Part(
                    start: start, variablesEnd: start + counts.variables,
                    clausesEnd: start + counts.variables + counts.clauses,
                    boundsEnd: start + counts.variables + counts.clauses + counts.bounds))
            label += 1
        }
        if parts.count > firstPart { distribute(whole, from: firstPart, propagator) }
        firstLabel = label
        // Resets the labels of free variables, which are the greatest number and must not count any
        // more.
        for position in 0..<free.count { variableLabels[Int(free[position])] = 0 }
        return steps
    }

    /// Copies the lists of a part to the lists of its parts, in order.
    private mutating func distribute(_ whole: Part, from firstPart: Int, _ propagator: borrowing Propagator) {
        numbers.appendUninitialized(parts[parts.count - 1].boundsEnd - numbers.count)
        var ends = parts[firstPart...].map { ($0.start, $0.variablesEnd, $0.clausesEnd) }
        for position in whole.variables {
            let variable = Int(numbers[position])
            let label = variableLabels[variable]
            if propagator.isAssigned(variable) || label == .max { continue }
            numbers[ends[label - firstLabel].0] = UInt32(variable)
            ends[label - firstLabel].0 += 1
        }
        for position in whole.clauses {
            let label = clauseLabels[Int(numbers[position])]
            if label < firstLabel { continue }
            numbers[ends[label - firstLabel].1] = numbers[position]
            ends[label - firstLabel].1 += 1
        }
        for position in whole.bounds {
            let label = boundLabels[Int(numbers[position])]
            if label < firstLabel { continue }
            numbers[ends[label - firstLabel].2] = numbers[position]
            ends[label - firstLabel].2 += 1
        }
    }

    /// Labels everything that is connected with a variable.
    private mutating func floodFill(
        from variable: Int, label: Int, _ propagator: borrowing Propagator
    ) -> (variables: Int, clauses: Int, bounds: Int, steps: Int) {
        var (clauseCount, boundCount, steps) = (0, 0, 0)
        queue.truncate(to: 0)
        queue.append(UInt32(variable))
        variableLabels[variable] = label
        var next = 0
        while next < queue.count {
            let variable = Int(queue[next])
            next += 1
            for literal in 2 * variable...2 * variable + 1 {
                let partners = propagator.implied.range(literal)
                for position in partners { visit(propagator.implied[position] >> 1, label, propagator) }
                let clauses = propagator.clausesWith.range(literal)
                steps += partners.count + clauses.count
                for position in clauses {
                    let clause = propagator.clausesWith[position]
                    if propagator.trueCounts[clause] != 0 || clauseLabels[clause] >= firstLabel { continue }
                    clauseLabels[clause] = label
                    clauseCount += 1
                    steps += propagator.clauses.range(clause).count
                    for position in propagator.clauses.range(clause) {
                        visit(propagator.clauses[position] >> 1, label, propagator)
                    }
                }
                for position in propagator.boundsWith.range(literal) {
                    let count = visit(bound: propagator.boundsWith[position], label, propagator)
                    boundCount += count > 0 ? 1 : 0
                    steps += count
                }
                for position in propagator.boundsConditioned.range(literal) {
                    let count = visit(bound: propagator.boundsConditioned[position], label, propagator)
                    boundCount += count > 0 ? 1 : 0
                    steps += count
                }
            }
        }
        return (queue.count, clauseCount, boundCount, steps)
    }

    @inline(__always)
    private mutating func visit(_ variable: Int, _ label: Int, _ propagator: borrowing Propagator) {
        if propagator.isAssigned(variable) || variableLabels[variable] >= firstLabel { return }
        variableLabels[variable] = label
        queue.append(UInt32(variable))
    }

    /// Labels a bound and its literals.
    ///
    /// - Returns: The number of its literals; 0 if it has a label or restricts nothing.
    private mutating func visit(bound: Int, _ label: Int, _ propagator: borrowing Propagator) -> Int {
        if boundLabels[bound] >= firstLabel || !propagator.isActive(bound: bound) { return 0 }
        boundLabels[bound] = label
        let condition = propagator.conditions[bound]
        if condition != Propagator.unconditional { visit(Int(condition >> 1), label, propagator) }
        for position in propagator.bounds.range(bound) {
            visit(propagator.bounds[position] >> 1, label, propagator)
        }
        return propagator.bounds.range(bound).count
    }
}
