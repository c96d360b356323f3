// The functions here are described in automata_search.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import Glibc
internal import MemoryReserve
internal import RegularExpressions
internal import Searching

extension automata_searcher_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}

private final class SearcherHandle: Handle, Sendable {
    static let kind: StaticString = "searcher"

    let searcher: Searcher

    init(_ searcher: Searcher) { self.searcher = searcher }

    /// Returns the searcher of a handle that may not be NULL.
    static func searcher(_ pointer: OpaquePointer?) throws(CallError) -> Searcher { try required(pointer).searcher }
}

extension Searcher {
    /// Calls a function with each match. The search can't end with an error halfway, so memory is
    /// secured before it makes sets of rows.
    fileprivate func forEachMatch(
        reservingMemory text: UnsafeRawBufferPointer, _ body: (Match) -> Bool
    ) throws(CallError) {
        if !forEachMatch(in: text, hasMemory: { memory_secure($0) }, body) {
            throw .core(.budgetExceeded(statesBuilt: 0, limit: .memory))
        }
    }
}

/// A search for one thread at a time.
private final class SearchHandle: Handle {
    static let kind: StaticString = "search"

    let searcher: Searcher
    /// The limits that C gave. Each scan has its own budget, which remembers whether it was
    /// cancelled.
    private let limits: automata_budget
    /// The scan; `nil` while it calls a function of the host, which may call this object.
    private(set) var scan: Searcher.Scan?

    init(_ searcher: Searcher, _ budget: UnsafePointer<automata_budget>?) throws(CallError) {
        var limits = try automata_budget.given(budget)
        // Of a struct of a later version, only the members of this version are known.
        limits.struct_size = MemoryLayout<automata_budget>.size
        (self.searcher, self.limits) = (searcher, limits)
        scan = searcher.start(budget: try Budget(limits))
    }

    init(copying other: SearchHandle) throws(CallError) {
        (searcher, limits) = (other.searcher, other.limits)
        var scan = try other.idleScan
        scan.budget = try Budget(limits)
        self.scan = scan
    }

    /// Restarts, unless a function of the host is being called.
    func restart() {
        guard scan != nil, let budget = try? Budget(limits) else { return }
        scan = searcher.start(budget: budget)
    }

    var idleScan: Searcher.Scan {
        get throws(CallError) {
            guard let scan else {
                throw .invalidArgument(
                    "a callback can't use the search that calls it; use it after the callback returns")
            }
            return scan
        }
    }

    /// Lets a function change the scan, which is `nil` meanwhile.
    func change(_ body: (inout Searcher.Scan) throws(AutomataError) -> Void) throws(CallError) {
        var scan = try idleScan
        self.scan = nil
        // A callback may free this search, which then ends at the end of the call.
        defer { self.scan = scan }
        try core { () throws(AutomataError) in try body(&scan) }
    }
}

extension automata_search_match {
    fileprivate init(_ match: Searcher.Match) {
        self.init(
            start: UInt64(match.range.lowerBound), end: UInt64(match.range.upperBound), key: match.key,
            pattern: UInt32(match.pattern), reserved: 0)
    }
}

extension Budget {
    fileprivate init(_ limits: automata_budget) throws(CallError) {
        self = try withUnsafePointer(to: limits) { (limits) throws(CallError) in try Budget(limits) }
    }
}

/// Matches in growing memory that C gets; allocation may fail.
private struct MatchList: ~Copyable {
    private var items: UnsafeMutablePointer<automata_search_match>?
    private(set) var count = 0
    private var capacity = 0
    private(set) var wasRefused = false

    /// Adds a match; returns `false` if there is no memory for it.
    mutating func append(_ match: Searcher.Match) -> Bool {
        if count == capacity, !grow() { return false }
        items?[count] = automata_search_match(match)
        count += 1
        return true
    }

    private mutating func grow() -> Bool {
        let (room, stride) = (max(16, capacity + capacity / 2), MemoryLayout<automata_search_match>.stride)
        if memory_secure(capacity * stride), let larger = realloc(items, room * stride) {
            (items, capacity) = (larger.bindMemory(to: automata_search_match.self, capacity: room), room)
            return true
        }
        wasRefused = true
        return false
    }

    deinit { free(items) }

    /// Returns the memory, also if there are no matches.
    mutating func handOut() throws(CallError) -> UnsafeMutablePointer<automata_search_match> {
        if wasRefused { throw .core(.budgetExceeded(statesBuilt: 0, limit: .memory)) }
        defer { items = nil }
        if let items { return items }
        return try Result.allocate(automata_search_match.self, 0)
    }
}

/// Makes a searcher of patterns.
private func makeSearcher(
    _ searcher: UnsafeMutablePointer<OpaquePointer?>?, _ options: UnsafePointer<automata_searcher_options>?,
    _ error: UnsafeMutablePointer<automata_error>?,
    _ body: (automata_searcher_options, Budget) throws(CallError) -> Searcher
) -> automata_status {
    make(searcher, "searcher", error) { () throws(CallError) -> SearcherHandle? in
        let options = try automata_searcher_options.given(options)
        return SearcherHandle(try body(options, try Budget(options.budget)))
    }
}

/// Returns the function that passes matches to the host.
private func visitor(
    _ visit: automata_search_on_match?, _ context: UnsafeMutableRawPointer?
) throws(CallError) -> (Searcher.Match) -> Bool {
    guard let visit else { throw .invalidArgument("'visit' is NULL") }
    return { match in
        var match = automata_search_match(match)
        return visit(&match, context) == 0
    }
}

@c @implementation
public func automata_searcher_from_regexes(
    _ regexes: UnsafePointer<OpaquePointer?>?, _ count: Int, _ options: UnsafePointer<automata_searcher_options>?,
    _ searcher: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeSearcher(searcher, options, error) { options, budget throws(CallError) in
        var expressions: [RegularExpression] = []
        for (index, pointer) in try Argument.array(regexes, count, "regexes").enumerated() {
            guard let handle = RegexHandle.from(pointer) else {
                throw .invalidArgument("'regexes' has NULL at index \(index)")
            }
            expressions.append(handle.expression)
        }
        return try core { () throws(AutomataError) in
            try Searcher(
                for: expressions, withinLines: options.within_lines, lazily: options.lazily, budget: budget)
        }
    }
}

@c @implementation
public func automata_searcher_from_automata(
    _ automata: UnsafePointer<OpaquePointer?>?, _ count: Int, _ options: UnsafePointer<automata_searcher_options>?,
    _ searcher: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeSearcher(searcher, options, error) { options, budget throws(CallError) in
        let automata = try Argument.automata(automata, count)
        return try core { () throws(AutomataError) in
            var patterns: [NFA] = []
            for automaton in automata {
                patterns.append(try automaton.asEpsilonNFA.removingEpsilonMoves(budget: budget))
            }
            return try Searcher(
                forLanguagesOf: patterns, withinLines: options.within_lines, lazily: options.lazily, budget: budget)
        }
    }
}

@c @implementation
public func automata_searcher_from_words(
    _ words: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int>?, _ count: Int,
    _ options: UnsafePointer<automata_searcher_options>?, _ searcher: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeSearcher(searcher, options, error) { options, budget throws(CallError) in
        let words = try Argument.array(words, count, "words")
        func word(_ index: Int) throws(CallError) -> UnsafeBufferPointer<UInt8> {
            try Argument.text(words[index], lengths?[index] ?? Argument.zeroTerminated, "words")
        }
        for index in words.indices { _ = try word(index) }
        // No copies of the arguments, which can be more than the budget allows.
        let valid = words.indices.lazy.map { (try? word($0)) ?? UnsafeBufferPointer(start: nil, count: 0) }
        return try core { () throws(AutomataError) in
            try Searcher(forWords: valid, withinLines: options.within_lines, budget: budget)
        }
    }
}

@c @implementation
public func automata_searcher_free(_ searcher: OpaquePointer?) { SearcherHandle.free(searcher) }

@c @implementation
public func automata_searcher_pattern_count(_ searcher: OpaquePointer?) -> Int {
    SearcherHandle.from(searcher)?.searcher.patternCount ?? 0
}

@c @implementation
public func automata_searcher_table_size(_ searcher: OpaquePointer?) -> Int {
    SearcherHandle.from(searcher)?.searcher.tableByteCount ?? 0
}

@c @implementation
public func automata_searcher_first_match(
    _ searcher: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int, _ found: UnsafeMutablePointer<Bool>?,
    _ match: UnsafeMutablePointer<automata_search_match>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    found?.initialize(to: false)
    match?.initialize(to: automata_search_match())
    return call(error) { () throws(CallError) in
        let searcher = try SearcherHandle.searcher(searcher)
        let found = try required(found, "found")
        let text = try Argument.bytes(bytes, size, "bytes")
        try searcher.forEachMatch(reservingMemory: text) { first in
            found.initialize(to: true)
            match?.initialize(to: automata_search_match(first))
            return false
        }
    }
}

@c @implementation
public func automata_searcher_each_match(
    _ searcher: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int, _ visit: automata_search_on_match?,
    _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let searcher = try SearcherHandle.searcher(searcher)
        let text = try Argument.bytes(bytes, size, "bytes")
        let visit = try visitor(visit, context)
        try searcher.forEachMatch(reservingMemory: text, visit)
    }
}

@c @implementation
public func automata_searcher_matches(
    _ searcher: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int,
    _ matches: UnsafeMutablePointer<UnsafeMutablePointer<automata_search_match>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    matches?.initialize(to: nil)
    count?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let searcher = try SearcherHandle.searcher(searcher)
        let (matches, count) = (try required(matches, "matches"), try required(count, "count"))
        let text = try Argument.bytes(bytes, size, "bytes")
        var found = MatchList()
        try searcher.forEachMatch(reservingMemory: text) { found.append($0) }
        matches.initialize(to: try found.handOut())
        count.initialize(to: found.count)
    }
}

@c @implementation
public func automata_searcher_each_end(
    _ searcher: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int, _ visit: automata_search_on_end?,
    _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let searcher = try SearcherHandle.searcher(searcher)
        let text = try Argument.bytes(bytes, size, "bytes")
        guard let visit else { throw .invalidArgument("'visit' is NULL") }
        try MemoryReservation.reserveMemory(searcher.workingByteCount(forTextOf: size))
        searcher.forEachEnd(in: text) { end in
            let patterns = end.patterns.map { UInt32($0) }
            return visit(UInt64(end.position), patterns, patterns.count, context) == 0
        }
    }
}

@c @implementation
public func automata_searcher_patterns(
    _ searcher: OpaquePointer?, _ match: UnsafePointer<automata_search_match>?,
    _ patterns: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(patterns, count)
    return call(error) { () throws(CallError) in
        let searcher = try SearcherHandle.searcher(searcher)
        guard let match else { throw .invalidArgument("'match' is NULL") }
        try result.check("patterns")
        try result.hand(out: searcher.patterns(ofKey: match.pointee.key).map { UInt32($0) })
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
        try handle.change { scan throws(AutomataError) in _ = try scan.feed(piece, visit) }
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
        try handle.change { scan throws(AutomataError) in
            scan.finish(visit)
            try scan.checkMemory()
        }
    }
}

@c @implementation
public func automata_search_is_over(_ search: OpaquePointer?) -> Bool {
    guard let handle = SearchHandle.from(search) else { return true }
    return handle.scan?.isOver ?? false
}

@c @implementation
public func automata_search_consumed_count(_ search: OpaquePointer?) -> UInt64 {
    UInt64(SearchHandle.from(search)?.scan?.consumedCount ?? 0)
}

@c @implementation
public func automata_search_held_count(_ search: OpaquePointer?) -> Int {
    SearchHandle.from(search)?.scan?.heldCount ?? 0
}
