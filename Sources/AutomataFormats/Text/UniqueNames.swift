internal import Automata

/// Names of states from formats where two states may have the same one.
enum UniqueNames {
    /// The names in order; one that is there already gets `_2`, `_3`, … at its end, and a note tells so.
    static func table(_ names: [[UInt8]]) throws(AutomataError) -> (table: NameTable, note: String?) {
        var table = NameTable(minimumCapacity: names.count)
        var nextSuffix: [[UInt8]: Int] = [:]
        var renamed = 0
        // A name that only one state has keeps it, wherever it stands.
        var first = NameTable(minimumCapacity: names.count)
        for name in names { _ = try intern(name, in: &first) }
        for name in names {
            if nextSuffix[name] == nil {
                nextSuffix[name] = 2
                if try intern(name, in: &table) { continue }
            }
            renamed += 1
            var suffix = nextSuffix[name] ?? 2
            while true {
                let candidate = name + Array("_\(suffix)".utf8)
                suffix += 1
                let isTaken = candidate.withUnsafeBufferPointer { first.index(of: $0) != nil }
                if !isTaken, try intern(candidate, in: &table) { break }
            }
            nextSuffix[name] = suffix
        }
        return (
            table,
            renamed == 0
                ? nil : "several states had the same name: \(renamed) were renamed, with '_' and a number at the end"
        )
    }

    /// Whether the name is new.
    private static func intern(_ name: [UInt8], in table: inout NameTable) throws(AutomataError) -> Bool {
        try name.withUnsafeBufferPointer { (bytes) throws(AutomataError) in try table.intern(bytes).isNew }
    }
}
