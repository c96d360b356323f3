internal import Automata
internal import CAutomata

/// A witness word, with the parts lent to C.
final class WitnessHandle: Handle, Sendable {
    static let kind: StaticString = "witness"

    let witness: Witness
    let side: automata_side
    let alphabet: AlphabetHandle
    /// The word for C.
    let word: StableArray<Symbol>
    /// The accepting paths on an ambiguous word.
    private let paths: [(start: StateID, moves: StableArray<automata_move>)]
    /// The pumping triple, if the text shows one instead of the word.
    private let triple: PumpingTriple?
    private let lentText = LazyReference<StableNames>()

    init(
        _ witness: Witness, side: automata_side = AUTOMATA_SIDE_NONE, paths: [RunPath] = [],
        triple: PumpingTriple? = nil
    ) {
        self.witness = witness
        self.side = side
        self.triple = triple
        alphabet = AlphabetHandle(witness.alphabet)
        word = StableArray(witness.word)
        self.paths = paths.map { path in
            let moves = path.moves.map {
                automata_move(symbol: $0.symbol?.rawValue ?? AUTOMATA_EPSILON, target: $0.target.rawValue)
            }
            return (path.start, StableArray(moves))
        }
    }

    convenience init(_ difference: LanguageDifference) {
        self.init(
            difference.witness, side: difference.isAcceptedByFirst ? AUTOMATA_SIDE_FIRST : AUTOMATA_SIDE_SECOND)
    }

    convenience init(_ ambiguity: Ambiguity) {
        self.init(ambiguity.witness, paths: [ambiguity.first, ambiguity.second])
    }

    convenience init(_ triple: PumpingTriple) {
        self.init(triple.word(rounds: 1), triple: triple)
    }

    /// The readable text of the word or the triple.
    var text: UnsafePointer<CChar>? {
        lentText.get { StableNames([triple?.description ?? witness.description]) }[0]
    }

    func path(_ number: Int) -> automata_path {
        guard paths.indices.contains(number) else {
            return automata_path(start: AUTOMATA_NO_STATE, moves: nil, count: 0)
        }
        let (start, moves) = paths[number]
        return automata_path(start: start.rawValue, moves: moves.start, count: moves.count)
    }
}
