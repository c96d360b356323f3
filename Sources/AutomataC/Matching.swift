// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata
internal import CompiledObjects

private final class MatcherHandle: Handle, Sendable {
    static let kind: StaticString = "matcher"

    let matcher: Matcher

    init(_ matcher: Matcher) {
        self.matcher = matcher
    }
}

/// A scan for one thread at a time.
private final class ScanHandle: Handle {
    static let kind: StaticString = "scan"

    var scan: Matcher.Scan

    init(_ scan: Matcher.Scan) {
        self.scan = scan
    }
}

extension Matcher.Scan.Verdict {
    fileprivate var forC: automata_verdict {
        switch self {
        case .undecided: AUTOMATA_VERDICT_UNDECIDED
        case .accepted: AUTOMATA_VERDICT_ACCEPTED
        case .rejected: AUTOMATA_VERDICT_REJECTED
        }
    }
}

@c @implementation
public func automata_matcher_new(
    _ automaton: OpaquePointer?, _ matcher: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(matcher, "matcher", error) { () throws(CallError) -> MatcherHandle? in
        let automaton = try AutomatonHandle.required(automaton).automaton
        return MatcherHandle(Matcher(try automaton.requiredDFA()))
    }
}

@c @implementation
public func automata_matcher_save(
    _ matcher: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
    _ size: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    save(bytes, size, error) { () throws(CallError) in
        let matcher = try MatcherHandle.required(matcher).matcher
        try MemoryReservation.reserveMemory(matcher.tableByteCount)
        return matcher.compiledBytes()
    }
}

@c @implementation
public func automata_matcher_load(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ matcher: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(matcher, "matcher", error) { () throws(CallError) -> MatcherHandle? in
        MatcherHandle(
            try load(bytes, size) { bytes throws(CompiledObjectError) in try Matcher(compiled: bytes) })
    }
}

@c @implementation
public func automata_matcher_free(_ matcher: OpaquePointer?) { MatcherHandle.free(matcher) }

@c @implementation
public func automata_matcher_reads_scalars(_ matcher: OpaquePointer?) -> Bool {
    MatcherHandle.from(matcher)?.matcher.unit == .scalar
}

@c @implementation
public func automata_matcher_table_size(_ matcher: OpaquePointer?) -> Int {
    MatcherHandle.from(matcher)?.matcher.tableByteCount ?? 0
}

@c @implementation
public func automata_matcher_accepts(
    _ matcher: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int, _ accepted: UnsafeMutablePointer<Bool>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    accepted?.initialize(to: false)
    return call(error) { () throws(CallError) in
        let handle = try MatcherHandle.required(matcher)
        let accepted = try required(accepted, "accepted")
        accepted.initialize(to: handle.matcher.accepts(try Argument.bytes(bytes, size, "bytes")))
    }
}

@c @implementation
public func automata_matcher_accepts_word(
    _ matcher: OpaquePointer?, _ word: UnsafePointer<automata_symbol>?, _ count: Int,
    _ accepted: UnsafeMutablePointer<Bool>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    accepted?.initialize(to: false)
    return call(error) { () throws(CallError) in
        let handle = try MatcherHandle.required(matcher)
        let accepted = try required(accepted, "accepted")
        accepted.initialize(to: handle.matcher.accepts(symbols: try Argument.ids(word, count, "word")))
    }
}

@c @implementation
public func automata_scan_new(
    _ matcher: OpaquePointer?, _ scan: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(scan, "scan", error) { () throws(CallError) -> ScanHandle? in
        let matcher = try MatcherHandle.required(matcher).matcher
        return ScanHandle(matcher.start())
    }
}

@c @implementation
public func automata_scan_copy(
    _ scan: OpaquePointer?, _ copy: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(copy, "copy", error) { () throws(CallError) -> ScanHandle? in
        let scan = try ScanHandle.required(scan).scan
        return ScanHandle(scan)
    }
}

@c @implementation
public func automata_scan_free(_ scan: OpaquePointer?) { ScanHandle.free(scan) }

@c @implementation
public func automata_scan_restart(_ scan: OpaquePointer?) {
    guard let handle = ScanHandle.from(scan) else { return }
    handle.scan = handle.scan.matcher.start()
}

@c @implementation
public func automata_scan_feed(
    _ scan: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: Int, _ verdict: UnsafeMutablePointer<automata_verdict>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    verdict?.initialize(to: AUTOMATA_VERDICT_UNDECIDED)
    return call(error) { () throws(CallError) in
        let handle = try ScanHandle.required(scan)
        let verdict = try required(verdict, "verdict")
        verdict.initialize(to: handle.scan.feed(try Argument.bytes(bytes, size, "bytes")).forC)
    }
}

@c @implementation
public func automata_scan_feed_word(
    _ scan: OpaquePointer?, _ word: UnsafePointer<automata_symbol>?, _ count: Int,
    _ verdict: UnsafeMutablePointer<automata_verdict>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    verdict?.initialize(to: AUTOMATA_VERDICT_UNDECIDED)
    return call(error) { () throws(CallError) in
        let handle = try ScanHandle.required(scan)
        let verdict = try required(verdict, "verdict")
        verdict.initialize(to: handle.scan.feed(symbols: try Argument.ids(word, count, "word")).forC)
    }
}

@c @implementation
public func automata_scan_verdict(_ scan: OpaquePointer?) -> automata_verdict {
    ScanHandle.from(scan)?.scan.verdict.forC ?? AUTOMATA_VERDICT_REJECTED
}

@c @implementation
public func automata_scan_is_accepting(_ scan: OpaquePointer?) -> Bool {
    ScanHandle.from(scan)?.scan.isAccepting ?? false
}

@c @implementation
public func automata_scan_consumed_count(_ scan: OpaquePointer?) -> UInt64 {
    UInt64(ScanHandle.from(scan)?.scan.consumedCount ?? 0)
}
