internal import Automata
internal import TextSupport

extension AutomatonJSONReader {
    /// Reads a list of names, or classes of bytes or of Unicode scalars.
    mutating func readAlphabet() throws(TextProblem) {
        if cursor.peek == UInt8(ascii: "[") {
            let names = try names("symbol")
            (symbolNames, symbolCount, alphabet) = (names, names.count, Alphabet(names))
            return
        }
        let start = cursor.position
        let expected = "a list of names, {\"bytes\": [...]} or {\"scalars\": [...]}"
        try cursor.open(UInt8(ascii: "{"), expected)
        let (key, _) = try cursor.key()
        guard key == "bytes" || key == "scalars" else {
            throw TextProblem(offset: start, message: "expected " + expected)
        }
        let partition = try partition(key == "bytes" ? .bytes : .scalars)
        guard cursor.skip(UInt8(ascii: "}")) else { throw TextProblem(offset: start, message: "expected " + expected) }
        (symbolCount, alphabet) = (partition.count, Alphabet(partition))
    }

    private mutating func partition(_ domain: SymbolPartition.Domain) throws(TextProblem) -> SymbolPartition {
        let start = cursor.position
        let expected = "a list of classes, each a list of ranges [first, last]"
        var ranges: [SymbolPartition.ClassRange] = []
        var count = 0
        try cursor.open(UInt8(ascii: "["), expected)
        var isFirst = true
        while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirst) {
            guard count < maximumCount else {
                throw TextProblem(offset: start, message: "there are more than \(maximumCount) classes; merge some")
            }
            let rangeCount = ranges.count
            let valueOffset = cursor.position
            try cursor.open(UInt8(ascii: "["), expected)
            var isFirstRange = true
            while try cursor.next(before: UInt8(ascii: "]"), isFirst: &isFirstRange) {
                try check(at: cursor.position)
                // Sorting copies them.
                alphabetBytes = 2 * MemoryLayout<SymbolPartition.ClassRange>.stride * ranges.count
                let range = try range(in: domain)
                ranges.append(
                    SymbolPartition.ClassRange(lower: range.lowerBound, upper: range.upperBound, symbol: Symbol(count)))
            }
            guard ranges.count > rangeCount else {
                throw TextProblem(offset: valueOffset, message: "expected " + expected)
            }
            count += 1
        }
        do { return try SymbolPartition(domain: domain, ranges: ranges, count: count) } catch {
            throw TextProblem(offset: start, message: "\(error)")
        }
    }

    private mutating func range(in domain: SymbolPartition.Domain) throws(TextProblem) -> ClosedRange<UInt32> {
        let start = cursor.position
        if cursor.skip(UInt8(ascii: "[")), let lower = bound(in: domain), cursor.skip(UInt8(ascii: ",")),
            let upper = bound(in: domain), cursor.skip(UInt8(ascii: "]")), lower <= upper
        {
            return lower...upper
        }
        throw TextProblem(
            offset: start,
            message: "expected a range [first, last] of "
                + (domain == .bytes ? "bytes, 0…255" : "Unicode scalars, 0…1114111 without surrogates"))
    }

    private mutating func bound(in domain: SymbolPartition.Domain) -> UInt32? {
        cursor.skipBlanks()
        guard let value = cursor.naturalNumber(), value <= domain.upperBound else { return nil }
        return domain == .bytes || Unicode.Scalar(UInt32(value)) != nil ? UInt32(value) : nil
    }
}
