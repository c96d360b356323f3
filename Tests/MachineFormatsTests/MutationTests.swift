import AlgorithmSupport
import Automata
import AutomataFormats
import MachineFormats
import Machines
import TestSupport
import Testing

/// Damages texts of machines: a reader must throw or read, and what it reads can be written.
///
/// `Scripts/fuzz mutations` raises the number of texts and the seed by the environment.
@Suite("Damaged machines")
struct MachineMutationTests {
    static let seeds: [(format: MachineFormat, text: String)] = [
        (.dot, Texts.mealy), (.dot, Texts.aalpyMoore), (.dot, Texts.automataLibMoore), (.dot, Texts.outputsOnly),
        (
            .dot,
            "digraph m { inputs=\"a,b\"; outputs=\"''\"; s [label=s]; t [style=invis]; t -> s; "
                + "s -> s [label=\"a/''\"]; }"
        ),
        (.json, Texts.json), (.json, Texts.mooreJSON), (.kiss2, Texts.kiss2),
    ]

    @Test("are read or refused, and what is read can be written", arguments: seeds.indices)
    func damaged(index: Int) throws {
        let (format, text) = Self.seeds[index]
        var random = SplitMix64(seed: UInt64(TestScope.mutationSeed) << 8 | UInt64(index))
        var (readCount, writtenCount) = (0, 0)
        for round in 0...TestScope.mutationCount {
            let damaged = round == 0 ? Array(text.utf8) : random.damaged(Array(text.utf8))
            guard let machine = try? format.read(damaged, budget: Budget(maximumBytes: 1 << 26)).machine else {
                continue
            }
            readCount += 1
            for other in MachineFormat.allCases {
                guard let written = try? other.write(machine).bytes else { continue }
                writtenCount += 1
                let again = try? other.read(written).machine
                // KISS2 can't hold a machine without transitions.
                guard other != .kiss2 || again != nil else { continue }
                #expect(
                    try again?.shortestDifference(from: machine) == nil && again != nil,
                    "\(other) of \(String(decoding: damaged, as: UTF8.self))")
            }
        }
        #expect(readCount > 0 && writtenCount >= readCount)
    }
}
