internal import Automata
internal import RegularExpressions
internal import WorkLimits

/// A run of a searcher's automaton over a text that follows all unfinished words in parallel.
struct EndReader: Sendable {
    // Exactly one of the two isn't `nil`. Optionals change in place, unlike the payload of an
    // enumeration.
    private var complete: EndRun<SearchDFA>?
    private var lazy: EndRun<SearchNFA>?

    init(_ searcher: Searcher) {
        switch searcher.engine {
        case .complete(let automaton, _): complete = EndRun(automaton)
        case .lazy(let automaton): lazy = EndRun(automaton)
        }
    }

    /// Reads the next bytes, and reports ends until the function returns `false`.
    ///
    /// - Returns: A Boolean value that indicates whether the search goes on.
    mutating func read(_ bytes: UnsafeRawBufferPointer, _ body: (Searcher.End) -> Bool) -> Bool {
        let bytes = bytes.assumingMemoryBound(to: UInt8.self)
        return complete?.read(bytes, body) ?? lazy?.read(bytes, body) ?? false
    }

    /// Reports the words that end with the text.
    mutating func finish(_ body: (Searcher.End) -> Bool) {
        complete?.finish(body)
        lazy?.finish(body)
    }
}

private struct EndRun<Graph: SearchGraph>: Sendable {
    private let sideOfByte: [UInt8]
    /// Whether words depend on the text around them.
    private let hasContexts: Bool
    private var sets: LazyDFA<OpenRows<Graph>>
    private var patterns: EndingPatterns<Graph>
    /// The set at the position, and the number of bytes before it.
    private var set: UInt32
    private var position = 0
    /// Whether the ends at the position are reported.
    private var isReported = false

    private static var nothing: UInt8 { AssertionResolution.Side.nothing.rawValue }

    init(_ graph: Graph) {
        sideOfByte = graph.sideOfByte
        hasContexts = graph.hasContexts
        sets = LazyDFA(OpenRows(graph, beginsEverywhere: true), classOfByte: graph.classOfByte)
        patterns = EndingPatterns(graph)
        set = sets.id(of: graph.startRows(behind: Self.nothing))
    }

    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Searcher.End) -> Bool) -> Bool {
        guard !bytes.isEmpty else { return true }
        var index = 0
        defer { position += index }
        if isReported {
            (set, index, isReported) = (sets.step(from: set, on: bytes[0]), 1, false)
        }
        while sets.read(bytes, from: &index, &set, sideOfByte: sideOfByte) {
            let ending = patterns.of(set, before: sideOfByte[Int(bytes[index])], in: sets)
            if !body(Searcher.End(endOffset: position + index, patterns: ending)) { return false }
            set = sets.step(from: set, on: bytes[index])
            index += 1
        }
        guard !hasContexts else { return true }
        isReported = true
        return report(at: position + index, body)
    }

    mutating func finish(_ body: (Searcher.End) -> Bool) {
        if !isReported { _ = report(at: position, body) }
    }

    /// Reports the words that end at a position where the text may end: no byte follows them.
    private mutating func report(at position: Int, _ body: (Searcher.End) -> Bool) -> Bool {
        let ending = patterns.of(set, before: Self.nothing, in: sets)
        return ending.isEmpty || body(Searcher.End(endOffset: position, patterns: ending))
    }
}
