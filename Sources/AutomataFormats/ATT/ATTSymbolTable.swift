internal import Automata
internal import TextSupport

/// A symbol table of OpenFst: a line for each symbol with its name and its number.
struct ATTSymbolTable {
    /// The names of all symbols except ε, in the order of their numbers.
    private(set) var alphabet = NameTable()
    private var symbolsByNumber: [UInt64: Symbol] = [:]
    private var epsilonNumbers: Set<UInt64> = [0]

    /// A symbol of the table.
    enum Entry {
        case epsilon
        case symbol(Symbol)
    }

    init(_ bytes: [UInt8], inputName: String?) throws(FormatError) {
        var entries: [(number: UInt64, name: ArraySlice<UInt8>)] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
            if fields.isEmpty { continue }
            guard fields.count == 2, let number = UInt64(String(decoding: fields[1], as: UTF8.self)) else {
                throw FormatError(
                    inputName: inputName,
                    message: "line \(index + 1) of the symbol table: expected a name and a number, found "
                        + Message.quoted(line))
            }
            entries.append((number, fields[0]))
        }
        entries.sort { $0.number < $1.number }
        for (index, entry) in entries.enumerated() {
            if index > 0, entries[index - 1].number == entry.number {
                throw FormatError(
                    inputName: inputName, message: "duplicate number \(entry.number) in the symbol table",
                    remedy: "remove one of the two")
            }
            if entry.number == 0 || ATT.isEpsilon(entry.name) {
                epsilonNumbers.insert(entry.number)
                continue
            }
            let (id, isNew): (UInt32, Bool)
            do { (id, isNew) = try entry.name.withUnsafeBufferPointer { try alphabet.intern($0) } } catch {
                throw FormatError(inputName: inputName, message: "\(error)")
            }
            guard isNew else {
                throw FormatError(
                    inputName: inputName, message: "duplicate name \(Message.quoted(entry.name)) in the symbol table",
                    remedy: "remove one of the two")
            }
            symbolsByNumber[entry.number] = Symbol(id)
        }
    }

    /// Returns the symbol of a field: a number of the table, or else a name.
    func entry(for field: UnsafeBufferPointer<UInt8>) -> Entry? {
        if let number = UInt64(String(decoding: field, as: UTF8.self)) {
            if epsilonNumbers.contains(number) { return .epsilon }
            return symbolsByNumber[number].map { .symbol($0) }
        }
        if ATT.isEpsilon(field) { return .epsilon }
        return alphabet.id(of: field).map { .symbol($0) }
    }
}
