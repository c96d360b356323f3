/// Stress majorization: positions whose distances correspond to path lengths between nodes.
///
/// The method of Gansner, Koren and North, *Graph drawing by stress majorization*, Graph Drawing
/// 2004, doi:10.1007/978-3-540-31843-9_25: the sum of squared relative errors of all distances
/// falls in each step. Its systems of linear equations are solved with the Gauss–Seidel method, one
/// node at a time. Cost: O(*n* *m* + *n*²) per round.
package enum StressLayout {
    /// Returns positions for the nodes of a connected graph.
    ///
    /// - Parameters:
    ///   - graph: The graph. Directions of its edges don't matter.
    ///   - start: The points to start from, all different.
    ///   - length: The length of an edge.
    ///   - rounds: The number of rounds.
    package static func positions(
        of graph: LayoutGraph, from start: [Diagram.Point], length: Double, rounds: Int = 60
    ) -> [Diagram.Point] {
        let count = graph.nodeCount
        let distances = graph.distances
        var positions = start
        for _ in 0..<rounds {
            var greatestMove = 0.0
            for node in 0..<count {
                let here = positions[node]
                var (x, y, sum) = (0.0, 0.0, 0.0)
                for other in 0..<count where other != node {
                    let steps = distances[node][other]
                    // Parts without a path between them are placed at a moderate distance.
                    let ideal = length * Double(steps < 0 ? 3 : steps)
                    let weight = 1 / (ideal * ideal)
                    let there = positions[other]
                    let distance = max(here.distance(to: there), 1e-6)
                    x += weight * (there.x + ideal * (here.x - there.x) / distance)
                    y += weight * (there.y + ideal * (here.y - there.y) / distance)
                    sum += weight
                }
                guard sum > 0 else { continue }
                positions[node] = Diagram.Point(x: x / sum, y: y / sum)
                greatestMove = max(greatestMove, positions[node].distance(to: here))
            }
            if greatestMove < length / 200 { break }
        }
        return positions
    }
}

extension LayoutGraph {
    /// The lengths of the shortest paths between all nodes, ignoring the directions of edges; -1 if
    /// there is no path.
    package var distances: [[Int]] {
        var neighbors = [[Int]](repeating: [], count: nodeCount)
        for edge in edges {
            neighbors[edge.from].append(edge.to)
            neighbors[edge.to].append(edge.from)
        }
        return (0..<nodeCount).map { start in
            var distances = [Int](repeating: -1, count: nodeCount)
            distances[start] = 0
            var queue = [start]
            var next = 0
            while next < queue.count {
                let node = queue[next]
                next += 1
                for neighbor in neighbors[node] where distances[neighbor] < 0 {
                    distances[neighbor] = distances[node] + 1
                    queue.append(neighbor)
                }
            }
            return distances
        }
    }
}
