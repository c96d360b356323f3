/// An algorithm that decides inclusion and equivalence of nondeterministic automata.
///
/// All give the same answers, and all but the determinizing ones are exponential only where they
/// must be. Each works on the trim automata over classes of symbols that neither tells apart.
///
/// Sets of states are kept as bit sets, a bit for each state of the automaton, however few are in
/// them: from some 100,000 states on, the byte limit of the default budget allows for about that
/// many sets, and fewer of larger automata. Two deterministic automata need no sets.
public enum InclusionAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// Takes turns between antichains, with and without simulation, pairs of sets, and
    /// bisimilarity, forward and backward; what the automata look like tells which ones get most of
    /// the work.
    case automatic
    /// Explores pairs of a left state and a set of right states, smallest sets first. A pair is
    /// subsumed, and left out, if another pair has the same state and a subset.
    ///
    /// De Wulf, Doyen, Henzinger, Raskin: *Antichains: a new algorithm for checking universality of
    /// finite automata*, CAV 2006, doi:10.1007/11817963_5.
    case antichain
    /// Applies ``antichain`` to the reversed automata, which gives the same answer.
    case antichainBackward = "antichain-backward"
    /// Applies ``antichain`` to sets that are closed under the simulation preorder. A pair is also
    /// left out if the simulation makes it superfluous.
    ///
    /// Abdulla, Chen, Holík, Mayr, Vojnar: *When simulation meets antichains*, TACAS 2010,
    /// doi:10.1007/978-3-642-12002-2_14.
    case antichainWithSimulation = "antichain-with-simulation"
    /// Applies ``antichainWithSimulation`` to the reversed automata, with their simulation.
    case antichainBackwardWithSimulation = "antichain-backward-with-simulation"
    /// Explores pairs of sets of states, except those in the congruence closure of the others.
    /// Inclusion of *A* in *B* is decided as equivalence of *A* ∪ *B* and *B*.
    ///
    /// It can run away: each of *p* pairs is compared with all before it, O(*p*²) comparisons, and
    /// *p* can be exponential in the number of states. A budget of states bounds *p*, not the time;
    /// cancellation does. ``automatic`` doesn't use it.
    ///
    /// Bonchi, Pous: *Checking NFA equivalence with bisimulations up to congruence*, POPL 2013,
    /// doi:10.1145/2429069.2429124.
    case congruence
    /// For inclusion each pair of a state on the left and a set on the right, for equivalence each
    /// pair of sets: what determinizing and comparing would do, but no further than to the first
    /// difference.
    case determinization
    /// Pairs of sets, or of states where both automata are deterministic, less those that the
    /// others imply by equivalence. Of deterministic automata equivalence is decided in almost
    /// linear time.
    ///
    /// Hopcroft, Karp: *A linear algorithm for testing equivalence of finite automata*, Cornell
    /// University TR 71-114 (1971), hdl:1813/5958.
    case hopcroftKarp = "hopcroft-karp"
}

/// A word that one of two automata accepts, and the other doesn't.
public struct LanguageDifference: Sendable, Hashable {
    /// The word.
    public let witness: Witness
    /// Whether it is the first automaton that accepts it; else it is the second.
    public let isAcceptedByFirst: Bool
}
