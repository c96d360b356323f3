import Automata
import RegularExpressions
import Searching

/// Finds matches by the definition: at each position the longest word of any pattern, by sets of
/// ends.
struct NaiveSearch {
    let expressions: [RegularExpression]

    struct Match: Equatable {
        var range: Range<Int>
        var patterns: [Int]
    }

    func matches(in text: [UInt8]) -> [Match] {
        var matches: [Match] = []
        var (position, lastEnd) = (0, -1)
        while position <= text.count {
            let ends = expressions.map { expression in
                var evaluation = Evaluation(expression: expression, text: text)
                return evaluation.ends(of: expression.root, from: position).filter { $0 != position || $0 != lastEnd }
            }
            guard let end = ends.joined().max() else {
                position += 1
                continue
            }
            matches.append(
                Match(range: position..<end, patterns: ends.indices.filter { ends[$0].contains(end) }))
            lastEnd = end
            position = end == position ? end + 1 : end
        }
        return matches
    }

    /// The longest word that begins at a position.
    func longestMatch(in text: [UInt8], at position: Int) -> Match? {
        let ends = expressions.map { expression in
            var evaluation = Evaluation(expression: expression, text: text)
            return evaluation.ends(of: expression.root, from: position)
        }
        return ends.joined().max().map { end in
            Match(range: position..<end, patterns: ends.indices.filter { ends[$0].contains(end) })
        }
    }

    /// The ends of all words, wherever they begin.
    func ends(in text: [UInt8]) -> [Searcher.End] {
        let ends = expressions.map { expression in
            var evaluation = Evaluation(expression: expression, text: text)
            return Set((0...text.count).flatMap { evaluation.ends(of: expression.root, from: $0) })
        }
        return (0...text.count).compactMap { position in
            let patterns = ends.indices.filter { ends[$0].contains(position) }
            return patterns.isEmpty ? nil : Searcher.End(endOffset: position, patterns: patterns)
        }
    }

    private struct Evaluation {
        let expression: RegularExpression
        let text: [UInt8]
        private var known: [Place: Set<Int>] = [:]

        private struct Place: Hashable {
            var node: RegularExpression.Node
            var start: Int
        }

        init(expression: RegularExpression, text: [UInt8]) { (self.expression, self.text) = (expression, text) }

        /// The ends of the words of a node that begin at a position.
        mutating func ends(of node: RegularExpression.Node, from start: Int) -> Set<Int> {
            if let ends = known[Place(node: node, start: start)] { return ends }
            let ends = compute(node, start)
            known[Place(node: node, start: start)] = ends
            return ends
        }

        private mutating func compute(_ node: RegularExpression.Node, _ start: Int) -> Set<Int> {
            switch expression.shape(of: node) {
            case .empty: return []
            case .epsilon: return [start]
            case .symbols(let symbols):
                guard start < text.count, let symbol = expression.alphabet.symbol(for: text[start]) else { return [] }
                return symbols.contains(symbol) ? [start + 1] : []
            case .concatenation(let left, let right): return behind(ends(of: left, from: start), right)
            case .union(let children): return children.reduce(into: []) { $0.formUnion(ends(of: $1, from: start)) }
            case .star(let child): return closure(of: child, from: [start])
            case .repetition(let child, let least, let most):
                var reached: Set<Int> = [start]
                for _ in 0..<least { reached = behind(reached, child) }
                guard let most else { return closure(of: child, from: reached) }
                var all = reached
                for _ in least..<most {
                    reached = behind(reached, child)
                    all.formUnion(reached)
                }
                return all
            case .intersection(let children):
                var result = ends(of: children[0], from: start)
                for child in children.dropFirst() { result.formIntersection(ends(of: child, from: start)) }
                return result
            case .complement(let child): return Set(start...text.count).subtracting(ends(of: child, from: start))
            case .assertion(let assertion): return holds(assertion, start) ? [start] : []
            }
        }

        private mutating func behind(_ starts: Set<Int>, _ node: RegularExpression.Node) -> Set<Int> {
            starts.reduce(into: []) { $0.formUnion(ends(of: node, from: $1)) }
        }

        private mutating func closure(of node: RegularExpression.Node, from starts: Set<Int>) -> Set<Int> {
            var all = starts
            var new = starts
            while !new.isEmpty {
                new = behind(new, node).subtracting(all)
                all.formUnion(new)
            }
            return all
        }

        private func holds(_ assertion: RegularExpression.Assertion, _ position: Int) -> Bool {
            func isWord(_ position: Int) -> Bool {
                text.indices.contains(position)
                    && (text[position] == UInt8(ascii: "_")
                        || Character(Unicode.Scalar(text[position])).isLetter && text[position] < 0x80
                        || Character(Unicode.Scalar(text[position])).isNumber && text[position] < 0x80)
            }
            return switch assertion {
            case .textStart: position == 0
            case .textEnd: position == text.count
            case .lineStart: position == 0 || text[position - 1] == 0x0A
            case .lineEnd: position == text.count || text[position] == 0x0A
            case .wordBoundary: isWord(position - 1) != isWord(position)
            case .noWordBoundary: isWord(position - 1) == isWord(position)
            }
        }
    }
}

extension Searcher {
    /// The DFA of a searcher that has one.
    var automaton: SearchDFA {
        guard case .complete(let automaton, _) = engine else { preconditionFailure("states are made lazily") }
        return automaton
    }

    /// The filters of a searcher that has a DFA.
    var filters: SearchFilters {
        guard case .complete(_, let filters) = engine else { preconditionFailure("states are made lazily") }
        return filters
    }
}
