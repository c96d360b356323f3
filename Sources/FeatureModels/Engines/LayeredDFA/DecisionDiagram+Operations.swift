internal import WorkLimits

extension DecisionDiagram {
    /// An operation on two functions.
    package enum Operation: UInt32 {
        case conjunction = 0
        case disjunction = 1

        /// The constant that decides the result.
        fileprivate var dominant: Function { rawValue }
        fileprivate var neutral: Function { 1 - rawValue }
    }

    /// A node under construction: its operands, and the result for a false variable once it is
    /// known.
    struct Frame {
        var first: Function
        var second: Function
        var highFirst: Function
        var highSecond: Function
        var variable: UInt32
        var low: Function
    }

    fileprivate static let pending = UInt32.max

    /// Returns the conjunction or disjunction of two functions, or `nil` if ``giveUpNodeCount`` is
    /// exceeded.
    ///
    /// - Complexity: O(*m* *n*) for operands of *m* and *n* nodes if the cache keeps all results.
    /// - Throws: The budget's error.
    package mutating func apply(
        _ operation: Operation, _ left: Function, _ right: Function
    ) throws(LimitError) -> Function? {
        let base = stackCount
        let tag = operation.rawValue << 30
        let (dominant, neutral) = (operation.dominant, operation.neutral)
        var (first, second) = (left, right)
        while true {
            var result: Function
            if first == dominant || second == dominant {
                result = dominant
            } else if first == neutral || first == second {
                result = second
            } else if second == neutral {
                result = first
            } else {
                if first > second { swap(&first, &second) }
                if let known = memo[first | tag, second] {
                    result = known
                } else {
                    stepsLeft -= 1
                    if stepsLeft < 0 { try check() }
                    let (one, other) = (nodes[Int(first)], nodes[Int(second)])
                    let (oneLevel, otherLevel) = (levels[Int(one.variable)], levels[Int(other.variable)])
                    let isFirst = oneLevel <= otherLevel
                    let isSecond = otherLevel <= oneLevel
                    stack[stackCount] =
                        Frame(
                            first: first, second: second, highFirst: isFirst ? one.high : first,
                            highSecond: isSecond ? other.high : second,
                            variable: isFirst ? one.variable : other.variable, low: Self.pending)
                    stackCount += 1
                    first = isFirst ? one.low : first
                    second = isSecond ? other.low : second
                    continue
                }
            }
            // Passes the result up to the first node whose other half is missing.
            while true {
                if stackCount == base { return result }
                let top = stackCount - 1
                let frame = stack[top]
                if frame.low == Self.pending {
                    stack[top].low = result
                    (first, second) = (frame.highFirst, frame.highSecond)
                    break
                }
                result = try node(Int(frame.variable), frame.low, result)
                memo.keep(result, for: frame.first | tag, frame.second)
                stackCount = top
                if nodeCount > giveUpNodeCount {
                    stackCount = base
                    return nil
                }
            }
        }
    }

    /// Returns the function of the other variables that is true if some values of the given
    /// variables make `function` true; `nil` if ``giveUpNodeCount`` is exceeded.
    ///
    /// - Complexity: Exponential in the number of variables at worst.
    /// - Throws: The budget's error.
    package mutating func exists(_ variables: [Int], in function: Function) throws(LimitError) -> Function? {
        guard let deepest = variables.map({ Int(levels[$0]) }).max() else { return function }
        var isHidden = [Bool](repeating: false, count: variableCount)
        for variable in variables { isHidden[variable] = true }
        var results: [Function: Function] = [:]
        let base = stackCount
        var current = function
        while true {
            var result: Function
            if level(of: current) > deepest {
                result = current
            } else if let known = results[current] {
                result = known
            } else {
                stepsLeft -= 16
                if stepsLeft < 0 { try check(furtherBytes: results.capacity * 9) }
                let node = nodes[Int(current)]
                stack[stackCount] =
                    Frame(
                        first: current, second: 0, highFirst: node.high, highSecond: 0, variable: node.variable,
                        low: Self.pending)
                stackCount += 1
                current = node.low
                continue
            }
            while true {
                if stackCount == base { return result }
                let top = stackCount - 1
                let frame = stack[top]
                if frame.low == Self.pending {
                    stack[top].low = result
                    current = frame.highFirst
                    break
                }
                if isHidden[Int(frame.variable)] {
                    guard let either = try apply(.disjunction, frame.low, result) else {
                        stackCount = base
                        return nil
                    }
                    result = either
                } else {
                    result = try node(Int(frame.variable), frame.low, result)
                }
                results[frame.first] = result
                stackCount = top
            }
        }
    }
}
