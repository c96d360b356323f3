import Automata
import RegularExpressions

/// Expressions as other libraries read them, each over the alphabet that suits it best.
///
/// A file for them is made of records, each a number of bytes, a line end and so many bytes, as
/// texts may have line ends.
enum Translation: String {
    /// The POSIX syntax of libfa, over bytes; a class of bytes is written as a bracket expression
    /// of ranges.
    case libfa
    /// The notation of foma, over a symbol for each class of bytes. Sets of these have names, which
    /// the records before an expression's define by the numbers of the symbols, so that foma makes
    /// each of them once, and not in the time that is measured.
    case foma

    /// Writes all lines of a file but those that can't be said; each leaves out those that ask for
    /// places in the text.
    func write(_ path: String, to output: String) throws {
        var bytes: [UInt8] = []
        for (index, line) in try Expressions.lines(path).enumerated() {
            guard let expression = try? RegularExpression(parsing: line), !expression.hasAssertions,
                var writer = Writer(expression, self)
            else { continue }
            for record in ["line \(index)"].map({ Array($0.utf8) }) + writer.records() {
                bytes += Array("\(record.count)\n".utf8) + record
            }
        }
        try Output.write(bytes, to: output)
    }

    /// One expression on its way to text.
    private struct Writer {
        let expression: RegularExpression
        let target: Translation
        /// The bytes of each symbol.
        let classes: [[UInt8]]
        var names: [[Symbol]: Int] = [:]
        var definitions: [[UInt8]] = []
        var parts: [RegularExpression.Node: [UInt8]] = [:]

        init?(_ expression: RegularExpression, _ target: Translation) {
            guard expression.alphabet.kind == .bytes, !expression.hasBooleanOperators else { return nil }
            self.expression = expression
            self.target = target
            var classes = [[UInt8]](repeating: [], count: expression.alphabet.count)
            for byte in UInt8.min...UInt8.max {
                if let symbol = expression.alphabet.symbol(for: byte) { classes[Int(symbol)].append(byte) }
            }
            self.classes = classes
            guard !expression.nodes.contains(where: { expression.shape(of: $0) == .empty }) else { return nil }
        }

        mutating func records() -> [[UInt8]] {
            for node in expression.nodes { parts[node] = text(of: expression.shape(of: node)) }
            return definitions + [parts[expression.root] ?? []]
        }

        private mutating func text(of shape: RegularExpression.Shape) -> [UInt8] {
            switch shape {
            case .empty, .intersection, .complement, .assertion: return []
            case .epsilon: return target == .foma ? [UInt8(ascii: "0")] : Array("()".utf8)
            case .symbols(let symbols): return target == .foma ? name(of: symbols) : bracket(symbols)
            case .concatenation(let left, let right):
                return group([part(left), part(right)], separator: target == .foma ? " " : "")
            case .union(let nodes): return group(nodes.map(part), separator: "|")
            case .star(let node): return group([part(node)], separator: "") + Array("*".utf8)
            case .repetition(let node, let least, let most): return repeated(part(node), least, most)
            }
        }

        private func part(_ node: RegularExpression.Node) -> [UInt8] { parts[node] ?? [] }

        private func group(_ parts: [[UInt8]], separator: String) -> [UInt8] {
            let (left, right) = target == .foma ? ("[", "]") : ("(", ")")
            return Array(left.utf8) + parts.joined(separator: separator.utf8) + Array(right.utf8)
        }

        private func repeated(_ part: [UInt8], _ least: Int, _ most: Int?) -> [UInt8] {
            let part = group([part], separator: "")
            switch (target, most) {
            case (.libfa, let most?): return part + Array("{\(least),\(most)}".utf8)
            case (.libfa, nil): return part + Array("{\(least),}".utf8)
            case (.foma, let most?): return group([part], separator: "") + Array("^{\(least),\(most)}".utf8)
            case (.foma, nil): return group([part + Array("^\(least)".utf8), part + Array("*".utf8)], separator: " ")
            }
        }

        /// foma's name for a set of symbols.
        private mutating func name(of symbols: [Symbol]) -> [UInt8] {
            if names[symbols] == nil {
                names[symbols] = names.count
                definitions.append(Array(("set" + symbols.map { " \($0)" }.joined()).utf8))
            }
            return Array("C\(names[symbols] ?? 0)".utf8)
        }

        /// libfa's way to write a set of bytes; what means something between brackets stands
        /// outside of them, and no range goes on from the first half of the bytes to the second,
        /// which it takes for negative numbers.
        private func bracket(_ symbols: [Symbol]) -> [UInt8] {
            var isMember = [Bool](repeating: false, count: 257)
            for symbol in symbols {
                for byte in classes[Int(symbol)] { isMember[Int(byte)] = true }
            }
            var alternatives: [[UInt8]] = []
            for byte in Array("]-^\\".utf8) where isMember[Int(byte)] {
                alternatives.append([UInt8(ascii: "\\"), byte])
                isMember[Int(byte)] = false
            }
            var ranges: [UInt8] = []
            var first: Int?
            for (byte, isMember) in isMember.enumerated() {
                if let start = first, !isMember || byte == 128 {
                    let dash = start == byte - 1 ? [] : [UInt8(ascii: "-"), UInt8(byte - 1)]
                    ranges += [UInt8(start)] + dash
                    first = nil
                }
                if isMember, first == nil { first = byte }
            }
            if !ranges.isEmpty { alternatives.append([UInt8(ascii: "[")] + ranges + [UInt8(ascii: "]")]) }
            return group(alternatives, separator: "|")
        }
    }
}
