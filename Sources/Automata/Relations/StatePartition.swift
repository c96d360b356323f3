/// An equivalence relation on the states of an automaton, as a partition into blocks.
///
/// Invariants: no block is empty; blocks are numbered in the order of their least members.
public struct StatePartition: Sendable, Hashable {
    /// The block of each state, as a state of the quotient.
    package let blockOfState: [StateID]
    /// The states block by block, ascending within each.
    private let members: [StateID]
    private let offsets: [UInt32]

    /// Creates the partition whose blocks are the states with equal numbers. Numbers are below
    /// `count`, in any order.
    package init(numbers: some Collection<UInt32>, count: Int) {
        var newNumber = [StateID](repeating: .absent, count: count)
        var sizes: [UInt32] = []
        let blocks = numbers.map { number in
            if newNumber[Int(number)] == .absent {
                newNumber[Int(number)] = StateID(sizes.count)
                sizes.append(0)
            }
            let block = newNumber[Int(number)]
            sizes[Int(block)] += 1
            return block
        }
        var offsets: [UInt32] = [0]
        for size in sizes { offsets.append(offsets[offsets.count - 1] + size) }
        var next = offsets
        var members = [StateID](repeating: 0, count: blocks.count)
        for (state, block) in blocks.enumerated() {
            members[Int(next[Int(block)])] = StateID(state)
            next[Int(block)] += 1
        }
        blockOfState = blocks
        self.members = members
        self.offsets = offsets
    }

    /// *n*, the number of states.
    public var stateCount: Int { blockOfState.count }

    /// The number of blocks.
    public var blockCount: Int { offsets.count - 1 }

    /// A Boolean value that indicates whether each state is alone in its block.
    public var isDiscrete: Bool { blockCount == stateCount }

    /// Returns the number of a state's block.
    ///
    /// - Complexity: O(1).
    public func block(of state: StateID) -> Int { Int(blockOfState[Int(state)]) }

    /// Returns the states of a block, ascending.
    ///
    /// - Complexity: O(1).
    public func states(inBlock block: Int) -> ArraySlice<StateID> {
        members[Int(offsets[block])..<Int(offsets[block + 1])]
    }

    /// Returns the least state of a block.
    ///
    /// - Complexity: O(1).
    public func representative(ofBlock block: Int) -> StateID { members[Int(offsets[block])] }

    /// All blocks, in the order of their least states.
    public var blocks: some RandomAccessCollection<ArraySlice<StateID>> {
        (0..<blockCount).lazy.map { states(inBlock: $0) }
    }

    /// Returns whether two states are in one block.
    ///
    /// - Complexity: O(1).
    public func areEquivalent(_ one: StateID, _ other: StateID) -> Bool {
        blockOfState[Int(one)] == blockOfState[Int(other)]
    }
}

extension StatePartition: CustomStringConvertible {
    /// The blocks as text, such as `{0, 2} {1}`.
    public var description: String {
        blocks.map { "{" + $0.map(\.description).joined(separator: ", ") + "}" }.joined(separator: " ")
    }
}

/// Whether a relation compares states by the runs that start in them, or that lead to them.
public enum RunDirection: String, Sendable, Hashable, CaseIterable {
    /// Compares the words read from a state on, and finality.
    case forward
    /// Compares the words that lead to a state, and whether states are initial.
    case backward
}
