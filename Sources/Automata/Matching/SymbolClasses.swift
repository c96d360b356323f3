/// The column in a ``FrozenTable`` of each symbol, and of each byte or scalar.
package struct SymbolClasses: Sendable {
    /// The column of each symbol.
    let ofSymbol: [Symbol]
    /// The column of everything outside the alphabet.
    let foreignSymbol: Symbol
    /// The column of each of the 256 bytes, if text is read byte by byte.
    package let classOfByte: [UInt8]
    /// The column of each scalar, if text is read scalar by scalar.
    let scalars: ScalarClasses?
    /// Whether every text consists of symbols of the alphabet.
    let coversAllText: Bool

    init(_ alphabet: Alphabet, classes: [Symbol], foreignSymbol: Symbol) {
        ofSymbol = classes
        self.foreignSymbol = foreignSymbol
        if Self.isReadByteByByte(alphabet) {
            let symbols = (0...255).map { alphabet.symbol(for: UInt8($0)) }
            // There are at most 256 columns of bytes, including the foreign one if a byte is
            // foreign.
            classOfByte = symbols.map { symbol in
                UInt8(Int(symbol.map { classes[Int($0)] } ?? foreignSymbol))
            }
            coversAllText = !symbols.contains(nil)
            scalars = nil
        } else {
            classOfByte = []
            coversAllText = false
            scalars = ScalarClasses(alphabet, classes: classes, foreignSymbol: foreignSymbol)
        }
    }

    /// Returns whether symbols are bytes: in an alphabet of bytes, or if each name is one byte.
    package static func isReadByteByByte(_ alphabet: Alphabet) -> Bool {
        switch alphabet.storage {
        case .named(let names): names.bytes.count == names.count && !names.ends.enumerated().contains { $0 + 1 != $1 }
        case .partition(let partition): partition.domain == .bytes
        }
    }
}

/// The column of each Unicode scalar, in pages of 256; equal pages are shared.
struct ScalarClasses: Sendable {
    /// The column of each ASCII scalar.
    let ascii: [Symbol]
    private let pageOfBlock: [UInt16]
    private let pages: [Symbol]

    private static var blockCount: Int { 0x110000 >> 8 }

    /// - Complexity: O(number of ranges + number of blocks of 256 scalars).
    init(_ alphabet: Alphabet, classes: [Symbol], foreignSymbol: Symbol) {
        var table = PageTable(foreignSymbol: foreignSymbol)
        switch alphabet.storage {
        case .named(let names):
            for id in 0..<Symbol(names.count) {
                guard let scalar = Self.scalar(names, id) else { continue }
                table.set(scalar.value...scalar.value, to: classes[Int(id)])
            }
        case .partition(let partition):
            for range in partition.ranges { table.set(range.lower...range.upper, to: classes[Int(range.symbol)]) }
        }
        pageOfBlock = table.pageOfBlock
        pages = table.pages
        ascii = (0..<128).map { table.pages[Int(table.pageOfBlock[0]) << 8 + $0] }
    }

    @inline(__always)
    func column(of value: UInt32) -> Int {
        Int(pages[Int(pageOfBlock[Int(value >> 8)]) << 8 + Int(value & 0xFF)])
    }

    /// Returns the scalar of a name that is one valid scalar.
    private static func scalar(_ names: NameTable, _ id: Symbol) -> Unicode.Scalar? {
        let bytes = names.utf8(of: id)
        guard bytes.count <= 4 else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let scalar = text.unicodeScalars.first, text.utf8.elementsEqual(bytes) else { return nil }
        return text.unicodeScalars.count == 1 ? scalar : nil
    }

    /// The pages during their construction.
    private struct PageTable {
        /// The pages; page 0 has only the foreign column.
        var pages: [Symbol]
        var pageOfBlock = [UInt16](repeating: 0, count: ScalarClasses.blockCount)
        /// The single-column page of each column that has filled a whole block.
        private var fullPages: [Symbol: UInt16] = [:]
        private let foreignSymbol: Symbol

        init(foreignSymbol: Symbol) {
            self.foreignSymbol = foreignSymbol
            pages = Array(repeating: foreignSymbol, count: 256)
        }

        mutating func set(_ range: ClosedRange<UInt32>, to column: Symbol) {
            for block in range.lowerBound >> 8...range.upperBound >> 8 {
                let (first, last) = (max(range.lowerBound, block << 8), min(range.upperBound, block << 8 + 255))
                if last - first == 255 {
                    if fullPages[column] == nil { fullPages[column] = addPage(column) }
                    pageOfBlock[Int(block)] = fullPages[column] ?? 0
                } else {
                    if pageOfBlock[Int(block)] == 0 { pageOfBlock[Int(block)] = addPage(foreignSymbol) }
                    let page = Int(pageOfBlock[Int(block)]) << 8
                    for value in first...last { pages[page + Int(value & 0xFF)] = column }
                }
            }
        }

        /// Adds a page. There is page 0, at most one page per block, and one per full column. Full
        /// columns aren't more than blocks, so 16 bits are enough.
        private mutating func addPage(_ column: Symbol) -> UInt16 {
            pages.append(contentsOf: repeatElement(column, count: 256))
            return UInt16(pages.count >> 8 - 1)
        }
    }
}

/// A UTF-8 decoder that reads byte by byte, so that an input may be cut anywhere. Table 3-7 of the
/// Unicode Standard defines well-formed input.
struct ScalarDecoder: Sendable, Equatable {
    enum Step {
        case incomplete
        case illFormed
        case scalar(UInt32)
    }

    private var value: UInt32 = 0
    private var missingCount: UInt8 = 0
    /// The range of the next byte; narrower than 0x80...0xBF after a first byte that would allow an
    /// overlong form, a surrogate or too large a value.
    private var lower: UInt8 = 0x80
    private var upper: UInt8 = 0xBF

    /// Whether the decoder is inside a scalar.
    var isInsideScalar: Bool { missingCount > 0 }

    mutating func decode(_ byte: UInt8) -> Step {
        guard missingCount > 0 else { return begin(byte) }
        guard byte >= lower, byte <= upper else {
            self = ScalarDecoder()
            return .illFormed
        }
        (lower, upper) = (0x80, 0xBF)
        value = value << 6 | UInt32(byte & 0x3F)
        missingCount -= 1
        return missingCount == 0 ? .scalar(value) : .incomplete
    }

    private mutating func begin(_ byte: UInt8) -> Step {
        switch byte {
        case 0x00...0x7F: return .scalar(UInt32(byte))
        case 0xC2...0xDF: (value, missingCount) = (UInt32(byte & 0x1F), 1)
        case 0xE0...0xEF: (value, missingCount) = (UInt32(byte & 0x0F), 2)
        case 0xF0...0xF4: (value, missingCount) = (UInt32(byte & 0x07), 3)
        default: return .illFormed
        }
        if byte == 0xE0 { lower = 0xA0 }
        if byte == 0xED { upper = 0x9F }
        if byte == 0xF0 { lower = 0x90 }
        if byte == 0xF4 { upper = 0x8F }
        return .incomplete
    }
}
