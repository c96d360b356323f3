/// A graph for variable elimination, which connects the neighbors of each eliminated variable.
///
/// A long list of neighbors isn't updated when one of them is eliminated.
package struct EliminationGraph {
    /// The neighbors of each variable; eliminated ones stay until the list is read.
    private var neighbors: [[Int32]]
    /// The number of remaining neighbors of each variable.
    package private(set) var degrees: [Int]
    private(set) var isEliminated: [Bool]
    /// The minimum number of neighbors in a long list.
    private let largeDegree: Int
    /// Pairs of variables with long lists that are known to be connected.
    private var largePairs: Set<[Int32]> = []
    private var isNeighbor: [Bool]
    private var isLarge: [Bool]

    /// Creates a graph from the neighbors of each variable.
    package init(neighbors: [[Int32]], largeDegree: Int) {
        self.neighbors = neighbors
        self.largeDegree = largeDegree
        degrees = neighbors.map(\.count)
        isEliminated = Array(repeating: false, count: neighbors.count)
        (isNeighbor, isLarge) = (isEliminated, isEliminated)
    }

    /// Eliminates a variable and returns its neighbors; neighbors with long lists are last.
    ///
    /// - Complexity: O(*d*²) for *d* neighbors, plus one pass over a long list for each pair of
    ///   variables with long lists.
    package mutating func eliminate(_ variable: Int) -> [Int] {
        isEliminated[variable] = true
        let clique = neighbors[variable].filter { !isEliminated[Int($0)] }
        neighbors[variable] = []
        var small: [Int] = []
        var large: [Int] = []
        for neighbor in clique.map({ Int($0) }) {
            degrees[neighbor] -= 1
            isLarge[neighbor] = degrees[neighbor] >= largeDegree
            if isLarge[neighbor] { large.append(neighbor) } else { small.append(neighbor) }
        }
        for neighbor in small { connect(neighbor, with: clique) }
        for (index, left) in large.enumerated() {
            for right in large[..<index] { connectLarge(left, right) }
        }
        for neighbor in large { isLarge[neighbor] = false }
        return small + large
    }

    /// Connects a variable with all others of a clique.
    private mutating func connect(_ variable: Int, with clique: [Int32]) {
        neighbors[variable].removeAll { isEliminated[Int($0)] }
        let known = neighbors[variable] + [Int32(variable)]
        for other in known { isNeighbor[Int(other)] = true }
        for other in clique where !isNeighbor[Int(other)] {
            neighbors[variable].append(other)
            degrees[variable] += 1
            // Variables with short lists compute their neighbors themselves.
            if isLarge[Int(other)] {
                neighbors[Int(other)].append(Int32(variable))
                degrees[Int(other)] += 1
            }
        }
        for other in known { isNeighbor[Int(other)] = false }
    }

    private mutating func connectLarge(_ left: Int, _ right: Int) {
        let pair = [Int32(min(left, right)), Int32(max(left, right))]
        guard largePairs.insert(pair).inserted, !neighbors[left].contains(Int32(right)) else { return }
        neighbors[left].append(Int32(right))
        neighbors[right].append(Int32(left))
        degrees[left] += 1
        degrees[right] += 1
    }
}
