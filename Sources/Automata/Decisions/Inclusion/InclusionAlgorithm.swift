/// An algorithm that decides inclusion and equivalence of nondeterministic automata.
///
/// All algorithms give the same answers. They work on trim automata, in which symbols that neither
/// automaton distinguishes are one class.
///
/// Sets of states are bit sets with a bit for each state of the automaton. For 100,000 states, the
/// byte limit of the default budget allows about 100,000 sets. Two deterministic automata need no
/// sets.
public enum InclusionAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// Alternates between several methods until one has the answer: antichains with and without
    /// simulation, union-find on pairs of sets, and bisimilarity. Most of these search forward and
    /// backward. The shape of the automata determines the share of time of each method.
    case automatic
    /// Explores pairs of a left state and a set of right states, smallest sets first. A pair (*p*,
    /// *S*) is left out if it is subsumed by another pair (*p*, *R*) with *R* ⊆ *S*.
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
    /// Applies ``antichainWithSimulation`` to the reversed automata and their simulation preorder.
    case antichainBackwardWithSimulation = "antichain-backward-with-simulation"
    /// Explores pairs of sets of states, except pairs in the congruence closure of the others.
    /// Inclusion of *A* in *B* is decided as equivalence of *A* ∪ *B* and *B*.
    ///
    /// Each of *p* pairs is compared with all earlier ones, and *p* can be exponential in the
    /// number of states. A budget of states bounds *p*, but not the O(*p*²) comparisons; only
    /// cancellation ends these. ``automatic`` doesn't use this algorithm.
    ///
    /// Bonchi, Pous: *Checking NFA equivalence with bisimulations up to congruence*, POPL 2013,
    /// doi:10.1145/2429069.2429124.
    case congruence
    /// Explores all accessible pairs of the product, up to the first difference. For inclusion,
    /// only the right automaton is determinized, and a pair is a left state and a set of right
    /// states. For equivalence, both are determinized, and a pair is two sets.
    case determinization
    /// Explores pairs of sets, or pairs of states if both automata are deterministic, except pairs
    /// in the equivalence closure of the others. Decides equivalence of deterministic automata in
    /// almost linear time.
    ///
    /// Hopcroft, Karp: *A linear algorithm for testing equivalence of finite automata*, Cornell
    /// University TR 71-114 (1971), hdl:1813/5958.
    case hopcroftKarp = "hopcroft-karp"
}

/// A word that one of two automata accepts, and the other doesn't.
public struct LanguageDifference: Sendable, Hashable {
    /// The word.
    public let witness: Witness
    /// A Boolean value that indicates whether the first automaton accepts the word, not the second.
    public let isAcceptedByFirst: Bool
}
