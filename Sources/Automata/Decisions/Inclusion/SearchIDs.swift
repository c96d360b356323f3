/// A set of states that a search met, in the order in which they were met: a state of the automaton that the subset construction makes.
struct MacroStateID: DenseID { let rawValue: UInt32 }

/// A pair or a group of pairs that a search met, in the order in which they were met.
struct SearchNodeID: DenseID { let rawValue: UInt32 }
