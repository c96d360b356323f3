@_spi(Tool) import Automata
import AutomataFiles
import Glibc
import ToolSupport

/// The symbols that a file spells, read piece by piece: a word of any length in constant memory.
///
/// A text that isn't a symbol becomes a number outside the alphabet, which no automaton accepts,
/// and is kept in `unknown`.
final class SymbolStream: Sequence, IteratorProtocol {
    /// The way to cut a text into symbols.
    private enum Spelling {
        /// Every byte is a symbol.
        case bytes([Symbol?])
        /// Every Unicode scalar is a symbol.
        case scalars
        /// Every piece between separators is a symbol.
        case pieces(separator: [UInt8])
    }

    /// The error about a text that isn't a symbol, if there was one.
    private(set) var unknown: AutomataError?
    /// The error that ended the stream before its end.
    private(set) var failure: ToolError?
    /// The number of bytes read.
    private(set) var byteCount = 0

    private let alphabet: Alphabet
    private let spelling: Spelling
    private let file: InputFile
    private let descriptor: Int32
    private let progress: (Int) throws(ToolError) -> Void
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)
    private var index = 0
    private var end = 0
    private var symbolCount = 0
    private var isAtEnd = false
    /// Whether a separator was read, so that a symbol follows even if its text is empty.
    private var expectsPiece = false

    init(
        _ file: InputFile, alphabet: Alphabet, separator: String?, progress: @escaping (Int) throws(ToolError) -> Void
    ) throws(ToolError) {
        self.file = file
        self.alphabet = alphabet
        self.progress = progress
        if let separator {
            spelling = .pieces(separator: RawText.bytes(of: separator))
        } else if alphabet.isSpelledByBytes {
            spelling = .bytes((0...255).map { alphabet.symbol(for: UInt8($0)) })
        } else {
            spelling = .scalars
        }
        descriptor = try file.open()
    }

    deinit { close(descriptor) }

    func makeIterator() -> SymbolStream { self }

    func next() -> Symbol? {
        switch spelling {
        case .bytes(let symbols):
            guard let byte = nextByte() else { return nil }
            return found(symbols[Int(byte)], byteName(byte))
        case .scalars:
            guard let text = nextScalar() else { return nil }
            return found(text.unicodeScalars.first.flatMap(alphabet.symbol(for:)), text)
        case .pieces(let separator):
            guard let piece = nextPiece(separator) else { return nil }
            return found(alphabet.symbol(spelled: piece[...]), String(decoding: piece, as: UTF8.self))
        }
    }

    private func found(_ symbol: Symbol?, _ text: @autoclosure () -> String) -> Symbol {
        defer { symbolCount += 1 }
        if let symbol { return symbol }
        if unknown == nil { unknown = .unknownSymbol(text(), position: symbolCount) }
        return Symbol(rawValue: .max)
    }

    @inline(__always)
    private func nextByte() -> UInt8? {
        if index == end, !fill() { return nil }
        defer { index += 1 }
        return buffer[index]
    }

    private func fill() -> Bool {
        if isAtEnd { return false }
        do throws(ToolError) {
            guard let count = buffer.withUnsafeMutableBytes({ SystemCall.readSome(descriptor, into: $0) }) else {
                throw .system("can't read", at: file.name, code: errno)
            }
            index = 0
            end = count
            byteCount += count
            isAtEnd = count == 0
            try progress(byteCount)
        } catch {
            failure = error
            isAtEnd = true
        }
        return !isAtEnd
    }

    /// Decodes the next scalar; bytes that aren't UTF-8 become the replacement character.
    private func nextScalar() -> String? {
        guard let first = nextByte() else { return nil }
        var bytes = [first]
        let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        while bytes.count < length, index < end || fill(), buffer[index] & 0xC0 == 0x80 {
            bytes.append(buffer[index])
            index += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func nextPiece(_ separator: [UInt8]) -> [UInt8]? {
        var piece: [UInt8] = []
        while let byte = nextByte() {
            piece.append(byte)
            if byte == separator[separator.count - 1], piece.suffix(separator.count).elementsEqual(separator) {
                expectsPiece = true
                return Array(piece.dropLast(separator.count))
            }
            if piece.count > Self.maximumPieceLength {
                if failure == nil {
                    failure = ToolError("a symbol is longer than 1 MiB; check the separator", at: file.name)
                }
                isAtEnd = true
                return nil
            }
        }
        defer { expectsPiece = false }
        return piece.isEmpty && !expectsPiece ? nil : piece
    }

    /// The maximum number of bytes of a symbol's name.
    private static let maximumPieceLength = 1 << 20
}
