import Automata
import AutomataFormats
import Glibc

/// A file in memory for as long as the value lives.
final class MappedFile {
    let bytes: UnsafeRawBufferPointer

    init(_ path: String) throws {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw Failure("can't open \(path)") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0,
            let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
        else { throw Failure("can't read \(path)") }
        bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}

/// Reads automata: in any format of the library, or in `.tab`, which the other drivers read as
/// well: the numbers of states, symbols, transitions, initial and final states; the initial states;
/// the final states; then source, symbol and target of each transition, where a symbol that is the
/// number of symbols is an epsilon move.
enum Input {
    static func automaton(_ path: String) throws -> Automaton {
        let file = try MappedFile(path)
        return path.hasSuffix(".tab") ? try tab(file.bytes) : try parse(file.bytes, path)
    }

    /// Two `.mata` texts whose formulas mean the same in both.
    static func jointly(_ left: String, _ right: String) throws -> [Automaton] {
        let files = [try MappedFile(left), try MappedFile(right)]
        return try withExtendedLifetime(files) {
            try Format.mata.read(
                jointly: [
                    (files[0].bytes, ReadOptions(inputName: left)), (files[1].bytes, ReadOptions(inputName: right)),
                ])
        }
    }

    static func parse(_ bytes: UnsafeRawBufferPointer, _ path: String) throws -> Automaton {
        guard let format = Format.recognize(fileName: path, content: bytes) else {
            throw Failure("\(path): unknown format")
        }
        return try format.read(bytes, options: ReadOptions(inputName: path))
    }

    /// `s0`, `s1`, …
    static func alphabet(_ count: Int) throws -> Alphabet {
        try Alphabet((0..<count).map { "s\($0)" })
    }

    private static func tab(_ bytes: UnsafeRawBufferPointer) throws -> Automaton {
        var numbers = NumberReader(bytes)
        return try tab(&numbers)
    }

    /// The automaton that the next numbers are.
    static func tab(_ numbers: inout NumberReader) throws -> Automaton {
        let (states, symbols) = (try Int(numbers.next()), try Int(numbers.next()))
        let (transitions, initial, final) = (try numbers.next(), try numbers.next(), try numbers.next())
        var builder = EpsilonNFA.Builder(alphabet: try alphabet(symbols))
        try builder.addStates(states)
        for _ in 0..<initial { builder.insertInitial(StateID(try numbers.next())) }
        for _ in 0..<final { builder.insertFinal(StateID(try numbers.next())) }
        for _ in 0..<transitions {
            let source = StateID(try numbers.next())
            let symbol = Symbol(try numbers.next())
            let target = StateID(try numbers.next())
            if Int(symbol) == symbols {
                try builder.addEpsilonMove(from: source, to: target)
            } else {
                try builder.addTransition(from: source, on: symbol, to: target)
            }
        }
        return Automaton(mostSpecific: try builder.build())
    }
}

/// Decimal numbers between spaces and line ends.
struct NumberReader {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Whether only spaces and line ends are left.
    mutating func isAtEnd() -> Bool {
        while index < bytes.count, bytes[index] <= 32 { index += 1 }
        return index == bytes.count
    }

    mutating func next() throws -> UInt32 {
        while index < bytes.count, bytes[index] <= 32 { index += 1 }
        let start = index
        var value: UInt64 = 0
        while index < bytes.count, bytes[index] >= 48, bytes[index] < 58, value < 1 << 32 {
            value = value * 10 + UInt64(bytes[index] - 48)
            index += 1
        }
        guard index > start, let number = UInt32(exactly: value) else { throw Failure("a number is missing") }
        return number
    }
}
