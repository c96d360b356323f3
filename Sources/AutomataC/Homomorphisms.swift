// The functions here are described in automata.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
public import CAutomata

/// A homomorphism of words.
private final class HomomorphismHandle: Handle, Sendable {
    static let kind: StaticString = "homomorphism"

    let homomorphism: Homomorphism

    init(_ homomorphism: Homomorphism) {
        self.homomorphism = homomorphism
    }
}

@c @implementation
public func automata_homomorphism_new(
    _ source: OpaquePointer?, _ target: OpaquePointer?, _ offsets: UnsafePointer<Int>?,
    _ symbols: UnsafePointer<automata_symbol>?, _ homomorphism: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(homomorphism, "homomorphism", error) { () throws(CallError) -> HomomorphismHandle? in
        let source = try AlphabetHandle.required(source)
        let target = try AlphabetHandle.required(target).alphabet
        let offsets = try Argument.array(offsets, source.symbolCount + 1, "offsets")
        guard offsets[0] == 0, zip(offsets, offsets.dropFirst()).allSatisfy({ $0 <= $1 }) else {
            throw .invalidArgument("'offsets' must ascend from 0")
        }
        let symbols: UnsafeBufferPointer<Symbol> = try Argument.ids(symbols, offsets[source.symbolCount], "symbols")
        let images = (0..<source.symbolCount).map { Array(symbols[offsets[$0]..<offsets[$0 + 1]]) }
        let made = try core { () throws(AutomataError) in
            try Homomorphism(from: source.alphabet, to: target, images: images)
        }
        return HomomorphismHandle(made)
    }
}

@c @implementation
public func automata_homomorphism_free(_ homomorphism: OpaquePointer?) { HomomorphismHandle.free(homomorphism) }

@c @implementation
public func automata_homomorphism_apply(
    _ homomorphism: OpaquePointer?, _ word: UnsafePointer<automata_symbol>?, _ count: Int,
    _ image: UnsafeMutablePointer<UnsafeMutablePointer<automata_symbol>?>?,
    _ imageCount: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(image, imageCount)
    return call(error) { () throws(CallError) in
        let homomorphism = try HomomorphismHandle.required(homomorphism).homomorphism
        try result.check("image", "image_count")
        let word: UnsafeBufferPointer<Symbol> = try Argument.ids(word, count, "word")
        // The image is in memory twice for a moment, the first time in a growing array.
        let limit = AvailableMemory.clampedToFreeMemory(.max) / 4
        var length = 0
        for symbol in word where Int(symbol) < homomorphism.images.count {
            length += homomorphism.images[Int(symbol)].count
            guard length <= limit / MemoryLayout<Symbol>.stride else {
                throw .core(.budgetExceeded(statesBuilt: 0, limit: .memory))
            }
        }
        try result.hand(out: try core { () throws(AutomataError) in try homomorphism.image(of: word) })
    }
}

@c @implementation
public func automata_fa_image(
    _ automaton: OpaquePointer?, _ homomorphism: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let homomorphism = try HomomorphismHandle.required(homomorphism).homomorphism
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in
            Automaton(mostSpecific: try automaton.image(under: homomorphism, budget: budget))
        }
    }
}

@c @implementation
public func automata_fa_preimage(
    _ automaton: OpaquePointer?, _ homomorphism: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let homomorphism = try HomomorphismHandle.required(homomorphism).homomorphism
        let budget = try Budget(budget)
        return try core { () throws(AutomataError) in try automaton.preimage(under: homomorphism, budget: budget) }
    }
}

@c @implementation
public func automata_fa_substitute(
    _ automaton: OpaquePointer?, _ languages: UnsafePointer<OpaquePointer?>?, _ count: Int,
    _ budget: UnsafePointer<automata_budget>?, _ result: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let pointers = try Argument.array(languages, count, "languages")
        try check(count, of: "languages", for: automaton.alphabet)
        let budget = try Budget(budget)
        var languages: [Symbol: Automaton] = [:]
        for (symbol, pointer) in pointers.enumerated() {
            languages[Symbol(symbol)] = AutomatonHandle.from(pointer)?.automaton
        }
        return try core { () throws(AutomataError) in
            Automaton(mostSpecific: try automaton.substituting(languages, budget: budget))
        }
    }
}

/// Checks that there is one item for each symbol.
private func check(_ count: Int, of what: StaticString, for alphabet: Alphabet) throws(CallError) {
    guard count == alphabet.count else {
        throw .invalidArgument("'\(what)' has \(count) elements; expected \(alphabet.count), one for each symbol")
    }
}

@c @implementation
public func automata_fa_project(
    _ automaton: OpaquePointer?, _ symbols: UnsafePointer<automata_symbol>?, _ count: Int,
    _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let symbols: UnsafeBufferPointer<Symbol> = try Argument.ids(symbols, count, "symbols")
        return try core { () throws(AutomataError) in
            Automaton(mostSpecific: try automaton.projected(onto: symbols))
        }
    }
}

@c @implementation
public func automata_fa_rename_symbols(
    _ automaton: OpaquePointer?, _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ lengths: UnsafePointer<Int>?,
    _ count: Int, _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    transform(automaton, result, error) { automaton throws(CallError) in
        let names = try Argument.array(names, count, "names")
        try check(count, of: "names", for: automaton.alphabet)
        guard case .named(let oldNames) = automaton.alphabet.storage else {
            throw .core(.incompatibleAlphabets(automaton.alphabet.kind, .named))
        }
        // Compares names by their bytes: a Swift dictionary would treat canonically equivalent
        // names as equal.
        var table = NameTable()
        var newSymbols: [Symbol] = []
        for (symbol, pointer) in names.enumerated() {
            guard let pointer else {
                newSymbols.append(
                    try core { () throws(AutomataError) in
                        try oldNames.withUTF8(at: symbol) { (name) throws(AutomataError) in
                            Symbol(try table.intern(name).id)
                        }
                    })
                continue
            }
            let name = try Argument.text(pointer, lengths?[symbol] ?? Argument.zeroTerminated, "names")
            newSymbols.append(try core { () throws(AutomataError) in Symbol(try table.intern(name).id) })
        }
        let map = SymbolMap(newSymbols, in: Alphabet(table))
        return Automaton(
            mostSpecific: try core { () throws(AutomataError) in
                try automaton.asEpsilonNFA.aligned(by: map, budget: .unlimited)
            })
    }
}
