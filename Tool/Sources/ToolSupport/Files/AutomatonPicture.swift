package import Automata

/// Size limits for pictures of automata.
package enum AutomatonPicture {
    /// The bounds of one picture; a larger one is unreadable, and its layout takes long.
    static let maximumTransitions = 5_000
    static let maximumStates = 5_000
    /// The maximum number of states and arrows in all pictures of a strip together.
    package static let maximumStripElements = 50_000

    /// Throws an error if an automaton is too large to be drawn.
    package static func check(_ automaton: Automaton) throws(ToolError) {
        let sizes = [
            (automaton.transitionCount, maximumTransitions, "transitions"),
            (automaton.stateCount, maximumStates, "states"),
        ]
        for (count, limit, what) in sizes where count > limit {
            throw ToolError(
                "too large for a picture: \(grouped(count)) \(what), and at most \(grouped(limit)) can be drawn; minimize the "
                    + "automaton first, or write it with --to dot and lay it out with Graphviz's sfdp")
        }
    }
}
