internal import Automata
internal import WorkLimits

extension RegularExpression {
    /// The number of symbols and operators, at most `Int.max`. Shared parts count as often as they
    /// occur.
    ///
    /// A set of *n* named symbols counts as *n* symbols and the *n* - 1 unions between them; a set
    /// of bytes or scalars counts as one symbol, because it is written as one class. The length of
    /// `ab|c*` is 6: three symbols, a concatenation, a union and a star.
    ///
    /// - Complexity: O(number of nodes).
    public var length: Int { ExpressionLength(self).length }

    /// The alphabetic width: the number of occurrences of symbols, counted as in ``length``.
    ///
    /// - Complexity: O(number of nodes).
    public var width: Int { ExpressionLength(self).width }
}

/// The length, the width and the star height of an expression.
struct ExpressionLength {
    let length: Int
    let width: Int
    /// The maximum nesting depth of loops.
    let starHeight: Int

    /// The estimated effort to read the expression: the length, and two for each level of loops
    /// beyond the first.
    var effort: Int { Self.sum(length, 2 * max(0, starHeight - 1), 0) }

    init(_ expression: RegularExpression) {
        let storage = expression.storage
        let countsSymbols = expression.alphabet.kind == .named
        var lengths: [Int] = []
        var widths: [Int] = []
        var heights: [Int] = []
        lengths.reserveCapacity(storage.nodes.count)
        widths.reserveCapacity(storage.nodes.count)
        heights.reserveCapacity(storage.nodes.count)
        for node in storage.nodes {
            var (length, width, height) = (1, 0, 0)
            switch node.kind {
            case .empty, .epsilon, .assertion: break
            case .symbols:
                width = countsSymbols ? storage.sets[node.set].count : 1
                length = 2 * width - 1
            case .concatenation:
                length = Self.sum(lengths[Int(node.left)], lengths[Int(node.right)], 1)
                width = Self.sum(widths[Int(node.left)], widths[Int(node.right)], 0)
                height = max(heights[Int(node.left)], heights[Int(node.right)])
            case .union, .intersection:
                length = -1
                for child in storage.children(of: node) {
                    length = Self.sum(length, lengths[Int(child)], 1)
                    width = Self.sum(width, widths[Int(child)], 0)
                    height = max(height, heights[Int(child)])
                }
            case .star, .repetition, .complement:
                length = Self.sum(lengths[Int(node.child)], 1, 0)
                width = widths[Int(node.child)]
                let isLoop = node.kind == .star || node.kind == .repetition && node.most == unbounded
                height = heights[Int(node.child)] + (isLoop ? 1 : 0)
            }
            lengths.append(length)
            widths.append(width)
            heights.append(height)
        }
        length = lengths[lengths.count - 1]
        width = widths[widths.count - 1]
        starHeight = heights[heights.count - 1]
    }

    /// Returns the sum, at most `Int.max`.
    static func sum(_ first: Int, _ second: Int, _ third: Int) -> Int {
        let (sum, isTooLarge) = first.addingReportingOverflow(second)
        if isTooLarge { return .max }
        let (result, isTooLargeNow) = sum.addingReportingOverflow(third)
        return isTooLargeNow ? .max : result
    }
}
