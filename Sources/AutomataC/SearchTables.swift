// The functions here are described in automata_search.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import Searching

extension LabeledDFA {
    /// Returns the tables and the struct with their addresses in one block of memory.
    fileprivate func tables() throws(CallError) -> UnsafeMutablePointer<automata_search_tables> {
        let header = MemoryLayout<automata_search_tables>.stride
        let targetStart = header + classOfByte.count
        let labelStart = targetStart + 4 * targets.count
        let block = UnsafeMutableRawPointer(
            try Result.allocate(UInt8.self, labelStart + 4 * labels.count))
        classOfByte.withUnsafeBytes { (block + header).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        targets.withUnsafeBytes { (block + targetStart).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        let labelPlaces = (block + labelStart).bindMemory(to: UInt32.self, capacity: labels.count)
        for (state, label) in labels.enumerated() { labelPlaces[state] = label ?? .max }
        let tables = block.bindMemory(to: automata_search_tables.self, capacity: 1)
        tables.initialize(
            to: automata_search_tables(
                state_count: stateCount, class_count: classCount,
                class_of_byte: UnsafePointer((block + header).assumingMemoryBound(to: UInt8.self)),
                targets: UnsafePointer((block + targetStart).assumingMemoryBound(to: UInt32.self)),
                labels: UnsafePointer(labelPlaces), start: start, reserved: 0))
        return tables
    }
}

@c @implementation
public func automata_searcher_tables(
    _ searcher: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ tables: UnsafeMutablePointer<UnsafeMutablePointer<automata_search_tables>?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    tables?.initialize(to: nil)
    return call(error) { () throws(CallError) in
        let searcher = try SearcherHandle.searcher(searcher)
        let tables = try required(tables, "tables")
        let budget = try Budget(budget)
        let dfa = try core { () throws(AutomataError) in try searcher.labeledDFA(budget: budget) }
        tables.initialize(to: try dfa.tables())
    }
}
