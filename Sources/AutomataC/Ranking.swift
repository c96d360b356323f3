// The functions here are described in automata_count.h.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Automata
internal import AutomataCounting
public import CAutomata

private final class RankingHandle: Handle, Sendable {
    static let kind: StaticString = "ranking"

    let ranking: WordRanking

    init(_ ranking: WordRanking) {
        self.ranking = ranking
    }
}

@c @implementation
public func automata_ranking_new(
    _ automaton: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ ranking: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(ranking, "ranking", error) { () throws(CallError) in
        let automaton = try AutomatonHandle.required(automaton).automaton
        let budget = try Budget(budget)
        return RankingHandle(
            try core { () throws(AutomataError) in try WordRanking(automaton, budget: budget) })
    }
}

@c @implementation
public func automata_ranking_free(_ ranking: OpaquePointer?) { RankingHandle.free(ranking) }

@c @implementation
public func automata_ranking_rank(
    _ ranking: OpaquePointer?, _ letters: UnsafePointer<automata_letter>?, _ count: Int, _ isWithinLength: Bool,
    _ budget: UnsafePointer<automata_budget>?, _ rank: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    make(rank, "rank", error) { () throws(CallError) in
        let ranking = try RankingHandle.required(ranking).ranking
        let word = Array(try Argument.array(letters, count, "letters"))
        let budget = try Budget(budget)
        return IntegerHandle(
            try core { () throws(AutomataError) in
                try ranking.rank(of: word, withinLength: isWithinLength, budget: budget)
            })
    }
}

/// Returns the word at a rank among the words of the same length, or of all lengths.
private func unrank(
    _ ranking: OpaquePointer?, _ rank: OpaquePointer?, length: Int?, _ budget: UnsafePointer<automata_budget>?,
    _ letters: UnsafeMutablePointer<UnsafeMutablePointer<automata_letter>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    let result = ArrayResult(letters, count)
    return call(error) { () throws(CallError) in
        let ranking = try RankingHandle.required(ranking).ranking
        let rank = try IntegerHandle.required(rank).integer
        try result.check("letters")
        let budget = try Budget(budget)
        let word = try core { () throws(AutomataError) in
            if let length { return try ranking.word(at: rank, ofLength: length, budget: budget) }
            return try ranking.word(at: rank, budget: budget)
        }
        if let word { try result.hand(out: word) }
    }
}

@c @implementation
public func automata_ranking_unrank(
    _ ranking: OpaquePointer?, _ rank: OpaquePointer?, _ budget: UnsafePointer<automata_budget>?,
    _ letters: UnsafeMutablePointer<UnsafeMutablePointer<automata_letter>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    unrank(ranking, rank, length: nil, budget, letters, count, error)
}

@c @implementation
public func automata_ranking_unrank_length(
    _ ranking: OpaquePointer?, _ rank: OpaquePointer?, _ length: Int, _ budget: UnsafePointer<automata_budget>?,
    _ letters: UnsafeMutablePointer<UnsafeMutablePointer<automata_letter>?>?, _ count: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<automata_error>?
) -> automata_status {
    // Numbers greater than `Int.max` arrive as negative ones.
    unrank(ranking, rank, length: length < 0 ? Int.max : length, budget, letters, count, error)
}
