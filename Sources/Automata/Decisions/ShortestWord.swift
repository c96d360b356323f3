extension FiniteAutomaton {
    /// Returns the lexicographically first of the shortest accepted words, or `nil` if the language
    /// is empty.
    ///
    /// - Complexity: O(*n* + *m*), or O(*n* *k*) for a DFA that is held as a dense table.
    public func shortestWord() -> Witness? {
        let view = asEpsilonNFA
        return view.rows.shortestWord(
            from: initialStates, to: finalStates, moves: view.epsilon, alphabet: alphabet)
    }
}

extension Transitions {
    /// Computes the distance of each state to a final one by a walk backward. Then it walks from
    /// the initial states, on the least symbol that decreases the distance.
    fileprivate func shortestWord(
        from initialStates: StateSet, to finalStates: StateSet, moves: EpsilonMoves, alphabet: Alphabet
    ) -> Witness? {
        let distances = distances(to: finalStates, moves: moves)
        guard var distance = initialStates.map({ distances[Int($0)] }).min(), distance != .max else { return nil }
        var word: [Symbol] = []
        word.reserveCapacity(distance)
        var isMet = [Bool](repeating: false, count: stateCount)
        var states: [StateID] = []
        func enter(_ state: StateID) {
            if distances[Int(state)] != distance || isMet[Int(state)] { return }
            isMet[Int(state)] = true
            states.append(state)
        }
        for state in initialStates { enter(state) }
        while distance > 0 {
            // Follow moves that keep the distance; none decreases it, because moves read no symbol.
            var index = 0
            while index < states.count {
                for move in moves.range(of: states[index]) { enter(moves.targets[move]) }
                index += 1
            }
            var least = Symbol.absent
            for state in states {
                for index in range(of: state) where distances[Int(targets[index])] == distance - 1 {
                    least = min(least, symbols[index])
                    break
                }
            }
            let sources = states
            states = []
            distance -= 1
            for state in sources {
                for index in range(of: state, on: least) { enter(targets[index]) }
            }
            word.append(least)
        }
        return Witness(word, over: alphabet)
    }

    /// Returns the length of the shortest word from each state to a final one, or `Int.max` if
    /// there is none.
    private func distances(to finalStates: StateSet, moves: EpsilonMoves) -> [Int] {
        let incoming = reversedRows([TargetRows(self)], stateCount: stateCount)
        let incomingMoves = reversedRows([TargetRows(moves)], stateCount: stateCount)
        var distances = [Int](repeating: .max, count: stateCount)
        var layer = Array(finalStates)
        for state in layer { distances[Int(state)] = 0 }
        var distance = 0
        while !layer.isEmpty {
            var index = 0
            while index < layer.count {
                for position in incomingMoves.range(of: layer[index]) {
                    let source = incomingMoves.targets[position]
                    if distances[Int(source)] != .max { continue }
                    distances[Int(source)] = distance
                    layer.append(source)
                }
                index += 1
            }
            distance += 1
            var next: [StateID] = []
            for state in layer {
                for position in incoming.range(of: state) {
                    let source = incoming.targets[position]
                    if distances[Int(source)] != .max { continue }
                    distances[Int(source)] = distance
                    next.append(source)
                }
            }
            layer = next
        }
        return distances
    }
}
