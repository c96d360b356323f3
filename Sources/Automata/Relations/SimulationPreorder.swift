/// A reflexive and transitive relation between the states of an automaton, as a relation between
/// classes of states.
///
/// States that are related both ways are in one class, and the relation is a table of bits over the
/// classes.
///
/// Invariant: no two classes are related both ways.
public struct SimulationPreorder: Sendable, Hashable {
    /// The classes of states that are related both ways.
    public let classes: StatePartition
    /// A row of bits for each class: the classes that simulate it, including itself.
    package let words: [UInt64]
    /// The number of words in one row.
    package let wordsPerRow: Int

    package init(classes: StatePartition, words: [UInt64]) {
        self.classes = classes
        self.words = words
        wordsPerRow = (classes.blockCount + 63) / 64
        assert(words.count == classes.blockCount * wordsPerRow)
    }

    /// *n*, the number of states.
    public var stateCount: Int { classes.stateCount }

    /// Returns whether the second state simulates the first: the pair (*state*, *other*) is in the
    /// relation.
    ///
    /// - Complexity: O(1).
    public func isSimulated(_ state: StateID, by other: StateID) -> Bool {
        isClassSimulated(classes.blockOfState[Int(state)], by: classes.blockOfState[Int(other)])
    }

    /// Returns whether each of the two states simulates the other.
    ///
    /// - Complexity: O(1).
    public func areEquivalent(_ one: StateID, _ other: StateID) -> Bool { classes.areEquivalent(one, other) }

    /// Returns the states that simulate a state, itself included.
    ///
    /// - Complexity: O(*c* / 64 + *s*) for *c* classes and *s* states in the result.
    public func simulators(of state: StateID) -> StateSet {
        var result = StateSet()
        forEachSimulatingClass(of: classes.blockOfState[Int(state)]) { simulator in
            for state in classes.states(inBlock: Int(simulator)) { result.insert(state) }
        }
        return result
    }

    /// Returns the states that a state simulates, itself included.
    ///
    /// - Complexity: O(*c* + *s*) for *c* classes and *s* states in the result.
    public func states(simulatedBy state: StateID) -> StateSet {
        let simulator = classes.blockOfState[Int(state)]
        var result = StateSet()
        for simulated in 0..<StateID(classes.blockCount) where isClassSimulated(simulated, by: simulator) {
            for state in classes.states(inBlock: Int(simulated)) { result.insert(state) }
        }
        return result
    }

    /// The number of pairs of states in the relation, including each state with itself.
    ///
    /// - Complexity: O(*c*² / 64 + *r*) for *c* classes and *r* related pairs of classes.
    public var pairCount: Int {
        var count = 0
        for simulated in 0..<StateID(classes.blockCount) {
            let size = classes.states(inBlock: Int(simulated)).count
            forEachSimulatingClass(of: simulated) { count += size * classes.states(inBlock: Int($0)).count }
        }
        return count
    }

    /// A Boolean value that indicates whether no two different states are related.
    public var isIdentity: Bool { pairCount == stateCount }

    @inline(__always)
    package func isClassSimulated(_ one: StateID, by other: StateID) -> Bool {
        words[Int(one) * wordsPerRow + other.word] & other.bit != 0
    }

    /// Visits the classes that simulate a class, itself included, ascending.
    @inline(__always)
    package func forEachSimulatingClass(of simulated: StateID, _ visit: (StateID) -> Void) {
        let start = Int(simulated) * wordsPerRow
        for word in 0..<wordsPerRow {
            var rest = words[start + word]
            while rest != 0 {
                visit(StateID(truncatingIfNeeded: word * 64 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }
}
