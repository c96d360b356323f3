/// Tables of the Unicode standard: general categories, scripts and simple case folding of scalars.
///
/// The tables are compact texts, which each look-up decodes in a few microseconds.
package enum UnicodeTables {
    /// The values `lower...upper`.
    package typealias Range = (lower: UInt32, upper: UInt32)

    /// An arithmetic progression of scalars that fold by adding the same number.
    package struct Folding {
        package var lower: UInt32
        package var count: UInt32
        package var stride: UInt32
        package var delta: Int32

        package var upper: UInt32 { lower + (count - 1) * stride }

        /// Returns the scalar that a scalar of the progression folds to.
        @inline(__always)
        package func target(of scalar: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: Int64(scalar) + Int64(delta)) }
    }

    /// Returns the scalars of a general category or a group of categories, by its short or long
    /// name such as `Lu`, `L` or `Letter`. Case, hyphens, underscores and spaces are ignored. The
    /// ranges ascend, and adjacent ranges are joined.
    package static func generalCategory(_ name: String) -> [Range]? {
        let name = folded(name)
        if name == "any" { return [(0, 0x10_FFFF)] }
        let isComplement = name == "assigned"
        let wanted = isComplement ? "cn" : group(name) ?? name
        var numbers: [Bool] = []
        for names in list(categoryNames) {
            // A category belongs to the group of its first letter; LC is the group of cased
            // letters.
            let short = names[0]
            numbers.append(
                names.contains(wanted) || (wanted.utf8.count == 1 && short.hasPrefix(wanted))
                    || (wanted == "lc" && (short == "lu" || short == "ll" || short == "lt")))
        }
        guard numbers.contains(true) else { return nil }
        return ranges(categoryRuns, letters: 1) { numbers[$0] != isComplement }
    }

    /// Returns the scalars of a script, by its short or long name such as `Grek` or `Greek`.
    package static func script(_ name: String) -> [Range]? {
        let name = folded(name)
        guard let index = list(scriptNames).firstIndex(where: { $0.contains(name) }) else { return nil }
        return ranges(scriptRuns, letters: 2) { $0 == index + 1 }
    }

    /// The progressions of simple case folding, ordered by their first scalars. Scalars in no
    /// progression fold to themselves.
    package static var foldings: [Folding] {
        var decoder = Decoder(foldingRuns)
        var result: [Folding] = []
        var lower: UInt32 = 0
        while let gap = decoder.number(), let count = decoder.number(), let stride = decoder.number(),
            let distance = decoder.number()
        {
            lower += gap
            result.append(
                Folding(
                    lower: lower, count: count, stride: stride / 2,
                    delta: stride % 2 == 1 ? -Int32(distance) : Int32(distance)))
        }
        return result
    }

    /// Returns the short name of a group of categories.
    private static func group(_ name: String) -> String? {
        switch name {
        case "letter": "l"
        case "casedletter", "l&": "lc"
        case "mark", "combiningmark": "m"
        case "number": "n"
        case "punctuation": "p"
        case "symbol": "s"
        case "separator": "z"
        case "other": "c"
        default: nil
        }
    }

    /// Returns a name without case, hyphens, underscores and spaces.
    private static func folded(_ name: String) -> String {
        var bytes: [UInt8] = []
        for byte in name.utf8 where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ")
        {
            bytes.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the names in a list, grouped with their aliases.
    private static func list(_ text: StaticString) -> [[String]] {
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return bytes.split(separator: UInt8(ascii: " ")).map { names in
            names.split(separator: UInt8(ascii: "/")).map { folded(String(decoding: $0, as: UTF8.self)) }
        }
    }

    /// Returns the ranges of the runs whose numbers satisfy a condition.
    private static func ranges(_ text: StaticString, letters: Int, where isWanted: (Int) -> Bool) -> [Range] {
        var decoder = Decoder(text)
        var result: [Range] = []
        var start: UInt32 = 0
        while let number = decoder.letters(letters) {
            let end = start + (decoder.number() ?? 1)
            if isWanted(number) {
                if let last = result.last, last.upper + 1 == start {
                    result[result.count - 1].upper = end - 1
                } else {
                    result.append((start, end - 1))
                }
            }
            start = end
        }
        return result
    }

    /// Reads a table.
    private struct Decoder {
        private let bytes: UnsafeBufferPointer<UInt8>
        private var offset = 0

        init(_ text: StaticString) {
            bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        }

        /// Reads a number in letters from `A` on, in base 26, the highest digit first.
        mutating func letters(_ count: Int) -> Int? {
            guard offset + count <= bytes.count else { return nil }
            var number = 0
            for _ in 0..<count {
                number = number * 26 + Int(bytes[offset]) - Int(UInt8(ascii: "A"))
                offset += 1
            }
            return number
        }

        /// Reads a number in base 36 and the space after it; `nil` if no digit follows.
        mutating func number() -> UInt32? {
            var number: UInt32?
            while offset < bytes.count {
                let byte = bytes[offset]
                let digit: UInt8
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
                case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - UInt8(ascii: "a") + 10
                case UInt8(ascii: " "):
                    offset += 1
                    return number
                default: return number
                }
                number = (number ?? 0) * 36 + UInt32(digit)
                offset += 1
            }
            return number
        }
    }
}
