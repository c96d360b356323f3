// The functions here are described in automata_search.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import Searching

/// A search for one thread at a time.
private final class SearchHandle: Handle {
    static let kind: StaticString = "search"

    /// The text so far, searched for matches or for ends.
    // Each in a box: in one place for both, the bits that tell them apart may be unwritten ones of
    // the smaller, which valgrind takes for an error.
    indirect enum Scan {
        case matches(Searcher.Scan)
        case ends(Searcher.EndScan)
    }

    let searcher: Searcher
    /// The limits that C gave. Each scan has its own budget, which remembers whether it was
    /// cancelled.
    private let limits: automata_budget
    /// The scan; `nil` while it calls a function of the host, which may call this object.
    private(set) var scan: Scan?

    init(_ searcher: Searcher, _ budget: UnsafePointer<automata_budget>?) throws(CallError) {
        var limits = try automata_budget.given(budget)
        // Of a struct of a later version, only the members of this version are known.
        limits.struct_size = MemoryLayout<automata_budget>.size
        (self.searcher, self.limits) = (searcher, limits)
        scan = .matches(searcher.start(budget: try Budget(limits)))
    }

    init(copying other: SearchHandle) throws(CallError) {
        (searcher, limits) = (other.searcher, other.limits)
        let budget = try Budget(limits)
        switch try other.idleScan {
        case .matches(var scan):
            scan.budget = budget
            self.scan = .matches(scan)
        case .ends(var scan):
            scan.budget = budget
            self.scan = .ends(scan)
        }
    }

    /// Restarts, unless a function of the host is being called.
    func restart() {
        guard scan != nil, let budget = try? Budget(limits) else { return }
        scan = .matches(searcher.start(budget: budget))
    }

    var idleScan: Scan {
        get throws(CallError) {
            guard let scan else {
                throw .invalidArgument(
                    "a callback can't use the search that calls it; use it after the callback returns")
            }
            return scan
        }
    }

    /// Lets a function change a scan for matches, which is `nil` meanwhile.
    func changeMatches(_ body: (inout Searcher.Scan) throws(AutomataError) -> Void) throws(CallError) {
        var scan: Searcher.Scan
        switch try idleScan {
        case .matches(let own): scan = own
        case .ends(let other):
            guard other.isUnused else {
                throw .invalidArgument("this search reports ends; restart it to search for matches")
            }
            scan = searcher.start(budget: other.budget)
        }
        self.scan = nil
        // A callback may free this search, which then ends at the end of the call.
        defer { self.scan = .matches(scan) }
        try core { () throws(AutomataError) in try body(&scan) }
    }

    /// Lets a function change a scan for ends, which is `nil` meanwhile.
    func changeEnds(_ body: (inout Searcher.EndScan) throws(AutomataError) -> Void) throws(CallError) {
        var scan: Searcher.EndScan
        switch try idleScan {
        case .ends(let own): scan = own
        case .matches(let other):
            guard other.isUnused else {
                throw .invalidArgument("this search reports matches; restart it to search for ends")
            }
            scan = searcher.startEnds(budget: other.budget)
        }
        self.scan = nil
        defer { self.scan = .ends(scan) }
        try core { () throws(AutomataError) in try body(&scan) }
    }
}

extension Searcher.Scan {
    fileprivate var isUnused: Bool { consumedCount == 0 && !isOver }
}

extension Searcher.EndScan {
    fileprivate var isUnused: Bool { consumedCount == 0 && !isOver }
}

extension Budget {
    fileprivate init(_ limits: automata_budget) throws(CallError) {
        self = try withUnsafePointer(to: limits) { (limits) throws(CallError) in try Budget(limits) }
    }
}

@c @implementation
public func automata_search_new(
    _ searcher: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ search: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(search, "search", error) { () throws(CallError) -> SearchHandle? in
        try SearchHandle(try SearcherHandle.searcher(searcher), budget)
    }
}

@c @implementation
public func automata_search_copy(
    _ search: OpaquePointer?, _ copy: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(copy, "copy", error) { () throws(CallError) -> SearchHandle? in
        try SearchHandle(copying: try SearchHandle.required(search))
    }
}

@c @implementation
public func automata_search_free(_ search: OpaquePointer?) { SearchHandle.free(search) }

@c @implementation
public func automata_search_restart(_ search: OpaquePointer?) { SearchHandle.from(search)?.restart() }

@c @implementation
public func automata_search_feed(
    _ search: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int, _ visit: automata_search_on_match?,
    _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let handle = try SearchHandle.required(search)
        let piece = try Argument.bytes(bytes, size, "bytes")
        let visit = try visitor(visit, context)
        try handle.changeMatches { scan throws(AutomataError) in _ = try scan.feed(piece, visit) }
    }
}

@c @implementation
public func automata_search_finish(
    _ search: OpaquePointer?, _ visit: automata_search_on_match?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let handle = try SearchHandle.required(search)
        let visit = try visitor(visit, context)
        try handle.changeMatches { scan throws(AutomataError) in
            scan.finish(visit)
            try scan.checkProgress()
        }
    }
}

@c @implementation
public func automata_search_feed_ends(
    _ search: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int, _ visit: automata_search_on_end?,
    _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let handle = try SearchHandle.required(search)
        let piece = try Argument.bytes(bytes, size, "bytes")
        let visit = try visitor(visit, context)
        try handle.changeEnds { scan throws(AutomataError) in _ = try scan.feed(piece, visit) }
    }
}

@c @implementation
public func automata_search_finish_ends(
    _ search: OpaquePointer?, _ visit: automata_search_on_end?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let handle = try SearchHandle.required(search)
        let visit = try visitor(visit, context)
        try handle.changeEnds { scan in scan.finish(visit) }
    }
}

@c @implementation
public func automata_search_is_over(_ search: OpaquePointer?) -> Bool {
    guard let handle = SearchHandle.from(search) else { return true }
    return switch handle.scan {
    case .matches(let scan): scan.isOver
    case .ends(let scan): scan.isOver
    case nil: false
    }
}

@c @implementation
public func automata_search_consumed_count(_ search: OpaquePointer?) -> UInt64 {
    switch SearchHandle.from(search)?.scan {
    case .matches(let scan): UInt64(scan.consumedCount)
    case .ends(let scan): UInt64(scan.consumedCount)
    case nil: 0
    }
}

@c @implementation
public func automata_search_held_count(_ search: OpaquePointer?) -> Int {
    if case .matches(let scan) = SearchHandle.from(search)?.scan { scan.bufferedByteCount } else { 0 }
}
