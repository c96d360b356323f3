internal import Automata

/// The alphabet in an attribute of the graph, which makes DOT lossless: `alphabet="a,b"` lists
/// names, `bytes="48-57,97-122 95"` and `scalars="…"` list classes, each of ranges. Machines have
/// `inputs` and `outputs`.
enum DOTAlphabet {
    static let attributeNames = ["alphabet", "bytes", "scalars", "inputs", "outputs"]

    static func attribute(_ alphabet: Alphabet) -> (name: StaticString, value: [UInt8]) {
        switch alphabet.storage {
        case .named(let names):
            let entries = alphabet.symbols.map { DOTLabel.entry(for: Array(names.utf8(of: $0))) }
            return ("alphabet", Array(entries.joined(separator: [UInt8(ascii: ",")])))
        case .partition(let partition):
            var classes = [[String]](repeating: [], count: partition.count)
            for range in partition.ranges {
                classes[Int(range.symbol)].append(
                    range.lower == range.upper ? "\(range.lower)" : "\(range.lower)-\(range.upper)")
            }
            let value = classes.map { $0.joined(separator: " ") }.joined(separator: ",")
            return (partition.domain == .bytes ? "bytes" : "scalars", Array(value.utf8))
        }
    }

    /// Returns the alphabet in the graph's attributes; `nil` if they give none.
    static func alphabet(of graph: DOTGraph, in input: TextInput) throws(FormatError) -> Alphabet? {
        func text(_ name: String) -> [UInt8]? { graph.attributes[name].map(DOTLabel.text) }
        if let text = text("alphabet") {
            var names = NameTable()
            if text.isEmpty { return Alphabet(names) }
            var pace = BudgetPace()
            let areSeparated = try DOTLabel.forEachEntry(of: text[...]) { (name) throws(FormatError) in
                if pace.isDue(at: names.byteCount) { try input.check(bytes: graph.byteCount + 2 * names.byteCount) }
                guard let isNew = try? name?.withUnsafeBufferPointer({ try names.intern($0).isNew }), isNew else {
                    throw input.error("expected the attribute 'alphabet' to list each symbol once, and not ε")
                }
            }
            guard areSeparated else {
                throw input.error("expected the attribute 'alphabet' to list symbols, separated by commas")
            }
            return Alphabet(names)
        }
        for (name, domain) in [("bytes", SymbolPartition.Domain.bytes), ("scalars", .scalars)] {
            guard let text = text(name) else { continue }
            do {
                return Alphabet(try partition(text, domain: domain))
            } catch {
                throw input.error(
                    "expected the attribute '\(name)' to list disjoint classes of numbers such as \"48-57,97-122 95\"")
            }
        }
        return nil
    }

    private struct Malformed: Error {}

    private static func partition(_ text: [UInt8], domain: SymbolPartition.Domain) throws -> SymbolPartition {
        var ranges: [SymbolPartition.ClassRange] = []
        let classes = text.isEmpty ? [] : text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        for (symbol, ranged) in classes.enumerated() {
            for range in ranged.split(separator: UInt8(ascii: " ")) {
                let ends = range.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
                let numbers = ends.compactMap { UInt32(String(decoding: $0, as: UTF8.self)) }
                guard numbers.count == ends.count, numbers.count <= 2, let lower = numbers.first,
                    let upper = numbers.last,
                    domain == .bytes || Unicode.Scalar(lower) != nil && Unicode.Scalar(upper) != nil
                else { throw Malformed() }
                ranges.append(SymbolPartition.ClassRange(lower: lower, upper: upper, symbol: Symbol(symbol)))
            }
        }
        return try SymbolPartition(domain: domain, ranges: ranges, count: classes.count)
    }
}
