package import ArgumentParser

/// The commands about automata and words, grouped and ordered as the tool's help lists them.
package enum AutomataCommandList {
    package static let accepting: [any ParsableCommand.Type] = [Accepts.self]

    package static let inspecting: [any ParsableCommand.Type] = [
        RunCommand.self, Shortest.self, Longest.self, Info.self, Table.self,
    ]

    package static let transforming: [any ParsableCommand.Type] = [
        Convert.self, RemoveEpsilon.self, Determinize.self, Minimize.self, Trim.self, Reverse.self, Complete.self,
        Draw.self,
    ]

    package static let combining: [any ParsableCommand.Type] = [
        Union.self, Intersection.self, Difference.self, SymmetricDifference.self, Complement.self, Concatenate.self,
        Star.self, Quotient.self, Shuffle.self, Prefixes.self, Suffixes.self, Factors.self, Subsequences.self,
        CyclicShift.self, RestrictLengths.self, Residual.self, Neighborhood.self, HomomorphismCommand.self,
        InverseHomomorphism.self, RenameSymbols.self, Project.self, Substitute.self, Reduce.self, Eval.self,
    ]

    package static let deciding: [any ParsableCommand.Type] = [
        Equivalent.self, Included.self, Disjoint.self, Isomorphic.self, Empty.self, Universal.self, Finite.self,
        Unambiguous.self, Deterministic.self, Minimal.self,
    ]

    package static let words: [any ParsableCommand.Type] = [
        Words.self, Count.self, Sample.self, Rank.self, Unrank.self,
    ]
}
