internal import Automata

/// Names of states from formats in which two states may have the same name.
enum UniqueNames {
    /// Returns the names in order. A repeated name gets the suffix `_2`, `_3`, …, and a note
    /// reports that.
    static func table(
        _ names: PackedTexts, steps: inout BudgetSteps
    ) throws(AutomataError) -> (table: NameTable, note: String?) {
        // A state keeps its name if no other state has it, whatever the order.
        var distinct = NameTable(minimumCapacity: names.count)
        for index in 0..<names.count {
            try steps.step(holding: distinct.byteCount)
            _ = try intern(names[index], in: &distinct)
        }
        if distinct.count == names.count { return (distinct, nil) }
        var table = NameTable(minimumCapacity: names.count)
        var nextSuffix = [Int](repeating: 0, count: distinct.count)
        for index in 0..<names.count {
            try steps.step(holding: distinct.byteCount + table.byteCount)
            let name = names[index]
            guard let id = name.withUnsafeBufferPointer({ distinct.index(of: $0) }) else { continue }
            if nextSuffix[id] == 0 {
                nextSuffix[id] = 2
                if try intern(name, in: &table) { continue }
            }
            while true {
                try steps.step(holding: distinct.byteCount + table.byteCount)
                let candidate = Array(name) + Array("_\(nextSuffix[id])".utf8)
                nextSuffix[id] += 1
                let isTaken = candidate.withUnsafeBufferPointer { distinct.index(of: $0) != nil }
                if !isTaken, try intern(candidate[...], in: &table) { break }
            }
        }
        let renamed = names.count - distinct.count
        return (table, "several states had the same name: '_' and a number were added to \(renamed) of the names")
    }

    /// Adds a name, and returns whether it is new.
    private static func intern(_ name: ArraySlice<UInt8>, in table: inout NameTable) throws(AutomataError) -> Bool {
        try name.withUnsafeBufferPointer { (bytes) throws(AutomataError) in try table.intern(bytes).isNew }
    }
}
