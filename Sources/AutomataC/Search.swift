// The functions here are described in automata_search.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import CompiledObjects
internal import Glibc
internal import MemoryReserve
internal import RegularExpressions
internal import Searching

extension automata_searcher_options: SizedStruct {
    static let reservedBytes = bytes(of: \.reserved)
}

final class SearcherHandle: Handle, Sendable {
    static let kind: StaticString = "searcher"

    let searcher: Searcher

    init(_ searcher: Searcher) { self.searcher = searcher }

    /// Returns the searcher of a handle that may not be NULL.
    static func searcher(_ pointer: OpaquePointer?) throws(CallError) -> Searcher { try required(pointer).searcher }
}

extension automata_search_match {
    fileprivate init(_ match: Searcher.Match) {
        self.init(
            start: UInt64(match.range.lowerBound), end: UInt64(match.range.upperBound), key: match.key,
            pattern: UInt32(match.pattern), reserved: 0)
    }
}

/// Matches in growing memory that C gets; allocation may fail.
private struct MatchList: ~Copyable {
    private var items: UnsafeMutablePointer<automata_search_match>?
    private(set) var count = 0
    private var capacity = 0
    private let budget: Budget
    /// The limit that was reached.
    private var limit: LimitError.Limit?

    init(_ budget: Budget) { self.budget = budget }

    /// Adds a match; returns `false` if there is no memory for it.
    mutating func append(_ match: Searcher.Match) -> Bool {
        if count == capacity, !grow() { return false }
        items?[count] = automata_search_match(match)
        count += 1
        return true
    }

    private mutating func grow() -> Bool {
        let (room, stride) = (max(16, capacity + capacity / 2), MemoryLayout<automata_search_match>.stride)
        guard room * stride <= budget.maximumBytes else {
            limit = budget.byteLimit
            return false
        }
        if memory_secure(capacity * stride), let larger = realloc(items, room * stride) {
            (items, capacity) = (larger.bindMemory(to: automata_search_match.self, capacity: room), room)
            return true
        }
        limit = .memory
        return false
    }

    deinit { free(items) }

    /// Returns the memory, also if there are no matches.
    mutating func handOut() throws(CallError) -> UnsafeMutablePointer<automata_search_match> {
        if let limit { throw .core(.budgetExceeded(statesBuilt: 0, limit: limit)) }
        defer { items = nil }
        if let items { return items }
        return try Result.allocate(automata_search_match.self, 0)
    }
}

extension Budget {
    /// The limits of a search in one text. The free memory, which takes longer to find than many
    /// searches, is only asked for if the host gives a budget.
    fileprivate init(forSearch budget: UnsafePointer<automata_budget>?) throws(CallError) {
        guard budget == nil else {
            self = try Budget(budget)
            return
        }
        self = .default
        hasFreeMemory = { memory_secure($0) }
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
func visitor(
    _ visit: automata_search_on_match?, _ context: UnsafeMutableRawPointer?
) throws(CallError) -> (Searcher.Match) -> Bool {
    guard let visit else { throw .invalidArgument("'visit' is NULL") }
    return { match in
        var match = automata_search_match(match)
        return visit(&match, context) == 0
    }
}

/// Returns the function that passes ends to the host.
func visitor(
    _ visit: automata_search_on_end?, _ context: UnsafeMutableRawPointer?
) throws(CallError) -> (Searcher.End) -> Bool {
    guard let visit else { throw .invalidArgument("'visit' is NULL") }
    return { end in
        let patterns = end.patterns.map { UInt32($0) }
        return visit(UInt64(end.endOffset), patterns, patterns.count, context) == 0
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
public func automata_searcher_from_texts(
    _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int>?, _ count: Int,
    _ syntax: UnsafePointer<automata_regex_options>?, _ options: UnsafePointer<automata_searcher_options>?,
    _ searcher: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    makeSearcher(searcher, options, error) { options, budget throws(CallError) in
        let syntax = try automata_regex_options.given(syntax)
        var expressions: [RegularExpression] = []
        var byteCount = 0
        for (index, text) in try Argument.array(texts, count, "texts").enumerated() {
            guard let text else { throw .invalidArgument("'texts' has NULL at index \(index)") }
            do throws(CallError) {
                let length = lengths?[index] ?? Argument.zeroTerminated
                expressions.append(try syntax.expression(text, length, "texts", budget: budget))
                // A part of an expression takes some dozens of bytes.
                byteCount += 64 * (lengths == nil ? strlen(text) : length)
                try core { () throws(AutomataError) in try budget.check(statesBuilt: 0, bytes: byteCount) }
            } catch {
                guard case .expression(var problem) = error else { throw error }
                problem.message = "in text \(index): \(problem.message)"
                throw .expression(problem)
            }
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
public func automata_searcher_save(
    _ searcher: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
    _ size: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    save(bytes, size, error) { () throws(CallError) in
        let searcher = try SearcherHandle.searcher(searcher)
        try MemoryReservation.reserveMemory(2 * searcher.tableByteCount)
        return try core { () throws(AutomataError) in try searcher.compiledBytes() }
    }
}

@c @implementation
public func automata_searcher_load(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ searcher: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(searcher, "searcher", error) { () throws(CallError) -> SearcherHandle? in
        SearcherHandle(
            try load(bytes, size) { bytes throws(CompiledObjectError) in try Searcher(compiled: bytes) })
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
    _ searcher: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int,
    _ budget: UnsafePointer<automata_budget>?, _ found: UnsafeMutablePointer<Bool>?,
    _ match: UnsafeMutablePointer<automata_search_match>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    found?.initialize(to: false)
    match?.initialize(to: automata_search_match())
    return call(error) { () throws(CallError) in
        let searcher = try SearcherHandle.searcher(searcher)
        let found = try required(found, "found")
        let text = try Argument.bytes(bytes, size, "bytes")
        let budget = try Budget(forSearch: budget)
        try core { () throws(AutomataError) in
            try searcher.forEachMatch(in: text, budget: budget) { first in
                found.initialize(to: true)
                match?.initialize(to: automata_search_match(first))
                return false
            }
        }
    }
}

@c @implementation
public func automata_searcher_each_match(
    _ searcher: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int,
    _ budget: UnsafePointer<automata_budget>?, _ visit: automata_search_on_match?,
    _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let searcher = try SearcherHandle.searcher(searcher)
        let text = try Argument.bytes(bytes, size, "bytes")
        let (visit, budget) = (try visitor(visit, context), try Budget(forSearch: budget))
        try core { () throws(AutomataError) in try searcher.forEachMatch(in: text, budget: budget, visit) }
    }
}

@c @implementation
public func automata_searcher_matches(
    _ searcher: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int,
    _ budget: UnsafePointer<automata_budget>?,
    _ matches: UnsafeMutablePointer<UnsafeMutablePointer<automata_search_match>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    matches?.initialize(to: nil)
    count?.initialize(to: 0)
    return call(error) { () throws(CallError) in
        let searcher = try SearcherHandle.searcher(searcher)
        let (matches, count) = (try required(matches, "matches"), try required(count, "count"))
        let text = try Argument.bytes(bytes, size, "bytes")
        let budget = try Budget(forSearch: budget)
        var found = MatchList(budget)
        try core { () throws(AutomataError) in
            try searcher.forEachMatch(in: text, budget: budget) { found.append($0) }
        }
        matches.initialize(to: try found.handOut())
        count.initialize(to: found.count)
    }
}

@c @implementation
public func automata_searcher_each_end(
    _ searcher: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int,
    _ budget: UnsafePointer<automata_budget>?, _ visit: automata_search_on_end?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    call(error) { () throws(CallError) in
        let searcher = try SearcherHandle.searcher(searcher)
        let text = try Argument.bytes(bytes, size, "bytes")
        let (visit, budget) = (try visitor(visit, context), try Budget(forSearch: budget))
        try core { () throws(AutomataError) in
            try budget.check(statesBuilt: 0)
            var scan = searcher.startEnds(budget: budget)
            if try scan.feed(text, visit) { scan.finish(visit) }
        }
    }
}

@c @implementation
public func automata_searcher_match_at(
    _ searcher: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int, _ offset: Int,
    _ found: UnsafeMutablePointer<Bool>?, _ match: UnsafeMutablePointer<automata_search_match>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    found?.initialize(to: false)
    match?.initialize(to: automata_search_match())
    return call(error) { () throws(CallError) in
        let searcher = try SearcherHandle.searcher(searcher)
        let found = try required(found, "found")
        let text = try Argument.bytes(bytes, size, "bytes")
        guard 0...text.count ~= offset else {
            throw .outOfRange("offset \(UInt(bitPattern: offset)) is out of range: the text has \(size) bytes")
        }
        if searcher.isLazy {
            try MemoryReservation.reserveMemory(searcher.workingByteCount(forTextOf: text.count - offset))
        }
        guard let longest = searcher.longestMatch(in: text, at: offset) else { return }
        found.initialize(to: true)
        match?.initialize(to: automata_search_match(longest))
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
        try result.hand(out: searcher.patterns(forMatchKey: match.pointee.key).map { UInt32($0) })
    }
}
